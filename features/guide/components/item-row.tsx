"use client";

import { BookOpen } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { RowButtons } from "@/components/data-table/row-buttons";
import { RowCheckbox } from "@/components/data-table/selection";
import { SortHandle } from "@/components/data-table/sort-handle";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import type { GuideStatus } from "@/db/enums";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/routing";
import { GUIDE_PATH, openPopup } from "../guide.client";
import type { GuideRowDto } from "../guide.schema";

export type Rights = { create: boolean; edit: boolean; remove: boolean };

type ItemRowProps = {
  item: GuideRowDto;
  rights: Rights;
  /** Drag handle props; undefined if the row cannot be moved. */
  handle: ComponentProps<"button"> | undefined;
  isDragged: boolean;
  onSwitch: (status: GuideStatus) => void;
  onEdit: () => void;
  onRemove: () => void;
};

/** A topic as a row, on a phone as a card. */
export function ItemRow({ item, rights, handle, isDragged, onSwitch, onEdit, onRemove }: ItemRowProps) {
  const t = useTranslations("guide");
  const tTable = useTranslations("common.table");
  const tRecord = useTranslations("common.record");
  const locale = useLocale();
  const label = (column: string) => ({ "data-column": column, "data-label": t(`field.${column}` as never) });
  const href = `/${locale}${GUIDE_PATH}?item=${item.code}`;
  return (
    <tr
      data-sort-id={item.id}
      data-sort-group={item.groupId}
      className={cn("data-row", isDragged && "[--row-tint:var(--row-selected)]!")}
    >
      {rights.edit && (
        <td className="data-cell-select">
          <RowCheckbox id={String(item.id)} label={tTable("selectRow", { name: item.name })} />
        </td>
      )}
      <td {...label("name")} className="data-cell data-cell-title">
        <span className="flex min-w-0 items-center gap-2">
          {handle && (
            <SortHandle label={t("action.move", { name: item.name })} hint={t("action.moveHint")} {...handle} />
          )}
          <span
            lang={item.language}
            className={cn("min-w-0 break-words font-medium", item.status === "disabled" && "text-faint-foreground")}
          >
            {item.name}
          </span>
          {!item.isShipped && <Badge tone="primary">{t("own")}</Badge>}
          {item.isShipped && item.isEdited && <Badge>{t("edited")}</Badge>}
        </span>
      </td>
      <td {...label("code")} className="data-cell data-cell-line font-mono text-xs">
        <span className="wrap-anywhere">{item.code}</span>
      </td>
      <td {...label("routes")} className="data-cell data-cell-line font-mono text-xs">
        <span title={item.routes.join("\n")} className="wrap-anywhere line-clamp-2 max-w-60 max-sm:max-w-full">
          {item.routes.join(" ") || "–"}
        </span>
      </td>
      <td {...label("languages")} className="data-cell data-cell-line">
        <span className="flex flex-wrap gap-1">
          {LOCALES.filter((language) => item.languages.includes(language)).map((language) => (
            <Badge key={language} title={LOCALE_NAMES[language]}>
              {language.slice(0, 2)}
            </Badge>
          ))}
        </span>
      </td>
      <td {...label("status")} className="data-cell data-cell-line">
        <Switch
          aria-label={tRecord("enable", { name: item.name })}
          className="align-middle"
          checked={item.status === "enabled"}
          disabled={!rights.edit}
          onChange={(event) => onSwitch(event.target.checked ? "enabled" : "disabled")}
        />
      </td>
      <td data-column="operation" className="data-cell data-cell-operation text-center">
        <RowButtons
          name={item.name}
          onEdit={rights.edit ? onEdit : undefined}
          onRemove={rights.remove && !item.isShipped ? onRemove : undefined}
        >
          {item.status === "enabled" ? (
            <a
              href={href}
              target="frostline-guide"
              aria-label={t("action.readOf", { name: item.name })}
              title={t("action.read")}
              className={cn(buttonVariants({ variant: "ghost", size: "sm" }), "sm:w-control-sm sm:px-0")}
              onClick={(event) => {
                if (!event.metaKey && !event.ctrlKey && !event.shiftKey && openPopup(href)) event.preventDefault();
              }}
            >
              <BookOpen aria-hidden="true" />
              <span className="sm:hidden">{t("action.read")}</span>
            </a>
          ) : (
            <span aria-hidden="true" className="size-control-sm max-sm:hidden" />
          )}
        </RowButtons>
      </td>
    </tr>
  );
}

"use client";

import { ChevronDown, ExternalLink, Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { SortHandle } from "@/components/data-table/sort-handle";
import { MenuIcon } from "@/components/shell/menu-icon";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import { iconOf, isExternal } from "../menu.rules";
import type { MenuDto } from "../menu.schema";

export type Rights = { create: boolean; edit: boolean; remove: boolean };

export type RowActions = {
  onSwitch: (row: MenuDto, change: { isEnabled: boolean } | { isHidden: boolean }) => void;
  onEdit: (row: MenuDto) => void;
  onAdd: (row: MenuDto) => void;
  onRemove: (row: MenuDto) => void;
};

type MenuRowProps = {
  row: MenuDto;
  rights: Rights;
  actions: RowActions;
  /** The props of the drag handle; undefined if the row is not sortable. */
  handle?: ComponentProps<"button">;
  isDragged: boolean;
  /** Set if the row is a group. */
  group?: { count: number; isFolded: boolean; onFold: () => void };
};

/** One row of the tree, with entries indented below their group; a card on a phone. */
export function MenuRow({ row, rights, actions, handle, isDragged, group }: MenuRowProps) {
  const t = useTranslations("menu");
  const isShown = row.isEnabled && !row.isHidden;
  const label = (column: string) => ({ "data-column": column, "data-label": t(`column.${column}`) });
  return (
    <tr
      data-sort-id={row.id}
      data-sort-group={row.parentId ?? ""}
      className={cn(
        "data-row",
        group && "font-medium [--row-tint:color-mix(in_srgb,var(--muted)_60%,transparent)]",
        !group && "max-sm:ml-4",
        isDragged && "[--row-tint:var(--row-selected)]!",
      )}
    >
      <td {...label("name")} className="data-cell data-cell-title max-sm:pr-0">
        <span className="flex min-w-0 items-center gap-2">
          {handle && (
            <SortHandle label={t("action.move", { name: row.label })} hint={t("action.moveHint")} {...handle} />
          )}
          {group ? (
            <button
              type="button"
              aria-expanded={!group.isFolded}
              aria-label={t("action.fold", { name: row.label })}
              onClick={group.onFold}
              className="row-action shrink-0 touch:-my-2.5"
            >
              <ChevronDown
                aria-hidden="true"
                className={cn("size-4 transition-transform duration-150", group.isFolded && "-rotate-90")}
              />
            </button>
          ) : (
            <span aria-hidden="true" className="w-11 shrink-0 max-sm:hidden" />
          )}
          <MenuIcon
            name={iconOf(row.icon)}
            className={cn("size-4 shrink-0", isShown ? "text-muted-foreground" : "text-faint-foreground")}
          />
          <span className={cn("min-w-0 break-words", !isShown && "text-faint-foreground")}>{row.label}</span>
          {!(row.isShipped && row.name === null) && (
            <Badge className="font-normal">{t(row.isShipped ? "renamed" : "own")}</Badge>
          )}
          {group && (
            <span className="whitespace-nowrap font-normal text-faint-foreground text-xs">
              {t("count", { count: group.count })}
            </span>
          )}
        </span>
      </td>
      <td {...label("code")} className="data-cell data-cell-line font-mono text-xs max-sm:col-span-2">
        <span
          title={row.code}
          className="block max-w-40 truncate font-normal max-sm:wrap-anywhere max-sm:max-w-full max-sm:whitespace-normal"
        >
          {row.code}
        </span>
      </td>
      <td
        {...label("url")}
        className={cn("data-cell data-cell-line", (group || row.url === row.code) && "max-sm:hidden")}
      >
        {isExternal(row.url) ? (
          <a
            href={row.url}
            target="_blank"
            rel="noreferrer"
            title={t("newTab")}
            className="inline-flex max-w-full items-center sm:max-w-40 gap-1 text-primary underline-offset-4 hover:underline"
          >
            <span className="truncate">{row.url.replace("https://", "")}</span>
            <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
          </a>
        ) : (
          <span
            className={cn(
              "block max-w-40 truncate font-mono font-normal text-xs max-sm:max-w-full",
              row.url === row.code && "text-faint-foreground",
            )}
          >
            {row.url}
          </span>
        )}
      </td>
      <td {...label("functionCode")} className={cn("data-cell data-cell-line", group && "max-sm:hidden")}>
        {row.functionCode ? (
          <span className="font-mono font-normal text-xs max-sm:break-all">{row.functionCode}</span>
        ) : (
          !group && <span className="text-faint-foreground">{t("noCode")}</span>
        )}
      </td>
      <td {...label("visibility")} className="data-cell data-cell-line font-normal">
        {t(`visibility.${row.visibility}`)}
      </td>
      <td {...label("isEnabled")} className="data-cell data-cell-line">
        <Switch
          aria-label={t("action.enable", { name: row.label })}
          className="align-middle"
          checked={row.isEnabled}
          disabled={!rights.edit}
          onChange={() => actions.onSwitch(row, { isEnabled: !row.isEnabled })}
        />
      </td>
      <td {...label("isHidden")} className="data-cell data-cell-line">
        <Switch
          aria-label={t("action.hide", { name: row.label })}
          className="align-middle"
          checked={row.isHidden}
          disabled={!rights.edit}
          onChange={() => actions.onSwitch(row, { isHidden: !row.isHidden })}
        />
      </td>
      <td data-column="operation" className="data-cell data-cell-operation text-center">
        <span className="inline-flex gap-0.5 max-sm:flex max-sm:justify-end">
          <RowAction
            shown={rights.create}
            label={t("action.add", { name: row.label })}
            onClick={() => actions.onAdd(row)}
          >
            <Plus aria-hidden="true" className="size-4" />
          </RowAction>
          <RowAction
            shown={rights.edit}
            label={t("action.edit", { name: row.label })}
            onClick={() => actions.onEdit(row)}
          >
            <Pencil aria-hidden="true" className="size-4" />
          </RowAction>
          <RowAction
            shown={rights.remove && !row.isShipped}
            label={t("action.remove", { name: row.label })}
            onClick={() => actions.onRemove(row)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </RowAction>
        </span>
      </td>
    </tr>
  );
}

/** An icon button. If it is not shown, its space is reserved so that the others are aligned. */
function RowAction({ shown, label, ...props }: ComponentProps<"button"> & { shown: boolean; label: string }) {
  if (!shown) return <span aria-hidden="true" className="size-control-sm max-sm:hidden" />;
  return <button type="button" aria-label={label} title={label} className="row-action" {...props} />;
}

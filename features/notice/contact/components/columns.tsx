"use client";

import { MoonStar, Send, UserRoundCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { RowButtons } from "@/components/data-table/row-buttons";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LOCALE_NAMES } from "@/lib/i18n/routing";
import { isReachable } from "../contact.rules";
import type { ContactRowDto, QuietHoursInput } from "../contact.schema";
import { Channels } from "./channels";

export type Rights = { create: boolean; edit: boolean; remove: boolean; sync: boolean; test: boolean };

type ColumnOptions = {
  rights: Rights;
  onEdit: (row: ContactRowDto) => void;
  onRemove: (row: ContactRowDto) => void;
  onTest: (row: ContactRowDto) => void;
};

function NameCell({ row }: { row: ContactRowDto }) {
  const t = useTranslations("contact");
  return (
    <span className="flex min-w-0 items-center gap-1.5 sm:min-w-28">
      <span className="min-w-0 break-words font-medium">{row.name}</span>
      {row.userId !== null && (
        <span title={t("fromUser")} className="shrink-0 text-muted-foreground">
          <UserRoundCheck aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{t("fromUser")}</span>
        </span>
      )}
    </span>
  );
}

/** Long addresses wrap to two lines in the table because they must be readable. A card has room for all of it. */
function Email({ address }: { address: string }) {
  return (
    <span title={address} className="break-all sm:line-clamp-2 sm:min-w-36 sm:max-w-48 2xl:max-w-80">
      {address}
    </span>
  );
}

/** The contact's quiet hours and the severity up to which they apply. */
function Quiet({ hours: { from, to, upTo } }: { hours: QuietHoursInput }) {
  const t = useTranslations("contact.quiet");
  return (
    <span
      title={t("of", { from, to, upTo: t(upTo) })}
      className="flex items-center gap-1 whitespace-nowrap text-muted-foreground text-xs tabular-nums"
    >
      <MoonStar aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{t("label")}</span>
      {from}–{to}
    </span>
  );
}

const none = <span className="text-faint-foreground">–</span>;

export function useColumns({ rights, onEdit, onRemove, onTest }: ColumnOptions): Column<ContactRowDto>[] {
  const t = useTranslations("contact");
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  const columns: Column<ContactRowDto>[] = [
    { ...column("name"), sortable: true, priority: 1, cell: (row) => <NameCell row={row} /> },
    {
      ...column("level"),
      sortable: true,
      width: "6rem",
      cell: (row) => <Badge tone={row.level === 1 ? "primary" : undefined}>{t("level", { level: row.level })}</Badge>,
    },
    { ...column("phone"), cell: (row) => row.phone ?? none },
    {
      ...column("email"),
      cell: (row) => (row.email ? <Email address={row.email} /> : none),
    },
    {
      ...column("channels"),
      cell: (row) => (
        <span className="flex flex-col gap-0.5">
          <Channels channels={row.channels} hasDevice={row.hasDevice} />
          {row.quietHours && <Quiet hours={row.quietHours} />}
        </span>
      ),
    },
    { ...column("locale"), cell: (row) => <span className="whitespace-nowrap">{LOCALE_NAMES[row.locale]}</span> },
  ];
  if (!rights.edit && !rights.remove && !rights.test) return columns;
  return [
    ...columns,
    {
      id: "operation",
      header: t("column.operation"),
      kind: "operation",
      cell: (row) => (
        <RowButtons
          name={row.name}
          onEdit={rights.edit ? () => onEdit(row) : undefined}
          onRemove={rights.remove ? () => onRemove(row) : undefined}
        >
          {rights.test && isReachable(row.channels, row.hasDevice) && (
            <Button
              size="sm"
              variant="ghost"
              className="sm:w-control-sm sm:px-0"
              aria-label={t("action.testOf", { name: row.name })}
              title={t("action.test")}
              onClick={() => onTest(row)}
            >
              <Send aria-hidden="true" />
              <span className="sm:hidden">{t("action.test")}</span>
            </Button>
          )}
        </RowButtons>
      ),
    },
  ];
}

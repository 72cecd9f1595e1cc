"use client";

import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { Stamp } from "@/components/value/stamp";
import { StateBadge } from "@/components/value/state-badge";
import type { SysLogDto } from "../audit.schema";
import { Operator, useWords } from "./labels";

type ColumnOptions = {
  timeZone: string;
  isForSeveral: boolean;
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
};

/** The time links to the row; a click anywhere else in the row does the same. */
function OpenLink({
  row,
  href,
  onOpen,
  timeZone,
}: {
  row: SysLogDto;
  href: string;
  onOpen: (id: number) => void;
  timeZone: string;
}) {
  const t = useTranslations("audit.detail");
  return (
    <a
      href={href}
      data-row-link={row.id}
      aria-label={t("open", { sequence: row.sequence })}
      className="whitespace-nowrap font-medium hover:text-primary"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        event.stopPropagation();
        onOpen(row.id);
      }}
    >
      <Stamp at={row.at} timeZone={timeZone} />
    </a>
  );
}

export function useColumns({ timeZone, isForSeveral, hrefOf, onOpen }: ColumnOptions): Column<SysLogDto>[] {
  const t = useTranslations("audit");
  const words = useWords();
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  const text = (value: string) => (
    <span title={value} className="line-clamp-1 break-all">
      {value}
    </span>
  );
  return [
    {
      ...column("at"),
      priority: 1,
      cell: (row) => <OpenLink row={row} href={hrefOf(row.id)} onOpen={onOpen} timeZone={timeZone} />,
    },
    { ...column("operator"), cell: (row) => <Operator type={row.actorType} name={row.actorName} /> },
    { ...column("entity"), cell: (row) => <span className="sm:whitespace-nowrap">{words.entity(row.entity)}</span> },
    {
      ...column("operation"),
      cell: (row) => (
        <span title={row.operation} className="sm:whitespace-nowrap">
          {words.operation(row.operation, row.entity)}
        </span>
      ),
    },
    { ...column("record"), cell: (row) => text(row.entityName ?? row.entityId) },
    { ...column("fields"), cell: (row) => text(row.fields.map(words.field).join(", ") || "–") },
    {
      ...column("result"),
      cell: (row) => (
        <StateBadge tone={row.result === "refused" ? "critical" : "normal"} plain className="align-middle">
          {t(`result.${row.result}`)}
        </StateBadge>
      ),
    },
    { ...column("address"), priority: 3, cell: (row) => row.address || "–" },
    ...(isForSeveral ? [{ ...column("customer"), cell: (row: SysLogDto) => text(row.customerName) }] : []),
    { ...column("sequence"), align: "right", priority: 3, hidden: true, cell: (row) => row.sequence },
  ];
}

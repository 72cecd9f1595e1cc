"use client";

import { useLocale, useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { Instant } from "@/components/value/instant";
import { formatNumber } from "@/lib/units/format";
import type { CustomerRowDto } from "../customer.schema";
import { ContactCell, NameCell, StatusCell } from "./cells";
import { RowMenu, type RowMenuProps } from "./row-menu";

type ColumnOptions = Omit<RowMenuProps, "row"> & {
  now: number;
  timeZone: string;
  hrefOf: (id: number) => string;
  onOpen: (id: number) => void;
};

export function useColumns({ now, timeZone, hrefOf, onOpen, ...menu }: ColumnOptions): Column<CustomerRowDto>[] {
  const t = useTranslations("customer");
  const locale = useLocale();
  const column = (id: string) => ({ id, header: t(`column.${id}`) });
  const countOf = (id: "users" | "carriers" | "devices"): Column<CustomerRowDto> => ({
    ...column(id),
    align: "right",
    cell: (row) => formatNumber(row[id], locale),
  });
  return [
    {
      ...column("name"),
      sortable: true,
      priority: 1,
      cell: (row) => <NameCell row={row} href={hrefOf(row.id)} onOpen={onOpen} />,
    },
    // Nearly all are customers; like the date of creation, it would make the table wider than its window.
    { ...column("type"), sortable: true, hidden: true, priority: 3, cell: (row) => t(`type.${row.type}`) },
    {
      ...column("organisationType"),
      sortable: true,
      priority: 3,
      cell: (row) => <span className="line-clamp-2 sm:max-w-48">{t(`organisationType.${row.organisationType}`)}</span>,
    },
    { ...column("status"), sortable: true, cell: (row) => <StatusCell status={row.status} /> },
    { ...column("contact"), cell: (row) => <ContactCell {...row} /> },
    { ...column("area"), hidden: true, priority: 3, cell: (row) => row.area || row.areaCode },
    countOf("users"),
    countOf("carriers"),
    countOf("devices"),
    {
      ...column("createdAt"),
      sortable: true,
      hidden: true,
      priority: 3,
      cell: (row) => (
        <Instant at={Date.parse(row.createdAt)} now={now} timeZone={timeZone} className="whitespace-nowrap" />
      ),
    },
    {
      ...column("operation"),
      kind: "operation",
      cell: (row) => <RowMenu row={row} {...menu} />,
    },
  ];
}

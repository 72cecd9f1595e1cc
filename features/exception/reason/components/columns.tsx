"use client";

import { useLocale, useTranslations } from "next-intl";
import { TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { formatNumber } from "@/lib/units/format";
import type { ReasonRowDto } from "../schema";

/** The columns of exception reasons. */
export function useColumns(showsCustomers: boolean): Column<ReasonRowDto>[] {
  const t = useTranslations("exceptionReason");
  const locale = useLocale();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return [
    { ...column("name"), sortable: true, priority: 1, cell: (row) => <TitleCell>{row.name}</TitleCell> },
    {
      ...column("origin"),
      cell: ({ isShipped }) => (
        <Badge tone={isShipped ? undefined : "primary"}>{t(`origin.${isShipped ? "shipped" : "own"}`)}</Badge>
      ),
    },
    {
      ...column("exceptions"),
      align: "right",
      cell: ({ exceptionCount }) => (
        <span className={exceptionCount === 0 ? "text-muted-foreground tabular-nums" : "tabular-nums"}>
          {formatNumber(exceptionCount, locale, 0, 0)}
        </span>
      ),
    },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: ReasonRowDto) => row.customerName || "–" }] : []),
  ];
}

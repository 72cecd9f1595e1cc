"use client";

import { useTranslations } from "next-intl";
import { TextCell, TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import type { UnitDto } from "../schema";

export function useColumns(): Column<UnitDto>[] {
  const t = useTranslations("catalogue");
  const tMeasure = useTranslations("carrier.measure");
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return [
    {
      ...column("measure"),
      sortable: true,
      priority: 1,
      cell: (row) => <TitleCell>{tMeasure(row.measure)}</TitleCell>,
    },
    { ...column("code"), sortable: true, cell: (row) => <span className="wrap-anywhere">{row.code}</span> },
    { ...column("unit"), sortable: true, cell: (row) => <span className="whitespace-nowrap">{row.unit}</span> },
    { ...column("unitMark"), cell: (row) => row.unitMark || "–" },
    { ...column("unitNumber"), sortable: true, align: "right", cell: (row) => row.unitNumber },
    {
      ...column("description"),
      cell: (row) => <TextCell text={row.description} />,
    },
    {
      ...column("isShipped"),
      cell: ({ isShipped }) => (
        <Badge tone={isShipped ? undefined : "primary"}>{t(`origin.${isShipped ? "shipped" : "own"}`)}</Badge>
      ),
    },
  ];
}

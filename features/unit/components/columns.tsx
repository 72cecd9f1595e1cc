"use client";

import { useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import type { RowDeeds } from "@/components/data-table/record-list";
import { RowButtons } from "@/components/data-table/row-buttons";
import { Badge } from "@/components/ui/badge";
import type { UnitDto } from "../schema";

/** The columns of units, for those who may do so much with them. */
export function useColumns(): (deeds: RowDeeds<UnitDto>) => Column<UnitDto>[] {
  const t = useTranslations("catalogue");
  const tMeasure = useTranslations("carrier.measure");
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return ({ onEdit, onRemove }) => [
    {
      ...column("code"),
      sortable: true,
      priority: 1,
      cell: (row) => <span className="wrap-anywhere font-medium sm:block sm:min-w-24 sm:max-w-60">{row.code}</span>,
    },
    { ...column("measure"), sortable: true, cell: (row) => tMeasure(row.measure) },
    { ...column("unit"), sortable: true, cell: (row) => <span className="whitespace-nowrap">{row.unit}</span> },
    { ...column("unitMark"), cell: (row) => row.unitMark || "–" },
    { ...column("unitNumber"), sortable: true, align: "right", cell: (row) => row.unitNumber },
    {
      ...column("description"),
      cell: (row) => (
        <span title={row.description} className="wrap-anywhere line-clamp-2 text-muted-foreground sm:max-w-md">
          {row.description || "–"}
        </span>
      ),
    },
    {
      ...column("isShipped"),
      cell: ({ isShipped }) => (
        <Badge tone={isShipped ? undefined : "primary"}>{t(`origin.${isShipped ? "shipped" : "own"}`)}</Badge>
      ),
    },
    ...(onEdit || onRemove
      ? [
          {
            ...column("operation"),
            kind: "operation" as const,
            cell: (row: UnitDto) => (
              <RowButtons
                words={{
                  edit: t("action.edit"),
                  editOf: t("action.editOf", { name: row.code }),
                  remove: t("action.remove"),
                  removeOf: t("action.removeOf", { name: row.code }),
                }}
                onEdit={onEdit && (() => onEdit(row))}
                onRemove={onRemove && (() => onRemove(row))}
              />
            ),
          },
        ]
      : []),
  ];
}

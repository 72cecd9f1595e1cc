"use client";

import { useTranslations } from "next-intl";
import { TextCell, TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import type { Rights } from "@/components/data-table/record-list";
import { RowSwitch } from "@/components/data-table/row-switch";
import { Badge } from "@/components/ui/badge";
import type { Measure } from "@/db/enums";
import { unitOf } from "@/lib/units/format";
import { formatLimit } from "@/lib/units/format-range";
import { useValueLocale } from "@/lib/units/units-context";
import { ZONE_PRESET_PATH } from "../client";
import type { ZonePresetDto } from "../schema";

export function useColumns({ edit }: Rights): Column<ZonePresetDto>[] {
  const t = useTranslations("zone");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useValueLocale();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const limit = (value: number | null, measure: Measure) => (
    <span className="whitespace-nowrap tabular-nums">{formatLimit(value, measure, locale)}</span>
  );
  return [
    { ...column("name"), sortable: true, priority: 1, cell: (row) => <TitleCell>{row.name}</TitleCell> },
    {
      ...column("source"),
      sortable: true,
      cell: ({ source, isWeak }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          {source || "–"}
          {isWeak && (
            <Badge tone="warning" title={t("preset.weakHint")}>
              {t("preset.weak")}
            </Badge>
          )}
        </span>
      ),
    },
    { ...column("measure"), sortable: true, cell: (row) => tMeasure(row.measure) },
    { ...column("minimum"), align: "right", cell: (row) => limit(row.minimum, row.measure) },
    { ...column("maximum"), align: "right", cell: (row) => limit(row.maximum, row.measure) },
    {
      ...column("unit"),
      cell: (row) => <span className="whitespace-nowrap">{unitOf(row.measure, locale) || "–"}</span>,
    },
    { ...column("code"), hidden: true, sortable: true, cell: (row) => row.code },
    { ...column("description"), cell: (row) => <TextCell text={row.description} /> },
    {
      ...column("origin"),
      cell: ({ isShipped }) => (
        <Badge tone={isShipped ? undefined : "primary"}>{t(`preset.${isShipped ? "shipped" : "own"}`)}</Badge>
      ),
    },
    {
      ...column("isEnabled"),
      align: "center",
      cell: (row) => (
        <RowSwitch
          path={`${ZONE_PRESET_PATH}/${row.id}/enabled`}
          isEnabled={row.isEnabled}
          name={row.name}
          disabled={!edit}
        />
      ),
    },
  ];
}

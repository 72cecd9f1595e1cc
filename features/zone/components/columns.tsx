"use client";

import { useTranslations } from "next-intl";
import { TextCell, TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { Button } from "@/components/ui/button";
import { unitOf } from "@/lib/units/format";
import { formatLimit } from "@/lib/units/format-range";
import { useValueLocales } from "@/lib/units/units-context";
import type { ZoneRowDto } from "../zone.schema";

type Options = { showsCustomers: boolean; onCarriers: (zone: ZoneRowDto) => void };

/** The columns of monitoring ranges. */
export function useColumns({ showsCustomers, onCarriers }: Options): Column<ZoneRowDto>[] {
  const t = useTranslations("zone");
  const tMeasure = useTranslations("carrier.measure");
  const localeOf = useValueLocales();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const limit = (value: number | null, { measure, customerId }: ZoneRowDto) => (
    <span className="whitespace-nowrap tabular-nums">{formatLimit(value, measure, localeOf(customerId))}</span>
  );
  return [
    { ...column("name"), sortable: true, priority: 1, cell: (row) => <TitleCell>{row.name}</TitleCell> },
    { ...column("measure"), sortable: true, cell: (row) => tMeasure(row.measure) },
    { ...column("minimum"), align: "right", cell: (row) => limit(row.minimum, row) },
    { ...column("maximum"), align: "right", cell: (row) => limit(row.maximum, row) },
    {
      ...column("unit"),
      cell: (row) => <span className="whitespace-nowrap">{unitOf(row.measure, localeOf(row.customerId)) || "–"}</span>,
    },
    {
      ...column("carriers"),
      align: "right",
      cell: (row) =>
        row.carrierCount === 0 ? (
          <span className="text-muted-foreground">0</span>
        ) : (
          <Button
            variant="link"
            className="tabular-nums touch:-my-3 touch:min-h-11 touch:min-w-11 touch:max-sm:justify-start"
            aria-label={`${row.name}: ${t("bound.open", { count: row.carrierCount })}`}
            onClick={() => onCarriers(row)}
          >
            {row.carrierCount}
          </Button>
        ),
    },
    { ...column("description"), cell: (row) => <TextCell text={row.description} /> },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: ZoneRowDto) => row.customerName }] : []),
  ];
}

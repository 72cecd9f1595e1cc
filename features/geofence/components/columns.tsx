"use client";

import { useLocale, useTranslations } from "next-intl";
import { TextCell, TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import { RowSwitch } from "@/components/data-table/row-switch";
import { formatNumber } from "@/lib/units/format";
import { GEOFENCE_PATH } from "../geofence.client";
import type { GeofenceDto } from "../geofence.schema";

type Options = { showsCustomers: boolean; mayEdit: boolean };

/** The columns of the geofence list. */
export function useColumns({ showsCustomers, mayEdit }: Options): Column<GeofenceDto>[] {
  const t = useTranslations("geofence");
  const locale = useLocale();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  const size = ({ shape, radiusMetres, points }: GeofenceDto) =>
    shape === "circle"
      ? t("radiusOf", { metres: formatNumber(radiusMetres, locale) })
      : t("cornersOf", { count: points?.length ?? 0 });
  const watched = ({ targets, hiddenTargets }: GeofenceDto) => {
    if (targets.length + hiddenTargets === 0) return t("all");
    const more = hiddenTargets > 0 ? [t("hidden", { count: hiddenTargets })] : [];
    return [...targets.map(({ name }) => name), ...more].join(", ");
  };
  return [
    { ...column("name"), sortable: true, priority: 1, cell: (row) => <TitleCell>{row.name}</TitleCell> },
    { ...column("shape"), cell: (row) => `${t(`shape.${row.shape}`)} · ${size(row)}` },
    { ...column("targets"), cell: (row) => <TextCell text={watched(row)} /> },
    { ...column("inside"), cell: ({ insideCount }) => t("insideCount", { count: insideCount }) },
    { ...column("description"), cell: (row) => <TextCell text={row.description} /> },
    ...(showsCustomers ? [{ ...column("customer"), cell: (row: GeofenceDto) => row.customerName }] : []),
    {
      ...column("isEnabled"),
      align: "center" as const,
      cell: (row: GeofenceDto) => (
        <RowSwitch
          path={`${GEOFENCE_PATH}/${row.id}/enabled`}
          isEnabled={row.isEnabled}
          name={row.name}
          disabled={!mayEdit}
        />
      ),
    },
  ];
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import { TextCell, TitleCell } from "@/components/data-table/cells";
import type { Column } from "@/components/data-table/column";
import type { Rights } from "@/components/data-table/record-list";
import { RowSwitch } from "@/components/data-table/row-switch";
import { Badge } from "@/components/ui/badge";
import { formatDuration } from "@/lib/datetime/format";
import { DEVICE_TYPE_PATH } from "../client";
import type { DeviceTypeDto } from "../schema";

/** The columns of device types. */
export function useColumns({ edit }: Rights): Column<DeviceTypeDto>[] {
  const t = useTranslations("catalogue");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useLocale();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return [
    {
      ...column("name"),
      sortable: true,
      priority: 1,
      cell: (row) => <TitleCell>{row.name}</TitleCell>,
    },
    {
      ...column("code"),
      sortable: true,
      cell: (row) => <span className="wrap-anywhere sm:block sm:min-w-24 sm:max-w-60">{row.code}</span>,
    },
    { ...column("kind"), sortable: true, cell: (row) => t(`kind.${row.kind}`) },
    {
      ...column("measures"),
      cell: ({ measures, hasGps }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {measures.length > 0 ? measures.map((measure) => tMeasure(measure)).join(" · ") : "–"}
          {hasGps && <Badge>{t("gps")}</Badge>}
        </span>
      ),
    },
    {
      ...column("reportIntervalSeconds"),
      sortable: true,
      cell: (row) => (
        <span className="whitespace-nowrap">{formatDuration(row.reportIntervalSeconds * 1000, locale)}</span>
      ),
    },
    {
      ...column("description"),
      hidden: true,
      priority: 3,
      cell: (row) => <TextCell text={row.description} />,
    },
    {
      ...column("isShipped"),
      cell: ({ isShipped }) => (
        <Badge tone={isShipped ? undefined : "primary"}>{t(`origin.${isShipped ? "shipped" : "own"}`)}</Badge>
      ),
    },
    {
      ...column("isEnabled"),
      align: "center",
      cell: (row) => (
        <RowSwitch
          path={`${DEVICE_TYPE_PATH}/${row.id}/enabled`}
          isEnabled={row.isEnabled}
          name={row.name}
          disabled={!edit}
        />
      ),
    },
  ];
}

"use client";

import { useLocale, useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import type { RowDeeds } from "@/components/data-table/record-list";
import { RowButtons } from "@/components/data-table/row-buttons";
import { RowSwitch } from "@/components/data-table/row-switch";
import { Badge } from "@/components/ui/badge";
import { showToast } from "@/components/ui/toast-store";
import { formatDuration } from "@/lib/datetime/format";
import { DEVICE_TYPE_PATH } from "../client";
import type { DeviceTypeDto } from "../schema";

/** The columns of device types, for those who may do so much with them. */
export function useColumns(): (deeds: RowDeeds<DeviceTypeDto>) => Column<DeviceTypeDto>[] {
  const t = useTranslations("catalogue");
  const tMeasure = useTranslations("carrier.measure");
  const locale = useLocale();
  const column = (id: string) => ({ id, header: t(`field.${id}`) });
  return ({ onEdit, onRemove, refresh }) => [
    {
      ...column("name"),
      sortable: true,
      priority: 1,
      cell: (row) => <span className="wrap-anywhere font-medium sm:block sm:min-w-36">{row.name}</span>,
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
    {
      ...column("isEnabled"),
      align: "center",
      cell: (row) => (
        <RowSwitch
          path={`${DEVICE_TYPE_PATH}/${row.id}/enabled`}
          isEnabled={row.isEnabled}
          label={t("enabled.switch", { name: row.name })}
          disabled={!onEdit}
          onDone={(isEnabled) => {
            showToast("normal", t(`enabled.${isEnabled ? "on" : "off"}`, { name: row.name }));
            refresh();
          }}
        />
      ),
    },
    ...(onEdit || onRemove
      ? [
          {
            ...column("operation"),
            kind: "operation" as const,
            cell: (row: DeviceTypeDto) => (
              <RowButtons
                words={{
                  edit: t("action.edit"),
                  editOf: t("action.editOf", { name: row.name }),
                  remove: t("action.remove"),
                  removeOf: t("action.removeOf", { name: row.name }),
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

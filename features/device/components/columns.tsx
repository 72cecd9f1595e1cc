"use client";

import { useLocale, useTranslations } from "next-intl";
import type { Column } from "@/components/data-table/column";
import { Age } from "@/components/value/age";
import { Instant } from "@/components/value/instant";
import type { DeviceKind } from "@/db/enums";
import { formatDuration } from "@/lib/datetime/format";
import { Link } from "@/lib/i18n/navigation";
import type { Action } from "../device.client";
import type { DeviceDto } from "../device.schema";
import {
  CalibrationCell,
  CarriersCell,
  ConfigCell,
  GatewayCell,
  HealthCell,
  NameCell,
  NONE,
  StateCell,
  ValuesCell,
} from "./cells";
import { useLabels } from "./labels";
import { type Rights, RowActions } from "./row-actions";

type ColumnId =
  | "typeCode"
  | "state"
  | "values"
  | "health"
  | "gateway"
  | "carriers"
  | "calibrationDueOn"
  | "configStatus"
  | "nickname"
  | "behind"
  | "lastSeenAt"
  | "use"
  | "mac"
  | "sceneName"
  | "firmware"
  | "reportIntervalSeconds"
  | "createdAt";

/** Default columns per kind, and the optional ones. */
const COLUMNS: Record<DeviceKind, { shown: readonly ColumnId[]; more: readonly ColumnId[] }> = {
  sensor: {
    shown: ["typeCode", "state", "values", "health", "gateway", "carriers", "calibrationDueOn"],
    more: ["configStatus", "lastSeenAt", "use", "mac", "sceneName", "firmware", "reportIntervalSeconds", "createdAt"],
  },
  gateway: {
    shown: ["typeCode", "state", "behind", "mac", "sceneName", "carriers", "lastSeenAt", "configStatus"],
    more: ["nickname", "use", "firmware", "reportIntervalSeconds", "createdAt"],
  },
  display: {
    shown: ["typeCode", "state", "nickname", "health", "gateway", "carriers", "lastSeenAt"],
    more: ["configStatus", "use", "mac", "sceneName", "firmware", "reportIntervalSeconds", "createdAt"],
  },
  relay: {
    shown: ["typeCode", "state", "nickname", "health", "gateway", "sceneName", "lastSeenAt"],
    more: ["configStatus", "carriers", "use", "mac", "firmware", "reportIntervalSeconds", "createdAt"],
  },
  base: {
    shown: ["typeCode", "state", "values", "health", "gateway", "carriers", "lastSeenAt"],
    more: ["calibrationDueOn", "use", "mac", "sceneName", "firmware", "reportIntervalSeconds", "createdAt"],
  },
  gas: {
    shown: ["typeCode", "state", "values", "gateway", "carriers", "calibrationDueOn", "lastSeenAt"],
    more: ["health", "use", "mac", "sceneName", "firmware", "reportIntervalSeconds", "createdAt"],
  },
  magnetism: {
    shown: ["typeCode", "state", "values", "gateway", "carriers", "lastSeenAt"],
    more: ["health", "use", "mac", "sceneName", "firmware", "reportIntervalSeconds", "createdAt"],
  },
};

/** For these there is no room beside the customer's column; those who see several customers may choose them. */
const LESS: Partial<Record<DeviceKind, readonly ColumnId[]>> = {
  sensor: ["calibrationDueOn"],
  gateway: ["sceneName", "configStatus"],
  base: ["lastSeenAt"],
  gas: ["lastSeenAt"],
  magnetism: ["lastSeenAt"],
};

/** Columns by which the list operation can sort. */
const SORTED: ReadonlySet<string> = new Set(["name", "typeCode", "use", "lastSeenAt", "calibrationDueOn", "createdAt"]);

type ColumnOptions = {
  kind: DeviceKind;
  now: number;
  timeZone: string;
  isManyCustomers: boolean;
  rights: Rights;
  onOpen: (id: number) => void;
  onAction: (action: Action, row: DeviceDto) => void;
};

export function useColumns(options: ColumnOptions): Column<DeviceDto>[] {
  const { kind, now, timeZone, isManyCustomers, rights, onOpen, onAction } = options;
  const t = useTranslations("device");
  const locale = useLocale();
  const labels = useLabels();
  const cells: Record<ColumnId, (row: DeviceDto) => React.ReactNode> = {
    typeCode: (row) => <span className="break-words sm:block sm:min-w-24 sm:max-w-40">{row.typeName}</span>,
    state: (row) => <StateCell row={row} now={now} />,
    values: (row) => <ValuesCell row={row} now={now} />,
    health: (row) => <HealthCell row={row} />,
    gateway: (row) => <GatewayCell row={row} links={rights.gateways} />,
    carriers: (row) => <CarriersCell row={row} />,
    calibrationDueOn: (row) => <CalibrationCell row={row} now={now} timeZone={timeZone} />,
    configStatus: (row) => <ConfigCell row={row} />,
    nickname: (row) => <span className="wrap-anywhere line-clamp-2 sm:min-w-24">{row.settings.nickname || NONE}</span>,
    behind: (row) => <BehindCell row={row} />,
    lastSeenAt: (row) =>
      row.lastSeenAt === null ? (
        <span className="whitespace-nowrap text-faint-foreground">{t("never")}</span>
      ) : (
        <Age at={row.lastSeenAt} now={now} timeZone={timeZone} className="whitespace-nowrap" />
      ),
    use: (row) => <span className="whitespace-nowrap">{labels.use(kind, row.use)}</span>,
    mac: (row) => <span className="font-mono text-xs max-sm:break-all sm:whitespace-nowrap">{row.mac || NONE}</span>,
    sceneName: (row) => (
      <span className="line-clamp-2 break-words sm:min-w-20 sm:max-w-40">{row.sceneName ?? NONE}</span>
    ),
    firmware: (row) => row.firmware || NONE,
    reportIntervalSeconds: (row) => formatDuration(row.reportIntervalSeconds * 1000, locale),
    createdAt: (row) => <Instant at={row.createdAt} now={now} timeZone={timeZone} className="whitespace-nowrap" />,
  };
  const column = (id: ColumnId, hidden: boolean): Column<DeviceDto> => ({
    id,
    header: t(`column.${id}`),
    sortable: SORTED.has(id),
    ...(id === "behind" && { align: "right" as const }),
    cell: cells[id],
    ...(hidden && { hidden, priority: 3 as const }),
  });
  const { shown, more } = COLUMNS[kind];
  const customer: Column<DeviceDto> = {
    id: "customerName",
    header: t("column.customerName"),
    cell: (row) => <span className="line-clamp-2 break-words sm:min-w-20 sm:max-w-36">{row.customerName}</span>,
  };
  return [
    {
      id: "name",
      header: t("column.name"),
      sortable: true,
      priority: 1,
      cell: (row) => <NameCell row={row} now={now} timeZone={timeZone} />,
    },
    ...(isManyCustomers ? [customer] : []),
    ...shown.map((id) => column(id, isManyCustomers && (LESS[kind]?.includes(id) ?? false))),
    ...more.map((id) => column(id, true)),
    {
      id: "operation",
      header: t("column.operation"),
      kind: "operation",
      cell: (row) => <RowActions row={row} rights={rights} onOpen={onOpen} onAction={onAction} />,
    },
  ];
}

/** Number of devices that forward through it; links to the sensors among them. */
function BehindCell({ row }: { row: DeviceDto }) {
  if (row.behind === 0) return <>0</>;
  return (
    <Link href={`/device/sensor?gatewayId=${row.id}`} prefetch={false} className="font-medium hover:text-primary">
      {row.behind}
    </Link>
  );
}

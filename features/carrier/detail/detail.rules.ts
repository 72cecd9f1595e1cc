import type { Permission } from "@/lib/auth/permissions";
import type { DueTime } from "../record-time/rules";

/** The tabs in display order, with the permission code required in addition to that of the carrier's type. */
const CODES = {
  live: "viewCarrier",
  history: "viewHistory",
  loggers: "viewCarrier",
  devices: "viewCarrier",
  trigger: "viewCarrier",
  exceptions: "viewEx",
  goods: "viewLot",
  orders: "viewWorkOrder",
  record: "viewCarrier",
  operations: "viewSysLog",
  files: "viewCarrier",
} as const satisfies Record<string, Permission>;

export const TABS = Object.keys(CODES) as (keyof typeof CODES)[];
export type Tab = (typeof TABS)[number];

/** The tabs available with these permission codes. */
export const tabsFor = (permissions: ReadonlySet<Permission>): Tab[] =>
  TABS.filter((tab) => permissions.has(CODES[tab]));

/** The tab named by the URL, otherwise the first. */
export const tabOf = (asked: unknown, tabs: readonly Tab[]): Tab => tabs.find((tab) => tab === asked) ?? "live";

/** Hours shown in the live chart. */
export const LIVE_HOURS = 6;
/** Maximum number of probes drawn at once. */
export const MAXIMUM_LINES = 20;
/** Open exceptions shown beside the live values; the full list has its own tab. */
export const OPEN_SHOWN = 5;
/** Number of devices requested by the mounting panel. */
export const MOUNTED_SHOWN = 100;
/** Default number of recorded days, including today. */
export const RECORD_DAYS = 7;

/** Audited fields that reference another record. */
export const NAMED_FIELDS = { sceneId: "scene", alarmTriggerId: "trigger", carrierTypeId: "carrierType" } as const;
export type NamedField = keyof typeof NAMED_FIELDS;

const isId = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value);

type Values = Readonly<Record<string, unknown>> | null;

/** The ids that audit rows contain in a field, before or after the change. */
export function idsIn(rows: readonly { oldValues: Values; newValues: Values }[], field: string): number[] {
  const ids = rows.flatMap(({ oldValues, newValues }) => [oldValues?.[field], newValues?.[field]]).filter(isId);
  return [...new Set(ids)];
}

/** The ranges that audit rows reference. */
export function zoneIdsIn(rows: readonly { oldValues: Values; newValues: Values }[]): number[] {
  const lists = rows.flatMap(({ oldValues, newValues }) => [oldValues?.zones, newValues?.zones]);
  const ids = lists.flatMap((list) => (Array.isArray(list) ? list.map((one) => one?.zoneId) : [])).filter(isId);
  return [...new Set(ids)];
}

type Names = Readonly<Record<NamedField | "zoneId", ReadonlyMap<number, string>>>;

/** Replaces ids by names; the id of a deleted record is left as it is. */
export function named(values: Values, names: Names): Record<string, unknown> | null {
  if (!values) return null;
  const nameOf = (field: keyof Names, id: unknown) => (isId(id) ? (names[field].get(id) ?? `#${id}`) : id);
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (field in NAMED_FIELDS) return [field, nameOf(field as NamedField, value)];
      if (field === "zones" && Array.isArray(value))
        return [field, value.map(({ measure, zoneId }) => ({ measure, zoneId: nameOf("zoneId", zoneId) }))];
      return [field, value];
    }),
  );
}

/** Groups rows by day, for a table that shows each day once. */
export function byDay<T extends Pick<DueTime, "day">>(rows: readonly T[]): { day: string; rows: T[] }[] {
  const days: { day: string; rows: T[] }[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last?.day === row.day) last.rows.push(row);
    else days.push({ day: row.day, rows: [row] });
  }
  return days;
}

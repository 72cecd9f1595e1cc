import type { Permission } from "@/lib/auth/permissions";
import type { DueTime } from "../record-time/rules";

/** The tabs in their order, with the function code that opens each beside that of the carrier's type. */
const CODES = {
  live: "viewCarrier",
  history: "viewHistory",
  loggers: "viewCarrier",
  devices: "viewCarrier",
  trigger: "viewCarrier",
  exceptions: "viewEx",
  record: "viewCarrier",
  operations: "viewSysLog",
  files: "viewCarrier",
} as const satisfies Record<string, Permission>;

export const TABS = Object.keys(CODES) as (keyof typeof CODES)[];
export type Tab = (typeof TABS)[number];

/** The tabs that somebody with these function codes may open. */
export const tabsFor = (permissions: ReadonlySet<Permission>): Tab[] =>
  TABS.filter((tab) => permissions.has(CODES[tab]));

/** The tab that an address names, else the first. */
export const tabOf = (asked: unknown, tabs: readonly Tab[]): Tab => tabs.find((tab) => tab === asked) ?? "live";

/** Hours of the chart of what is going on. */
export const LIVE_HOURS = 6;
/** Probes drawn at once. */
export const MAXIMUM_LINES = 20;
/** Open exceptions beside the live values; the rest is a tab away. */
export const OPEN_SHOWN = 5;
/** Devices that the panel of what hangs here asks for. */
export const MOUNTED_SHOWN = 100;
/** Days on record that are shown unless the address names others, today among them. */
export const RECORD_DAYS = 7;

/** Values of the trail that refer to another record, by their field. */
export const NAMED_FIELDS = { sceneId: "scene", alarmTriggerId: "trigger", carrierTypeId: "carrierType" } as const;
export type NamedField = keyof typeof NAMED_FIELDS;

const isId = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value);

type Values = Readonly<Record<string, unknown>> | null;

/** The ids that rows of the trail name under a field, on either side. */
export function idsIn(rows: readonly { oldValues: Values; newValues: Values }[], field: string): number[] {
  const ids = rows.flatMap(({ oldValues, newValues }) => [oldValues?.[field], newValues?.[field]]).filter(isId);
  return [...new Set(ids)];
}

/** The ranges that rows of the trail name. */
export function zoneIdsIn(rows: readonly { oldValues: Values; newValues: Values }[]): number[] {
  const lists = rows.flatMap(({ oldValues, newValues }) => [oldValues?.zones, newValues?.zones]);
  const ids = lists.flatMap((list) => (Array.isArray(list) ? list.map((one) => one?.zoneId) : [])).filter(isId);
  return [...new Set(ids)];
}

type Names = Readonly<Record<NamedField | "zoneId", ReadonlyMap<number, string>>>;

/** The values with names in the place of ids; a record that is gone keeps its id. */
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

/** A day with what was due in it, for a table that says each day once. */
export function byDay<T extends Pick<DueTime, "day">>(rows: readonly T[]): { day: string; rows: T[] }[] {
  const days: { day: string; rows: T[] }[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last?.day === row.day) last.rows.push(row);
    else days.push({ day: row.day, rows: [row] });
  }
  return days;
}

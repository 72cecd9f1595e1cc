import type { ExportPeriod } from "@/db/file-enums";
import { dayKey } from "@/lib/datetime/zone";

/** `[from, to)` in epoch ms. */
export type Range = { from: number; to: number };
type Query = Record<string, unknown>;

/** What a kind of export asks for besides its criteria. */
type Kind = {
  /** What it is about: a carrier, several, several or all, a report template, or nothing by name. */
  subject: "carrier" | "carriers" | "anyCarriers" | "template" | "none";
  periods: readonly [ExportPeriod, ...ExportPeriod[]];
  /** The period in the words of its criteria; days in the zone. */
  within?: (range: Range, timeZone: string) => Query;
  /** Criteria of a task that names none. */
  defaults?: Query;
};

const PERIODS = ["yesterday", "lastWeek", "lastMonth", "lastDays"] as const;
const STATE = { subject: "none", periods: ["none"] } as const satisfies Kind;

const exact = ({ from, to }: Range): Query => ({ from, to });
const iso = ({ from, to }: Range): Query => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
/** Lists include the instant at which a range ends. */
const inclusive = ({ from, to }: Range): Query => iso({ from, to: to - 1 });
const days = ({ from, to }: Range, timeZone: string): Query => ({
  from: dayKey(new Date(from), timeZone),
  to: dayKey(new Date(to - 1), timeZone),
});
const month = ({ from }: Range, timeZone: string): Query => ({ month: dayKey(new Date(from), timeZone).slice(0, 7) });

const LOG = { subject: "none", periods: PERIODS, within: inclusive } as const satisfies Kind;

/** What can be made on a schedule: reports, and the kinds of exports. A test compares them with all exports. */
export const TASK_KINDS = {
  report: { subject: "template", periods: PERIODS },
  history: { subject: "carriers", periods: PERIODS, within: exact },
  detail: {
    subject: "carriers",
    periods: PERIODS,
    within: exact,
    defaults: { interval: "halfHour", show: "mean" },
  },
  statistics: { subject: "none", periods: PERIODS, within: iso },
  recordSheet: { subject: "anyCarriers", periods: ["lastMonth"], within: month },
  recordSheetList: { subject: "none", periods: ["lastMonth", "none"], within: month },
  record: { subject: "carrier", periods: PERIODS, within: days },
  track: { subject: "carrier", periods: PERIODS, within: exact },
  exception: LOG,
  lot: STATE,
  product: STATE,
  carrier: STATE,
  device: STATE,
  user: STATE,
  sysLog: LOG,
  alarmSwitchLog: LOG,
  noticeLog: LOG,
  workOrder: LOG,
  monitorTask: STATE,
  monitorFinding: LOG,
  verificationTask: LOG,
  verificationDue: STATE,
  secondment: LOG,
  alarmRecord: LOG,
  alarmSilence: LOG,
  contact: STATE,
  customer: STATE,
  role: STATE,
  shareCode: STATE,
  transport: STATE,
  zone: STATE,
  geofence: STATE,
  geofenceEvent: LOG,
  unknownDevice: STATE,
  loginLog: LOG,
  apiKey: STATE,
  alarmTrigger: STATE,
  forwardSet: STATE,
  invalidRule: STATE,
  exceptionReason: STATE,
  reportList: STATE,
  reportTemplate: STATE,
  archive: STATE,
  workOrderRule: STATE,
  printer: STATE,
  printGroup: STATE,
  verificationPreset: STATE,
  zonePreset: STATE,
  calibrationDue: STATE,
  monitoring: STATE,
  deviceBoard: STATE,
  printJob: LOG,
} as const satisfies Record<string, Kind>;

export type TaskKind = keyof typeof TASK_KINDS;
export const TASK_KIND_NAMES = Object.keys(TASK_KINDS) as [TaskKind, ...TaskKind[]];

export const isTaskKind = (kind: string): kind is TaskKind => Object.hasOwn(TASK_KINDS, kind);
export const kindOf = (kind: TaskKind): Kind => TASK_KINDS[kind];

/** Criteria that the period replaces, and those that only say what a list shows. */
const REPLACED = new Set(["from", "to", "range", "month", "id", "iDisplayStart", "iDisplayLength"]);

/** What is kept of a list's criteria. */
export function criteriaOf(kind: TaskKind, query: Query): Query {
  const isOneCarrier = kindOf(kind).subject === "carrier";
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => (name === "id" ? isOneCarrier : !REPLACED.has(name))),
  );
}

/** The carriers that criteria name. */
export function carrierIdsOf(kind: TaskKind, { id, carrierIds }: Query): number[] {
  const { subject } = kindOf(kind);
  if (subject === "carrier") return id === undefined ? [] : [Number(id)];
  if (subject === "none" || subject === "template" || carrierIds === undefined) return [];
  const list = Array.isArray(carrierIds) ? carrierIds : String(carrierIds).split(",");
  return list.map(Number).filter((one) => Number.isSafeInteger(one) && one > 0);
}

/** The report template that criteria name. */
export const templateIdOf = ({ templateId }: Query): number | null =>
  Number.isSafeInteger(Number(templateId)) && Number(templateId) > 0 ? Number(templateId) : null;

/** The criteria about these carriers in place of those that they name. */
export function withCarriers(kind: TaskKind, query: Query, ids: readonly number[]): Query {
  const { subject } = kindOf(kind);
  const { id: _id, carrierIds: _carrierIds, ...rest } = query;
  if (subject === "none" || subject === "template") return query;
  if (ids.length === 0) return rest;
  return subject === "carrier" ? { ...rest, id: ids[0] } : { ...rest, carrierIds: ids.join(",") };
}

/** Whether criteria name what the kind is about; probes of the history stand for their carriers. */
export const hasSubject = (kind: TaskKind, query: Query): boolean => {
  const { subject } = kindOf(kind);
  if (subject === "none" || subject === "anyCarriers") return true;
  if (subject === "template") return templateIdOf(query) !== null;
  return carrierIdsOf(kind, query).length > 0 || (subject === "carriers" && Boolean(query.probeIds));
};

/** The whole query of an export, for a period or, without one, for the present state. */
export function queryOf(kind: TaskKind, query: Query, range: Range | null, timeZone: string): Query {
  const { within, defaults = {} } = kindOf(kind);
  return { ...defaults, ...query, ...(range && within?.(range, timeZone)) };
}

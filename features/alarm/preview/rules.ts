import { setImmediate as nextTurn } from "node:timers/promises";
import { NOTICE_CHANNELS } from "@/db/enums";
import type { Passage } from "@/features/geofence/crossing.rules";
import {
  countMessages,
  type People,
  type PlanExcursion,
  planOf,
  type Told,
} from "@/features/notice/delivery/plan.rules";
import { grouped } from "@/lib/grouped";
import { isWithinCalendar, nextWithin } from "../condition/calendar.rules";
import type { ConditionInput } from "../condition/condition.schema";
import { columnsOf } from "../condition/condition.schema";
import { cumulativeSettlingMs } from "../condition/cumulative.rules";
import type { OpenSpan } from "../condition/door.rules";
import { isLasting, staysOf } from "../condition/geofence.rules";
import type { Excursion } from "../condition/range.rules";
import { trendSettlingMs } from "../condition/trend.rules";
import { type ConditionRow, ruleOf } from "../evaluation/evaluation.rules";
import { judge, judgeWindow, type MachineKind, type MachineRule, remember } from "../evaluation/machine.rules";
import { settlingMs } from "../evaluation/reconcile.rules";
import { reachedSteps, type SeverityStep, severityAt } from "../evaluation/severity.rules";
import type { Sample } from "../evaluation/statistics.rules";
import type { PreviewAlarm, PreviewInput, PreviewMessages } from "./schema";

/** Number of alarms listed; the others are counted. */
export const LISTED = 20;
/** Maximum readings per probe, the newest: 60 days at one a minute, because a reading can count for 30 days. */
const MAXIMUM_READINGS = 90_000;
/** Maximum work of one call: readings times the weights of the conditions that evaluate them. */
const MAXIMUM_WORK = 400_000;
/** Cost of evaluating a reading; a trend fits a curve at each. */
const WEIGHT: Record<MachineKind, number> = { range: 1, state: 1, cumulative: 1, trend: 20 };
/** Readings evaluated before yielding to the event loop. */
const TURN = 500;

/** Cost of evaluating a reading by these machines; one range condition is 1. */
export const weightOf = (rules: readonly Pick<MachineRule, "kind">[]): number =>
  rules.reduce((sum, { kind }) => sum + WEIGHT[kind], 0);

/** How many of its newest readings can be evaluated per probe; `weight` is that of all probes together. */
export const readingsEach = (weight: number): number =>
  Math.min(MAXIMUM_READINGS, Math.floor(MAXIMUM_WORK / Math.max(1, weight)));

/** How long a reading counts (ms): a machine started that long before an instant is correct from that instant on. */
export function leadOf(rule: MachineRule): number {
  switch (rule.kind) {
    case "range":
    case "state":
      return settlingMs(rule);
    case "cumulative":
      return cumulativeSettlingMs(rule);
    case "trend":
      return trendSettlingMs(rule);
  }
}

/** How long before an instant (ms) an open door delays an alarm at it. */
export const doorLeadOf = (conditions: readonly ConditionInput[]): number =>
  Math.max(0, ...conditions.map((one) => (one.kind === "range" ? one.delaySeconds + one.doorDelaySeconds : 0))) * 1000;

export type MeasuringInput = Exclude<ConditionInput, { kind: "geofence" }>;
export type GeofenceInput = Extract<ConditionInput, { kind: "geofence" }>;

type Limits = { minimum: number | null; maximum: number | null };

/** The machine of a condition at a probe; null if there are no limits to evaluate, or for a no-data condition. */
export function machineOf(
  condition: MeasuringInput,
  carrierRange: Limits | undefined,
  reportIntervalSeconds: number,
  doors: readonly OpenSpan[],
): MachineRule | null {
  const { kind, measure } = condition;
  if (kind === "no-data") return null;
  const columns = columnsOf(condition);
  const isOwn = columns.minimum !== null || columns.maximum !== null;
  const { minimum, maximum } = isOwn || !carrierRange ? columns : carrierRange;
  const row: ConditionRow = { ...columns, kind, measure, minimum, maximum, reportIntervalSeconds };
  const rule = ruleOf(row);
  if (rule?.kind === "range" && rule.door) return { ...rule, door: { ...rule.door, open: doors } };
  return rule;
}

type Clock = { calendar: PreviewInput["calendar"]; timeZone: string; from: number; now: number };

/**
 * The excursions of a series that are not over at `from`. Each is raised when the calendar allows it: at its time, or
 * with the first reading within the calendar while it lasts. One that ends earlier is never raised.
 */
export async function alarmsIn(
  rule: MachineRule,
  samples: readonly Sample[],
  { calendar, timeZone, from, now }: Clock,
): Promise<Excursion[]> {
  const isAwake = (at: number) => isWithinCalendar(calendar, at, timeZone);
  const since = from - leadOf(rule);
  const judged = samples.filter(({ at }) => at >= since);
  const found = await excursionsIn(rule, judged, now);
  let next = 0;
  return found.flatMap((excursion) => {
    const end = excursion.endedAt ?? now;
    if (end <= from) return [];
    if (isAwake(excursion.raisedAt)) return [excursion];
    // One excursion after the other, so that no reading is visited twice.
    const at = () => judged[next]?.at ?? end;
    while (at() < end && (at() <= excursion.raisedAt || !isAwake(at()))) next += 1;
    return at() < end ? [{ ...excursion, raisedAt: at() }] : [];
  });
}

/** The alarms of a geofence condition, subject to the calendar as in `alarmsIn`, but not tied to readings. */
export function staysIn(
  { crossing, geofenceId, delaySeconds }: GeofenceInput,
  passages: readonly Passage[],
  { calendar, timeZone, from, now }: Clock,
) {
  return staysOf({ crossing, geofenceId }, passages).flatMap((stay) => {
    const end = stay.endedAt ?? now;
    if (end <= from || !isLasting(stay, { delaySeconds }, now)) return [];
    const raisedAt = nextWithin(calendar, stay.startedAt + delaySeconds * 1000, timeZone);
    return raisedAt !== null && raisedAt <= end ? [{ ...stay, raisedAt }] : [];
  });
}

/** Evaluates a series from its beginning, yielding to the event loop regularly. */
async function excursionsIn(rule: MachineRule, samples: readonly Sample[], now: number): Promise<Excursion[]> {
  await nextTurn();
  // These take a series of any length at once.
  if (rule.kind === "range" || rule.kind === "state")
    return judgeWindow(rule, samples, { from: null, to: null }, now).excursions;
  const found = new Map<string, Excursion>();
  let state = remember(rule.kind, undefined);
  for (let start = 0; start < samples.length; start += TURN) {
    const outcome = judge(rule, state, samples.slice(start, start + TURN));
    // An open excursion is reported again as it continues.
    for (const excursion of outcome.excursions) found.set(`${excursion.side} ${excursion.startedAt}`, excursion);
    state = outcome.state;
    await nextTurn();
  }
  return [...found.values()];
}

/** An alarm; `severity` is the initial one. */
type Found = Omit<PreviewAlarm, "messages" | "toldAt"> & { severitySteps: readonly SeverityStep[] | null };
type PlacedPeople = People & { sceneId: number };

/**
 * The alarms with what the plan would have sent for each, and the total of messages, if nobody had acknowledged. Alarms
 * of one cause share messages.
 */
export function withMessages(
  alarms: readonly Found[],
  plan: PreviewInput["plan"],
  { sceneId, ...people }: PlacedPeople,
  now: number,
): { alarms: PreviewAlarm[]; messages: PreviewMessages[] } {
  const rows = plan.map((row, index) => ({ ...row, id: index }));
  const excursions = alarms.flatMap(({ kind, severity, severitySteps, startedAt, raisedAt, endedAt }, id) => {
    const facts = { id, kind, endedAt, sceneId, acknowledgedAt: null, isDetectedLate: false };
    const raised: PlanExcursion = { ...facts, severity, raisedAt, foundAt: raisedAt };
    // A rise is notified like a new alarm.
    const rises = reachedSteps(severitySteps, startedAt, endedAt ?? now).map((step): PlanExcursion => {
      const at = Math.max(raisedAt, startedAt + step.afterMinutes * 60_000);
      return { ...facts, severity: step.severity, risenTo: step.severity, raisedAt: at, foundAt: at };
    });
    return [raised, ...rises];
  });
  const told = planOf({ rows, ...people }, excursions).filter((one) => one.bar === null && hasAddress(people, one));
  const byAlarm = grouped(told, ({ exceptionId }) => exceptionId);
  return {
    alarms: alarms.map(({ severitySteps, ...alarm }, id) => {
      const own = byAlarm.get(id) ?? [];
      const severity = severityAt(alarm.severity, severitySteps, alarm.startedAt, alarm.endedAt ?? now);
      return { ...alarm, severity, messages: messagesOf(own), toldAt: own[0]?.at ?? null };
    }),
    messages: messagesOf(told),
  };
}

/** Whether a message can be addressed: a push notification needs a device of the contact's account. */
const hasAddress = ({ contacts }: People, { contactId, channel }: Told): boolean => {
  const addresses = contacts.find(({ id }) => id === contactId)?.addresses;
  return addresses === undefined || addresses[channel] !== undefined;
};

const messagesOf = (told: readonly Told[]): PreviewMessages[] =>
  NOTICE_CHANNELS.flatMap((channel) => {
    const count = countMessages(told.filter((one) => one.channel === channel));
    return count === 0 ? [] : [{ channel, count }];
  });

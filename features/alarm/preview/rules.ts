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
import { judge, judgeWindow, type MachineRule, remember } from "../evaluation/machine.rules";
import { settlingMs } from "../evaluation/reconcile.rules";
import { reachedSteps, type SeverityStep, severityAt } from "../evaluation/severity.rules";
import type { Sample } from "../evaluation/statistics.rules";
import type { PreviewAlarm, PreviewInput, PreviewMessages } from "./schema";

/** Alarms that are listed; the others are counted. */
export const LISTED = 20;
/** The newest readings of a probe that are judged: 60 days of one a minute, for what a reading counts for 30 days. */
const MAXIMUM_READINGS = 90_000;
/** What one call may ask of the server: readings times the weights of the conditions that judge them. */
const MAXIMUM_WORK = 400_000;
/** A trend fits a curve at each reading. */
const TREND_WEIGHT = 20;
/** Readings that are judged before others get their turn. */
const TURN = 500;

/** What judging a reading by these machines costs, that of one range being 1. */
export const weightOf = (rules: readonly Pick<MachineRule, "kind">[]): number =>
  rules.reduce((sum, { kind }) => sum + (kind === "trend" ? TREND_WEIGHT : 1), 0);

/** How many of its newest readings each probe may have judged, `weight` being that of all probes together. */
export const readingsEach = (weight: number): number =>
  Math.min(MAXIMUM_READINGS, Math.floor(MAXIMUM_WORK / Math.max(1, weight)));

/** For how long a reading counts (ms): a machine that begins so long before an instant is right from that on. */
export function leadOf(rule: MachineRule): number {
  if (rule.kind === "cumulative") return cumulativeSettlingMs(rule);
  return rule.kind === "trend" ? trendSettlingMs(rule) : settlingMs(rule);
}

/** How long before an instant (ms) an open door delays what is raised at it. */
export const doorLeadOf = (conditions: readonly ConditionInput[]): number =>
  Math.max(0, ...conditions.map((one) => (one.kind === "range" ? one.delaySeconds + one.doorDelaySeconds : 0))) * 1000;

export type MeasuringInput = Exclude<ConditionInput, { kind: "geofence" }>;
export type GeofenceInput = Extract<ConditionInput, { kind: "geofence" }>;

type Limits = { minimum: number | null; maximum: number | null };

/** The machine of a condition at a probe; null where there is nothing to judge by, or silence is what it waits for. */
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
 * What a machine finds in a series and what of it is not over at `from`, raised when the calendar lets it: at its time,
 * or while it goes on with the first reading within the calendar. What is over before that is never raised.
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
    // One excursion after the other: no reading is looked at twice.
    const at = () => judged[next]?.at ?? end;
    while (at() < end && (at() <= excursion.raisedAt || !isAwake(at()))) next += 1;
    return at() < end ? [{ ...excursion, raisedAt: at() }] : [];
  });
}

/**
 * What a geofence condition finds in crossings, the calendar letting it be raised as above, though the clock needs no
 * reading for that.
 */
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

/** Judges a series from its beginning on, and lets others have their turn meanwhile. */
async function excursionsIn(rule: MachineRule, samples: readonly Sample[], now: number): Promise<Excursion[]> {
  await nextTurn();
  if (rule.kind !== "trend" && rule.kind !== "cumulative")
    return judgeWindow(rule, samples, { from: null, to: null }, now).excursions;
  const found = new Map<string, Excursion>();
  let state = remember(rule.kind, undefined);
  for (let start = 0; start < samples.length; start += TURN) {
    const outcome = judge(rule, state, samples.slice(start, start + TURN));
    // What was open stands there once more, as it goes on.
    for (const excursion of outcome.excursions) found.set(`${excursion.side} ${excursion.startedAt}`, excursion);
    state = outcome.state;
    await nextTurn();
  }
  return [...found.values()];
}

/** An alarm, `severity` being that which it began with. */
type Found = Omit<PreviewAlarm, "messages" | "toldAt"> & { severitySteps: readonly SeverityStep[] | null };
type PlacedPeople = People & { sceneId: number };

/**
 * The alarms with what the plan would have sent of each, and the messages in all, if nobody had acknowledged: alarms of
 * one cause share some.
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
    // A rise is notified as a new alarm is.
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

/** Whether there is somewhere to send a message to: a push notification needs a device of the contact's account. */
const hasAddress = ({ contacts }: People, { contactId, channel }: Told): boolean => {
  const addresses = contacts.find(({ id }) => id === contactId)?.addresses;
  return addresses === undefined || addresses[channel] !== undefined;
};

const messagesOf = (told: readonly Told[]): PreviewMessages[] =>
  NOTICE_CHANNELS.flatMap((channel) => {
    const count = countMessages(told.filter((one) => one.channel === channel));
    return count === 0 ? [] : [{ channel, count }];
  });

import { NOTICE_CHANNELS } from "@/db/enums";
import {
  type PlanContact,
  type PlanCustomer,
  type PlanExcursion,
  planOf,
  type Told,
} from "@/features/notice/plan/rules";
import { grouped } from "@/lib/grouped";
import { isWithinCalendar } from "../calendar/rules";
import { columnsOf } from "../condition/rules";
import type { ConditionInput } from "../condition/schema";
import type { OpenSpan } from "../door/rules";
import { type ConditionRow, ruleOf } from "../evaluation/rules";
import { judgeWindow, type MachineRule } from "../machine/rules";
import type { Excursion } from "../range/rules";
import type { Sample } from "../statistics/rules";
import type { PreviewAlarm, PreviewInput, PreviewMessages } from "./schema";

/** Alarms that are listed; the others are counted. */
export const LISTED = 20;
/** The newest readings of a probe that are judged: 30 days of one a minute. */
const MAXIMUM_READINGS = 45_000;
/** What one call may ask of the server: readings times the conditions that judge them. */
const MAXIMUM_WORK = 400_000;

/** How many of its newest readings each probe may have judged, `machines` being those of all probes together. */
export const readingsEach = (machines: number): number =>
  Math.min(MAXIMUM_READINGS, Math.floor(MAXIMUM_WORK / Math.max(1, machines)));

type Limits = { minimum: number | null; maximum: number | null };

/** The machine of a condition at a probe; null where there is nothing to judge by, or silence is what it waits for. */
export function machineOf(
  condition: ConditionInput,
  carrierRange: Limits | undefined,
  reportIntervalSeconds: number,
  doors: readonly OpenSpan[],
): MachineRule | null {
  const { kind, ...columns } = columnsOf(condition);
  if (kind === "no-data") return null;
  const isOwn = columns.minimum !== null || columns.maximum !== null;
  const { minimum, maximum } = isOwn || !carrierRange ? columns : carrierRange;
  const row: ConditionRow = { ...columns, kind, minimum, maximum, reportIntervalSeconds };
  const rule = ruleOf(row);
  if (rule?.kind === "range" && rule.door) return { ...rule, door: { ...rule.door, open: doors } };
  return rule;
}

type Clock = { calendar: PreviewInput["calendar"]; timeZone: string; now: number };

/**
 * What a machine finds in a series, raised when the calendar lets it: at its time, or while it goes on with the first
 * reading within the calendar. What is over before that is never raised.
 */
export function alarmsIn(
  rule: MachineRule,
  samples: readonly Sample[],
  { calendar, timeZone, now }: Clock,
): Excursion[] {
  const isAwake = (at: number) => isWithinCalendar(calendar, at, timeZone);
  return judgeWindow(rule, samples, { from: null, to: null }, now).excursions.flatMap((excursion) => {
    if (isAwake(excursion.raisedAt)) return [excursion];
    const end = excursion.endedAt ?? now;
    const later = samples.find(({ at }) => at > excursion.raisedAt && at < end && isAwake(at));
    return later ? [{ ...excursion, raisedAt: later.at }] : [];
  });
}

type Found = Omit<PreviewAlarm, "messages" | "toldAt">;
type People = { contacts: readonly PlanContact[]; customer: PlanCustomer; sceneId: number };

/** The alarms with what the plan would have sent of each, if nobody had acknowledged. */
export function withMessages(
  alarms: readonly Found[],
  plan: PreviewInput["plan"],
  { contacts, customer, sceneId }: People,
): PreviewAlarm[] {
  const rows = plan.map((row, index) => ({ ...row, id: index }));
  const excursions = alarms.map(
    ({ kind, severity, raisedAt, endedAt }, id): PlanExcursion => ({
      ...{ id, kind, severity, raisedAt, endedAt, sceneId },
      ...{ foundAt: raisedAt, acknowledgedAt: null, isDetectedLate: false },
    }),
  );
  const told = planOf({ rows, contacts, customer }, excursions).filter(({ bar }) => bar === null);
  const byAlarm = grouped(told, ({ exceptionId }) => exceptionId);
  return alarms.map((alarm, id) => {
    const own = byAlarm.get(id) ?? [];
    return { ...alarm, messages: messagesOf(own), toldAt: own[0]?.at ?? null };
  });
}

const messagesOf = (told: readonly Told[]): PreviewMessages[] =>
  NOTICE_CHANNELS.flatMap((channel) => {
    const count = told.filter((one) => one.channel === channel).length;
    return count === 0 ? [] : [{ channel, count }];
  });

/** All messages together. */
export const sumOf = (alarms: readonly PreviewAlarm[]): PreviewMessages[] =>
  NOTICE_CHANNELS.flatMap((channel) => {
    const counts = alarms.flatMap(({ messages }) => messages.filter((one) => one.channel === channel));
    const count = counts.reduce((sum, one) => sum + one.count, 0);
    return count === 0 ? [] : [{ channel, count }];
  });

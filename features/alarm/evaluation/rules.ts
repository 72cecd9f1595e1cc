import type { Measure } from "@/db/enums";
import { isWithinCalendar } from "../calendar/rules";
import {
  dueAt,
  elapse,
  isLateFor,
  judge,
  type MachineKind,
  type MachineRule,
  type MachineState,
  remember,
} from "../machine/rules";
import type { Excursion, RangeRule } from "../range/rules";
import type { TouchedSpan } from "../reconcile/rules";
import { mayRaise } from "../rules";
import { type StateMeasure, stateRule } from "../state/rules";
import type { Sample } from "../statistics/rules";
import type { Arrival, Watch } from "./schema";

/**
 * How long the clock waits past the end of a delay before it raises an excursion without a further reading:
 * the reading that would show the value back may still be on its way.
 */
export const CLOCK_GRACE_MS = 30_000;

/** An excursion that was over before it was found, found later than this after its alarm was due, is told as late. */
export const LATE_AFTER_MS = 10 * 60_000;

/** A condition as the database has it, its limits those of the carrier's range where it has none of its own. */
export type ConditionRow = Omit<RangeRule, "measure" | "door"> & {
  kind: MachineKind;
  measure: Measure;
  doorDelaySeconds: number;
  outsideMinutes: number | null;
  windowMinutes: number | null;
  horizonMinutes: number | null;
  /** Where the kind asks for it. */
  reportIntervalSeconds: number | null;
};

/** What a machine needs of a condition; null where it has nothing to judge by. */
export function ruleOf(row: ConditionRow): MachineRule | null {
  const { kind, measure, minimum, maximum, deadBand, delaySeconds, delayMode } = row;
  if (kind === "state") {
    const isSwitch = measure === "door" || measure === "power";
    return isSwitch ? { kind, ...stateRule(measure as StateMeasure, delaySeconds) } : null;
  }
  if (minimum === null && maximum === null) return null;
  const within = { minimum, maximum, deadBand, measure };
  const reportIntervalSeconds = row.reportIntervalSeconds ?? 0;
  if (kind === "cumulative") {
    const minutes = { outsideMinutes: row.outsideMinutes ?? 0, windowMinutes: row.windowMinutes ?? 0 };
    return { kind, ...within, ...minutes, maximumStepMs: 2000 * reportIntervalSeconds };
  }
  if (kind === "trend") return { kind, ...within, horizonMinutes: row.horizonMinutes ?? 0, reportIntervalSeconds };
  const range = { kind, ...within, delaySeconds, delayMode };
  return row.doorDelaySeconds > 0 ? { ...range, door: { delaySeconds: row.doorDelaySeconds, open: [] } } : range;
}

/**
 * What is to be judged: the probes with new values, those that a door's reading of the past is news to, and those whose
 * readings were taken away or given back at the instants of `again`.
 */
export function arrivalsOf(
  series: readonly { probeId: number; measure: Measure; samples: readonly Sample[] }[],
  states: ReadonlyMap<number, Pick<Arrival, "lastAt" | "alarm">>,
  beside: readonly { doorId: number; probeId: number }[],
  again: ReadonlyMap<number, TouchedSpan> = new Map(),
): Arrival[] {
  const doors = new Map(
    series.flatMap(({ probeId, measure, samples }) => (measure === "door" ? [[probeId, samples[0]?.at]] : [])),
  );
  for (const [probeId, { earliest }] of again) doors.set(probeId, Math.min(earliest, doors.get(probeId) ?? earliest));
  const doorAts = new Map<number, number>();
  for (const { doorId, probeId } of beside) {
    const at = doors.get(doorId);
    const known = doorAts.get(probeId);
    if (at !== undefined && (known === undefined || at < known)) doorAts.set(probeId, at);
  }
  const samples = new Map(series.map((one) => [one.probeId, one.samples]));
  for (const [probeId, at] of doorAts) {
    const lastAt = states.get(probeId)?.lastAt ?? null;
    if (!samples.has(probeId) && lastAt !== null && at <= lastAt) samples.set(probeId, []);
  }
  for (const probeId of again.keys()) if (!samples.has(probeId)) samples.set(probeId, []);
  return [...samples].map(([probeId, given]) => {
    const { lastAt, alarm } = states.get(probeId) as Pick<Arrival, "lastAt" | "alarm">;
    return { probeId, lastAt, alarm, samples: given, doorAt: doorAts.get(probeId), again: again.get(probeId) };
  });
}

export type Verdict =
  /** Judged from the machine's memory: the excursions touched, as they stand now. */
  | { kind: "in-order"; state: MachineState; excursions: Excursion[] }
  /** Something belongs before what was judged: the span has to be judged again. */
  | { kind: "late"; earliest: number; latest: number };

/** The machine of a condition; as it begins if it never ran. */
export const stateOf = (alarm: Record<string, unknown>, { conditionId, rule }: Watch): MachineState =>
  remember(rule.kind, alarm[conditionId]);

/**
 * What of an arrival comes too late for a condition's machine: readings of its own, a door's that its delay has already
 * been counted without, or what was taken away from it and given back. Null if nothing does.
 */
export function lateOf(
  watch: Watch,
  { alarm, lastAt, samples, doorAt, again }: Arrival,
): Extract<Verdict, { kind: "late" }> | null {
  const first = samples[0];
  const latest = Math.max(samples.at(-1)?.at ?? 0, lastAt ?? 0);
  if (again) {
    const earliest = Math.min(again.earliest, first?.at ?? again.earliest, doorAt ?? again.earliest);
    return {
      kind: "late",
      earliest,
      latest: doorAt === undefined ? Math.max(again.latest, samples.at(-1)?.at ?? 0) : latest,
    };
  }
  const { rule } = watch;
  if ("door" in rule && rule.door && doorAt !== undefined && lastAt !== null && doorAt <= lastAt) {
    return { kind: "late", earliest: Math.min(doorAt, first?.at ?? doorAt), latest };
  }
  if (!first || !isLateFor(stateOf(alarm, watch), lastAt, first.at)) return null;
  return { kind: "late", earliest: first.at, latest: samples.at(-1)?.at ?? first.at };
}

/** Runs new values, none of them late, through a condition's machine and lets the clock pass up to `now` less the grace. */
export function judgeInOrder(watch: Watch, arrival: Arrival, now: number): Extract<Verdict, { kind: "in-order" }> {
  const judged = judge(watch.rule, stateOf(arrival.alarm, watch), arrival.samples);
  const elapsed = elapse(watch.rule, judged.state, now - CLOCK_GRACE_MS);
  if (elapsed.excursions.length === 0) return { kind: "in-order", ...judged, state: elapsed.state };
  const byStart = new Map([...judged.excursions, ...elapsed.excursions].map((one) => [one.startedAt, one]));
  return { kind: "in-order", state: elapsed.state, excursions: [...byStart.values()] };
}

/** One that goes on is judged as of now: it alarms when a pause ends although it began before. */
export const raisableAt = (excursion: Excursion, now: number): number =>
  excursion.endedAt === null ? Math.max(excursion.raisedAt, now) : excursion.raisedAt;

/** Whether the carrier, its alarm switch, a silence and the trigger's calendar let this excursion become an exception. */
export function isRaisable(watch: Watch, excursion: Excursion, silencedUntil: number | null, now: number): boolean {
  const at = raisableAt(excursion, now);
  // A door or power has no side that a defrost explains.
  const side = watch.rule.kind === "state" ? null : excursion.side;
  return mayRaise({ ...watch.hold, side, silencedUntil }, at) && isWithinCalendar(watch.calendar, at, watch.timeZone);
}

/** Whether an excursion is told in a digest instead of at once. */
export const isDetectedLate = (excursion: Excursion, now: number): boolean =>
  excursion.endedAt !== null && now - excursion.raisedAt > LATE_AFTER_MS;

/** The earliest moment at which the clock must look: a waiting excursion's, or `held`; null if nothing waits. */
export function dueAtOf(alarm: Record<string, unknown>, held: number | null = null): number | null {
  let due = held;
  for (const state of Object.values(alarm) as MachineState[]) {
    const at = dueAt(state);
    if (at !== null && (due === null || at < due)) due = at;
  }
  return due;
}

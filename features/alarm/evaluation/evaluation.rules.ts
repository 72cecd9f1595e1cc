import type { Measure } from "@/db/enums";
import { longestStepMs } from "@/features/observation/observation.rules";
import { isWithinCalendar } from "../condition/calendar.rules";
import type { Excursion, RangeRule, RecordedExcursion } from "../condition/range.rules";
import { lasting, type StateMeasure, stateRule } from "../condition/state.rules";
import type { Arrival, CarrierWatch, Watch } from "./evaluation.schema";
import {
  adopt,
  dueAt,
  elapse,
  isAlarmed,
  isLateFor,
  type JudgedSpan,
  judge,
  judgeWindow,
  type MachineKind,
  type MachineRule,
  type MachineState,
  openSince,
  remember,
  reopened,
} from "./machine.rules";
import {
  type FoundWindow,
  type ReconcileAction,
  reconcile,
  type StoredExcursion,
  type TouchedSpan,
} from "./reconcile.rules";
import type { Sample } from "./statistics.rules";
import { mayRaise } from "./suppression.rules";

/**
 * How long the sweep waits past the end of a delay before it raises an excursion without a further reading: the reading
 * that shows the return to normal may still be in transit.
 */
export const CLOCK_GRACE_MS = 30_000;

/** An excursion that is over when it is found counts as detected late if its alarm was due longer ago than this. */
export const LATE_AFTER_MS = 10 * 60_000;

/** A condition as stored; limits default to those of the carrier's range. */
export type ConditionRow = Omit<RangeRule, "measure" | "door"> & {
  kind: MachineKind;
  measure: Measure;
  doorDelaySeconds: number;
  outsideMinutes: number | null;
  windowMinutes: number | null;
  horizonMinutes: number | null;
  /** Only for `REPORT_INTERVAL_KINDS`. */
  reportIntervalSeconds: number | null;
};

/** The machine rule of a condition; null if it has nothing to evaluate. */
export function ruleOf(row: ConditionRow): MachineRule | null {
  const { kind, measure, minimum, maximum, deadBand, delaySeconds, delayMode } = row;
  if (kind !== "state" && minimum === null && maximum === null) return null;
  const within = { minimum, maximum, deadBand, measure };
  const reportIntervalSeconds = row.reportIntervalSeconds ?? 0;
  switch (kind) {
    case "range": {
      const range = { kind, ...within, delaySeconds, delayMode };
      return row.doorDelaySeconds > 0 ? { ...range, door: { delaySeconds: row.doorDelaySeconds, open: [] } } : range;
    }
    case "state": {
      const isSwitch = measure === "door" || measure === "power";
      return isSwitch ? { kind, ...stateRule(measure as StateMeasure, delaySeconds) } : null;
    }
    case "cumulative": {
      const minutes = { outsideMinutes: row.outsideMinutes ?? 0, windowMinutes: row.windowMinutes ?? 0 };
      return { kind, ...within, ...minutes, maximumStepMs: longestStepMs({ measure, reportIntervalSeconds }) };
    }
    case "trend":
      return { kind, ...within, horizonMinutes: row.horizonMinutes ?? 0, reportIntervalSeconds };
  }
}

const NEEDS_REPORT_INTERVAL: Record<MachineKind, boolean> = {
  range: false,
  state: false,
  cumulative: true,
  trend: true,
};

/** The kinds whose evaluation depends on how often the device reports. */
export const REPORT_INTERVAL_KINDS = (Object.keys(NEEDS_REPORT_INTERVAL) as MachineKind[]).filter(
  (kind) => NEEDS_REPORT_INTERVAL[kind],
);

/**
 * What to evaluate: probes with new values, probes affected by a past reading of a door, and probes whose readings at
 * the instants in `again` were invalidated or restored.
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

/** The instants that an arrival changes, of whatever mounting; null if it only makes time pass. */
export function touchedBy({ samples, lastAt, doorAt, again }: Omit<Arrival, "alarm">): TouchedSpan | null {
  const [first, last] = [samples[0], samples.at(-1)];
  const ats = [first?.at, last?.at, doorAt, doorAt === undefined ? undefined : lastAt, again?.earliest, again?.latest];
  const known = ats.filter((at) => at !== undefined && at !== null);
  return known.length === 0 ? null : { earliest: Math.min(...known), latest: Math.max(...known) };
}

/** Whether a probe has been mounted here after its newest reading (epoch ms). */
export const isMovedSince = (watch: Watch, lastAt: number | null) => lastAt !== null && watch.mountedAt > lastAt;

/** History before the mounting belongs to the previous carrier of the probe, and so does the machine state. */
export function sinceMounting(watch: Watch, arrival: Arrival): Arrival {
  const samples = arrival.samples.filter((sample) => sample.at >= watch.mountedAt);
  const { again: given } = arrival;
  const again =
    given && given.latest >= watch.mountedAt
      ? { ...given, earliest: Math.max(given.earliest, watch.mountedAt) }
      : undefined;
  if (isMovedSince(watch, arrival.lastAt)) return { ...arrival, lastAt: null, alarm: {}, samples, again };
  return samples.length === arrival.samples.length && !given ? arrival : { ...arrival, samples, again };
}

/** A mounting that is over. */
export type FormerWatch = Watch & { unmountedAt: number };

export const isFormer = (watch: Watch): watch is FormerWatch => watch.unmountedAt !== null;

/**
 * The part of a former mounting that an arrival changes; `takenFrom` as in `judgedAgain`. Null if it changes nothing of
 * it.
 */
export function touchedOfFormer(
  { mountedAt, unmountedAt }: FormerWatch,
  arrival: Arrival,
): (TouchedSpan & { takenFrom: number | null }) | null {
  const { doorAt } = arrival;
  const again =
    arrival.again && arrival.again.latest >= mountedAt && arrival.again.earliest < unmountedAt ? arrival.again : null;
  const touched = touchedBy({
    ...arrival,
    samples: arrival.samples.filter(({ at }) => at >= mountedAt && at < unmountedAt),
    lastAt: unmountedAt,
    doorAt: doorAt !== undefined && doorAt < unmountedAt ? doorAt : undefined,
    again: again ?? undefined,
  });
  if (touched === null) return null;
  const earliest = Math.max(touched.earliest, mountedAt);
  return { earliest, latest: touched.latest, takenFrom: again && Math.max(again.earliest, mountedAt) };
}

export type Verdict =
  /** Evaluated from the stored state: the excursions touched, in their present form. */
  | { kind: "in-order"; state: MachineState; excursions: Excursion[] }
  /** Something belongs before the samples already evaluated: the span must be evaluated again. */
  | { kind: "late"; earliest: number; latest: number };

/** The machine state of a condition; the initial state if it never ran. */
export const stateOf = (alarm: Record<string, unknown>, { conditionId, rule }: Watch): MachineState =>
  remember(rule.kind, alarm[conditionId]);

/**
 * The part of an arrival that is too late for a condition's machine: its own late readings, late door readings that its
 * delay was computed without, and readings invalidated or restored. Null if there is none.
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

/** Runs new values, none late, through a condition's machine, then applies timeouts up to `now` minus the grace. */
export function judgeInOrder(watch: Watch, arrival: Arrival, now: number): Extract<Verdict, { kind: "in-order" }> {
  const judged = judge(watch.rule, stateOf(arrival.alarm, watch), arrival.samples);
  const elapsed = elapse(watch.rule, judged.state, now - CLOCK_GRACE_MS);
  if (elapsed.excursions.length === 0) return { kind: "in-order", ...judged, state: elapsed.state };
  const byStart = new Map([...judged.excursions, ...elapsed.excursions].map((one) => [one.startedAt, one]));
  return { kind: "in-order", state: elapsed.state, excursions: [...byStart.values()] };
}

const FOREVER = Date.UTC(9999, 0, 1);

/** Values evaluated in order affect only the exceptions that they name themselves. */
export function judgedInOrder({ state, excursions }: { state: MachineState; excursions: Excursion[] }): JudgedSpan {
  const from = excursions[0]?.startedAt ?? 0;
  const last = excursions.at(-1)?.startedAt;
  return { state, excursions, from, to: last === undefined ? 0 : last + 1, since: from, restAt: null, again: null };
}

/** Applies timeouts of a condition's machine up to `until` (epoch ms). */
export function letElapse({ rule }: Watch, known: MachineState, until: number): JudgedSpan {
  const { state, excursions } = elapse(rule, known, until);
  // A state may have waited for a pause or silence to end: its probe sends nothing while nothing changes.
  const held = rule.kind === "state" && "phase" in state ? lasting(rule, state) : null;
  return judgedInOrder({ state, excursions: excursions.length === 0 && held ? [held] : excursions });
}

/**
 * Evaluates a window of the series again. `before`: the stored machine state. `takenFrom`: the first instant of
 * readings that were invalidated or restored, which can also disprove an excursion. Without a resting point before the
 * window, it begins with the oldest sample available: retention may have deleted older ones.
 */
export function judgedAgain(
  rule: MachineRule,
  { samples, window }: { samples: readonly Sample[]; window: FoundWindow },
  { before, mountedAt, takenFrom }: { before: MachineState; mountedAt: number; takenFrom: number | null },
  now: number,
): JudgedSpan {
  const { excursions, finalState } = judgeWindow(rule, samples, window, now - CLOCK_GRACE_MS);
  const first = samples[0]?.at;
  return {
    state: finalState ?? before,
    excursions,
    from: window.from ?? (takenFrom === null ? (first ?? mountedAt) : Math.min(first ?? FOREVER, takenFrom)),
    to: window.to ?? FOREVER,
    since: Math.min(window.from ?? mountedAt, openSince(before) ?? Number.POSITIVE_INFINITY),
    restAt: window.restAt,
    again: finalState === null ? null : before,
  };
}

/**
 * Evaluates a window of a former mounting again, as `judgedAgain` does. Its series ends with the mounting, and with it
 * what is still open. No machine state remains of it, and the clock counted only until then.
 */
export function judgedFormer(
  { rule, mountedAt, unmountedAt }: FormerWatch,
  part: { samples: readonly Sample[]; window: FoundWindow },
  takenFrom: number | null,
  now: number,
): JudgedSpan {
  const before = remember(rule.kind, undefined);
  const judged = judgedAgain(rule, part, { before, mountedAt, takenFrom }, Math.min(now, unmountedAt));
  const excursions = judged.excursions.map((one) => ({ ...one, endedAt: one.endedAt ?? unmountedAt }));
  return { ...judged, excursions, to: Math.min(judged.to, unmountedAt) };
}

/**
 * The actions that make the stored exceptions of an evaluated part equal to the result (see `reconcile`), and the
 * machine state to store with them. An excursion that continues an older exception takes over its start.
 */
export function compareJudged<Row extends StoredExcursion<number>>(
  rows: readonly Row[],
  { state, excursions, from, restAt, again }: JudgedSpan,
): { actions: ReconcileAction<number>[]; state: MachineState } {
  const actions = reconcile<number>(rows, excursions, { from, restAt, isEnd: again !== null });
  let remembered = state;
  for (const action of actions) {
    // No reading ends it, so the machine state must contain it as open.
    if (action.type === "undecided" && again && isAlarmed(again)) remembered = reopened(remembered, again);
    if (action.type !== "update" || action.excursion.endedAt !== null) continue;
    const row = rows.find(({ id }) => id === action.id);
    if (row && row.startedAt < from) remembered = adopt(remembered, row);
  }
  return { actions, state: remembered };
}

/** An open excursion is checked as of now: it raises an alarm when a pause ends, although it began before. */
export const raisableAt = (excursion: RecordedExcursion, now: number): number =>
  excursion.endedAt === null ? Math.max(excursion.raisedAt, now) : excursion.raisedAt;

/** Whether carrier, alarm switch, silences and the trigger's calendar allow this excursion to become an exception. */
export function isRaisable(
  watch: Watch | CarrierWatch,
  excursion: RecordedExcursion,
  silencedUntil: number | null,
  now: number,
): boolean {
  const at = raisableAt(excursion, now);
  // Door and power excursions have no side that a defrost could explain.
  const side = watch.rule.kind === "state" ? null : excursion.side;
  return mayRaise({ ...watch.hold, side, silencedUntil }, at) && isWithinCalendar(watch.calendar, at, watch.timeZone);
}

/** Whether an excursion is notified in a digest instead of at once. */
export const isDetectedLate = (excursion: RecordedExcursion, now: number): boolean =>
  excursion.endedAt !== null && now - excursion.raisedAt > LATE_AFTER_MS;

/** When the sweep must run next: at the earliest pending excursion, or at `held`; null if nothing is pending. */
export function dueAtOf(alarm: Record<string, unknown>, held: number | null = null): number | null {
  let due = held;
  for (const state of Object.values(alarm) as MachineState[]) {
    const at = dueAt(state);
    if (at !== null && (due === null || at < due)) due = at;
  }
  return due;
}

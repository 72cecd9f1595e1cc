import {
  type Excursion,
  elapseRange,
  excursionsOf,
  judgeRange,
  NORMAL,
  type RangeRule,
  type RangeState,
  thresholdsOf,
} from "../range/rules";
import type { ExcursionFacts, ExcursionStatistics, Sample } from "../statistics/rules";

/** The touched times: of readings that came late, were marked invalid or were restored. Epoch milliseconds. */
export type TouchedSpan = { earliest: number; latest: number };

/** Times of two resting points, both samples to be judged too; null: none, go to that end of the series. */
export type RejudgeWindow = { from: number | null; to: number | null };

/** A live (not withdrawn) record of an excursion. */
export type StoredExcursion<Id> = Excursion & { id: Id };

export type ReconcileAction<Id> =
  | { type: "withdraw"; id: Id; mergedIntoId: Id | null }
  | { type: "update"; id: Id; excursion: Excursion }
  | { type: "insert"; excursion: Excursion; detectedLate: boolean };

/**
 * How long (ms) a clean sample must follow the last outside one to be a resting point. A returned "normal-delay"
 * excursion waits for its delay and may still be revived; all else ends at the first clean sample.
 */
export function settlingMs(rule: RangeRule): number {
  const seconds = rule.delaySeconds + (rule.door?.delaySeconds ?? 0);
  return rule.delayMode === "normal-delay" ? seconds * 1000 : 0;
}

/**
 * The smallest window whose re-judging gives exactly what judging the whole series would. It runs between resting
 * points: clean samples with no outside sample in the open interval (at − settling, at), after which the state is
 * normal whatever came before. Contract, also for SQL, over the series with the touched readings in or out as now:
 * - `from`: the newest resting point before `earliest` (not at it: the sample there may be the late one itself);
 * - `to`: the oldest resting point after `latest` and at or after `latest` + settling, so that it was one before too;
 * - load every sample from `from` to `to`, and the live stored excursions with from ≤ startedAt < to;
 * - no `to`: the window ends the series, and the final state replaces the stored one.
 * `samples` is the series or a part of it; where a part begins, an outside sample just before it is assumed.
 */
export function rejudgeWindow(rule: RangeRule, samples: readonly Sample[], touched: TouchedSpan): RejudgeWindow {
  const { returnMinimum, returnMaximum, ...limits } = thresholdsOf(rule);
  return restingWindow(samples, touched, {
    settlingMs: settlingMs(rule),
    isClean: ({ value }) => value >= returnMinimum && value <= returnMaximum,
    isDisturbing: ({ value }) => value > limits.maximum || value < limits.minimum,
  });
}

/** What rest is to a machine: a clean sample that no disturbing one comes before for `settlingMs`. */
export type Rest = {
  settlingMs: number;
  isClean(sample: Sample, index: number): boolean;
  isDisturbing(sample: Sample, index: number): boolean;
};

/** The window as `rejudgeWindow` has it, for any machine that is at rest in that way. */
export function restingWindow(samples: readonly Sample[], touched: TouchedSpan, rest: Rest): RejudgeWindow {
  let disturbedAt = samples[0]?.at ?? 0;
  let from: number | null = null;
  for (const [index, sample] of samples.entries()) {
    const { at } = sample;
    const isResting = disturbedAt <= at - rest.settlingMs && rest.isClean(sample, index);
    if (isResting && at < touched.earliest) from = at;
    if (isResting && at > touched.latest && at >= touched.latest + rest.settlingMs) return { from, to: at };
    if (rest.isDisturbing(sample, index)) disturbedAt = at;
  }
  return { from, to: null };
}

/**
 * Judges a window afresh. At the end of the series the clock (`now`) raises what still waits, and `finalState` is the
 * new state of the machine; within the series it is null: the stored state stays right.
 */
export function rejudge(
  rule: RangeRule,
  samples: readonly Sample[],
  endsSeries: boolean,
  now: number,
): { excursions: Excursion[]; finalState: RangeState | null } {
  const judged = judgeRange(rule, NORMAL, samples);
  if (!endsSeries) return { excursions: excursionsOf(judged.transitions), finalState: null };
  const elapsed = elapseRange(rule, judged.state, now);
  return {
    excursions: excursionsOf([...judged.transitions, ...elapsed.transitions]),
    finalState: elapsed.state,
  };
}

/**
 * What makes the stored excursions of a window equal to the computed ones, in an order that never has two open at
 * once: withdrawals, updates (the ended first), inserts. Nothing told is deleted: the earliest raised of several
 * stored in one computed keeps its id, the others are withdrawn into it; one that splits keeps the part it overlaps
 * most, or the earliest; one without counterpart is withdrawn. `detectedLate`: already over when found.
 */
export function reconcile<Id>(
  stored: readonly StoredExcursion<Id>[],
  computed: readonly Excursion[],
): ReconcileAction<Id>[] {
  const keepers = new Map<Excursion, StoredExcursion<Id>>();
  const withdrawals: ReconcileAction<Id>[] = [];
  for (const row of stored.toSorted((a, b) => a.raisedAt - b.raisedAt || a.startedAt - b.startedAt)) {
    const counterparts = byOverlap(row, computed);
    const free = counterparts.find((excursion) => !keepers.has(excursion));
    if (free) keepers.set(free, row);
    else withdrawals.push({ type: "withdraw", id: row.id, mergedIntoId: keeperId(keepers, counterparts[0]) });
  }

  const updates: ReconcileAction<Id>[] = [];
  const inserts: ReconcileAction<Id>[] = [];
  for (const excursion of endedFirst(computed)) {
    const row = keepers.get(excursion);
    if (!row) inserts.push({ type: "insert", excursion, detectedLate: excursion.endedAt !== null });
    else if (!isSameExcursion(row, excursion)) updates.push({ type: "update", id: row.id, excursion });
  }
  return [...withdrawals, ...updates, ...inserts];
}

/** Whether two accounts of an excursion agree in every figure. */
export function isSameExcursion(a: Excursion, b: Excursion): boolean {
  return (
    a.side === b.side &&
    a.startedAt === b.startedAt &&
    a.raisedAt === b.raisedAt &&
    a.endedAt === b.endedAt &&
    a.limits.minimum === b.limits.minimum &&
    a.limits.maximum === b.limits.maximum &&
    isSameFacts(a.facts, b.facts) &&
    (Object.keys(b.statistics) as (keyof ExcursionStatistics)[]).every((key) => a.statistics[key] === b.statistics[key])
  );
}

function isSameFacts(a: ExcursionFacts | undefined, b: ExcursionFacts | undefined): boolean {
  const left = Object.entries(a ?? {});
  const right = new Map<string, number>(Object.entries(b ?? {}));
  return left.length === right.size && left.every(([key, value]) => right.get(key) === value);
}

/** The computed excursions that share time and side with a stored one, most shared time first, then earliest. */
function byOverlap(row: Excursion, computed: readonly Excursion[]): Excursion[] {
  return computed
    .map((excursion) => ({ excursion, shared: sharedMs(row, excursion) }))
    .filter(({ excursion, shared }) => shared > 0 && excursion.side === row.side)
    .sort((a, b) => (a.shared === b.shared ? a.excursion.startedAt - b.excursion.startedAt : b.shared - a.shared))
    .map(({ excursion }) => excursion);
}

function sharedMs(a: Excursion, b: Excursion): number {
  const end = Math.min(a.endedAt ?? Number.POSITIVE_INFINITY, b.endedAt ?? Number.POSITIVE_INFINITY);
  return end - Math.max(a.startedAt, b.startedAt);
}

function keeperId<Id>(keepers: ReadonlyMap<Excursion, StoredExcursion<Id>>, into: Excursion | undefined): Id | null {
  return (into && keepers.get(into)?.id) ?? null;
}

function endedFirst(excursions: readonly Excursion[]): Excursion[] {
  return excursions.toSorted((a, b) => Number(a.endedAt === null) - Number(b.endedAt === null));
}

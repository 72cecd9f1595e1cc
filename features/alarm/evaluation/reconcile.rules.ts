import {
  type Excursion,
  elapseRange,
  excursionsOf,
  judgeRange,
  NORMAL,
  type RangeRule,
  type RangeState,
  type RecordedExcursion,
  thresholdsOf,
} from "../condition/range.rules";
import type { ExcursionFacts, ExcursionStatistics, Sample } from "./statistics.rules";

/** The time span of readings that came late, were invalidated or were restored. Epoch milliseconds. */
export type TouchedSpan = { earliest: number; latest: number };

/** Times of two resting points, whose samples are evaluated too; null: up to that end of the series. */
export type RejudgeWindow = { from: number | null; to: number | null };

/** A window with its first known resting point: `from`, or if that is null a later one (null: none). */
export type FoundWindow = RejudgeWindow & { restAt: number | null };

/** A recorded excursion that is not withdrawn. */
export type StoredExcursion<Id> = RecordedExcursion & { id: Id };

export type ReconcileAction<Id> =
  | { type: "withdraw"; id: Id; mergedIntoId: Id | null }
  | { type: "update"; id: Id; excursion: RecordedExcursion }
  | { type: "insert"; excursion: RecordedExcursion; detectedLate: boolean }
  | { type: "undecided"; id: Id };

/**
 * How long (ms) after the last outside sample a clean one is a resting point. A returned "normal-delay" excursion waits
 * for its delay and can still resume; all others end at the first clean sample.
 */
export function settlingMs(rule: RangeRule): number {
  const seconds = rule.delaySeconds + (rule.door?.delaySeconds ?? 0);
  return rule.delayMode === "normal-delay" ? seconds * 1000 : 0;
}

/**
 * The smallest window whose evaluation gives exactly the result of evaluating the whole series. It lies between resting
 * points: clean samples with no outside sample in the open interval (at − settling, at), after which the state is
 * normal whatever came before. Contract, also for SQL, over the series with the touched readings included or excluded
 * as at present:
 * - `from`: the newest resting point before `earliest` (not at it: the sample there may be the late one itself);
 * - `to`: the oldest resting point after `latest` and at or after `latest` + settling, so that it was one before too;
 * - load every sample from `from` to `to`, and the live stored excursions with from ≤ startedAt < to;
 * - no `to`: the window reaches the end of the series, and the final state replaces the stored one.
 * `samples` is the series or a part of it. Before a partial series, an outside sample is assumed.
 */
export function rejudgeWindow(rule: RangeRule, samples: readonly Sample[], touched: TouchedSpan): FoundWindow {
  const { returnMinimum, returnMaximum, ...limits } = thresholdsOf(rule);
  return restingWindow(samples, touched, {
    settlingMs: settlingMs(rule),
    isClean: ({ value }) => value >= returnMinimum && value <= returnMaximum,
    isDisturbing: ({ value }) => value > limits.maximum || value < limits.minimum,
  });
}

/** How a machine recognises rest: a clean sample without a disturbing one in the `settlingMs` before it. */
export type Rest = {
  settlingMs: number;
  isClean(sample: Sample, index: number): boolean;
  isDisturbing(sample: Sample, index: number): boolean;
};

/** The window as defined by `rejudgeWindow`, for any machine with such a definition of rest. */
export function restingWindow(samples: readonly Sample[], touched: TouchedSpan, rest: Rest): FoundWindow {
  let disturbedAt = samples[0]?.at ?? 0;
  let from: number | null = null;
  let firstRest: number | null = null;
  for (const [index, sample] of samples.entries()) {
    const { at } = sample;
    const isResting = disturbedAt <= at - rest.settlingMs && rest.isClean(sample, index);
    if (isResting) firstRest ??= at;
    if (isResting && at < touched.earliest) from = at;
    if (isResting && at > touched.latest && at >= touched.latest + rest.settlingMs)
      return { from, to: at, restAt: from ?? firstRest };
    if (rest.isDisturbing(sample, index)) disturbedAt = at;
  }
  return { from, to: null, restAt: from ?? firstRest };
}

/**
 * Evaluates a window from the initial state. At the end of the series, timeouts up to `now` are applied and
 * `finalState` is the new machine state. Within the series it is null: the stored state remains valid.
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
 * The evaluated part of a series.
 * - `from`: stored excursions that started earlier are older than the part (epoch ms);
 * - `restAt`: the first known resting point, by which anything older had ended; null if none is known;
 * - `isEnd`: the part reaches the end of the series, so an older open excursion is decided here.
 */
export type JudgedPart = { from: number; restAt: number | null; isEnd: boolean };

/**
 * The actions that make the stored excursions of an evaluated part equal to the computed ones. Order: withdrawals,
 * updates (ended ones first), inserts, so that two are never open at once. Notified exceptions are never deleted.
 *
 * An excursion is identified by its start. A stored one is matched to the computed one that contains its start. So its
 * start never moves to a later instant, and what users did about it stays with it. If several lie in one computed
 * excursion, the one with the same start is retained, else the earliest; the others are withdrawn and merged into it. A
 * stored one whose start lies in none is withdrawn. A computed one without a match is new and is notified.
 * `detectedLate`: already over when found.
 *
 * A stored one older than the part continues as the computed one that began before any resting point, with its own
 * start, or ends at the first resting point. `undecided`: the part does not show how it continued.
 */
export function reconcile<Id>(
  stored: readonly StoredExcursion<Id>[],
  computed: readonly RecordedExcursion[],
  part: JudgedPart = { from: Number.NEGATIVE_INFINITY, restAt: null, isEnd: true },
): ReconcileAction<Id>[] {
  const isOlder = ({ startedAt }: RecordedExcursion) => startedAt < part.from;
  const keepers = continuedBy(
    stored.filter((row) => !isOlder(row)),
    computed,
  );
  const kept = new Set([...keepers.values()].map(({ id }) => id));
  const older = stored.filter(isOlder).map((row) => ({ row, found: continuationOf(row, computed, part, keepers) }));
  for (const { row, found } of older) if (found) keepers.set(found, row);

  const withdrawals = stored.flatMap((row): ReconcileAction<Id>[] => {
    if (isOlder(row) || kept.has(row.id)) return [];
    const into = computed.find((excursion) => contains(excursion, row));
    return [{ type: "withdraw", id: row.id, mergedIntoId: (into && keepers.get(into)?.id) ?? null }];
  });
  const updates: ReconcileAction<Id>[] = [];
  const inserts: ReconcileAction<Id>[] = [];
  for (const { row, found } of older) if (!found && part.isEnd) updates.push(...ended(row, computed, part));
  for (const excursion of endedFirst(computed)) {
    const row = keepers.get(excursion);
    if (!row) inserts.push({ type: "insert", excursion, detectedLate: excursion.endedAt !== null });
    else if (isOlder(row)) updates.push({ type: "update", id: row.id, excursion: continued(row, excursion) });
    else if (!isSameExcursion(row, excursion)) updates.push({ type: "update", id: row.id, excursion });
  }
  return [...withdrawals, ...updates, ...inserts];
}

/** A recorded excursion with its later continuation. Retains its start, and its figures if only the end is new. */
export function continued(record: RecordedExcursion, found: RecordedExcursion): RecordedExcursion {
  const { startedAt, raisedAt } = record;
  if (found.endedAt !== null) return { ...record, endedAt: found.endedAt };
  return { ...found, startedAt, raisedAt };
}

/** Whether two records of an excursion agree in every figure. */
export function isSameExcursion(a: RecordedExcursion, b: RecordedExcursion): boolean {
  return (
    a.side === b.side &&
    a.startedAt === b.startedAt &&
    a.raisedAt === b.raisedAt &&
    a.endedAt === b.endedAt &&
    a.limits.minimum === b.limits.minimum &&
    a.limits.maximum === b.limits.maximum &&
    isSameFacts(a.facts, b.facts) &&
    isSameStatistics(a.statistics, b.statistics)
  );
}

function isSameStatistics(a: ExcursionStatistics | null, b: ExcursionStatistics | null): boolean {
  if (a === null || b === null) return a === b;
  return (Object.keys(b) as (keyof ExcursionStatistics)[]).every((key) => a[key] === b[key]);
}

function isSameFacts(a: ExcursionFacts | undefined, b: ExcursionFacts | undefined): boolean {
  const left = Object.entries(a ?? {});
  const right = new Map<string, number | string>(Object.entries(b ?? {}));
  return left.length === right.size && left.every(([key, value]) => right.get(key) === value);
}

/** The stored excursion that each computed one continues. */
function continuedBy<Id>(rows: readonly StoredExcursion<Id>[], computed: readonly RecordedExcursion[]) {
  const keepers = new Map<RecordedExcursion, StoredExcursion<Id>>();
  const byStart = rows.toSorted((a, b) => a.startedAt - b.startedAt);
  for (const excursion of computed) {
    const within = byStart.filter((row) => contains(excursion, row));
    const row = within.find(({ startedAt }) => startedAt === excursion.startedAt) ?? within[0];
    if (row) keepers.set(excursion, row);
  }
  return keepers;
}

/** Whether a computed excursion contains the start of a stored one of the same side. */
function contains({ side, startedAt, endedAt }: RecordedExcursion, row: RecordedExcursion): boolean {
  return side === row.side && startedAt <= row.startedAt && row.startedAt < (endedAt ?? Number.POSITIVE_INFINITY);
}

/** The computed excursion that continues one from before the part, with no resting point between them. */
function continuationOf<Id>(
  row: RecordedExcursion,
  computed: readonly RecordedExcursion[],
  { restAt }: JudgedPart,
  keepers: ReadonlyMap<RecordedExcursion, StoredExcursion<Id>>,
): RecordedExcursion | undefined {
  const until = Math.min(row.endedAt ?? Number.POSITIVE_INFINITY, restAt ?? Number.POSITIVE_INFINITY);
  return computed.find((one) => one.side === row.side && one.startedAt < until && !keepers.has(one));
}

/** The update for an open excursion from before the part that no computed one continues. */
function ended<Id>(
  row: StoredExcursion<Id>,
  computed: readonly RecordedExcursion[],
  { restAt }: JudgedPart,
): ReconcileAction<Id>[] {
  if (row.endedAt !== null) return [];
  const endedAt = Math.min(restAt ?? Number.POSITIVE_INFINITY, computed[0]?.startedAt ?? Number.POSITIVE_INFINITY);
  if (endedAt === Number.POSITIVE_INFINITY) return [{ type: "undecided", id: row.id }];
  return [{ type: "update", id: row.id, excursion: { ...row, endedAt } }];
}

function endedFirst(excursions: readonly RecordedExcursion[]): RecordedExcursion[] {
  return excursions.toSorted((a, b) => Number(a.endedAt === null) - Number(b.endedAt === null));
}

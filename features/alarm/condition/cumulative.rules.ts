import { isObserved, longestPacedMs } from "@/features/observation/observation.rules";
import type { Rest } from "../evaluation/reconcile.rules";
import {
  beginStatistics,
  type ExcursionStatistics,
  extendStatistics,
  type Sample,
  type Side,
} from "../evaluation/statistics.rules";
import { type Excursion, isBack, type Limits, sideOf, thresholdsOf } from "./range.rules";

/**
 * A cumulative condition: `outsideMinutes` beyond one limit within the last `windowMinutes`, contiguous or not. Limits
 * are inclusive, in the measure's canonical unit; null means no limit on that side. Each side is counted separately, as
 * in the vaccine loggers of the WHO (E006: above +8 °C for 10 h, below −0.5 °C for 1 h).
 */
export type CumulativeRule = Limits & {
  outsideMinutes: number;
  windowMinutes: number;
  deadBand: number;
  measure: string;
  /** Twice the report interval: a longer step is observed only by its pace (`isObserved`). */
  maximumStepMs: number;
};

/**
 * The state between batches; plain JSON, a few numbers while the value is in range. `above` and `below` contain the
 * time outside as `[cell, ms, cell, ms, …]` in cells of `stepMs`, which bounds the size of the state. `latest`: the
 * last three readings as `[at, value, counted, …]`, because a reading is valid until the next one and the steps between
 * them set the pace. `counted` is 1 once the step behind a reading is known to be observed.
 */
export type CumulativeState = {
  latest?: number[];
  above: number[];
  below: number[];
  stepMs?: number;
  open: Open | null;
};

type Open = { side: Side; startedAt: number; outsideMs: number; statistics: ExcursionStatistics };

/** The initial state. */
export const UNSPENT: CumulativeState = Object.freeze({
  latest: Object.freeze([]) as unknown as number[],
  above: Object.freeze([]) as unknown as number[],
  below: Object.freeze([]) as unknown as number[],
  open: null,
});

const CELLS = 240;
const MINUTE_MS = 60_000;
/** Hysteresis, so that an exposure close to the limit does not open and end with each reading. */
const END_SHARE = 0.9;

/** The cell size of the window: a 240th of it, at least one minute. */
export const cellMs = (rule: CumulativeRule): number =>
  Math.max(MINUTE_MS, Math.ceil((rule.windowMinutes * MINUTE_MS) / CELLS));

/**
 * How long a reading can count: the window, the validity of a reading with the two steps beside it that set its pace,
 * and one cell.
 */
export const cumulativeSettlingMs = (rule: CumulativeRule): number =>
  rule.windowMinutes * MINUTE_MS + 3 * longestPacedMs(rule.maximumStepMs) + cellMs(rule);

/**
 * Runs samples (finite values, strictly increasing times, all later than those before) through the machine. The result
 * does not depend on the batching. An excursion begins with the reading at which the time outside reaches the allowed
 * minutes. It ends with the first reading back inside (past the dead band) at which less than nine tenths of them are
 * in the window, or at which the other side has reached its own.
 */
export function judgeCumulative(
  rule: CumulativeRule,
  state: CumulativeState,
  samples: readonly Sample[],
): { state: CumulativeState; excursions: Excursion[] } {
  const found: Found = new Map();
  let current = samples[0] ? inStepsOf(rule, state, samples[0].at) : state;
  for (const sample of samples) current = step(rule, current, sample, found);
  const { open } = current;
  if (open && (open !== state.open || found.has(open.startedAt))) {
    found.set(open.startedAt, excursionOf(rule, open, null));
  }
  return { state: current, excursions: [...found.values()].sort((a, b) => a.startedAt - b.startedAt) };
}

type Spent = Omit<CumulativeState, "open">;
/** The time outside after a further sample, and the outside readings now known to be observed, oldest first. */
function spend(rule: CumulativeRule, state: Spent, sample: Sample): { grown: Held[]; spent: Spent } {
  const { latest, counted } = countedBy(rule, state.latest ?? [], sample);
  const thresholds = thresholdsOf(rule);
  const grown: Held[] = [];
  let [above, below] = [state.above, state.below];
  for (const { at, value, until } of counted) {
    const side = sideOf(thresholds, value);
    if (side === null) continue;
    if (side === "above") above = held(rule, above, { at }, until);
    else below = held(rule, below, { at }, until);
    grown.push({ at, value, side });
  }
  const cells = (known: number[]) => kept(rule, known, sample.at);
  return { grown, spent: { latest, above: cells(above), below: cells(below), stepMs: cellMs(rule) } };
}

/** The last readings after a further one, and those of them that it shows to be valid until the next. */
function countedBy(rule: CumulativeRule, known: readonly number[], { at, value }: Sample) {
  const all = [...known, at, value + 0, 0];
  const newest = known.length;
  const atOf = (index: number) => all[index] as number;
  const step = (index: number) => (index >= 0 && index < newest ? atOf(index + 3) - atOf(index) : 0);
  const counted: (Sample & { until: number })[] = [];
  for (let index = 0; index < newest; index += 3) {
    if (all[index + 2] === 1) continue;
    const own = step(index);
    const isNear = own <= rule.maximumStepMs;
    const beside = () => ({
      before2: step(index - 6),
      before: step(index - 3),
      behind: step(index + 3),
      behind2: step(index + 6),
    });
    if (!isNear && !isObserved({ step: own, ...beside() }, rule.maximumStepMs)) continue;
    all[index + 2] = 1;
    counted.push({ at: atOf(index), value: all[index + 1] as number, until: atOf(index + 3) });
  }
  return { latest: all.length > KEPT ? all.slice(-KEPT) : all, counted };
}

/** Three readings of three numbers. */
const KEPT = 9;

/** An outside reading that is valid until the next one. */
type Held = Sample & { side: Side };

type Found = Map<number, Excursion>;

function step(rule: CumulativeRule, state: CumulativeState, sample: Sample, found: Found): CumulativeState {
  const { grown, spent } = spend(rule, state, sample);
  const outsideMs = (of: Side) => outsideMsIn(rule, spent[of], sample.at);
  const isSpent = ({ side }: Held) => outsideMs(side) >= rule.outsideMinutes * MINUTE_MS;

  let open = state.open && extended(state.open, sample, outsideMs(state.open.side));
  const hasSwung = grown.some((one) => open !== null && one.side !== open.side && isSpent(one));
  if (open && (hasSwung || isOver(rule, open.side, sample, spent[open.side]))) {
    found.set(open.startedAt, excursionOf(rule, open, sample.at));
    open = null;
  }
  // If an excursion has just ended, only one of the other side may begin.
  const first = open === null ? grown.findLast((one) => isSpent(one) && one.side !== state.open?.side) : undefined;
  if (first) {
    open = begun(first.side, first, sample, outsideMs(first.side));
    found.set(open.startedAt, excursionOf(rule, open, null));
  }
  const isCalm = open === null && spent.above.length + spent.below.length === 0;
  return isCalm ? { ...UNSPENT, latest: spent.latest } : { ...spent, open };
}

/** Whether the open excursion of a side ends with this sample. */
function isOver(rule: CumulativeRule, side: Side, sample: Sample, cells: readonly number[]): boolean {
  const isInside = isBack(thresholdsOf(rule), side, sample.value);
  return isInside && outsideMsIn(rule, cells, sample.at) < END_SHARE * rule.outsideMinutes * MINUTE_MS;
}

/** Evaluates a window: the samples before `from` (epoch ms; null: start of the series) only fill the time outside. */
export function rejudgeCumulative(rule: CumulativeRule, samples: readonly Sample[], from: number | null) {
  let spent: Spent = UNSPENT;
  let index = 0;
  for (; from !== null && index < samples.length; index += 1) {
    const sample = samples[index] as Sample;
    if (sample.at >= from) break;
    spent = spend(rule, spent, sample).spent;
  }
  return judgeCumulative(rule, { ...spent, open: null }, samples.slice(index));
}

/**
 * Rest of this machine: a reading that would end an excursion of either side. The time outside is known from the window
 * alone, so at the beginning of `samples` it is incomplete.
 */
export function cumulativeRest(rule: CumulativeRule, samples: readonly Sample[]): Rest {
  let spent: Spent = UNSPENT;
  const isEnding = samples.map((sample) => {
    spent = spend(rule, spent, sample).spent;
    return isOver(rule, "above", sample, spent.above) && isOver(rule, "below", sample, spent.below);
  });
  return {
    settlingMs: cumulativeSettlingMs(rule),
    isClean: (_sample, index) => isEnding[index] === true,
    isDisturbing: () => false,
  };
}

/** The statistics begin with the last outside reading, because the current one may be back inside. */
function begun(side: Side, last: Sample, sample: Sample, outsideMs: number): Open {
  const statistics = extendStatistics(beginStatistics(last), side, sample);
  return { side, startedAt: sample.at, outsideMs, statistics };
}

function extended(open: Open, sample: Sample, outsideMs: number): Open {
  const statistics = extendStatistics(open.statistics, open.side, sample);
  return { ...open, outsideMs: Math.max(open.outsideMs, outsideMs), statistics };
}

function excursionOf(rule: CumulativeRule, open: Open, endedAt: number | null): Excursion {
  const { side, startedAt, outsideMs, statistics } = open;
  return {
    side,
    startedAt,
    raisedAt: startedAt,
    endedAt,
    statistics,
    limits: { minimum: rule.minimum, maximum: rule.maximum },
    facts: {
      outsideMinutes: outsideMs / MINUTE_MS,
      windowMinutes: rule.windowMinutes,
      allowedMinutes: rule.outsideMinutes,
    },
  };
}

/**
 * Whether a state has counted time but lacks its cell size or the last readings: nothing can be added, so the series is
 * evaluated again.
 */
export const isUnstepped = ({ above, below, open, stepMs, latest }: CumulativeState): boolean =>
  (stepMs === undefined || latest === undefined) && (open !== null || above.length + below.length > 0);

/**
 * The state converted to the cells of the present window, which may have changed. The time of a cell is put as late in
 * it as possible before `until`, the next sample, so that the time outside is never underestimated.
 */
function inStepsOf(rule: CumulativeRule, state: CumulativeState, until: number): CumulativeState {
  const { stepMs } = state;
  if (stepMs === undefined || stepMs === cellMs(rule)) return state;
  const newest = state.latest?.at(-3) ?? until;
  const rebinned = (cells: readonly number[]) => {
    let next: number[] = [];
    for (let index = 0; index < cells.length; index += 2) {
      const to = Math.min(((cells[index] as number) + 1) * stepMs, newest);
      next = held(rule, next, { at: to - (cells[index + 1] as number) }, to);
    }
    return next;
  };
  return { ...state, above: rebinned(state.above), below: rebinned(state.below), stepMs: cellMs(rule) };
}

/** The cells with the time from an outside reading to the next one added, in order. */
function held(rule: CumulativeRule, cells: readonly number[], from: Pick<Sample, "at">, to: number): number[] {
  const size = cellMs(rule);
  const next = [...cells];
  // A step whose pace became known late may lie before time counted since.
  const later: number[] = [];
  while (next.length > 0 && (next.at(-2) as number) > Math.floor(from.at / size)) later.unshift(...next.splice(-2));
  const add = (cell: number, ms: number) => {
    if (next.at(-2) === cell) next[next.length - 1] = (next.at(-1) as number) + ms;
    else next.push(cell, ms);
  };
  for (let at = from.at; at < to; ) {
    const cell = Math.floor(at / size);
    const end = Math.min(to, (cell + 1) * size);
    add(cell, end - at);
    at = end;
  }
  for (let index = 0; index < later.length; index += 2) add(later[index] as number, later[index + 1] as number);
  return next;
}

/** The cells that overlap the window at an instant. */
function kept(rule: CumulativeRule, cells: number[], at: number): number[] {
  const size = cellMs(rule);
  const from = at - rule.windowMinutes * MINUTE_MS;
  let index = 0;
  while (index < cells.length && ((cells[index] as number) + 1) * size <= from) index += 2;
  return index === 0 ? cells : cells.slice(index);
}

/**
 * Milliseconds outside within the window at an instant. The cell at the far edge counts as far as it fits in the
 * window: never an underestimate, and an overestimate of less than a cell.
 */
function outsideMsIn(rule: CumulativeRule, cells: readonly number[], at: number): number {
  const size = cellMs(rule);
  const from = at - rule.windowMinutes * MINUTE_MS;
  let sum = 0;
  for (let index = 0; index < cells.length; index += 2) {
    const end = ((cells[index] as number) + 1) * size;
    sum += Math.max(0, Math.min(cells[index + 1] as number, end - from));
  }
  return sum;
}

import { type Excursion, isBack, type Limits, sideOf, thresholdsOf } from "../range/rules";
import {
  beginStatistics,
  closeStatistics,
  type ExcursionStatistics,
  extendStatistics,
  type Sample,
  type Side,
} from "../statistics/rules";

/**
 * A cumulative condition: `outsideMinutes` beyond one limit within the last `windowMinutes`, connected or not. Limits
 * are inclusive, in the measure's canonical unit; null means no limit on that side. Both sides are counted apart, as
 * the vaccine loggers of the WHO do (E006: above +8 °C for 10 h, below −0.5 °C for 1 h).
 */
export type CumulativeRule = Limits & {
  outsideMinutes: number;
  windowMinutes: number;
  deadBand: number;
  measure: string;
  /** The longest step between two readings through which the first one holds: twice the report interval. */
  maximumStepMs: number;
};

/**
 * The memory between batches; plain JSON, a few numbers while all is well. `above` and `below` hold the time outside as
 * `[cell, ms, cell, ms, …]`, a cell being a fixed step of time (`cellMs`), so the memory stays small whatever the value
 * does. `last`: the newest reading if it is outside, for it holds until the next one.
 */
export type CumulativeState = {
  last: (Sample & { side: Side }) | null;
  above: number[];
  below: number[];
  open: Open | null;
};

type Open = { side: Side; startedAt: number; outsideMs: number; statistics: ExcursionStatistics };

/** The state before a series begins. */
export const UNSPENT: CumulativeState = Object.freeze({
  last: null,
  above: Object.freeze([]) as unknown as number[],
  below: Object.freeze([]) as unknown as number[],
  open: null,
});

const CELLS = 240;
const MINUTE_MS = 60_000;
/** An exposure that hovers at what is allowed must not open and end with each reading. */
const END_SHARE = 0.9;

/** The steps in which time leaves the window: a 240th of it, a minute at least. */
export const cellMs = (rule: CumulativeRule): number =>
  Math.max(MINUTE_MS, Math.ceil((rule.windowMinutes * MINUTE_MS) / CELLS));

/**
 * How long a reading inside must follow the last one outside until nothing of the past counts any more: the window,
 * what a reading holds at most, and the step in which time leaves the window.
 */
export const cumulativeSettlingMs = (rule: CumulativeRule): number =>
  rule.windowMinutes * MINUTE_MS + rule.maximumStepMs + cellMs(rule);

/**
 * Runs samples (finite values, strictly increasing times, all later than those judged before) through the machine. Any
 * chunking gives the same state and excursions. An excursion begins with the reading at which the time outside reaches
 * what is allowed. It ends with the first one back inside (past the dead band) at which less than nine tenths of that
 * are in the window, or at which the other side has used up its own.
 */
export function judgeCumulative(
  rule: CumulativeRule,
  state: CumulativeState,
  samples: readonly Sample[],
): { state: CumulativeState; excursions: Excursion[] } {
  const found = new Map<number, Excursion>();
  let current = state;
  for (const sample of samples) current = step(rule, current, sample, found);
  const { open } = current;
  if (open && (open !== state.open || found.has(open.startedAt))) {
    found.set(open.startedAt, excursionOf(rule, open, null));
  }
  return { state: current, excursions: [...found.values()].sort((a, b) => a.startedAt - b.startedAt) };
}

function step(
  rule: CumulativeRule,
  state: CumulativeState,
  sample: Sample,
  found: Map<number, Excursion>,
): CumulativeState {
  const thresholds = thresholdsOf(rule);
  const side = sideOf(thresholds, sample.value);
  const { last } = state;
  const hasHeld = last !== null && sample.at - last.at <= rule.maximumStepMs;
  const grown = hasHeld ? last.side : null;
  const spent = {
    above: kept(rule, grown === "above" ? held(rule, state.above, last as Sample, sample.at) : state.above, sample.at),
    below: kept(rule, grown === "below" ? held(rule, state.below, last as Sample, sample.at) : state.below, sample.at),
  };
  const outsideMs = (of: Side) => outsideMsIn(rule, spent[of], sample.at);
  const isSpent = grown !== null && outsideMs(grown) >= rule.outsideMinutes * MINUTE_MS;

  let open = state.open && extended(rule, state.open, sample, outsideMs(state.open.side));
  const isOver =
    open !== null &&
    isBack(thresholds, open.side, sample.value) &&
    outsideMs(open.side) < END_SHARE * rule.outsideMinutes * MINUTE_MS;
  const hasSwung = open !== null && isSpent && grown !== open.side;
  if (open && (isOver || hasSwung)) {
    found.set(open.startedAt, excursionOf(rule, open, sample.at));
    open = null;
  }
  if (isSpent && open === null) {
    open = begun(rule, grown, last as Sample, sample, outsideMs(grown));
    // One that ended at this very reading keeps its place: it began earlier.
    found.set(open.startedAt, excursionOf(rule, open, null));
  }
  const next = side === null ? null : { at: sample.at, value: sample.value + 0, side };
  if (next === null && open === null && spent.above.length + spent.below.length === 0) return UNSPENT;
  return { last: next, ...spent, open };
}

/** The statistics begin with the last reading outside: the one that proves the time may be back inside. */
function begun(rule: CumulativeRule, side: Side, last: Sample, sample: Sample, outsideMs: number): Open {
  const first = beginStatistics(last, excessOf(rule, side, last.value), rule.measure === "temperature");
  const statistics = extendStatistics(first, side, sample, excessOf(rule, side, sample.value));
  return { side, startedAt: sample.at, outsideMs, statistics };
}

function extended(rule: CumulativeRule, open: Open, sample: Sample, outsideMs: number): Open {
  const statistics = extendStatistics(open.statistics, open.side, sample, excessOf(rule, open.side, sample.value));
  return { ...open, outsideMs: Math.max(open.outsideMs, outsideMs), statistics };
}

function excursionOf(rule: CumulativeRule, open: Open, endedAt: number | null): Excursion {
  const { side, startedAt, outsideMs } = open;
  const statistics = endedAt === null ? open.statistics : closeStatistics(open.statistics, endedAt);
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

/** The cells with the time from a reading outside until the next one added. */
function held(rule: CumulativeRule, cells: readonly number[], from: Sample, to: number): number[] {
  const size = cellMs(rule);
  const next = [...cells];
  for (let at = from.at; at < to; ) {
    const cell = Math.floor(at / size);
    const end = Math.min(to, (cell + 1) * size);
    if (next.at(-2) === cell) next[next.length - 1] = (next.at(-1) as number) + end - at;
    else next.push(cell, end - at);
    at = end;
  }
  return next;
}

/** The cells that still reach into the window at an instant. */
function kept(rule: CumulativeRule, cells: number[], at: number): number[] {
  const size = cellMs(rule);
  const from = at - rule.windowMinutes * MINUTE_MS;
  let index = 0;
  while (index < cells.length && ((cells[index] as number) + 1) * size <= from) index += 2;
  return index === 0 ? cells : cells.slice(index);
}

/**
 * Milliseconds outside within the window at an instant. Of the cell at the far edge as much counts as can lie in the
 * window: never less than there was, and more by less than a cell.
 */
function outsideMsIn(rule: CumulativeRule, cells: readonly number[], at: number): number {
  const size = cellMs(rule);
  const from = at - rule.windowMinutes * MINUTE_MS;
  let sum = 0;
  for (let index = 0; index < cells.length; index += 2) {
    const end = ((cells[index] as number) + 1) * size;
    sum += Math.min(cells[index + 1] as number, end - from);
  }
  return sum;
}

function excessOf(rule: CumulativeRule, side: Side, value: number): number {
  const excess = side === "above" ? value - (rule.maximum ?? value) : (rule.minimum ?? value) - value;
  return Math.max(0, excess);
}

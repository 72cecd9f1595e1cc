import { placesIn } from "./chart-panel";
import type { OpenColumns } from "./gaps";
import type { TimeRange } from "./zoom";

type Values = readonly (number | null)[];

/** Columns of the visible range; `inner` is the index range of its own values, without interpolated ends. */
export type CutOut = OpenColumns & { inner: readonly [first: number, end: number] };

/**
 * The columns inside a range. Where a line enters or leaves the range, a value at the very end of the range is
 * interpolated between its neighbours (for steps, the previous value): nothing is drawn far beyond the visible range.
 */
export function cutOut(columns: OpenColumns, range: TimeRange, isStep: boolean): CutOut {
  const { at } = columns;
  const [first, end] = placesIn(at, range);
  const between = (values: Values, place: number, moment: number): number | null => {
    const [before, behind] = [values[place - 1] ?? null, values[place] ?? null];
    if (before === null || isStep) return before;
    const [from, to] = [at[place - 1] as number, at[place] as number];
    return behind === null ? null : before + ((behind - before) * (moment - from)) / (to - from);
  };
  const leadsIn = first > 0 && first < at.length && at[first] !== range.from;
  const leadsOut = end > 0 && end < at.length && at[end - 1] !== range.to;
  const cut = (values: Values): (number | null)[] => [
    ...(leadsIn ? [between(values, first, range.from)] : []),
    ...values.slice(first, end),
    ...(leadsOut ? [between(values, end, range.to)] : []),
  ];
  const lead = leadsIn ? 1 : 0;
  return {
    at: [...(leadsIn ? [range.from] : []), ...at.slice(first, end), ...(leadsOut ? [range.to] : [])],
    min: cut(columns.min),
    mean: cut(columns.mean),
    max: cut(columns.max),
    inner: [lead, lead + end - first],
  };
}

/** The runs of consecutive values: the index of the first of each, and the index after the last. */
export function runsOf(values: Values): [first: number, end: number][] {
  const runs: [number, number][] = [];
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.[1] === place) last[1] = place + 1;
    else runs.push([place, place + 1]);
  }
  return runs;
}

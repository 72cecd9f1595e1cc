import { placesIn } from "./chart-panel";
import type { OpenColumns } from "./gaps";
import type { TimeRange } from "./zoom";

type Values = readonly (number | null)[];

/** Columns of what is in view; `inner` are the places of its own values, without those made at the ends. */
export type CutOut = OpenColumns & { inner: readonly [first: number, end: number] };

/**
 * The columns inside a range. Where a line leads in or out there is a value at the very end of the range, on its way
 * between its neighbours (of steps, the one held): nothing is drawn far beyond what is seen.
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

/** The stretches of places that hold values: the first of each, and the one behind its last. */
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

import { cutMiddle } from "@/components/value/middle";
import { type ChartLimit, type ChartPanel, placesIn, widthOf } from "./chart-panel";
import type { OpenColumns } from "./gaps";
import type { TimeRange } from "./zoom";

/** A plot in pixels from the upper left corner of its chart. */
export type PlotBox = { left: number; top: number; width: number; height: number };

/** A label with the right end and the middle of its text in pixels. */
export type PlacedLabel = ChartLimit & { x: number; y: number; width: number };

const HEIGHT = 14;
/** The distance of a label from its limit, and from everything else, in pixels. */
const GAP = 2;
/** Bold letters are wider than `widthOf` assumes. */
const BOLD = 1.08;
/** Positions that are tried along a limit, from its right end. */
const STEPS = 24;
/** The least distance between two labels side by side. */
const APART = 12;
/** Separates the value of a limit from whose it is. */
const OWNER = " · ";

type Box = { left: number; right: number; top: number; bottom: number };
type Place = { box: PlotBox; range: TimeRange; axis: { min: number; max: number } };

/**
 * Where the limits of a panel are named, always beside their own line: where neither a value nor another limit or label
 * lies behind the text; if there is no such place, the value without its owner there, and at last over the values. A
 * label that would lie over another label or limit is omitted.
 */
export function placeLabels(
  { limits }: Pick<ChartPanel, "limits">,
  lines: readonly OpenColumns[],
  { box, range, axis }: Place,
): PlacedLabel[] {
  const right = box.left + box.width;
  const yOf = (value: number) => box.top + (box.height * (axis.max - value)) / (axis.max - axis.min);
  const atOf = (x: number) => range.from + ((x - box.left) / box.width) * (range.to - range.from);
  const taken: Box[] = [];
  const valueAt = (y: number) => axis.max - ((y - box.top) / box.height) * (axis.max - axis.min);
  const crosses = (area: Box) => {
    const span = { from: atOf(area.left), to: atOf(area.right) };
    const values = { low: valueAt(area.bottom + GAP), high: valueAt(area.top - GAP) };
    return lines.some((line) => isCrossed(line, span, values));
  };
  const isFree = (area: Box, own: ChartLimit) =>
    area.top >= box.top &&
    area.bottom <= box.top + box.height &&
    taken.every((other) => !overlap(area, other)) &&
    limits.every((other) => other === own || isOutside(yOf(other.value), area));

  return limits.flatMap((limit) => {
    const whole = cutMiddle(limit.text, box.width, (part) => widthOf(part) * BOLD);
    const [value = whole] = limit.text.split(OWNER);
    const line = yOf(limit.value);
    const above = { top: line - GAP - HEIGHT, bottom: line - GAP };
    const below = { top: line + GAP, bottom: line + GAP + HEIGHT };
    const sides = limit.tone === "above" ? [above, below] : [below, above];
    const ways = [
      { text: whole, mayCross: false },
      { text: value, mayCross: false },
      { text: value, mayCross: true },
    ];
    for (const { text, mayCross } of ways) {
      const width = widthOf(text) * BOLD;
      for (const side of sides)
        for (let step = 0; step <= STEPS; step += 1) {
          const x = right - ((box.width - width) * step) / STEPS;
          const area = { left: x - width, right: x, ...side };
          if (!isFree(area, limit) || (!mayCross && crosses(area))) continue;
          taken.push(area);
          return [{ ...limit, text, x, y: (side.top + side.bottom) / 2, width }];
        }
    }
    return [];
  });
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right + APART && b.left < a.right + APART && a.top < b.bottom + GAP && b.top < a.bottom + GAP;

const isOutside = (y: number, { top, bottom }: Box): boolean => y <= top - GAP || y >= bottom + GAP;

type Edges = { low: number; high: number };

/** Lowest and highest value at a place of the columns, `share` of the way to the next one; null in a gap. */
function edgesAt({ min, mean, max }: OpenColumns, index: number, share: number): Edges | null {
  const [here, next] = [mean[index] ?? null, mean[index + 1] ?? null];
  if (here === null || (share > 0 && next === null)) return null;
  const low = min[index] ?? here;
  const high = max[index] ?? here;
  if (share === 0) return { low, high };
  return {
    low: low + ((min[index + 1] ?? (next as number)) - low) * share,
    high: high + ((max[index + 1] ?? (next as number)) - high) * share,
  };
}

/** Whether the band or the line of these columns touches an area, given as a span of time and a span of values. */
function isCrossed(columns: OpenColumns, { from, to }: TimeRange, { low, high }: Edges): boolean {
  const { at, min, mean, max } = columns;
  const [first, end] = placesIn(at, { from, to });
  const shareAt = (index: number, instant: number) => {
    const [start, stop] = [at[index] as number, at[index + 1] as number];
    return stop > start ? (instant - start) / (stop - start) : 0;
  };
  // On which side of the area the line came from: a straight step from one side to the other crosses it.
  let side = 0;
  const meets = (bottom: number, top: number) => {
    const now = bottom > high ? 1 : top < low ? -1 : 0;
    const isMet = now === 0 || now === -side;
    side = now;
    return isMet;
  };
  if (first > 0 && first < at.length) {
    const edges = edgesAt(columns, first - 1, shareAt(first - 1, from));
    if (edges && meets(edges.low, edges.high)) return true;
  }
  for (let index = first; index < end; index += 1) {
    const value = mean[index];
    if (value === null || value === undefined) side = 0;
    else if (meets(min[index] ?? value, max[index] ?? value)) return true;
  }
  if (end === 0 || end === at.length) return false;
  const edges = edgesAt(columns, end - 1, shareAt(end - 1, to));
  return edges !== null && meets(edges.low, edges.high);
}

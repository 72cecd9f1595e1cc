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
/** The distance between the labels above a plot, and the least width of one there. */
const APART = 12;
const LEAST_WIDTH = 60;

type Box = { left: number; right: number; top: number; bottom: number };
type Place = { box: PlotBox; range: TimeRange; axis: { min: number; max: number } };

/**
 * Where the limits of a panel are named: on their line, where neither a value nor another limit or label lies behind
 * the text; if there is no such place, above the plot, beside the panel's title. A label that has no room even there is
 * omitted.
 */
export function placeLabels(
  { limits, title }: Pick<ChartPanel, "limits" | "title">,
  lines: readonly OpenColumns[],
  { box, range, axis }: Place,
): PlacedLabel[] {
  const right = box.left + box.width;
  const yOf = (value: number) => box.top + (box.height * (axis.max - value)) / (axis.max - axis.min);
  const atOf = (x: number) => range.from + ((x - box.left) / box.width) * (range.to - range.from);
  const taken: Box[] = [];
  const crosses = (area: Box) => {
    const span = { from: atOf(area.left), to: atOf(area.right) };
    return lines.some((line) => isCrossed(line, span, { low: area.top, high: area.bottom }, yOf));
  };
  const isFree = (area: Box, own: ChartLimit) =>
    area.top >= box.top &&
    area.bottom <= box.top + box.height &&
    taken.every((other) => !overlap(area, other)) &&
    limits.every((other) => other === own || isOutside(yOf(other.value), area)) &&
    !crosses(area);

  let end = right;
  return limits.flatMap((limit) => {
    const text = cutMiddle(limit.text, box.width, (part) => widthOf(part) * BOLD);
    const width = widthOf(text) * BOLD;
    const line = yOf(limit.value);
    const above = { top: line - GAP - HEIGHT, bottom: line - GAP };
    const below = { top: line + GAP, bottom: line + GAP + HEIGHT };
    for (const side of limit.tone === "above" ? [above, below] : [below, above])
      for (let step = 0; step <= STEPS; step += 1) {
        const x = right - ((box.width - width) * step) / STEPS;
        const area = { left: x - width, right: x, ...side };
        if (!isFree(area, limit)) continue;
        taken.push(area);
        return [{ ...limit, text, x, y: (side.top + side.bottom) / 2, width }];
      }
    const room = end - box.left - (title ? widthOf(title) + APART : 0);
    if (room < LEAST_WIDTH) return [];
    const short = cutMiddle(limit.text, room, (part) => widthOf(part) * BOLD);
    const own = { x: end, width: widthOf(short) * BOLD };
    end -= own.width + APART;
    return [{ ...limit, text: short, ...own, y: box.top - HEIGHT / 2 }];
  });
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right + APART && b.left < a.right + APART && a.top < b.bottom + GAP && b.top < a.bottom + GAP;

const isOutside = (y: number, { top, bottom }: Box): boolean => y <= top - GAP || y >= bottom + GAP;

/** Whether the band or the line of these columns touches an area, given as a span of time and its edges in pixels. */
function isCrossed(
  { at, min, mean, max }: OpenColumns,
  { from, to }: TimeRange,
  { low, high }: { low: number; high: number },
  yOf: (value: number) => number,
): boolean {
  const [first, end] = placesIn(at, { from, to });
  const edgesAt = (index: number) =>
    mean[index] === null || mean[index] === undefined
      ? null
      : { top: yOf(max[index] ?? (mean[index] as number)), bottom: yOf(min[index] ?? (mean[index] as number)) };
  for (let index = Math.max(0, first - 1); index < Math.min(at.length, end + 1); index += 1) {
    const edges = edgesAt(index);
    if (!edges) continue;
    const isInside = index >= first && index < end;
    if (isInside && edges.top <= high + GAP && edges.bottom >= low - GAP) return true;
    const next = index + 1 < at.length ? edgesAt(index + 1) : null;
    if (!next) continue;
    // The part of the step that lies within the span.
    const [left, right] = [at[index] as number, at[index + 1] as number];
    const share = (instant: number) => (right > left ? Math.min(1, Math.max(0, (instant - left) / (right - left))) : 0);
    const [start, stop] = [share(from), share(to)];
    const between = (a: number, b: number, part: number) => a + (b - a) * part;
    const tops = [between(edges.top, next.top, start), between(edges.top, next.top, stop)];
    const bottoms = [between(edges.bottom, next.bottom, start), between(edges.bottom, next.bottom, stop)];
    if (Math.min(...tops) <= high + GAP && Math.max(...bottoms) >= low - GAP) return true;
  }
  return false;
}

import type { Tone } from "@/components/ui/tone";
import type { OpenColumns } from "./gaps";
import type { TimeRange } from "./zoom";

/** Number of a series colour of the tokens, from 1. */
export const SERIES_COLOURS = 8;

/** Colour token and dashes of a line; its width in pixels where it is not that of a line of values. */
export type Stroke = { token: string; dash: "solid" | "dashed" | "dotted"; width?: number; opacity?: number };

/** The dashes of a stroke, as a canvas takes them. */
export const DASHES: Record<Stroke["dash"], number[]> = { solid: [], dashed: [6, 3], dotted: [2, 2] };

export type ChartLine = {
  id: string;
  name: string;
  /** In place of the one by its order: a line of another kind has a look of its own. */
  stroke?: Stroke;
  /** From 0: picks the colour, and the dashes once all colours are used. */
  order: number;
  columns: OpenColumns;
  /** Least and greatest value stand for many: they are drawn as a band behind the mean. */
  hasBand: boolean;
};

export type ChartLimit = { value: number; text: string; tone: "above" | "below" };

/** A value by itself: a hollow mark that no line joins and no axis stretches for. */
export type ChartPoint = {
  id: string;
  at: number;
  value: number;
  order: number;
  /** In place of the one by its order. */
  stroke?: Stroke;
  name: string;
  text: string;
};

export type ChartShade = { id: string; from: number; to: number; tone: Tone; text: string };

/** One grid of the stack: lines of one unit over the common time axis. */
export type ChartPanel = {
  id: string;
  title: string;
  /** For on/off values, drawn as steps: the words of 0 and 1. */
  words?: readonly [string, string];
  /** The time at 1 is what one looks for: it is filled. */
  isFilled?: boolean;
  /** Of counts: the axis begins at none, or a dip would look like a collapse. */
  isFromZero?: boolean;
  lines: readonly ChartLine[];
  points?: readonly ChartPoint[];
  limits: readonly ChartLimit[];
  shades: readonly ChartShade[];
  /** A value with its unit, for the readout. */
  format: (value: number) => string;
  /** A value of the axis, without the unit. */
  formatAxis: (value: number) => string;
};

/** Where plots begin at least, in pixels: room for the numbers of an axis. */
export const PLOT_LEFT = 52;
export const PLOT_RIGHT = 16;
/** No words take more of the plots than this. */
const WORDS_MOST = 112;
/** From the words of an axis to its plot, and to the border of the chart. */
export const LABEL_GAP = 8;
const TITLE_HEIGHT = 34;
const AXIS_HEIGHT = 28;
const STEP_HEIGHT = 56;
const SMALL_TOP = 12;

/** Where all plots of a chart begin, in pixels: words of an on/off axis have the room they need. */
export function plotLeft(panels: readonly Pick<ChartPanel, "words">[], widthOf: (word: string) => number): number {
  const widths = panels.flatMap(({ words = [] }) => words.map(widthOf));
  return Math.max(PLOT_LEFT, Math.min(WORDS_MOST, Math.ceil(Math.max(0, ...widths)) + 2 * LABEL_GAP));
}

export type PanelBox = { top: number; height: number };

/** Shades of one tone that touch, as one: where several lines are out at once, the colour must not darken. */
export function joined(shades: readonly ChartShade[]): Pick<ChartShade, "from" | "to" | "tone">[] {
  const whole: Pick<ChartShade, "from" | "to" | "tone">[] = [];
  for (const { from, to, tone } of [...shades].sort((a, b) => a.from - b.from)) {
    const last = whole.findLast((shade) => shade.tone === tone);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else whole.push({ from, to, tone });
  }
  return whole;
}

/** Where the panels stand, in pixels from the top; a chart keeps its height while its data changes. */
export function layOut(panels: readonly Pick<ChartPanel, "words">[]): { boxes: PanelBox[]; height: number } {
  const lines = panels.filter(({ words }) => !words).length;
  const lineHeight = lines <= 1 ? 320 : lines === 2 ? 210 : 160;
  let top = 0;
  const boxes = panels.map(({ words }) => {
    const box = { top: top + TITLE_HEIGHT, height: words ? STEP_HEIGHT : lineHeight };
    top = box.top + box.height;
    return box;
  });
  return { boxes, height: top + AXIS_HEIGHT };
}

/** The box of a chart of one panel without a title, of so many pixels in all. */
export const smallBox = (height: number): PanelBox => ({ top: SMALL_TOP, height: height - SMALL_TOP - AXIS_HEIGHT });

/** How the line of an order is drawn. */
export function strokeOf(order: number): Stroke {
  const round = Math.floor(order / SERIES_COLOURS) % 3;
  const dash = round === 0 ? "solid" : round === 1 ? "dashed" : "dotted";
  return { token: `chart-${(order % SERIES_COLOURS) + 1}`, dash };
}

export type Reach = { low: number; high: number };

/** The least and greatest value that lines and limits of a panel show in a range; null where they show none. */
export function reachOf(
  { lines, limits, isFromZero }: Pick<ChartPanel, "lines" | "limits" | "isFromZero">,
  range: TimeRange,
): Reach | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const take = (value: number | null | undefined) => {
    if (value === null || value === undefined) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const { value } of limits) take(value);
  for (const { columns } of lines) {
    const [first, end] = placesIn(columns.at, range);
    // One more on either side: the line leads there.
    for (let place = Math.max(0, first - 1); place < Math.min(columns.at.length, end + 1); place += 1) {
      take(columns.min[place]);
      take(columns.max[place]);
    }
  }
  if (low > high) return null;
  return { low: isFromZero ? Math.min(0, low) : low, high };
}

/** How many of the ordered instants lie before `at`. */
function countBefore(ats: readonly number[], at: number): number {
  let [low, high] = [0, ats.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ats[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first place of the ordered instants inside a range, and the one behind the last. */
export const placesIn = (ats: readonly number[], { from, to }: TimeRange): [number, number] => [
  countBefore(ats, from),
  countBefore(ats, to + 1),
];

/** The place of the value nearest to an instant within `reachMs`, or of the last one before it for steps; -1 for none. */
export function nearest(ats: readonly number[], at: number, reachMs: number, isStep: boolean): number {
  const low = countBefore(ats, at + 1);
  const before = low - 1;
  if (isStep) return before;
  const distance = (index: number) => Math.abs((ats[index] ?? Number.POSITIVE_INFINITY) - at);
  const best = distance(before) <= distance(low) ? before : low;
  return distance(best) <= reachMs ? best : -1;
}

import type { Tone } from "@/components/value/tone";
import type { OpenColumns } from "./gaps";
import type { TimeRange } from "./zoom";

/** Number of a series colour of the tokens, from 1. */
export const SERIES_COLOURS = 8;

/** Colour token and dash pattern of a line; `width` in pixels if it differs from that of a line of values. */
export type Stroke = { token: string; dash: "solid" | "dashed" | "dotted"; width?: number; opacity?: number };

/** The canvas dash pattern of each stroke. */
export const DASHES: Record<Stroke["dash"], number[]> = { solid: [], dashed: [6, 3], dotted: [2, 2] };

export type ChartLine = {
  id: string;
  name: string;
  /** Overrides the stroke derived from `order`, for lines of another kind. */
  stroke?: Stroke;
  /** From 0: selects the colour, and the dash pattern once all colours are used. */
  order: number;
  columns: OpenColumns;
  /** Minimum and maximum aggregate several values: they are drawn as a band behind the mean. */
  hasBand: boolean;
};

export type ChartLimit = { value: number; text: string; tone: "above" | "below" };

/** A single value: a hollow marker without a line that does not extend the axis. */
export type ChartPoint = {
  id: string;
  at: number;
  value: number;
  order: number;
  /** Overrides the stroke derived from `order`. */
  stroke?: Stroke;
  name: string;
  text: string;
};

export type ChartShade = { id: string; from: number; to: number; tone: Tone; text: string };

/** One grid of the stack: lines of one unit over the shared time axis. */
export type ChartPanel = {
  id: string;
  title: string;
  /** What is measured, as the heading of its values in the readout; the title by default. */
  heading?: string;
  /** For on/off values, drawn as steps: the labels of 0 and 1. */
  words?: readonly [string, string];
  /** Formats the share of a bucket's time at 1, if it is neither none nor all. */
  share?: (share: number) => string;
  /** The time at 1 is what matters, so it is filled. */
  isFilled?: boolean;
  /** For counts: the axis starts at 0, because otherwise a dip would look like a collapse. */
  isFromZero?: boolean;
  lines: readonly ChartLine[];
  points?: readonly ChartPoint[];
  limits: readonly ChartLimit[];
  shades: readonly ChartShade[];
  /** Formats a value with its unit for the readout. */
  format: (value: number) => string;
  /** Formats a value of the axis, without the unit. */
  formatAxis: (value: number) => string;
};

/** The minimum left edge of plots in pixels, which leaves room for the numbers of an axis. */
export const PLOT_LEFT = 52;
export const PLOT_RIGHT = 16;
/** The maximum left edge of plots in pixels, whatever room the labels need. */
const WORDS_MOST = 112;
/** The distance from the labels of an axis to its plot and to the border of the chart. */
export const LABEL_GAP = 8;
const TITLE_HEIGHT = 34;
const AXIS_HEIGHT = 28;
const STEP_HEIGHT = 56;
/** Several on/off values are lanes, which are lower and closer together. */
const LANE = { title: 24, height: 28 };
const SMALL_TOP = 12;

/** The common left edge of all plots of a chart in pixels, which leaves room for the labels of on/off axes. */
export function plotLeft(panels: readonly Pick<ChartPanel, "words">[], widthOf: (word: string) => number): number {
  const widths = panels.flatMap(({ words = [] }) => words.map(widthOf));
  return Math.max(PLOT_LEFT, Math.min(WORDS_MOST, Math.ceil(Math.max(0, ...widths)) + 2 * LABEL_GAP));
}

export type PanelBox = { top: number; height: number };

/** Merges adjacent shades of one tone: where several lines are out of range at once, the colour must not darken. */
export function joined(shades: readonly ChartShade[]): Pick<ChartShade, "from" | "to" | "tone">[] {
  const whole: Pick<ChartShade, "from" | "to" | "tone">[] = [];
  for (const { from, to, tone } of [...shades].sort((a, b) => a.from - b.from)) {
    const last = whole.findLast((shade) => shade.tone === tone);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else whole.push({ from, to, tone });
  }
  return whole;
}

/** The layout of the panels in pixels from the top. A chart keeps its height while its data changes. */
export function layOut(panels: readonly Pick<ChartPanel, "words">[]): { boxes: PanelBox[]; height: number } {
  const lines = panels.filter(({ words }) => !words).length;
  const lineHeight = lines <= 1 ? 320 : lines === 2 ? 210 : 160;
  const areLanes = panels.length - lines > 1;
  const step = areLanes ? LANE : { title: TITLE_HEIGHT, height: STEP_HEIGHT };
  let top = 0;
  const boxes = panels.map(({ words }, index) => {
    const isNext = words !== undefined && panels[index - 1]?.words !== undefined;
    const box = {
      top: top + (isNext ? step.title : TITLE_HEIGHT),
      height: words ? step.height : lineHeight,
    };
    top = box.top + box.height;
    return box;
  });
  return { boxes, height: top + AXIS_HEIGHT };
}

/** The box of a single-panel chart without a title, for a total height in pixels. */
export const smallBox = (height: number): PanelBox => ({ top: SMALL_TOP, height: height - SMALL_TOP - AXIS_HEIGHT });

/** The same for several panels without titles, one below another. */
export function smallBoxes(count: number, height: number): PanelBox[] {
  const each = (height - SMALL_TOP - AXIS_HEIGHT - (count - 1) * SMALL_TOP) / count;
  return Array.from({ length: count }, (_, index) => ({ top: SMALL_TOP + index * (each + SMALL_TOP), height: each }));
}

const FONT_SIZE = 12;

/** The approximate width of a text of a chart in pixels, because the server cannot measure it. */
export const widthOf = (text: string): number =>
  [...text].reduce((width, sign) => width + (sign > "\u2e7f" ? FONT_SIZE : 0.56 * FONT_SIZE), 0);

/** The stroke of a line by its order. */
export function strokeOf(order: number): Stroke {
  const round = Math.floor(order / SERIES_COLOURS) % 3;
  const dash = round === 0 ? "solid" : round === 1 ? "dashed" : "dotted";
  return { token: `chart-${(order % SERIES_COLOURS) + 1}`, dash };
}

export type Reach = { low: number; high: number };

/** The minimum and maximum that lines and limits of a panel show in a range; null if they show none. */
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
    // Includes one more value on either side, because the line continues to it.
    for (let place = Math.max(0, first - 1); place < Math.min(columns.at.length, end + 1); place += 1) {
      take(columns.min[place]);
      take(columns.max[place]);
    }
  }
  if (low > high) return null;
  return { low: isFromZero ? Math.min(0, low) : low, high };
}

/** The number of sorted instants before `at`. */
function countBefore(ats: readonly number[], at: number): number {
  let [low, high] = [0, ats.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ats[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first of the sorted instants inside a range, and the index after the last. */
export const placesIn = (ats: readonly number[], { from, to }: TimeRange): [number, number] => [
  countBefore(ats, from),
  countBefore(ats, to + 1),
];

/** The index of the value nearest to an instant within `reachMs`, for steps of the last one before it; or -1. */
export function nearest(ats: readonly number[], at: number, reachMs: number, isStep: boolean): number {
  const low = countBefore(ats, at + 1);
  const before = low - 1;
  if (isStep) return before;
  const distance = (index: number) => Math.abs((ats[index] ?? Number.POSITIVE_INFINITY) - at);
  const best = distance(before) <= distance(low) ? before : low;
  return distance(best) <= reachMs ? best : -1;
}

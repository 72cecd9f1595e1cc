import { type ChartLine, type ChartPanel, DASHES, joined, type Reach, strokeOf } from "./chart-panel";
import { type CutOut, cutOut, runsOf } from "./cut-out";
import type { ChartTheme } from "./use-chart-theme";
import type { TimeRange } from "./zoom";

/** Where a panel is painted and how instants and values become pixels there. */
export type Plot = {
  context: CanvasRenderingContext2D;
  theme: ChartTheme;
  range: TimeRange;
  left: number;
  right: number;
  top: number;
  bottom: number;
  xOf: (at: number) => number;
  yOf: (value: number) => number;
};

/** From so few values in view on, each is marked: one sees what was measured and what was joined up. */
const MARKED_VALUES = 90;
const MARK_RADIUS = 1.75;
const BAND_OPACITY = 0.2;
const SHADE_OPACITY = 0.16;
/** Of the time in which a switch was on; less where single values tell it exactly. */
const FILLED = { band: 0.4, values: 0.18 };

/** The times of excursions. */
export function paintShades({ context, theme, range, top, bottom, xOf }: Plot, { shades }: ChartPanel): void {
  context.globalAlpha = SHADE_OPACITY;
  for (const { from, to, tone } of joined(shades)) {
    if (from >= range.to || to <= range.from) continue;
    const [left, right] = [xOf(Math.max(from, range.from)), xOf(Math.min(to, range.to))];
    context.fillStyle = theme.colour(`${tone}-solid`);
    context.fillRect(left, top, Math.max(1, right - left), bottom - top);
  }
  context.globalAlpha = 1;
}

/** All lines of a panel, their bands below them. */
export function paintLines(plot: Plot, { lines, words, isFilled }: ChartPanel): void {
  const isStep = words !== undefined;
  const parts = lines.map((line) => ({ line, seen: cutOut(line.columns, plot.range, isStep) }));
  for (const { line, seen } of parts) if (line.hasBand && !isStep) paintBand(plot, line, seen);
  for (const { line, seen } of parts) {
    if (isFilled) paintFilled(plot, line, seen);
    // A bucket in which it happened at all is filled, but has no edges: they would claim moments that nobody knows.
    if (!(isFilled && line.hasBand)) paintLine(plot, line, seen, isStep);
  }
}

const lookOf = (line: ChartLine) => line.stroke ?? strokeOf(line.order);

function paintBand({ context, theme, xOf, yOf }: Plot, line: ChartLine, { at, min, mean, max }: CutOut): void {
  context.beginPath();
  for (const [first, end] of runsOf(mean)) {
    // Without it a band would begin where the one before did.
    context.moveTo(xOf(at[first] as number), yOf(max[first] ?? (mean[first] as number)));
    for (let place = first + 1; place < end; place += 1)
      context.lineTo(xOf(at[place] as number), yOf(max[place] ?? (mean[place] as number)));
    for (let place = end - 1; place >= first; place -= 1)
      context.lineTo(xOf(at[place] as number), yOf(min[place] ?? (mean[place] as number)));
    context.closePath();
  }
  context.globalAlpha = BAND_OPACITY;
  context.fillStyle = theme.colour(lookOf(line).token);
  context.fill();
  context.globalAlpha = 1;
}

/** The way along the values of a run; a step holds its value until the next one. */
function trace({ context, xOf, yOf }: Plot, { at, mean }: CutOut, first: number, end: number, isStep: boolean): void {
  let held = 0;
  for (let place = first; place < end; place += 1) {
    const [x, y] = [xOf(at[place] as number), yOf(mean[place] as number)];
    if (isStep && place > first) context.lineTo(x, held);
    if (place === first) context.moveTo(x, y);
    else context.lineTo(x, y);
    held = y;
  }
}

function paintFilled(plot: Plot, line: ChartLine, seen: CutOut): void {
  const { context, theme, xOf, yOf } = plot;
  context.beginPath();
  for (const [first, end] of runsOf(seen.mean)) {
    trace(plot, seen, first, end, true);
    context.lineTo(xOf(seen.at[end - 1] as number), yOf(0));
    context.lineTo(xOf(seen.at[first] as number), yOf(0));
    context.closePath();
  }
  context.globalAlpha = line.hasBand ? FILLED.band : FILLED.values;
  context.fillStyle = theme.colour(lookOf(line).token);
  context.fill();
  context.globalAlpha = 1;
}

function paintLine(plot: Plot, line: ChartLine, seen: CutOut, isStep: boolean): void {
  const { context, theme } = plot;
  const { token, dash } = lookOf(line);
  const runs = runsOf(seen.mean);
  context.beginPath();
  for (const [first, end] of runs) trace(plot, seen, first, end, isStep);
  context.strokeStyle = theme.colour(token);
  context.lineWidth = isStep ? 1.5 : 1.25;
  context.setLineDash(DASHES[dash]);
  context.stroke();
  context.setLineDash([]);
  if (!isStep) paintMarks(plot, seen, runs, theme.colour(token));
}

/** Each value where there are few; else those between two gaps, which have no line. */
function paintMarks({ context, xOf, yOf }: Plot, seen: CutOut, runs: readonly [number, number][], colour: string) {
  const [first, end] = seen.inner;
  const isEach = end - first <= MARKED_VALUES;
  context.beginPath();
  for (const [from, to] of runs) {
    if (!isEach && to - from > 1) continue;
    for (let place = Math.max(from, first); place < Math.min(to, end); place += 1) {
      const [x, y] = [xOf(seen.at[place] as number), yOf(seen.mean[place] as number)];
      context.moveTo(x + MARK_RADIUS, y);
      context.arc(x, y, MARK_RADIUS, 0, 2 * Math.PI);
    }
  }
  context.fillStyle = colour;
  context.fill();
}

const POINT_RADIUS = 3;
const ARROW = { way: 7, half: 4 };

/** Values by themselves: what lies beyond the lines and limits stands at their edge as an arrow. */
export function paintPoints({ context, theme, range, xOf, yOf }: Plot, panel: ChartPanel, seen: Reach | null): void {
  const reach = panel.words ? { low: 0, high: 1 } : seen;
  context.fillStyle = theme.colour("card");
  context.lineWidth = 1.5;
  for (const { at, value, order } of panel.points ?? []) {
    if (at < range.from || at > range.to) continue;
    const shown = reach ? Math.max(reach.low, Math.min(reach.high, value)) : value;
    const [x, y] = [xOf(at), yOf(shown)];
    context.beginPath();
    if (shown === value) context.arc(x, y, POINT_RADIUS, 0, 2 * Math.PI);
    else {
      const way = value > shown ? -1 : 1;
      context.moveTo(x - ARROW.half, y + way * (ARROW.way - ARROW.half));
      context.lineTo(x + ARROW.half, y + way * (ARROW.way - ARROW.half));
      context.lineTo(x, y + way * (ARROW.way + ARROW.half));
      context.closePath();
    }
    context.strokeStyle = theme.colour(strokeOf(order).token);
    context.fill();
    context.stroke();
  }
}

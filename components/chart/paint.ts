import { type ChartPanel, LABEL_GAP, layOut, PLOT_RIGHT, reachOf } from "./chart-panel";
import { type Plot, paintLines, paintPoints, paintShades } from "./paint-lines";
import type { TimeTick } from "./time-ticks";
import type { ChartTheme } from "./use-chart-theme";
import { roundAxis } from "./value-axis";
import type { TimeRange } from "./zoom";

/** What a canvas shows: panels over a range, with the ticks of their common time axis. */
export type Scene = {
  panels: readonly ChartPanel[];
  range: TimeRange;
  ticks: readonly TimeTick[];
  theme: ChartTheme;
  /** Pixels, as the page counts them; `left` is where the plots begin. */
  width: number;
  left: number;
};

const FONT_SIZE = 12;
const TICK_LENGTH = 5;
/** Labels of the value axis stand at least so far apart. */
const LABEL_HEIGHT = 16;
const LIMIT_DASH = [5, 4];
const STEPS = { min: -0.15, max: 1.15 };
/** Without a value there is no axis to name, only lines to hold the place. */
const EMPTY = { min: 0, max: 1 };

/** In the middle of a pixel: a thin line is sharp there. */
const sharp = (pixels: number) => Math.round(pixels) + 0.5;

/** Paints a scene from nothing. What lies beyond the range costs nothing, so a frame of zooming paints it anew. */
export function paint(context: CanvasRenderingContext2D, scene: Scene): void {
  const { panels, range, theme, width, left } = scene;
  const { boxes, height } = layOut(panels);
  const right = Math.max(left + 1, width - PLOT_RIGHT);
  context.clearRect(0, 0, width, height);
  context.lineJoin = "round";
  for (const [index, panel] of panels.entries()) {
    const { top, height: boxHeight } = boxes[index] as (typeof boxes)[number];
    const bottom = top + boxHeight;
    const reach = reachOf(panel, range);
    const named = reach && !panel.words ? roundAxis(reach) : null;
    const axis = named ?? (panel.words ? STEPS : EMPTY);
    const plot: Plot = {
      ...{ context, theme, range, left, right, top, bottom },
      xOf: (at) => left + ((at - range.from) / (range.to - range.from)) * (right - left),
      yOf: (value) => bottom - ((value - axis.min) / (axis.max - axis.min)) * boxHeight,
    };
    paintShades(plot, panel);
    paintValueAxis(plot, panel, named);
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, boxHeight);
    context.clip();
    paintLines(plot, panel);
    context.restore();
    paintPoints(plot, panel, reach);
    paintLimits(plot, panel);
    paintBaseline(plot);
    if (index === panels.length - 1) paintTimeAxis(plot, scene);
  }
}

export const fontOf = (theme: ChartTheme, weight = 400) => `${weight} ${FONT_SIZE}px ${theme.fontFamily}`;

function paintValueAxis(plot: Plot, panel: ChartPanel, axis: ReturnType<typeof roundAxis> | null): void {
  const { context, theme, left, right, top, bottom, yOf } = plot;
  context.font = fontOf(theme);
  context.textAlign = "right";
  context.textBaseline = "middle";
  context.lineWidth = 1;
  context.strokeStyle = theme.colour("chart-grid");
  context.fillStyle = theme.colour("chart-axis");
  if (panel.words) {
    for (const [value, word] of panel.words.entries())
      context.fillText(word, left - LABEL_GAP, yOf(value), left - 2 * LABEL_GAP);
    return;
  }
  if (!axis) return;
  const count = Math.round((axis.max - axis.min) / axis.interval);
  const each = Math.max(1, Math.ceil((LABEL_HEIGHT * count) / (bottom - top)));
  context.beginPath();
  for (let line = 0; line <= count; line += 1) {
    // Without the rounding, sums of tenths would show as 0.30000000000000004.
    const value = Number((axis.min + line * axis.interval).toPrecision(12));
    context.moveTo(left, sharp(yOf(value)));
    context.lineTo(right, sharp(yOf(value)));
    if (line % each === 0) context.fillText(panel.formatAxis(value), left - LABEL_GAP, yOf(value), left - LABEL_GAP);
  }
  context.stroke();
}

function paintBaseline({ context, theme, left, right, bottom }: Plot): void {
  context.lineWidth = 1;
  context.strokeStyle = theme.colour("chart-grid");
  context.beginPath();
  context.moveTo(left, sharp(bottom));
  context.lineTo(right, sharp(bottom));
  context.stroke();
}

/** Limits as dashed lines over all else, named at their end. */
function paintLimits({ context, theme, left, right, yOf }: Plot, { limits }: ChartPanel): void {
  context.font = fontOf(theme, 600);
  context.textAlign = "right";
  context.textBaseline = "bottom";
  for (const { value, text, tone } of limits) {
    const y = sharp(yOf(value));
    context.setLineDash(LIMIT_DASH);
    context.lineWidth = 1.25;
    context.strokeStyle = theme.colour(`${tone}-solid`);
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(right, y);
    context.stroke();
    context.setLineDash([]);
    // A rim in the colour of the ground keeps the words apart from the lines.
    context.lineWidth = 3;
    context.strokeStyle = theme.colour("card");
    context.strokeText(text, right - LABEL_GAP, y - 2);
    context.fillStyle = theme.colour(tone);
    context.fillText(text, right - LABEL_GAP, y - 2);
  }
}

function paintTimeAxis({ context, theme, bottom, xOf }: Plot, { ticks, width }: Scene): void {
  context.textAlign = "center";
  context.textBaseline = "top";
  context.strokeStyle = theme.colour("chart-axis");
  context.lineWidth = 1;
  context.beginPath();
  let taken = Number.NEGATIVE_INFINITY;
  for (const { at, label, isDay } of ticks) {
    const x = xOf(at);
    context.moveTo(sharp(x), bottom);
    context.lineTo(sharp(x), bottom + TICK_LENGTH);
    context.font = fontOf(theme, isDay ? 600 : 400);
    const half = context.measureText(label).width / 2;
    const middle = Math.min(x, width - half);
    if (middle - half < taken) continue;
    context.fillStyle = theme.colour(isDay ? "foreground" : "chart-axis");
    context.fillText(label, middle, bottom + TICK_LENGTH + 4);
    taken = middle + half + LABEL_GAP;
  }
  context.stroke();
}

/** A canvas of so many pixels of the page, painted with `ratio` pixels of its own to each. */
export function paintOn(canvas: HTMLCanvasElement, scene: Scene, ratio: number): void {
  const { height } = layOut(scene.panels);
  const [own, ownHeight] = [Math.round(scene.width * ratio), Math.round(height * ratio)];
  // Setting a size clears the canvas and drops its memory: only where it has changed.
  if (canvas.width !== own) canvas.width = own;
  if (canvas.height !== ownHeight) canvas.height = ownHeight;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas to draw on");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint(context, scene);
}

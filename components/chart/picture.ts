import type { ECharts } from "echarts/core";
import { type ChartPanel, DASHES, layOut, type Stroke, strokeOf } from "./chart-panel";
import type { Scene } from "./time-option";

/** The caption of the PNG besides the lines: a title, then range, zone and resolution. */
export type PictureWords = { title: string; lines: readonly string[]; fileName: string };

/** Twice the screen resolution, for printing. */
const SCALE = 2;
const MARGIN = 16;
const TITLE = 24;
const LINE = 18;
const SWATCH = 22;

type Entry = { name: string; stroke: Stroke };

/** Each name once, with the stroke of its line. */
export function entriesOf(panels: readonly Pick<ChartPanel, "lines">[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { lines } of panels)
    for (const { name, stroke, order } of lines) {
      const entry = { name, stroke: stroke ?? strokeOf(order) };
      entries.set(`${name} ${entry.stroke.token} ${entry.stroke.dash}`, entry);
    }
  return [...entries.values()];
}

/** Wraps entries into rows of at most `width` pixels. */
export function rowsOf(widths: readonly number[], width: number): number[][] {
  const rows: number[][] = [];
  let taken = Number.POSITIVE_INFINITY;
  for (const [index, own] of widths.entries()) {
    if (taken + own > width) {
      rows.push([]);
      taken = 0;
    }
    rows.at(-1)?.push(index);
    taken += own;
  }
  return rows;
}

/** Renders the chart as shown, with title, range and legend, as a PNG. */
export async function pictureOf(chart: ECharts, scene: Scene, { title, lines }: PictureWords): Promise<Blob> {
  const { panels, theme } = scene;
  const { boxes, height } = layOut(panels);
  const plot = chart.renderToCanvas({ pixelRatio: SCALE });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas to draw on");
  const [bold, plain] = [`600 16px ${theme.fontFamily}`, `12px ${theme.fontFamily}`];
  context.font = plain;
  const width = Math.max(scene.width, 480);
  const entries = entriesOf(panels);
  const widths = entries.map(({ name }) => SWATCH + context.measureText(name).width + MARGIN);
  const rows = rowsOf(widths, width - 2 * MARGIN);
  const head = MARGIN + TITLE + (lines.length + rows.length) * LINE + MARGIN / 2;
  canvas.width = width * SCALE;
  canvas.height = (head + height + MARGIN) * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = theme.colour("card");
  context.fillRect(0, 0, width, head + height + MARGIN);
  context.textBaseline = "middle";

  const write = (text: string, x: number, y: number, font: string, token: string) => {
    context.font = font;
    context.fillStyle = theme.colour(token);
    context.fillText(text, x, y, width - x - MARGIN);
  };
  write(title, MARGIN, MARGIN + TITLE / 2, bold, "foreground");
  for (const [index, line] of lines.entries())
    write(line, MARGIN, MARGIN + TITLE + index * LINE + LINE / 2, plain, "chart-axis");
  for (const [row, places] of rows.entries()) {
    let x = MARGIN;
    const y = MARGIN + TITLE + (lines.length + row) * LINE + LINE / 2;
    for (const place of places) {
      const { name, stroke } = entries[place] as Entry;
      context.strokeStyle = theme.colour(stroke.token);
      context.lineWidth = 2;
      context.setLineDash(DASHES[stroke.dash]);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + SWATCH - 6, y);
      context.stroke();
      write(name, x + SWATCH, y, plain, "foreground");
      x += widths[place] as number;
    }
  }
  context.drawImage(plot, 0, head, scene.width, height);
  // On the screen these are elements above the drawing, not part of it.
  for (const [index, panel] of panels.entries())
    write(panel.title, MARGIN, head + (boxes[index]?.top ?? 0) - 14, plain, "chart-axis");
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Downloads a file in the browser. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

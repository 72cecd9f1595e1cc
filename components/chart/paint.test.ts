import { describe, expect, it } from "vitest";
import { type ChartLine, type ChartPanel, layOut, PLOT_LEFT } from "./chart-panel";
import { paint } from "./paint";
import type { TimeRange } from "./zoom";

type Call = { name: string; args: unknown[]; alpha: number; fill: string; stroke: string; dash: string };

/** A context that notes what is painted, with the look it is painted in. */
function recorder() {
  const calls: Call[] = [];
  const state: Record<string, unknown> = { globalAlpha: 1, dash: [] };
  const context = new Proxy(state, {
    set: (target, name, value) => Reflect.set(target, name, value),
    get: (target, name: string) => {
      if (name in target) return target[name];
      if (name === "measureText") return (text: string) => ({ width: 7 * text.length });
      return (...args: unknown[]) => {
        if (name === "setLineDash") target.dash = args[0];
        calls.push({
          name,
          args,
          alpha: target.globalAlpha as number,
          fill: String(target.fillStyle),
          stroke: String(target.strokeStyle),
          dash: String(target.dash),
        });
      };
    },
  });
  return { context: context as unknown as CanvasRenderingContext2D, calls };
}

const WIDTH = 1068;
const lineOf = (at: number[], mean: (number | null)[], rest: Partial<ChartLine> = {}): ChartLine => ({
  ...{ id: "1", name: "", order: 0, hasBand: false },
  columns: { at, min: mean, mean, max: mean },
  ...rest,
});
const panelOf = (lines: ChartLine[], rest: Partial<ChartPanel> = {}): ChartPanel => ({
  ...{ id: "temperature", title: "", lines, limits: [], shades: [] },
  ...{ format: String, formatAxis: String },
  ...rest,
});

function painted(panel: ChartPanel, range: TimeRange, ticks = [{ at: 50, label: "12:00", isDay: false }]): Call[] {
  const { context, calls } = recorder();
  const theme = { colour: (token: string) => token, fontFamily: "Inter" };
  paint(context, { panels: [panel], range, ticks, theme, width: WIDTH, left: PLOT_LEFT });
  return calls;
}

/** The pixels that a line in the first colour goes through. */
function pathOf(calls: Call[]): [string, number, number][] {
  const stroke = calls.findIndex(({ name, stroke: colour }) => name === "stroke" && colour === "chart-1");
  const begin = calls.findLastIndex(({ name }, place) => name === "beginPath" && place < stroke);
  return calls
    .slice(begin, stroke)
    .flatMap(({ name, args }) =>
      name.endsWith("To") ? [[name, Math.round(args[0] as number), Math.round(args[1] as number)]] : [],
    );
}

describe("paint", () => {
  const range = { from: 0, to: 100 };

  it("lets a line open at a gap and marks the value that stands alone", () => {
    const calls = painted(panelOf([lineOf([0, 10, 11, 50, 51, 90, 100], [1, 1, null, 1, null, 1, 1])]), range);
    const moves = pathOf(calls).filter(([name]) => name === "moveTo");
    expect(moves.map(([, x]) => x - PLOT_LEFT)).toEqual([0, 500, 900]);
    expect(calls.filter(({ name, fill }) => name === "fill" && fill === "chart-1")).toHaveLength(1);
  });

  it("costs what is in view, however much there is and however far one has zoomed", () => {
    const at = Array.from({ length: 5000 }, (_, index) => index * 100);
    const calls = painted(panelOf([lineOf(at, at)]), { from: 10_000, to: 20_000 });
    expect(pathOf(calls).length).toBeLessThan(110);
    const far = painted(panelOf([lineOf(at, at)]), { from: 10_010, to: 10_020 });
    for (const [, x] of pathOf(far)) expect(x).toBeGreaterThanOrEqual(PLOT_LEFT);
    for (const [, x] of pathOf(far)) expect(x).toBeLessThanOrEqual(WIDTH - 16);
    expect(pathOf(far)).toHaveLength(2);
  });

  it("draws a switch in steps, and fills what counts without edges where buckets stand for many", () => {
    const words = ["closed", "open"] as const;
    const steps = pathOf(painted(panelOf([lineOf([0, 50, 100], [0, 1, 0])], { words }), range));
    const [, first, corner, risen] = steps;
    expect(corner?.[2]).not.toBe(first?.[2]);
    expect(first?.[1]).toBe(corner?.[1]);
    expect(risen?.[2]).toBe(corner?.[2]);
    const filled = painted(panelOf([lineOf([0, 50], [0, 1], { hasBand: true })], { words, isFilled: true }), range);
    expect(filled.some(({ name, stroke }) => name === "stroke" && stroke === "chart-1")).toBe(false);
    expect(filled.find(({ name, fill }) => name === "fill" && fill === "chart-1")?.alpha).toBe(0.4);
  });

  it("lays the band of least and greatest values below the mean", () => {
    const columns = { at: [0, 50, 100], min: [1, 1, 1], mean: [2, 2, 2], max: [3, 3, 3] };
    const calls = painted(panelOf([lineOf([], [], { columns, hasBand: true })]), range);
    const band = calls.findIndex(({ name, fill, alpha }) => name === "fill" && fill === "chart-1" && alpha === 0.2);
    const line = calls.findIndex(({ name, stroke }) => name === "stroke" && stroke === "chart-1");
    expect(band).toBeGreaterThan(-1);
    expect(line).toBeGreaterThan(band);
  });

  it("keeps bands on either side of a gap apart", () => {
    const mean = [2, 2, null, 2, 2];
    const columns = { at: [0, 20, 21, 60, 80], min: mean, mean, max: mean };
    const calls = painted(panelOf([lineOf([], [], { columns, hasBand: true })]), range);
    const band = calls.findIndex(({ name, alpha }) => name === "fill" && alpha === 0.2);
    const begin = calls.findLastIndex(({ name }, place) => name === "beginPath" && place < band);
    const [, first, ...rest] = calls.slice(begin, band).map(({ name }) => name);
    expect(first).toBe("moveTo");
    expect(rest[rest.indexOf("closePath") + 1]).toBe("moveTo");
  });

  it("dashes limits, names them, and shades only what is in view", () => {
    const shade = (from: number, to: number) => ({ id: String(from), from, to, tone: "above" as const, text: "" });
    const limits = [{ value: 8, text: "max 8", tone: "above" as const }];
    const shades = [shade(-50, 20), shade(300, 400)];
    const calls = painted(panelOf([lineOf([0, 100], [5, 9])], { limits, shades }), range);
    expect(
      calls.some(({ name, stroke, dash }) => name === "stroke" && stroke === "above-solid" && dash === "5,4"),
    ).toBe(true);
    expect(calls.some(({ name, args }) => name === "fillText" && args[0] === "max 8")).toBe(true);
    const rects = calls.filter(({ name }) => name === "fillRect");
    expect(rects.map(({ args, alpha }) => [...args.slice(0, 1), args[2], alpha])).toEqual([[PLOT_LEFT, 200, 0.16]]);
  });

  it("shows a value beyond all others as an arrow at their edge, within the panel", () => {
    const point = { id: "p", at: 50, value: 900, order: 0, name: "", text: "" };
    const panel = panelOf([lineOf([0, 100], [5, 9])], { points: [point] });
    const path = pathOf(painted(panel, range).filter(({ stroke, name }) => stroke !== "chart-1" || name !== "arc"));
    expect(path.length).toBeGreaterThan(0);
    const { boxes } = layOut([panel]);
    const ground = painted(panel, range).filter(({ name, fill }) => name === "fill" && fill === "card");
    expect(ground).toHaveLength(1);
    for (const [, , y] of path) expect(y).toBeGreaterThanOrEqual(boxes[0]?.top ?? 0);
  });

  it("names ticks side by side, and none over another", () => {
    const ticks = [0, 1, 50].map((at) => ({ at, label: "12:00", isDay: false }));
    const calls = painted(panelOf([lineOf([0, 100], [5, 9])]), range, ticks);
    expect(calls.filter(({ name, args }) => name === "fillText" && args[0] === "12:00")).toHaveLength(2);
  });

  it("keeps the place of a panel that has no values yet", () => {
    const calls = painted(panelOf([]), range);
    expect(calls.filter(({ name }) => name === "fillText").map(({ args }) => args[0])).toEqual(["12:00"]);
  });
});

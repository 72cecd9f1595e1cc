import type { CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from "echarts";
import { describe, expect, it } from "vitest";
import { type ChartLine, type ChartPanel, PLOT_LEFT, PLOT_RIGHT } from "./chart-panel";
import { PAGE_THEME } from "./chart-theme";
import { svgOf } from "./draw-svg";
import { sceneOf, timeOption } from "./time-option";
import type { TimeRange } from "./zoom";

const WIDTH = 1068;
const theme = { colour: (token: string) => token, fontFamily: "Inter" };
const place = { locale: "en-US", timeZone: "Asia/Shanghai" };

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

const optionOf = (panel: ChartPanel, range: TimeRange) =>
  timeOption(sceneOf({ panels: [panel], range, theme, width: WIDTH, place, now: range.to }));

function drawn(panel: ChartPanel, range: TimeRange = { from: 0, to: 100 }) {
  const option = optionOf(panel, range);
  const series = (option.series ?? []) as { id: string; type: string }[];
  const of = <T>(id: string) => series.find((one) => one.id === `temperature:${id}`) as T | undefined;
  const [dataset] = option.dataset as { source: Float64Array }[];
  return {
    option,
    series,
    ground: of<LineSeriesOption>("ground") as LineSeriesOption,
    line: of<LineSeriesOption>("1"),
    band: of<CustomSeriesOption>("1:band"),
    names: of<CustomSeriesOption>("limits"),
    points: of<ScatterSeriesOption>("points"),
    values: [...(dataset?.source ?? [])],
  };
}

describe("timeOption", () => {
  it("leaves a line open at a gap, and marks the values between two gaps", () => {
    const at = Array.from({ length: 200 }, (_, index) => index);
    const mean = at.map((index) => (index === 99 || index === 101 ? null : 1));
    const { line, values } = drawn(panelOf([lineOf(at, mean)]), { from: 0, to: 200 });
    expect(values[2 * 99 + 1]).toBeNaN();
    const symbol = line?.symbol as (value: unknown, params: { dataIndex: number }) => string;
    expect([98, 100, 102].map((dataIndex) => symbol(null, { dataIndex }))).toEqual(["none", "circle", "none"]);
    expect(line?.connectNulls).toBeFalsy();
  });

  it("marks each value where there are few", () => {
    const { line } = drawn(panelOf([lineOf([0, 50, 100], [1, 2, 3])]));
    expect(line?.showSymbol).toBe(true);
  });

  it("hands over what is in view, however much there is and however far one has zoomed", () => {
    const at = Array.from({ length: 5000 }, (_, index) => index * 100);
    expect(drawn(panelOf([lineOf(at, at)]), { from: 10_000, to: 20_000 }).values.length).toBeLessThan(2 * 110);
    expect(drawn(panelOf([lineOf(at, at)]), { from: 10_010, to: 10_020 }).values).toEqual([
      10_010, 10_010, 10_020, 10_020,
    ]);
  });

  it("draws a switch in steps, and fills what counts without edges where buckets stand for many", () => {
    const words = ["closed", "open"] as const;
    expect(drawn(panelOf([lineOf([0, 50, 100], [0, 1, 0])], { words })).line).toMatchObject({
      step: "end",
      lineStyle: { width: 1.5 },
    });
    const filled = drawn(panelOf([lineOf([0, 50], [0, 1], { hasBand: true })], { words }));
    expect(filled.line).toMatchObject({ lineStyle: { width: 0 } });
    expect(filled.band).toBeDefined();
  });

  it("fills the bucket of a switch to its share of time, and never so little that a change is lost", () => {
    const words = ["closed", "open"] as const;
    const columns = {
      at: [0, 20, 40, 60, 80],
      min: [0, 0, 0, 1, 1],
      mean: [0, 0.4, 0.001, 1, 1],
      max: [0, 1, 1, 1, 1],
    };
    const { band } = drawn(panelOf([lineOf([], [], { columns, hasBand: true })], { words }));
    const api = { coord: ([at, value]: number[]) => [at, 100 - 100 * (value as number)] };
    const shape = band?.renderItem?.({ dataIndex: 0 } as never, api as never) as { shape: { points: number[][] } };
    const heights = new Map(shape.shape.points.slice(0, 9).map(([x, y]) => [x, 100 - (y as number)]));
    expect([...heights].map(([at, height]) => [at, Math.round(height)])).toEqual([
      [0, 0],
      [20, 40],
      [40, 15],
      [60, 100],
      [80, 100],
    ]);
  });

  it("lays the band of least and greatest values below the mean, one piece for each side of a gap", () => {
    const columns = {
      at: [0, 20, 21, 60, 80],
      min: [1, 1, null, 1, 1],
      mean: [2, 2, null, 2, 2],
      max: [3, 3, null, 3, 3],
    };
    const { band, series } = drawn(panelOf([lineOf([], [], { columns, hasBand: true })]));
    expect(band?.data).toHaveLength(2);
    const order = series.map(({ id }) => id);
    expect(order.indexOf("temperature:1:band")).toBeLessThan(order.indexOf("temperature:1"));
  });

  it("dashes limits, names them beside the line, and shades only what is in view", () => {
    const shade = (from: number, to: number) => ({ id: String(from), from, to, tone: "above" as const, text: "" });
    const limits = [{ value: 8, text: "max 8", tone: "above" as const }];
    const { ground, names } = drawn(
      panelOf([lineOf([0, 100], [5, 9])], { limits, shades: [shade(-50, 20), shade(300, 400)] }),
    );
    expect(ground.markLine).toMatchObject({
      label: { show: false },
      data: [{ yAxis: 8, lineStyle: { type: [5, 4], color: "above-solid" } }],
    });
    const name = names?.renderItem?.({ dataIndex: 0 } as never, {} as never);
    expect(name).toMatchObject({ type: "text", style: { text: "max 8", fill: "above", align: "right" } });
    expect(ground.markArea?.data).toMatchObject([
      [{ xAxis: 0, itemStyle: { color: "above-solid", opacity: 0.16 } }, { xAxis: 20 }],
    ]);
  });

  it("shows a value beyond all others as an arrow at their edge", () => {
    const point = { id: "p", at: 50, value: 900, order: 0, name: "", text: "" };
    const { points } = drawn(panelOf([lineOf([0, 100], [5, 9])], { points: [point] }));
    expect(points?.data).toMatchObject([{ value: [50, 9], symbol: "triangle", symbolRotate: 0 }]);
  });

  it("names the time in the zone of the place, and no label is cut at the edge", () => {
    const from = Date.UTC(2026, 0, 1, 16);
    const { option } = drawn(panelOf([lineOf([from], [5])]), { from, to: from + 2 * 86_400_000 });
    const [axis] = option.xAxis as { axisLabel: { customValues: number[]; formatter: (at: number) => string } }[];
    const { customValues = [], formatter } = axis?.axisLabel ?? {};
    expect(formatter?.(from)).toMatch(/^\{day\|/);
    const right = WIDTH - PLOT_RIGHT;
    for (const at of customValues) {
      const x = PLOT_LEFT + ((at - from) / (2 * 86_400_000)) * (right - PLOT_LEFT);
      expect(x).toBeLessThan(WIDTH - 10);
    }
  });

  it("keeps the place of a panel that has no values yet, without names of values", () => {
    const { option } = drawn(panelOf([]));
    expect(option.yAxis).toMatchObject([{ axisLabel: { show: false }, splitLine: { show: false } }]);
  });
});

describe("svgOf", () => {
  it("draws the same on the server, in the tokens of a page, with texts escaped", () => {
    const limits = [{ value: 8, text: "<b>max</b>", tone: "above" as const }];
    const panel = panelOf([lineOf([0, 50, 100], [5, 9, 6], { hasBand: true })], { limits });
    const scene = sceneOf({
      panels: [panel],
      range: { from: 0, to: 100 },
      theme: PAGE_THEME,
      width: WIDTH,
      place,
      now: 100,
    });
    const svg = svgOf(timeOption(scene), { width: WIDTH, height: 400 });
    expect(svg).toMatch(/^<svg/);
    expect(svg).toContain('stroke="var(--chart-1)"');
    expect(svg).toContain("&lt;b&gt;max");
    expect(svg).not.toContain("<b>");
  });
});

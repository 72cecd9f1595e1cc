import type { EChartsCoreOption } from "echarts/core";
import {
  type ChartLine,
  type ChartPanel,
  joined,
  layOut,
  PLOT_LEFT,
  PLOT_RIGHT,
  placesIn,
  type Reach,
  reachOf,
  strokeOf,
} from "./chart-panel";
import type { TimeTick } from "./time-ticks";
import type { ChartTheme } from "./use-chart-theme";
import { roundAxis } from "./value-axis";
import type { TimeRange } from "./zoom";

/** From so few values in view on, each is marked: one sees what was measured and what was joined up. */
const MARKED_VALUES = 90;

/** What stays while one zooms and moves: grids, axes, lines and limits of all panels. */
export function chartOption(panels: readonly ChartPanel[], theme: ChartTheme): EChartsCoreOption {
  const { boxes } = layOut(panels);
  const label = { color: theme.colour("chart-axis"), fontSize: 12, fontFamily: theme.fontFamily };
  return {
    animation: false,
    textStyle: { fontFamily: theme.fontFamily },
    grid: boxes.map(({ top, height }) => ({ top, height, left: PLOT_LEFT, right: PLOT_RIGHT })),
    xAxis: panels.map((_, index) => timeAxis(index, index === panels.length - 1, theme, label)),
    yAxis: panels.map((panel, index) => valueAxis(panel, index, theme, label)),
    series: panels.flatMap((panel, index) => [
      limitsOf(panel, index, theme),
      ...panel.lines.flatMap((line) => seriesOf(line, panel, index, theme)),
      { id: `points-${index}`, type: "line", xAxisIndex: index, yAxisIndex: index, silent: true, z: 4, data: [] },
    ]),
  };
}

/**
 * What another range changes: the ends of the axes and what follows from them. Laid over the option above, it leaves
 * the lines' values where they are, so that a frame of zooming costs no new data.
 */
export function frameOption(
  panels: readonly ChartPanel[],
  range: TimeRange,
  ticks: readonly TimeTick[],
  theme: ChartTheme,
): EChartsCoreOption {
  const reaches = panels.map((panel) => reachOf(panel, range));
  return {
    xAxis: panels.map((_, index) => ({ id: `time-${index}`, ...timeSpan(range, ticks) })),
    yAxis: panels.map((panel, index) => {
      const reach = panel.words ? null : (reaches[index] ?? null);
      return { id: `value-${index}`, ...(reach && roundAxis(reach)) };
    }),
    series: panels.flatMap((panel, index) => [
      { id: `marks-${index}`, markArea: shadesOf(panel, range, theme) },
      ...panel.lines.map((line) => ({
        id: `line-${line.id}`,
        symbol: isMarked(line, panel, range) ? "circle" : "none",
      })),
      { id: `points-${index}`, ...pointsOf(panel, reaches[index] ?? null, theme) },
    ]),
  };
}

type Label = { color: string; fontSize: number; fontFamily: string };

function timeAxis(index: number, isLast: boolean, theme: ChartTheme, label: Label) {
  return {
    id: `time-${index}`,
    type: "time",
    gridIndex: index,
    axisLine: { lineStyle: { color: theme.colour("chart-grid") } },
    axisTick: { show: isLast, lineStyle: { color: theme.colour("chart-axis") } },
    splitLine: { show: false },
    axisLabel: {
      ...label,
      show: isLast,
      hideOverlap: true,
      rich: { day: { color: theme.colour("foreground"), fontWeight: 600, fontSize: 12 } },
    },
  };
}

function timeSpan({ from, to }: TimeRange, ticks: readonly TimeTick[]) {
  const customValues = ticks.map(({ at }) => at);
  const words = new Map(ticks.map((tick) => [tick.at, tick]));
  const formatter = (at: number) => {
    const tick = words.get(at);
    return tick?.isDay ? `{day|${tick.label}}` : (tick?.label ?? "");
  };
  return { min: from, max: to, axisTick: { customValues }, axisLabel: { customValues, formatter } };
}

function valueAxis({ words, formatAxis }: ChartPanel, index: number, theme: ChartTheme, label: Label) {
  const line = { lineStyle: { color: theme.colour("chart-grid"), width: 1 } };
  const id = `value-${index}`;
  const common = { id, type: "value", gridIndex: index, axisLine: { show: false }, axisTick: { show: false } };
  if (!words) {
    return {
      ...common,
      scale: true,
      splitLine: line,
      axisLabel: { ...label, margin: 8, formatter: formatAxis, hideOverlap: true },
    };
  }
  return {
    ...common,
    min: -0.15,
    max: 1.15,
    interval: 1,
    splitLine: { show: false },
    axisLabel: { ...label, margin: 8, customValues: [0, 1], formatter: (value: number) => words[value] ?? "" },
  };
}

/** Limits and shades hang on a series of their own, which has no values. */
function limitsOf({ limits }: ChartPanel, index: number, theme: ChartTheme) {
  return {
    id: `marks-${index}`,
    type: "line",
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    symbol: "none",
    data: [],
    markLine: {
      silent: true,
      symbol: "none",
      data: limits.map(({ value, text, tone }) => ({
        yAxis: value,
        lineStyle: { color: theme.colour(`${tone}-solid`), type: [5, 4], width: 1.25 },
        label: {
          formatter: text,
          position: "insideEndTop",
          color: theme.colour(tone),
          fontFamily: theme.fontFamily,
          fontSize: 12,
          fontWeight: 600,
          distance: 3,
          textBorderColor: theme.colour("card"),
          textBorderWidth: 3,
        },
      })),
    },
  };
}

function shadesOf({ shades }: ChartPanel, range: TimeRange, theme: ChartTheme) {
  const seen = joined(shades).filter(({ from, to }) => from < range.to && to > range.from);
  return {
    silent: true,
    data: seen.map(({ from, to, tone }) => [
      { xAxis: Math.max(from, range.from), itemStyle: { color: theme.colour(`${tone}-solid`), opacity: 0.16 } },
      { xAxis: Math.min(to, range.to) },
    ]),
  };
}

/** Values by themselves: what lies beyond the lines and limits stands at their edge as an arrow. */
function pointsOf({ points = [], words }: ChartPanel, seen: Reach | null, theme: ChartTheme) {
  const reach = words ? { low: 0, high: 1 } : seen;
  const data = points.map(({ at, value, order }) => {
    const shown = reach ? Math.max(reach.low, Math.min(reach.high, value)) : value;
    const isBeyond = shown !== value;
    return {
      value: [at, shown],
      symbol: isBeyond ? "triangle" : "circle",
      symbolRotate: isBeyond && value < shown ? 180 : 0,
      symbolSize: isBeyond ? 8 : 7,
      symbolOffset: isBeyond ? [0, value < shown ? 7 : -7] : 0,
      itemStyle: { color: theme.colour("card"), borderColor: theme.colour(strokeOf(order).token), borderWidth: 1.5 },
    };
  });
  return { lineStyle: { width: 0 }, data };
}

/** Whether so few values of the line are in view that each is marked. */
function isMarked({ columns: { at } }: ChartLine, { words }: ChartPanel, range: TimeRange): boolean {
  const [first, end] = placesIn(at, range);
  return !words && end - first <= MARKED_VALUES;
}

function seriesOf(line: ChartLine, { words, isFilled }: ChartPanel, index: number, theme: ChartTheme) {
  const { token, dash } = line.stroke ?? strokeOf(line.order);
  const { at, min, mean, max } = line.columns;
  const color = theme.colour(token);
  const axes = { type: "line", xAxisIndex: index, yAxisIndex: index, silent: true };
  const isAlone = (place: number) => (mean[place - 1] ?? null) === null && (mean[place + 1] ?? null) === null;
  const main = {
    ...axes,
    id: `line-${line.id}`,
    z: 3,
    symbol: "none",
    symbolSize: 3.5,
    itemStyle: { color },
    step: words ? "end" : false,
    connectNulls: false,
    // A bucket in which it happened at all is filled, but has no edges: they would claim moments that nobody knows.
    lineStyle: { color, width: isFilled && line.hasBand ? 0 : words ? 1.5 : 1.25, type: dash },
    areaStyle: isFilled ? { color, opacity: line.hasBand ? 0.4 : 0.18, origin: 0 } : undefined,
    // A value between two gaps has no line: only its mark shows it.
    data: mean.map((value, place) =>
      value !== null && !words && isAlone(place) ? { value: [at[place], value], symbol: "circle" } : [at[place], value],
    ),
  };
  if (!line.hasBand || words) return [main];
  const band = {
    ...axes,
    z: 2,
    symbol: "none",
    stack: `band-${line.id}`,
    stackStrategy: "all",
    lineStyle: { width: 0 },
  };
  const height = (place: number) => {
    const [low, high] = [min[place] ?? null, max[place] ?? null];
    return low === null || high === null ? null : high - low;
  };
  return [
    { ...band, id: `low-${line.id}`, data: min.map((value, place) => [at[place], value]) },
    {
      ...band,
      id: `high-${line.id}`,
      areaStyle: { color, opacity: 0.2 },
      data: at.map((moment, place) => [moment, height(place)]),
    },
    main,
  ];
}

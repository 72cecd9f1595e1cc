import type { EChartsCoreOption } from "echarts/core";
import {
  type ChartLine,
  type ChartPanel,
  joined,
  layOut,
  PLOT_LEFT,
  PLOT_RIGHT,
  reachOf,
  strokeOf,
} from "./chart-panel";
import type { TimeTick } from "./time-ticks";
import type { ChartTheme } from "./use-chart-theme";
import type { TimeRange } from "./zoom";

/** From so few values in view on, each is marked: one sees what was measured and what was joined up. */
const MARKED_VALUES = 90;

/** What the charting library draws: one grid a panel, all over the same range of time. */
export function chartOption(
  panels: readonly ChartPanel[],
  range: TimeRange,
  ticks: readonly TimeTick[],
  theme: ChartTheme,
): EChartsCoreOption {
  const { boxes } = layOut(panels);
  const label = { color: theme.colour("chart-axis"), fontSize: 12, fontFamily: theme.fontFamily };
  return {
    animation: false,
    textStyle: { fontFamily: theme.fontFamily },
    grid: boxes.map(({ top, height }) => ({ top, height, left: PLOT_LEFT, right: PLOT_RIGHT })),
    xAxis: panels.map((_, index) => timeAxis(index, index === panels.length - 1, range, ticks, theme, label)),
    yAxis: panels.map((panel, index) => valueAxis(panel, index, theme, label)),
    series: panels.flatMap((panel, index) => [
      marksOf(panel, index, range, theme),
      ...panel.lines.flatMap((line) => seriesOf(line, panel, index, range, theme)),
      ...pointsOf(panel, index, theme),
    ]),
  };
}

type Label = { color: string; fontSize: number; fontFamily: string };

function timeAxis(
  index: number,
  isLast: boolean,
  range: TimeRange,
  ticks: readonly TimeTick[],
  theme: ChartTheme,
  label: Label,
) {
  const customValues = ticks.map(({ at }) => at);
  const words = new Map(ticks.map((tick) => [tick.at, tick]));
  return {
    type: "time",
    gridIndex: index,
    min: range.from,
    max: range.to,
    axisLine: { lineStyle: { color: theme.colour("chart-grid") } },
    axisTick: { show: isLast, customValues, lineStyle: { color: theme.colour("chart-axis") } },
    splitLine: { show: false },
    axisLabel: {
      ...label,
      show: isLast,
      customValues,
      hideOverlap: true,
      rich: { day: { color: theme.colour("foreground"), fontWeight: 600, fontSize: 12 } },
      formatter: (at: number) => {
        const tick = words.get(at);
        return tick?.isDay ? `{day|${tick.label}}` : (tick?.label ?? "");
      },
    },
  };
}

function valueAxis({ words, formatAxis }: ChartPanel, index: number, theme: ChartTheme, label: Label) {
  const line = { lineStyle: { color: theme.colour("chart-grid"), width: 1 } };
  const common = { type: "value", gridIndex: index, axisLine: { show: false }, axisTick: { show: false } };
  if (!words) {
    return {
      ...common,
      scale: true,
      splitNumber: 4,
      boundaryGap: ["4%", "4%"],
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

/** Limits and shades hang on a series of their own; its two invisible points keep the limits in view. */
function marksOf({ limits, shades }: ChartPanel, index: number, range: TimeRange, theme: ChartTheme) {
  return {
    id: `marks-${index}`,
    type: "line",
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    symbol: "none",
    lineStyle: { width: 0 },
    data: limits.flatMap(({ value }) => [
      [range.from, value],
      [range.from, null],
    ]),
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
    markArea: {
      silent: true,
      data: joined(shades).map(({ from, to, tone }) => [
        {
          xAxis: Math.max(from, range.from),
          itemStyle: { color: theme.colour(`${tone}-solid`), opacity: 0.16 },
        },
        { xAxis: Math.min(to, range.to) },
      ]),
    },
  };
}

/** Values by themselves: what lies beyond the lines and limits stands at their edge as an arrow. */
function pointsOf(panel: ChartPanel, index: number, theme: ChartTheme) {
  const { points = [], words } = panel;
  if (points.length === 0) return [];
  const reach = words ? { low: 0, high: 1 } : reachOf(panel);
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
  const axes = { type: "line", xAxisIndex: index, yAxisIndex: index, silent: true };
  return [{ ...axes, id: `points-${index}`, z: 4, lineStyle: { width: 0 }, data }];
}

function seriesOf(
  line: ChartLine,
  { words, isFilled }: ChartPanel,
  index: number,
  range: TimeRange,
  theme: ChartTheme,
) {
  const { token, dash } = line.stroke ?? strokeOf(line.order);
  const { at, min, mean, max } = line.columns;
  const color = theme.colour(token);
  const axes = { type: "line", xAxisIndex: index, yAxisIndex: index, silent: true };
  const visible = at.filter((moment) => moment >= range.from && moment <= range.to).length;
  const mark = { symbol: "circle", symbolSize: 3.5, itemStyle: { color } };
  const isAlone = (place: number) => (mean[place - 1] ?? null) === null && (mean[place + 1] ?? null) === null;
  const main = {
    ...axes,
    id: `line-${line.id}`,
    z: 3,
    symbol: "none",
    step: words ? "end" : false,
    connectNulls: false,
    // A bucket in which it happened at all is filled, but has no edges: they would claim moments that nobody knows.
    lineStyle: { color, width: isFilled && line.hasBand ? 0 : words ? 1.5 : 1.25, type: dash },
    areaStyle: isFilled ? { color, opacity: line.hasBand ? 0.4 : 0.18, origin: 0 } : undefined,
    // A value between two gaps has no line: only its mark shows it.
    data: mean.map((value, place) => {
      const isMarked = value !== null && !words && (visible <= MARKED_VALUES || isAlone(place));
      return isMarked ? { value: [at[place], value], ...mark } : [at[place], value];
    }),
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

import type { EChartsOption, XAXisComponentOption, YAXisComponentOption } from "echarts";
import {
  type ChartPanel,
  LABEL_GAP,
  layOut,
  type PanelBox,
  PLOT_RIGHT,
  plotLeft,
  reachOf,
  widthOf,
} from "./chart-panel";
import type { ChartTheme } from "./chart-theme";
import { type Place, seriesOf } from "./time-series";
import { type TimeTick, timeTicks } from "./time-ticks";
import { roundAxis } from "./value-axis";
import type { TimeRange } from "./zoom";

/** What a chart shows: panels over a range, with the ticks of the shared time axis. */
export type Scene = {
  panels: readonly ChartPanel[];
  range: TimeRange;
  ticks: readonly TimeTick[];
  theme: ChartTheme;
  /** CSS pixels; `left` is the left edge of the plots, `boxes` are the boxes of the panels. */
  width: number;
  left: number;
  boxes: readonly PanelBox[];
};

/** Pixels per label of the time axis; less on a phone, where otherwise hardly any label would fit. */
const TICK_PIXELS = { wide: 84, narrow: 60 };
const NARROW = 560;
const FONT_SIZE = 12;
const TICK_LENGTH = 5;
/** The minimum distance of labels on the value axis in pixels. */
const LABEL_HEIGHT = 16;
const STEPS = { min: -0.15, max: 1.15 };
/** Without a value there is no axis to label, only grid lines as a placeholder. */
const EMPTY = { min: 0, max: 1 };

type Shown = Omit<Scene, "ticks" | "left" | "boxes"> & {
  place: { locale: string; timeZone: string };
  now: number;
  /** Overrides the layout derived from the panels. */
  boxes?: readonly PanelBox[];
};

/** The scene with as many ticks as fit its width, in the given time zone. */
export function sceneOf({ place, now, ...shown }: Shown): Scene {
  const { panels, range, width, boxes = layOut(panels).boxes } = shown;
  const left = plotLeft(panels, widthOf);
  const each = width < NARROW ? TICK_PIXELS.narrow : TICK_PIXELS.wide;
  const ticks = timeTicks(range, Math.max(2, (width - left - PLOT_RIGHT) / each), place, now);
  return { ...shown, ticks, left, boxes };
}

/** Converts a scene to an ECharts option: the same for screen, PNG and print. */
export function timeOption(scene: Scene): EChartsOption {
  const { panels, range, theme, width, left, boxes } = scene;
  const parts = panels.map((panel, index) => {
    const { top, height } = boxes[index] as (typeof boxes)[number];
    const reach = reachOf(panel, range);
    const axis = reach && !panel.words ? roundAxis(reach) : null;
    const own = { gridId: panel.id, id: panel.id };
    const pixels = Math.max(1, width - left - PLOT_RIGHT);
    const box = { left, top, width: pixels, height };
    const place: Place = { panelId: panel.id, range, theme, reach, axis, box };
    return {
      grid: { id: panel.id, left, right: PLOT_RIGHT, top, height, outerBoundsMode: "none" as const },
      xAxis: { ...own, ...timeAxis(scene, index === panels.length - 1) },
      yAxis: { ...own, ...(panel.words ? wordAxis(panel.words, left, theme) : valueAxis(panel, axis, height, theme)) },
      ...seriesOf(panel, place),
    };
  });
  return {
    animation: false,
    textStyle: { fontFamily: theme.fontFamily, fontSize: FONT_SIZE, color: theme.colour("chart-axis") },
    grid: parts.map(({ grid }) => grid),
    xAxis: parts.map(({ xAxis }) => xAxis),
    yAxis: parts.map(({ yAxis }) => yAxis),
    dataset: parts.flatMap(({ dataset }) => dataset),
    series: parts.flatMap(({ series }) => series),
  };
}

/** Computes the ticks itself: the library supports the zones of browser and UTC, but not that of a customer. */
function timeAxis({ ticks, range, theme, width, left }: Scene, isNamed: boolean): XAXisComponentOption {
  const named = new Map(ticks.map((tick) => [tick.at, tick]));
  const ats = ticks.map(({ at }) => at);
  const right = width - PLOT_RIGHT;
  const share = (at: number) => (at - range.from) / (range.to - range.from);
  // A label that would be cut at the edge of the chart is omitted.
  const fits = ({ at, label }: TimeTick) => left + share(at) * (right - left) + widthOf(label) / 2 <= width;
  return {
    type: "value",
    min: range.from,
    max: range.to,
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.colour("chart-grid") } },
    axisTick: {
      show: isNamed,
      length: TICK_LENGTH,
      customValues: ats,
      lineStyle: { color: theme.colour("chart-axis") },
    },
    axisLabel: {
      show: isNamed,
      margin: TICK_LENGTH + 4,
      customValues: ticks.filter(fits).map(({ at }) => at),
      hideOverlap: true,
      formatter: (at: number) => {
        const tick = named.get(at);
        return tick?.isDay ? `{day|${tick.label}}` : (tick?.label ?? "");
      },
      rich: { day: { fontWeight: 600, color: theme.colour("foreground") } },
      color: theme.colour("chart-axis"),
    },
    splitLine: { show: false },
  };
}

function wordAxis([off, on]: readonly [string, string], left: number, theme: ChartTheme): YAXisComponentOption {
  return {
    type: "value",
    ...STEPS,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      margin: LABEL_GAP,
      customValues: [0, 1],
      formatter: (value: number) => (value > 0.5 ? on : off),
      width: left - 2 * LABEL_GAP,
      overflow: "truncate",
      color: theme.colour("chart-axis"),
    },
  };
}

function valueAxis(
  { formatAxis }: ChartPanel,
  axis: ReturnType<typeof roundAxis> | null,
  height: number,
  theme: ChartTheme,
): YAXisComponentOption {
  const { min, max, interval } = axis ?? { ...EMPTY, interval: 1 };
  const count = Math.round((max - min) / interval);
  const each = Math.max(1, Math.ceil((LABEL_HEIGHT * count) / height));
  const isNamed = (value: number) => Math.round((value - min) / interval) % each === 0;
  return {
    type: "value",
    min,
    max,
    interval,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: axis !== null, lineStyle: { color: theme.colour("chart-grid") } },
    axisLabel: {
      show: axis !== null,
      margin: LABEL_GAP,
      formatter: (value: number) => (isNamed(value) ? formatAxis(value) : ""),
      color: theme.colour("chart-axis"),
    },
  };
}

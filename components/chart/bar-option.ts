import type { EChartsOption } from "echarts";
import type { ChartTheme } from "./chart-theme";
import { tipBox, tipOf } from "./tip";

/** One bar, or one segment of it, per position on the axis; null for none. */
export type Bars = {
  id: string;
  values: readonly (number | null)[];
  /** The colour token of a value. */
  tone: (value: number) => string;
  opacity: number;
};

export type BarPlan = {
  /** The labels below the bars. */
  labels: readonly string[];
  /** From bottom to top. */
  stack: readonly Bars[];
  /** The ends of the value axis; `max` undefined: derived from the values. */
  min: number;
  max?: number;
  /** The step of the axis; undefined: whole numbers derived from the values. */
  step?: number;
  format: (value: number) => string;
  /** The label above a bar, where there is room. */
  top: (index: number) => string;
  /** The tooltip of a bar: a heading, then names with values. */
  tell: (index: number) => { head: string; rows: { name: string; value: string }[] };
};

const LEFT = 52;
const TOP = 16;
/** Up to this many bars have room for their numbers, and for the last label below its bar. */
export const NAMED = 8;
const BOTTOM = 22;

/** A stacked bar chart over a category axis. */
export function barOption(
  { labels, stack, min, max, step, format, top, tell }: BarPlan,
  theme: ChartTheme,
): EChartsOption {
  const ink = theme.colour("chart-axis");
  const grid = { color: theme.colour("chart-grid") };
  return {
    animation: false,
    textStyle: { fontFamily: theme.fontFamily, fontSize: 12, color: ink },
    tooltip: {
      ...tipBox(theme),
      axisPointer: { type: "shadow" },
      formatter: (points: unknown) => {
        const { head, rows } = tell((points as { dataIndex: number }[])[0]?.dataIndex ?? 0);
        return tipOf(head, rows);
      },
    },
    grid: { left: LEFT, right: 0, top: TOP, bottom: BOTTOM, outerBoundsMode: "none" },
    xAxis: {
      type: "category",
      data: [...labels],
      axisLine: { lineStyle: { color: theme.colour("border") } },
      axisTick: { show: false },
      axisLabel: { color: ink, hideOverlap: true, ...(labels.length > NAMED && { alignMaxLabel: "right" as const }) },
    },
    yAxis: {
      type: "value",
      min,
      ...(max !== undefined && { max }),
      ...(step === undefined ? { minInterval: 1, splitNumber: 3 } : { interval: step }),
      axisLabel: { color: ink, formatter: format },
      splitLine: { lineStyle: grid },
    },
    series: stack.map(({ id, values, tone, opacity }, index) => ({
      id,
      type: "bar" as const,
      stack: "all",
      barMaxWidth: 40,
      barCategoryGap: "12%",
      emphasis: { disabled: true },
      label: {
        show: index === stack.length - 1 && labels.length <= NAMED,
        position: "top" as const,
        color: ink,
        opacity: 1,
        formatter: ({ dataIndex }: { dataIndex: number }) => top(dataIndex),
      },
      data: values.map((value) => ({
        value: value ?? "-",
        itemStyle: { color: value === null ? ink : theme.colour(tone(value)), opacity },
      })),
    })),
  };
}

import type { EChartsOption } from "echarts";
import { NAMED } from "./bar-option";
import type { ChartTheme } from "./chart-theme";
import { tipBox, tipOf } from "./tip";

/** A line over the positions of the axis; null leaves a gap. */
type Line = { id: string; values: readonly (number | null)[]; colour: string; isDashed?: boolean };

export type LinePlan = {
  /** The labels below the positions. */
  labels: readonly string[];
  lines: readonly Line[];
  format: (value: number) => string;
  /** The tooltip of a position: a heading, then names with values. */
  tell: (index: number) => { head: string; rows: { name: string; value: string }[] };
};

/** Lines over a category axis; a position alone between gaps is drawn as a point. */
export function lineOption({ labels, lines, format, tell }: LinePlan, theme: ChartTheme): EChartsOption {
  const ink = theme.colour("chart-axis");
  return {
    animation: false,
    textStyle: { fontFamily: theme.fontFamily, fontSize: 12, color: ink },
    tooltip: {
      ...tipBox(theme),
      formatter: (points: unknown) => {
        const { head, rows } = tell((points as { dataIndex: number }[])[0]?.dataIndex ?? 0);
        return tipOf(head, rows);
      },
    },
    grid: { left: 44, right: 8, top: 12, bottom: 22, outerBoundsMode: "none" },
    xAxis: {
      type: "category",
      data: [...labels],
      axisLine: { lineStyle: { color: theme.colour("border") } },
      axisTick: { show: false },
      axisLabel: { color: ink, hideOverlap: true, ...(labels.length > NAMED && { alignMaxLabel: "right" as const }) },
    },
    yAxis: {
      type: "value",
      scale: true,
      splitNumber: 4,
      axisLabel: { color: ink, formatter: format },
      splitLine: { lineStyle: { color: theme.colour("chart-grid") } },
    },
    series: lines.map(({ id, values, colour, isDashed = false }) => ({
      id,
      type: "line" as const,
      data: values.map((value) => value ?? "-"),
      showSymbol: labels.length <= 31,
      symbol: "circle",
      symbolSize: 4,
      lineStyle: { width: 1.5, color: theme.colour(colour), type: isDashed ? ([4, 3] as number[]) : "solid" },
      itemStyle: { color: theme.colour(colour) },
      emphasis: { disabled: true },
    })),
  };
}

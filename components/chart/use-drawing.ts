"use client";

import type { EChartsOption } from "echarts";
import type { ECharts } from "echarts/core";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

export type Size = { width: number; height: number };

/** Components that a new option omits are removed; without this they would remain from the previous option. */
const REPLACED = ["grid", "dataset", "xAxis", "yAxis", "series"];

/**
 * Draws an option in an element and redraws it when either changes, within the frame that shows it. The library is
 * loaded with the first chart of a page. Returns null until then and while there is nothing to draw.
 */
export function useDrawing(
  ref: RefObject<HTMLElement | null>,
  option: EChartsOption | null,
  { width, height }: Size,
): ECharts | null {
  const [chart, setChart] = useState<ECharts | null>(null);
  const isWanted = option !== null && width > 0 && height > 0;
  useEffect(() => {
    const element = ref.current;
    if (!element || !isWanted) return;
    let opened: ECharts | null = null;
    let isGone = false;
    void import("./draw-canvas").then(({ openChart }) => {
      if (isGone) return;
      opened = openChart(element);
      setChart(opened);
    });
    return () => {
      isGone = true;
      opened?.dispose();
      setChart(null);
    };
  }, [ref, isWanted]);
  useLayoutEffect(() => {
    if (!chart || !option) return;
    if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height });
    chart.setOption(option, { replaceMerge: REPLACED });
    // Draws in the current frame instead of the next one.
    chart.getZr().flush();
  }, [chart, option, width, height]);
  return chart;
}

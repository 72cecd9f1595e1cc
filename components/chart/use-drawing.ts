"use client";

import type { EChartsOption } from "echarts";
import type { ECharts } from "echarts/core";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

export type Size = { width: number; height: number };

/** Components that an option leaves out go; without this they would stay from the option before. */
const REPLACED = ["grid", "dataset", "xAxis", "yAxis", "series"];

/**
 * Draws an option in an element, anew whenever either changes, within the frame that shows it. The library comes when
 * the first chart of a page is there; null until then, and as long as there is nothing to draw.
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
    // The frame that asked for it shows it, not the one after.
    chart.getZr().flush();
  }, [chart, option, width, height]);
  return chart;
}

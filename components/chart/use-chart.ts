"use client";

import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { type RefObject, useEffect, useRef, useState } from "react";

type State = { chart: EChartsType | null; width: number; hasFailed: boolean };

/** Loads the charting library and keeps a chart in the element, at the element's size. */
export function useChart(ref: RefObject<HTMLElement | null>): State {
  const [state, setState] = useState<State>({ chart: null, width: 0, hasFailed: false });

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let made: EChartsType | null = null;
    let isGone = false;
    const observer = new ResizeObserver(() => {
      made?.resize();
      setState((state) => ({ ...state, width: element.clientWidth }));
    });
    observer.observe(element);
    import("./echarts-parts").then(
      ({ createChart }) => {
        if (isGone) return;
        made = createChart(element);
        setState({ chart: made, width: element.clientWidth, hasFailed: false });
      },
      () => setState((state) => ({ ...state, hasFailed: true })),
    );
    return () => {
      isGone = true;
      observer.disconnect();
      made?.dispose();
      setState((state) => ({ ...state, chart: null }));
    };
  }, [ref]);

  return state;
}

/** Shows `base` in the chart with `frame` laid over it; a new frame alone leaves what stands in `base` untouched. */
export function useDrawing(
  chart: EChartsType | null,
  base: EChartsCoreOption | null,
  frame: EChartsCoreOption | null,
): void {
  const drawn = useRef<{ chart: EChartsType; base: EChartsCoreOption } | null>(null);
  useEffect(() => {
    if (!chart || !base || !frame || chart.isDisposed()) return;
    if (drawn.current?.chart !== chart || drawn.current.base !== base) {
      // Both are drawn at once, with the second: between them nothing is seen.
      chart.setOption(base, { notMerge: true, lazyUpdate: true });
      drawn.current = { chart, base };
    }
    chart.setOption(frame);
  }, [chart, base, frame]);
}

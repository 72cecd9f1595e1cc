"use client";

import type { EChartsOption } from "echarts";
import { useMemo, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChartTheme } from "./chart-theme";
import { useChartTheme } from "./use-chart-theme";
import { useDrawing } from "./use-drawing";
import { useSize } from "./use-size";

type ChartProps = {
  /** Returns the option for colours and size; must be a stable function while the drawing is the same. */
  draw: (theme: ChartTheme, size: { width: number; height: number }) => EChartsOption;
  /** The content of the chart in words, for screen readers. */
  label: string;
  /** Must set the height. */
  className: string;
};

/** A chart in the theme's colours that follows its container size and the light/dark theme. */
export function Chart({ draw, label, className }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const theme = useChartTheme(frame);
  const option = useMemo(
    () => (theme && size.width > 0 && size.height > 0 ? draw(theme, size) : null),
    [theme, size, draw],
  );
  const isDrawn = useDrawing(plot, option, size) !== null;
  return (
    <div
      ref={frame}
      role="img"
      aria-label={label}
      data-chart={isDrawn ? "drawn" : "loading"}
      className={cn("relative min-w-0", className)}
    >
      <div ref={plot} className="absolute inset-0" />
      {!isDrawn && <Skeleton className="absolute inset-0" />}
    </div>
  );
}

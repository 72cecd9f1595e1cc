"use client";

import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { PLOT_RIGHT, plotLeft } from "./chart-panel";
import { fontOf, paintOn, type Scene } from "./paint";
import { timeTicks } from "./time-ticks";
import type { ChartTheme } from "./use-chart-theme";

/** Pixels that a label of the time axis takes; on a phone they stand closer, or hardly any would. */
const TICK_PIXELS = { wide: 84, narrow: 60 };
const NARROW = 560;

/** The width of an element in pixels, following it; 0 until it is known. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** Where the plots begin, by the words as they are painted. */
function measuredLeft(panels: Scene["panels"], theme: ChartTheme): number {
  if (!panels.some(({ words }) => words)) return plotLeft(panels, () => 0);
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("no canvas to measure on");
  context.font = fontOf(theme);
  return plotLeft(panels, (word) => context.measureText(word).width);
}

type Shown = Omit<Scene, "theme" | "ticks" | "left"> & {
  theme: Scene["theme"] | null;
  place: { locale: string; timeZone: string };
  now: number;
};

/** What the canvas shows, painted whenever it changes; null as long as colours and width are not known. */
export function useScene(canvas: RefObject<HTMLCanvasElement | null>, shown: Shown): Scene | null {
  const { panels, range, theme, width, place, now } = shown;
  const left = useMemo(() => (theme ? measuredLeft(panels, theme) : 0), [panels, theme]);
  const scene = useMemo((): Scene | null => {
    if (!theme || width === 0) return null;
    const each = width < NARROW ? TICK_PIXELS.narrow : TICK_PIXELS.wide;
    const ticks = timeTicks(range, Math.max(2, (width - left - PLOT_RIGHT) / each), place, now);
    return { panels, range, ticks, theme, width, left };
  }, [panels, range, theme, width, left, place, now]);
  useLayoutEffect(() => {
    if (scene && canvas.current) paintOn(canvas.current, scene, window.devicePixelRatio);
  }, [canvas, scene]);
  return scene;
}

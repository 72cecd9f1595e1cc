"use client";

import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { PLOT_LEFT } from "./chart-panel";
import { paintOn, type Scene } from "./paint";
import { timeTicks } from "./time-ticks";

/** Pixels that a label of the time axis takes. */
const TICK_PIXELS = 84;

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

type Shown = Omit<Scene, "theme" | "ticks"> & {
  theme: Scene["theme"] | null;
  place: { locale: string; timeZone: string };
  now: number;
};

/** What the canvas shows, painted whenever it changes; null as long as colours and width are not known. */
export function useScene(canvas: RefObject<HTMLCanvasElement | null>, shown: Shown): Scene | null {
  const { panels, range, theme, width, place, now } = shown;
  const scene = useMemo((): Scene | null => {
    if (!theme || width === 0) return null;
    const ticks = timeTicks(range, Math.max(2, Math.floor((width - PLOT_LEFT) / TICK_PIXELS)), place, now);
    return { panels, range, ticks, theme, width };
  }, [panels, range, theme, width, place, now]);
  useLayoutEffect(() => {
    if (scene && canvas.current) paintOn(canvas.current, scene, window.devicePixelRatio);
  }, [canvas, scene]);
  return scene;
}

"use client";

import { type RefObject, useEffect, useState } from "react";
import type { Tone } from "@/components/ui/tone";

const LINE_TOKENS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `chart-${number}` as const);
const TONE_TOKENS = ["normal", "warning", "above", "below", "critical", "offline", "paused"] as const satisfies Tone[];
const TOKENS = [
  ...LINE_TOKENS,
  ...TONE_TOKENS,
  ...TONE_TOKENS.map((tone) => `${tone}-solid` as const),
  "chart-grid",
  "chart-axis",
  "foreground",
  "card",
];

/** The tokens that a chart paints with, as colours a canvas understands. */
export type ChartTheme = { colour: (token: string) => string; fontFamily: string };

/** A canvas knows no custom properties: the browser resolves them on an element of the page. */
function readTheme(element: HTMLElement): ChartTheme {
  const probe = document.createElement("span");
  element.append(probe);
  const colours = new Map(
    TOKENS.map((token) => {
      probe.style.color = `var(--${token})`;
      return [token, getComputedStyle(probe).color] as const;
    }),
  );
  const { fontFamily } = getComputedStyle(probe);
  probe.remove();
  return { colour: (token) => colours.get(token) ?? "currentColor", fontFamily };
}

/** The theme of an element's surroundings; read again whenever light and dark change places. */
export function useChartTheme(ref: RefObject<HTMLElement | null>): ChartTheme | null {
  const [theme, setTheme] = useState<ChartTheme | null>(null);
  useEffect(() => {
    const read = () => {
      if (ref.current) setTheme(readTheme(ref.current));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme", "class", "style"] });
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", read);
    return () => {
      observer.disconnect();
      scheme.removeEventListener("change", read);
    };
  }, [ref]);
  return theme;
}

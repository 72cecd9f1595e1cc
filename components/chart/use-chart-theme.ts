"use client";

import type { RefObject } from "react";
import { useThemeColours } from "@/components/providers/use-theme-colours";
import type { Tone } from "@/components/value/tone";
import type { ChartTheme } from "./chart-theme";

const LINE_TOKENS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `chart-${number}` as const);
const TONE_TOKENS = ["normal", "warning", "above", "below", "critical", "offline", "paused"] as const satisfies Tone[];
const TOKENS = [
  ...LINE_TOKENS,
  ...TONE_TOKENS,
  ...TONE_TOKENS.map((tone) => `${tone}-solid` as const),
  "chart-grid",
  "chart-axis",
  "foreground",
  "popover",
  "popover-foreground",
  "border",
  "card",
];

/** The theme around an element; updated when light and dark change. */
export const useChartTheme = (ref: RefObject<HTMLElement | null>): ChartTheme | null => useThemeColours(ref, TOKENS);

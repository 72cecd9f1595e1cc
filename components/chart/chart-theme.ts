import type { ThemeColours } from "@/components/providers/use-theme-colours";

/** The tokens that a chart uses, as canvas colours, or as CSS variables in an inline drawing. */
export type ChartTheme = ThemeColours;

/** For drawings that are part of the page as elements: the page's own tokens colour them, in light and dark. */
export const PAGE_THEME: ChartTheme = { colour: (token) => `var(--${token})`, fontFamily: "inherit" };

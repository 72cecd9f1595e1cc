import type { ThemeColours } from "@/components/ui/use-theme-colours";

/** The tokens that a chart is drawn with, as colours that its canvas understands, or as tokens in a drawing of a page. */
export type ChartTheme = ThemeColours;

/** For drawings that stand in a page as elements: the page's own tokens colour them, in light and dark. */
export const PAGE_THEME: ChartTheme = { colour: (token) => `var(--${token})`, fontFamily: "inherit" };

import type { ChartTheme } from "./chart-theme";

/** The tokens of the light theme as colours, for drawings in documents; `app/globals.css` has them for pages. */
const LIGHT: Record<string, string> = {
  foreground: "#14202a",
  card: "#ffffff",
  border: "#dde4e9",
  normal: "#17693a",
  "normal-solid": "#2a9a5a",
  warning: "#7a5000",
  "warning-solid": "#d49600",
  above: "#a53f0a",
  "above-solid": "#e5641a",
  below: "#164fa8",
  "below-solid": "#2d76db",
  critical: "#b3162b",
  "critical-solid": "#d52a40",
  offline: "#53616b",
  "offline-solid": "#7c8a95",
  "chart-1": "#0a7f8a",
  "chart-2": "#b5581a",
  "chart-3": "#5f55a4",
  "chart-4": "#2f6fce",
  "chart-5": "#a8407e",
  "chart-6": "#5c7a1f",
  "chart-7": "#8a6d00",
  "chart-8": "#4d5d69",
  "chart-grid": "#e6ebef",
  "chart-axis": "#5c6c77",
};

export const PRINT_THEME: ChartTheme = {
  colour(token) {
    const colour = LIGHT[token];
    if (!colour) throw new Error(`no colour ${token}`);
    return colour;
  },
  fontFamily: "sans-serif",
};

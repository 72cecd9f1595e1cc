import type { Theme } from "@/lib/preference/preference";

/** The colour of the top bar (`--card`), which the browser's own bar also uses. */
export const BAR_COLOURS = { light: "#ffffff", dark: "#111a20" } as const;

/** Sets the colour of the browser's bar after a theme change. */
export function paintBar(theme: Theme): void {
  const isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const colour = BAR_COLOURS[theme === "system" ? (isDark ? "dark" : "light") : theme];
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = colour;
}

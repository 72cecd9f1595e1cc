import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PRINT_THEME } from "./print-theme";

it("prints in the colours of the light theme", () => {
  const css = readFileSync("app/globals.css", "utf8");
  for (const token of [
    "foreground",
    "card",
    "border",
    "above",
    "below-solid",
    "critical-solid",
    "chart-1",
    "chart-8",
    "chart-grid",
    "chart-axis",
  ]) {
    const [, light] = new RegExp(`--${token}: light-dark\\((#\\w+),`).exec(css) ?? [];
    expect([token, PRINT_THEME.colour(token)]).toEqual([token, light]);
  }
});

import type { TooltipComponentOption } from "echarts";
import type { ChartTheme } from "./chart-theme";

type Row = { name: string; value: string };

/** The content of a tooltip. Built from elements, not markup, because a name may contain any character. */
export function tipOf(head: string, rows: readonly Row[]): HTMLElement {
  const tip = document.createElement("div");
  const add = (tag: "p" | "span" | "strong", text: string, classes: string, into: HTMLElement = tip) => {
    const element = document.createElement(tag);
    element.className = classes;
    element.textContent = text;
    into.append(element);
    return element;
  };
  add("p", head, "font-medium text-muted-foreground");
  for (const { name, value } of rows) {
    const line = add("p", "", "flex items-baseline justify-between gap-3");
    add("span", name, "text-muted-foreground", line);
    add("strong", value, "font-semibold", line);
  }
  return tip;
}

/** A tooltip in the theme's style that stays inside the chart, with a line through the values. */
export const tipBox = (theme: ChartTheme): TooltipComponentOption => ({
  trigger: "axis",
  confine: true,
  transitionDuration: 0,
  backgroundColor: theme.colour("popover"),
  borderWidth: 0,
  padding: 8,
  textStyle: { color: theme.colour("popover-foreground"), fontSize: 12, fontFamily: theme.fontFamily },
  extraCssText: "border-radius:6px;box-shadow:var(--shadow-overlay);font-variant-numeric:tabular-nums",
  axisPointer: { type: "line", lineStyle: { color: theme.colour("chart-axis"), type: [2, 2] } },
});

import { describe, expect, it } from "vitest";
import { type BarPlan, barOption } from "./bar-option";

const theme = { colour: (token: string) => token, fontFamily: "Inter" };
const planOf = (days: number): BarPlan => ({
  labels: Array.from({ length: days }, (_, index) => String(index)),
  stack: [
    { id: "a", values: [1, null], tone: () => "critical-solid", opacity: 1 },
    { id: "b", values: [2, 3], tone: (value) => (value > 2 ? "warning-solid" : "normal-solid"), opacity: 0.7 },
  ],
  min: 0,
  format: String,
  top: (index) => `top ${index}`,
  tell: (index) => ({ head: String(index), rows: [] }),
});

describe("barOption", () => {
  it("stacks parts in their colours, and leaves out what is not there", () => {
    const { series } = barOption(planOf(2), theme);
    expect(series).toMatchObject([
      { stack: "all", data: [{ value: 1 }, { value: "-" }] },
      { stack: "all", data: [{ itemStyle: { color: "normal-solid" } }, { itemStyle: { color: "warning-solid" } }] },
    ]);
  });

  it.each([
    [7, true],
    [30, false],
  ])("writes numbers over %d bars: %s", (days, isNamed) => {
    const { series } = barOption(planOf(days), theme);
    expect(series).toMatchObject([{ label: { show: false } }, { label: { show: isNamed } }]);
  });
});

import { describe, expect, it } from "vitest";
import { MINUTE_UNITS, minutesOf, SECOND_UNITS, secondsOf, spanOf } from "./duration.rules";

describe("a length of time", () => {
  it.each([
    [0, SECOND_UNITS, "0", "minutes"],
    [0, MINUTE_UNITS, "0", "minutes"],
    [90, SECOND_UNITS, "90", "seconds"],
    [300, SECOND_UNITS, "5", "minutes"],
    [7200, SECOND_UNITS, "2", "hours"],
    [86_400, SECOND_UNITS, "24", "hours"],
    [2_592_000, MINUTE_UNITS, "30", "days"],
    [5400, MINUTE_UNITS, "90", "minutes"],
  ] as const)("of %i s is written in %j as %s %s, and read back", (seconds, units, amount, unit) => {
    expect(spanOf(seconds, units)).toEqual({ amount, unit });
    expect(secondsOf({ amount, unit })).toBe(seconds);
  });

  it("is nothing, or no number of whole units", () => {
    expect(secondsOf({ amount: " ", unit: "hours" })).toBeUndefined();
    expect(minutesOf({ amount: "", unit: "hours" })).toBeUndefined();
    expect(minutesOf({ amount: "2", unit: "hours" })).toBe(120);
    expect(secondsOf({ amount: "0.5", unit: "minutes" })).toBeNaN();
    expect(secondsOf({ amount: "x", unit: "seconds" })).toBeNaN();
  });
});

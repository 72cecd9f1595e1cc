import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { assertPast, assertTakable, placing } from "./placement.rules";

const ruleOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error.details.issues?.[0]?.rule;
    throw error;
  }
};
const past = { from: 0, to: 100, carrierId: 1 };
const current = { from: 100, to: null, carrierId: 2 };

describe("placing a lot", () => {
  it.each([
    ["for the first time", [], 5, 50, { endsCurrent: false }],
    ["after it was taken out", [past], 1, 100, { endsCurrent: false }],
    ["out of another carrier", [past, current], 1, 200, { endsCurrent: true }],
    ["where it is", [current], 2, 200, "lotThere"],
    ["before it came to where it is", [current], 1, 100, "beforePlacement"],
    ["while it was elsewhere", [past], 5, 99, "lotElsewhereThen"],
  ] as const)("%s", (_name, periods, carrierId, at, expected) => {
    expect(ruleOf(() => placing(periods, carrierId, at))).toEqual(expected);
  });

  it("is not in the future", () => {
    expect(ruleOf(() => assertPast(11, 10))).toBe("notFuture");
    expect(ruleOf(() => assertPast(10, 10))).toBeUndefined();
  });
});

describe("taking a lot out", () => {
  it.each([
    ["of where it is", [past, current], 101, undefined],
    ["at the instant of its placement", [current], 100, "beforePlacement"],
    ["of nowhere", [past], 200, "lotUnplaced"],
  ] as const)("%s", (_name, periods, at, expected) => {
    expect(ruleOf(() => assertTakable(periods, at))).toBe(expected);
  });
});

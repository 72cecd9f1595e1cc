import { describe, expect, it } from "vitest";
import type { Measure } from "@/db/enums";
import { direction } from "./trend";

describe("direction", () => {
  it.each([
    [0.05, "temperature", "rising"],
    [-0.2, "temperature", "falling"],
    [0.049, "temperature", "steady"],
    [0.2, "humidity", "steady"],
    [null, "temperature", undefined],
    [3, "door", undefined],
  ] as [number | null, Measure, string | undefined][])("%s of %s is %s", (trend, measure, expected) => {
    expect(direction(trend, measure)).toBe(expected);
  });
});

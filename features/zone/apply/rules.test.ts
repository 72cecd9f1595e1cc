import { describe, expect, it } from "vitest";
import { outcomeOf, refusalOf } from "./rules";

const asked = { measure: "humidity", mounted: ["temperature"], hasRange: false, mayEdit: true } as const;
const current = { zoneId: 7, name: "2 to 8", minimum: 2, maximum: 8 };

describe("a carrier that a range is to be applied to", () => {
  it.each([
    ["has a thermometer alone", asked, "thermometerOnly"],
    ["measures both", { ...asked, mounted: ["temperature", "humidity"] as const }, null],
    ["has no device yet", { ...asked, mounted: [] }, null],
    ["has a range of that measure already", { ...asked, hasRange: true }, null],
    ["is asked for another measure", { ...asked, measure: "temperature" as const }, null],
    ["is not the actor's to change", { ...asked, mayEdit: false, hasRange: true }, "noRight"],
  ])("that %s", (_what, one, refusal) => {
    expect(refusalOf(one)).toBe(refusal);
  });

  it.each([
    ["gets its first", { current: null, refusal: null }, "first"],
    ["gets another in place of its own", { current, refusal: null }, "replaced"],
    ["has it", { current: { ...current, zoneId: 8 }, refusal: null }, "same"],
    ["has it, though others may not change it", { current: { ...current, zoneId: 8 }, refusal: "noRight" }, "same"],
    ["cannot get it", { current: null, refusal: "thermometerOnly" }, "refused"],
  ] as const)("%s", (_what, candidate, outcome) => {
    expect(outcomeOf(candidate, 8)).toBe(outcome);
  });
});

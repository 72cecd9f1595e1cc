import { expect, it } from "vitest";
import { CONDITION_KINDS, SIDES, STATE_MEASURES } from "@/db/enums";
import { EXCURSION_KINDS, KINDS, toneOf } from "./rules";

it("says of every kind what it is", () => {
  expect(Object.keys(KINDS).sort()).toEqual([...CONDITION_KINDS].sort());
});

it("makes a carrier abnormal by what is not as it should be, neither by silence nor by what may come", () => {
  expect(EXCURSION_KINDS).toEqual(["range", "cumulative", "state"]);
});

it.each([
  ["range", "temperature", "above", "above"],
  ["range", "temperature", "below", "below"],
  ["range", "temperature", null, "warning"],
  ["cumulative", "temperature", "below", "below"],
  ["no-data", "temperature", null, "offline"],
  ["no-data", null, null, "offline"],
  ["state", "door", "above", "warning"],
  ["state", "power", "below", "critical"],
  ["trend", "temperature", "above", "warning"],
] as const)("colours %s of %s, %s, as %s", (kind, measure, side, tone) => {
  expect(toneOf({ kind, measure, side })).toBe(tone);
});

it("gives no colour of a side to what has no limits", () => {
  const unlimited = CONDITION_KINDS.filter((kind) => !KINDS[kind].hasLimits);
  const tones = unlimited.flatMap((kind) =>
    STATE_MEASURES.flatMap((measure) => SIDES.map((side) => toneOf({ kind, measure, side }))),
  );
  expect(tones.filter((tone) => tone === "above" || tone === "below")).toEqual([]);
});

it("shows figures only where there are limits that they were beyond", () => {
  expect(CONDITION_KINDS.filter((kind) => KINDS[kind].hasFigures && !KINDS[kind].hasLimits)).toEqual([]);
});

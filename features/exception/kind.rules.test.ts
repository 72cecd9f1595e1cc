import { expect, it } from "vitest";
import { EXCEPTION_KINDS, SIDES, STATE_MEASURES } from "@/db/enums";
import { EXCURSION_KINDS, KINDS, KINDS_WITH_FIGURES, toneOf, typeOf } from "./kind.rules";

it("says of every kind what it is", () => {
  expect(Object.keys(KINDS).sort()).toEqual([...EXCEPTION_KINDS].sort());
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
  const unlimited = EXCEPTION_KINDS.filter((kind) => !KINDS[kind].hasLimits);
  const tones = unlimited.flatMap((kind) =>
    STATE_MEASURES.flatMap((measure) => SIDES.map((side) => toneOf({ kind, measure, side }))),
  );
  expect(tones.filter((tone) => tone === "above" || tone === "below")).toEqual([]);
});

it("shows figures only where there are limits that they were beyond", () => {
  expect(KINDS_WITH_FIGURES).toEqual(["range", "cumulative"]);
  expect(EXCEPTION_KINDS.filter((kind) => KINDS[kind].hasFigures && !KINDS[kind].hasLimits)).toEqual([]);
});

it.each([
  ["no-data", "temperature", "sensor", "sensor-connect"],
  ["no-data", null, "magnetism", "sensor-connect"],
  ["no-data", null, "gateway", "gateway-connect"],
  ["no-data", null, "display", "display-connect"],
  ["no-data", null, "relay", "relay-connect"],
  ["blackout", "power", "gateway", "gateway-blackout"],
  ["state", "power", "gateway", "gateway-blackout"],
  ["state", "power", "sensor", "power"],
  ["state", "door", "magnetism", "door"],
  ["range", "temperature", "sensor", "sensor-temperature"],
  ["trend", "humidity", "sensor", "sensor-humidity"],
  ["cumulative", "co2", "gas", "gas"],
  ["range", "battery", "sensor", "device"],
  ["retained", null, "gateway", "retained"],
  ["geofence", null, "sensor", "geofence"],
] as const)("lists %s of %s at a %s under %s", (kind, measure, device, type) => {
  expect(typeOf({ kind, measure, device: { kind: device } })).toBe(type);
});

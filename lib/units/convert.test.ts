import { describe, expect, it } from "vitest";
import { canonicalValue, kmhOfKnots, kmhOfMetresPerSecond, type Unit, unitNamed } from "./convert";

describe("a value in the house's unit", () => {
  it.each<[number, Unit, number]>([
    [39.2, "°F", 4],
    [-40, "°F", -40],
    [32, "°F", 0],
    [46.4, "°F", 8],
    [273.15, "K", 0],
    [277.35, "K", 4.2],
    [3005, "mV", 3.005],
    [450, "ppb", 0.45],
    [4.123456789, "°C", 4.123456789],
    [44.72, "%", 44.72],
    [-36, "dBm", -36],
  ])("%d %s is %d", (value, unit, expected) => expect(canonicalValue(value, unit)).toBe(expected));

  it("stays out of bounds where it was so", () => {
    expect(canonicalValue(1e308, "°F")).toBe(Number.POSITIVE_INFINITY);
    expect(canonicalValue(Number.NaN, "K")).toBeNaN();
  });
});

it.each<[string, Unit | undefined]>([
  ["°C", "°C"],
  ["℃", "°C"],
  [" deg C", "°C"],
  ["°F", "°F"],
  ["% RH", "%"],
  ["mV", "mV"],
  ["PPM", "ppm"],
  ["hPa", undefined],
  ["constructor", undefined],
  ["", undefined],
])("%j names the unit %s", (text, unit) => expect(unitNamed(text)).toBe(unit));

it("tells speeds in km/h", () => {
  expect(kmhOfKnots(40)).toBe(74.08);
  expect(kmhOfMetresPerSecond(18.67)).toBe(67.212);
});

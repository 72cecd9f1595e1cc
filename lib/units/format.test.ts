import { describe, expect, it } from "vitest";
import { formatNumber, formatPlace, formatReading, unitOf } from "./format";

describe("formatReading", () => {
  it.each([
    [4, "temperature", "en-US", "4.0", "°C"],
    [4.25, "temperature", "en-US", "4.25", "°C"],
    [-18.2, "temperature", "en-US", "\u221218.2", "°C"],
    [4.2, "temperature", "es", "4,2", "°C"],
    [55.1, "humidity", "zh-CN", "55.1", "%RH"],
    [1234.4, "co2", "en-US", "1,234", "ppm"],
    [-71, "signal", "ja", "\u221271", "dBm"],
    [3.6, "voltage", "en-US", "3.6", "V"],
  ] as const)("%d of %s in %s is %s %s", (value, measure, locale, number, unit) => {
    expect(formatReading(value, measure, locale)).toEqual({ number, unit, text: `${number} ${unit}` });
  });

  it("shows a dash and no unit for no value", () => {
    expect(formatReading(null, "temperature", "en-US")).toEqual({ number: "–", unit: "", text: "–" });
    expect(formatReading(Number.NaN, "humidity", "es").text).toBe("–");
  });

  it("has no unit for a door", () => {
    expect(unitOf("door", "en-US")).toBe("");
    expect(formatReading(1, "door", "en-US").text).toBe("1");
  });
});

it("writes a place with points, latitude first, and no more digits than it has", () => {
  expect(formatPlace(113.272472, 23.13394412, 6)).toBe("23.133944, 113.272472");
  expect(formatPlace(-3.5, 40, 5)).toBe("40, -3.5");
});

describe("formatNumber", () => {
  it("drops the sign of a value that rounds to zero", () => {
    expect(formatNumber(-0.04, "en-US", 1)).toBe("0.0");
  });

  it("pads to the minimum and rounds at the maximum", () => {
    expect(formatNumber(2, "en-US", 1, 2)).toBe("2.0");
    expect(formatNumber(2.345, "en-US", 1, 2)).toBe("2.35");
  });
});

import { describe, expect, it } from "vitest";
import { exchangeVapour, relativeHumidity, saturationHpa, vapourHpa } from "./humidity.rules";

describe("the Magnus formula", () => {
  // Reference values: Smithsonian Meteorological Tables, saturation over water.
  it.each([
    [-20, 1.254],
    [0, 6.112],
    [10, 12.27],
    [20, 23.37],
    [30, 42.43],
  ])("saturates at %d °C with %d hPa within 0.5 %", (celsius, expected) => {
    expect(Math.abs(saturationHpa(celsius) / expected - 1)).toBeLessThan(0.005);
  });

  it("gives back the humidity it was made from", () => {
    for (const celsius of [-25, 0, 5, 22, 37])
      expect(relativeHumidity(vapourHpa(55, celsius), celsius)).toBeCloseTo(55, 9);
  });

  it("rises when the air cools and never leaves 0 to 100 %", () => {
    const hpa = vapourHpa(60, 20);
    expect(relativeHumidity(hpa, 15)).toBeGreaterThan(70);
    expect(relativeHumidity(hpa, 2)).toBe(100);
  });
});

describe("exchangeVapour", () => {
  const exchange = { targetHpa: 5, relaxSeconds: 600, outsideHpa: 20, doorSeconds: 100, doorShare: 0 };

  it("relaxes to the inner target with the door closed and towards the outside with it open", () => {
    expect(exchangeVapour(9, exchange, 600)).toBeCloseTo(5 + 4 / Math.E, 9);
    expect(exchangeVapour(5, { ...exchange, doorShare: 1 }, 10_000)).toBeCloseTo(
      (5 / 600 + 20 / 100) / (1 / 600 + 1 / 100),
      6,
    );
  });

  it("does not depend on the size of the step", () => {
    let hpa = 9;
    for (let index = 0; index < 60; index += 1) hpa = exchangeVapour(hpa, { ...exchange, doorShare: 0.3 }, 10);
    expect(hpa).toBeCloseTo(exchangeVapour(9, { ...exchange, doorShare: 0.3 }, 600), 9);
  });
});

import { describe, expect, it } from "vitest";
import { ambientCelsius, ambientHumidity, climateOf, utcOffsetHours } from "./ambient.rules";

const MUNICH = climateOf("Europe/Berlin");
const outdoorMean = (from: string, days: number) => {
  const start = Date.parse(from);
  const hours = Array.from({ length: days * 24 }, (_, hour) => start + hour * 3_600_000);
  return hours.reduce((sum, at) => sum + ambientCelsius(MUNICH, "outdoor", 1, 5, at), 0) / hours.length;
};

describe("surroundings", () => {
  it("are warm in summer and cold in winter", () => {
    expect(outdoorMean("2026-07-05T00:00:00Z", 30)).toBeGreaterThan(16);
    expect(outdoorMean("2026-01-05T00:00:00Z", 30)).toBeLessThan(4);
  });

  it("are warmest in the afternoon of the place", () => {
    const day = Date.parse("2026-11-20T00:00:00Z");
    const guangzhou = climateOf("Asia/Shanghai");
    const at = (hour: number) => ambientCelsius(guangzhou, "outdoor", 8, 5, day + hour * 3_600_000);
    expect(at(7)).toBeGreaterThan(at(19) + 3);
  });

  it("stay comfortable indoors and follow the weather slowly in a hall", () => {
    for (let day = 0; day < 365; day += 1) {
      const at = Date.parse("2026-01-01T12:00:00Z") + day * 86_400_000;
      const indoor = ambientCelsius(MUNICH, "indoor", 1, 9, at);
      expect(indoor).toBeGreaterThan(18);
      expect(indoor).toBeLessThan(26);
      const hall = ambientCelsius(MUNICH, "hall", 1, 9, at);
      expect(hall).toBeGreaterThan(5);
      expect(hall).toBeLessThan(27);
      expect(ambientHumidity(MUNICH, "outdoor", 9, at)).toBeLessThan(98);
      expect(ambientHumidity(MUNICH, "indoor", 9, at)).toBeGreaterThan(14);
    }
  });
});

describe("utcOffsetHours", () => {
  it.each([
    ["Asia/Shanghai", "2026-11-20T03:04:05.678Z", 8],
    ["Europe/Berlin", "2026-11-20T03:04:05Z", 1],
    ["Europe/Berlin", "2026-07-01T00:00:00Z", 2],
    ["Asia/Kathmandu", "2026-07-01T00:00:00Z", 5.75],
    ["America/New_York", "2026-01-01T02:00:00Z", -5],
  ])("%s at %s is %d", (timeZone, at, expected) => {
    expect(utcOffsetHours(timeZone, Date.parse(at))).toBe(expected);
  });
});

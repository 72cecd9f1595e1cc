import { describe, expect, it } from "vitest";
import { AIR_PPM, exchangeCo2 } from "./gas.rules";

const CLOSED = { targetPpm: 50_000, doorShare: 0, isPowered: true };

describe("exchangeCo2", () => {
  it("holds the target with the door closed", () => {
    expect(exchangeCo2(50_000, CLOSED, 86_400)).toBeCloseTo(50_000, 3);
  });

  it("stays in range for a short look, falls with the door left open and recovers in a quarter of an hour", () => {
    const open = { ...CLOSED, doorShare: 1 };
    expect(exchangeCo2(50_000, open, 15)).toBeGreaterThan(45_000);
    const opened = exchangeCo2(50_000, open, 600);
    expect(opened).toBeLessThan(30_000);
    expect(exchangeCo2(opened, CLOSED, 900)).toBeGreaterThan(48_500);
  });

  it("leaks away to the open air without power", () => {
    const dead = { ...CLOSED, isPowered: false };
    expect(exchangeCo2(50_000, dead, 7200)).toBeCloseTo(AIR_PPM + (50_000 - AIR_PPM) / Math.E, 3);
    expect(exchangeCo2(50_000, dead, 10 * 86_400)).toBeCloseTo(AIR_PPM, 3);
  });
});

import { describe, expect, it } from "vitest";
import recorded from "@/db/seed/demo/munich-track.json";
import { bearing, fixAt, legAt, metresBetween, stopsBetween, type Track, unloadingsBetween } from "./route.rules";

const TRACK: Track = [
  [0, 11.5, 48.1],
  [100, 11.5, 48.11],
  [200, 11.52, 48.11],
];
const SHIFT = { fromUtcHour: 6, hours: 10, stopSeconds: 300 };
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);

describe("legAt", () => {
  it.each([
    ["05:59:59", "parked", 0, false],
    ["06:00:00", "driving", 0, false],
    ["06:01:40", "driving", 100, false],
    ["06:03:20", "stopped", 200, false],
    ["06:08:19", "stopped", 200, false],
    ["06:08:20", "driving", 200, true],
    ["06:10:00", "driving", 100, true],
    ["06:11:40", "stopped", 0, true],
    ["06:16:40", "driving", 0, false],
    ["16:00:00", "parked", 0, false],
    ["23:30:00", "parked", 0, false],
  ])("at %s the vehicle is %s at second %d", (time, phase, trackSeconds, isReturn) => {
    expect(legAt(TRACK, SHIFT, at(time))).toEqual({ phase, trackSeconds, isReturn });
  });
});

describe("fixAt", () => {
  it("interpolates the position, its speed and course", () => {
    const fix = fixAt(TRACK, SHIFT, at("06:00:50"));
    expect(fix.longitude).toBeCloseTo(11.5, 9);
    expect(fix.latitude).toBeCloseTo(48.105, 9);
    // 0.01 degrees of latitude are 1,112 m.
    expect(fix.speedKmh).toBeCloseTo(1112 * 0.036, 1);
    expect(fix.course).toBeCloseTo(0, 6);
  });

  it("looks the other way on the way back", () => {
    expect(fixAt(TRACK, SHIFT, at("06:10:50")).course).toBeCloseTo(180, 6);
    expect(fixAt(TRACK, SHIFT, at("06:05:00"))).toMatchObject({ longitude: 11.52, latitude: 48.11, speedKmh: 0 });
  });

  it("never jumps on the recorded drive", () => {
    const track = recorded.points as unknown as Track;
    const shift = { fromUtcHour: 0, hours: 24, stopSeconds: 600 };
    let last = fixAt(track, shift, at("00:00:00"));
    for (let second = 10; second < 86_400; second += 10) {
      const fix = fixAt(track, shift, at("00:00:00") + second * 1000);
      const metres = metresBetween([0, last.longitude, last.latitude], [0, fix.longitude, fix.latitude]);
      expect(metres / 10).toBeLessThan(35);
      expect(fix.speedKmh).toBeLessThan(120);
      last = fix;
    }
  });
});

describe("stopsBetween", () => {
  it("agrees with the legs at every minute", () => {
    const stops = stopsBetween(TRACK, SHIFT, at("00:00:00"), at("23:59:59"));
    for (let minute = 0; minute < 1440; minute += 1) {
      const instant = at("00:00:00") + minute * 60_000;
      const isStopped = stops.some(({ from, to }) => instant >= from && instant < to);
      expect(isStopped).toBe(legAt(TRACK, SHIFT, instant).phase === "stopped");
    }
  });
});

describe("unloadingsBetween", () => {
  it("opens the doors once at each stop, within it", () => {
    const stops = stopsBetween(TRACK, SHIFT, at("00:00:00"), at("23:59:59"));
    const openings = unloadingsBetween(TRACK, SHIFT, 7, at("00:00:00"), at("23:59:59"));
    expect(openings).toHaveLength(stops.length);
    openings.forEach((opening, index) => {
      expect(opening.from).toBeGreaterThan(stops[index]?.from as number);
      expect(opening.to).toBeLessThanOrEqual(stops[index]?.to as number);
      expect(opening.to - opening.from).toBeGreaterThanOrEqual(120_000);
    });
    expect(unloadingsBetween(TRACK, SHIFT, 7, at("06:00:00"), at("12:00:00"))).toEqual(
      openings.filter(({ from, to }) => to > at("06:00:00") && from < at("12:00:00")),
    );
  });
});

describe("geometry", () => {
  it.each([
    [[0, 11.5, 48.1], [0, 11.5, 49.1], 111_195, 0],
    [[0, 0, 0], [0, 1, 0], 111_195, 90],
    [[0, 0, 0], [0, -1, 0], 111_195, 270],
  ] as const)("from %j to %j", (from, to, metres, degrees) => {
    expect(metresBetween(from, to)).toBeCloseTo(metres, -1);
    expect(bearing(from, to)).toBeCloseTo(degrees, 6);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import recorded from "@/db/seed/demo/munich-track.json";
import { distanceMetres, placeAt } from "@/lib/geo/sphere";
import { type Fix, isSilence, journeyOf, summaryOf, thin } from "./track.rules";

const MINUTE = 60_000;
const HOME = [11.5, 48.1] as const;

/** A fix this many minutes after the start and metres east of home. */
const fix = (minutes: number, metresEast: number, speedKmh: number | null = null): Fix => {
  const [longitude, latitude] = placeAt(HOME, metresEast, 90);
  return { at: minutes * MINUTE, longitude, latitude, speedKmh };
};
const standing = (from: number, to: number, metresEast: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => fix(from + index, metresEast + (index % 3) * 10));
/** One kilometre per minute. */
const driving = (from: number, to: number, metresEast: number) =>
  Array.from({ length: to - from - 1 }, (_, index) => fix(from + index + 1, metresEast + (index + 1) * 1000));
const minutes = (spans: readonly { from: number; to: number }[]) =>
  spans.map(({ from, to }) => [from / MINUTE, to / MINUTE]);

/** The recorded drive through Munich, with twenty minutes added at its end. */
const MUNICH: Fix[] = (recorded.points as [number, number, number][]).map(([seconds, longitude, latitude]) => ({
  at: seconds * 1000,
  longitude,
  latitude,
  speedKmh: null,
}));

describe("journeyOf", () => {
  it("parts a day into stops and the trips between them", () => {
    const day = [...standing(0, 10, 0), ...driving(10, 20, 0), ...standing(20, 30, 10_000), ...driving(30, 35, 10_000)];
    const { trips, stops, silences } = journeyOf(day);
    expect(minutes(stops)).toEqual([
      [0, 10],
      [20, 30],
    ]);
    expect(minutes(trips)).toEqual([
      [10, 20],
      [30, 34],
    ]);
    expect(silences).toEqual([]);
    expect(trips[0]?.distanceMetres).toBeCloseTo(10_000, -2);
    expect(trips[0]?.averageKmh).toBeCloseTo(60, 0);
  });

  it("takes a wait at a light for part of the trip", () => {
    const drive = [...driving(0, 10, 0), ...standing(10, 13, 10_000), ...driving(13, 20, 10_000)];
    expect(minutes(journeyOf(drive).trips)).toEqual([[1, 19]]);
    expect(journeyOf(drive).stops).toEqual([]);
  });

  it("takes a stray position of a standing carrier, and a move across the yard, for no trip", () => {
    const stray = [...standing(0, 10, 0), fix(11, 90), ...standing(12, 22, 0)];
    expect(minutes(journeyOf(stray).stops)).toEqual([[0, 22]]);
    const yard = [...standing(0, 10, 0), fix(11, 100), ...standing(12, 22, 200)];
    expect(journeyOf(yard)).toMatchObject({ trips: [], stops: [{ from: 0, to: 22 * MINUTE }] });
  });

  it("ends a trip at an hour without a position, and shows a shorter silence within it", () => {
    const drive = [...driving(0, 10, 0), ...driving(90, 100, 9000), ...driving(110, 120, 30_000)];
    const { trips, silences } = journeyOf(drive);
    expect(minutes(trips)).toEqual([
      [1, 9],
      [91, 119],
    ]);
    expect(minutes(silences)).toEqual([
      [9, 91],
      [99, 111],
    ]);
  });

  it("stays stopped over a silence that ends at the same place", () => {
    const parked = [fix(0, 0), fix(30, 5), fix(60, 0), fix(90, 8)];
    expect(minutes(journeyOf(parked).stops)).toEqual([[0, 90]]);
    expect(journeyOf(parked).silences).toEqual([]);
  });

  it("tells the highest speed that the device saw, or the way gives", () => {
    expect(journeyOf(driving(0, 20, 0)).trips[0]?.maximumKmh).toBeCloseTo(60, 0);
    const told = driving(0, 20, 0).map((one) => ({ ...one, speedKmh: one.at === 5 * MINUTE ? 71 : 58 }));
    expect(journeyOf(told).trips[0]?.maximumKmh).toBe(71);
  });

  it("reads the recorded drive as one trip of 13.6 km", () => {
    const last = MUNICH.at(-1) as Fix;
    const parked = Array.from({ length: 20 }, (_, index) => ({ ...last, at: last.at + (index + 1) * MINUTE }));
    const journey = journeyOf([...MUNICH, ...parked]);
    expect(journey.trips).toHaveLength(1);
    expect(journey.stops).toHaveLength(1);
    const { distanceMetres: metres, maximumKmh, averageKmh } = summaryOf(journey);
    expect(metres / 1000).toBeCloseTo(13.6, 0);
    expect(maximumKmh).toBeLessThan(115);
    expect(averageKmh).toBeGreaterThan(30);
  });

  it("has nothing to tell of no position and of one", () => {
    expect(journeyOf([])).toEqual({ trips: [], stops: [], silences: [] });
    expect(summaryOf(journeyOf([fix(0, 0)]))).toMatchObject({ distanceMetres: 0, maximumKmh: null, averageKmh: null });
  });
});

it("no trip leads to where nothing is fast enough to be, not even one that was unseen before and after", () => {
  const far = [...standing(0, 10, 0), ...standing(11, 21, 6_500_000)];
  const { trips, silences, stops } = journeyOf(far, 250);
  expect([trips, minutes(silences), stops.length]).toEqual([[], [[10, 11]], 2]);
  expect(journeyOf(MUNICH, 250)).toEqual(journeyOf(MUNICH));
});

it.each([
  [4, 5000, false],
  [6, 5000, true],
  [6, 20, false],
  [60, 0, true],
])("%d minutes without a position and %d m on: silent %s", (after, metres, expected) => {
  expect(isSilence(fix(0, 0), fix(after, metres))).toBe(expected);
});

describe("thin", () => {
  it("keeps both ends, what is named, and no more than asked for; what is left out lies within the tolerance", () => {
    const named = fc.subarray(
      MUNICH.map(({ at }) => at),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 250 }), named, (points, kept) => {
        const { fixes, toleranceMetres } = thin(MUNICH, kept, points);
        const instants = new Set(fixes.map(({ at }) => at));
        expect(fixes.length).toBeLessThanOrEqual(points);
        for (const at of [0, ...kept, MUNICH.at(-1)?.at as number]) expect(instants.has(at)).toBe(true);
        expect([...instants]).toEqual([...instants].sort((a, b) => a - b));
        for (const left of MUNICH) {
          const next = fixes.findIndex(({ at }) => at >= left.at);
          const [a, b] = [fixes[Math.max(0, next - 1)] as Fix, fixes[next] as Fix];
          const share = b.at === a.at ? 0 : (left.at - a.at) / (b.at - a.at);
          const even = [
            a.longitude + (b.longitude - a.longitude) * share,
            a.latitude + (b.latitude - a.latitude) * share,
          ] as const;
          expect(distanceMetres(even, [left.longitude, left.latitude])).toBeLessThanOrEqual(
            toleranceMetres * 1.005 + 0.01,
          );
        }
      }),
    );
  });

  it("is as it was where there are few, and quick where there are many", () => {
    expect(thin(MUNICH, [], 5000)).toEqual({ fixes: MUNICH, toleranceMetres: 0 });
    const day = Array.from({ length: 200 }, (_, round) =>
      MUNICH.map((one) => ({ ...one, at: one.at + round * 1e7 })),
    ).flat();
    const started = performance.now();
    expect(thin(day, [], 2000).fixes).toHaveLength(2000);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

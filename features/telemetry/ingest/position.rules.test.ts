import fc from "fast-check";
import { describe, expect, it } from "vitest";
import track from "@/db/seed/demo/munich-track.json";
import { placeAt } from "@/lib/geo/sphere";
import { longRuns } from "@/tests/support/long";
import { type Fix, faultsOf, isReachable, judgePart } from "./position.rules";

const MINUTE = 60_000;
const START = Date.UTC(2026, 9, 1);
const GUANGZHOU = [113.43, 23.17] as const;
const MUNICH = [11.58, 48.14] as const;
const ROAD = 250;

/** A fix this many minutes after the start and this many kilometres east of a position. */
const fix = (minutes: number, km = 0, [longitude, latitude]: readonly [number, number] = GUANGZHOU): Fix => {
  const [lon, lat] = placeAt([longitude, latitude], km * 1000, 90);
  return { at: START + minutes * MINUTE, longitude: lon, latitude: lat };
};
/** A drive at one kilometre per minute. */
const drive = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, step) => fix(from + step, from + step));
const bad = (from: number, count: number, stepMinutes = 1) =>
  Array.from({ length: count }, (_, step) => fix(from + step * stepMinutes, step / 10, MUNICH));
const nowhere = (minutes: number): Fix => ({ at: START + minutes * MINUTE, longitude: 0, latitude: 0 });

const inOrder = (...parts: Fix[][]) => parts.flat().sort((a, b) => a.at - b.at);
/** The minutes of the invalid fixes. */
const invalid = (fixes: readonly Fix[], fastest = ROAD) =>
  faultsOf(fixes, fastest).flatMap((fault, index) =>
    fault === null ? [] : [Math.round(((fixes[index] as Fix).at - START) / MINUTE)],
  );

describe("what is within reach", () => {
  it.each([
    ["a receiver's scatter within a second", fix(0), fix(1 / 60, 0.3), ROAD, true],
    ["a motorway", fix(0), fix(10, 40), ROAD, true],
    ["6,500 km in half a minute", fix(0), fix(0.5, 6500), ROAD, false],
    ["a plane's 900 km in an hour by road", fix(0), fix(60, 900), ROAD, false],
    ["a plane's 900 km in an hour", fix(0), fix(60, 900), 1300, true],
  ])("%s", (_name, a, b, fastest, isWithin) => expect(isReachable(a, b, fastest)).toBe(isWithin));
});

describe("what is no position", () => {
  it.each([
    ["nothing of a drive", drive(0, 60), []],
    ["nothing of a standing receiver that scatters", drive(0, 60).map((_, index) => fix(index, (index % 2) / 5)), []],
    ["one among others", inOrder(drive(0, 30), bad(10.5, 1)), [11]],
    ["several in a row", inOrder(drive(0, 20), bad(20, 8), drive(28, 60)), [20, 21, 22, 23, 24, 25, 26, 27]],
    ["twenty in a row", inOrder(drive(0, 20), bad(20, 20), drive(40, 60)), bad(20, 20).map((_, index) => 20 + index)],
    ["every other one", inOrder(drive(0, 30), bad(0.5, 29)), bad(0.5, 29).map((_, index) => index + 1)],
    ["the first", inOrder(bad(0, 1), drive(1, 30)), [0]],
    ["the first three", inOrder(bad(0, 3), drive(3, 30)), [0, 1, 2]],
    ["0°, 0°, however many and first", inOrder([0, 1, 2, 3].map(nowhere), drive(4, 30)), [0, 1, 2, 3]],
    ["0°, 0° alone", [nowhere(0), nowhere(60)], [0, 60]],
    ["one after a day of silence", inOrder(drive(0, 30), bad(1800, 1), [fix(1801, 30), fix(1802, 30)]), [1800]],
    [
      "three after a silence",
      inOrder(
        drive(0, 30),
        bad(1800, 3),
        drive(1803, 1810).map(({ at }) => ({ ...fix(30, 30), at })),
      ),
      [1800, 1801, 1802],
    ],
    ["one at the end", inOrder(drive(0, 30), bad(30, 1)), [30]],
    [
      "scattered over the world",
      inOrder(
        drive(0, 30),
        [0, 1, 2, 3, 4, 5].map((step) => fix(12 + step / 10, step * 900, MUNICH)),
      ),
      [12, 12, 12, 12, 12, 13],
    ],
  ])("is %s", (_name, fixes, minutes) => expect(invalid(fixes)).toEqual(minutes));

  it.each([
    ["31 at one a minute", 31, 1],
    ["200 at one in 10 s", 200, 1 / 6],
    ["eight hours of them", 480, 1],
    ["a day of them", 1440, 1],
  ])("is a run of faults that leads back, %s, and the positions behind it are none", (_, count, stepMinutes) => {
    const end = 40 + count * stepMinutes;
    // The vehicle has driven on meanwhile.
    const back = Array.from({ length: 30 }, (_, step) => fix(end + step, 40 + step));
    const fixes = inOrder(drive(0, 40), bad(40, count, stepMinutes), back);
    expect(invalid(fixes)).toEqual(bad(40, count, stepMinutes).map(({ at }) => Math.round((at - START) / MINUTE)));
  });

  it("is a run of faults nearby that was believed for hours, once the vehicle is back without having driven", () => {
    const there = Array.from({ length: 300 }, (_, step) => fix(40 + step, 640));
    const back = Array.from({ length: 40 }, (_, step) => fix(340 + step, 40 + step));
    const believed = inOrder(drive(0, 40), there);
    // Reachable by road after 2.4 hours; from then on the whole run is believed.
    expect(invalid(believed.slice(0, 40 + 140))).toHaveLength(140);
    expect(invalid(believed)).toEqual([]);
    expect(invalid(inOrder(believed, back))).toEqual(there.map((_, step) => 40 + step));
  });

  it("is nothing where a vehicle was carried with its tracker off and could have been driven", () => {
    const days = 3 * 24 * 60;
    const shipped = Array.from({ length: 20 }, (_, step) => fix(days + step, step / 2, MUNICH));
    expect(invalid(inOrder(drive(0, 40), shipped))).toEqual([]);
  });

  it("is nothing where a vehicle was flown, as soon as it could have been driven: then it is believed from the start", () => {
    // 8,850 km, which take 35.4 hours at 250 km/h.
    const flown = (hours: number) => Array.from({ length: hours * 6 }, (_, step) => fix(600 + step * 10, 0, MUNICH));
    expect(invalid(inOrder(drive(0, 40), flown(25)))).toHaveLength(150);
    expect(invalid(inOrder(drive(0, 40), flown(27)))).toEqual([]);
    // After a day the doubt ends, whatever the next position is.
    const later = Array.from({ length: 30 }, (_, step) => fix(600 + 60 * 60 + step, 40));
    expect(invalid(inOrder(drive(0, 40), flown(60), later))).toHaveLength(30);
  });

  it("is what a receiver repeats of an old place, and not the drive from it", () => {
    const stale = Array.from({ length: 9 }, (_, step) => fix(100 + step / 6, 0));
    const fixes = inOrder(drive(0, 100), stale, drive(102, 140));
    expect(invalid(fixes)).toEqual([100, 100, 100, 101, 101, 101, 101, 101, 101]);
  });

  it("is nothing of a box that flies, and all of a lorry that would", () => {
    const flight = [fix(0), ...Array.from({ length: 12 }, (_, step) => fix(10 + step * 10, 140 * (step + 1)))];
    expect(invalid(flight, 1300)).toEqual([]);
    expect(invalid(flight)).toHaveLength(12);
  });

  it("is nothing of a real drive, second by second", () => {
    const fixes = (track.points as [number, number, number][]).map(([seconds, longitude, latitude]) => ({
      at: START + seconds * 1000,
      longitude,
      latitude,
    }));
    expect([fixes.length > 100, invalid(fixes)]).toEqual([true, []]);
  });
});

describe("the order of arrival", () => {
  const place = fc.oneof(
    { weight: 6, arbitrary: fc.constant("drive" as const) },
    { weight: 2, arbitrary: fc.constant("bad" as const) },
    { weight: 2, arbitrary: fc.constant("near" as const) },
    { weight: 1, arbitrary: fc.constant("nowhere" as const) },
    { weight: 1, arbitrary: fc.constant("silence" as const) },
  );
  const runs = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 45 })), { minLength: 1, maxLength: 12 });
  const trackOf = (parts: readonly (readonly ["drive" | "bad" | "near" | "nowhere" | "silence", number])[]) => {
    let [minutes, km] = [0, 0];
    return parts.flatMap(([kind, count]) => {
      if (kind === "silence") {
        minutes += count * 40;
        return [];
      }
      return Array.from({ length: count }, () => {
        minutes += 2;
        if (kind === "nowhere") return nowhere(minutes);
        km += 1;
        if (kind === "near") return fix(minutes, km + 60);
        return kind === "drive" ? fix(minutes, km) : fix(minutes, km / 20, MUNICH);
      });
    });
  };

  it("changes nothing: judged batch by batch around what is new, all is as judged at once", () => {
    fc.assert(
      fc.property(runs, fc.infiniteStream(fc.nat(1000)), fc.integer({ min: 1, max: 40 }), (parts, draws, size) => {
        const whole = trackOf(parts);
        const shuffled = whole.map((one) => ({ one, key: draws.next().value as number })).sort((a, b) => a.key - b.key);
        let known: (Fix & { fault: string | null; isSettled: boolean })[] = [];
        for (let start = 0; start < shuffled.length; start += size) {
          const fresh = shuffled.slice(start, start + size).map(({ one }) => one);
          const ats = fresh.map(({ at }) => at);
          known = [...known, ...fresh.map((one) => ({ ...one, fault: null, isSettled: false }))].sort(
            (a, b) => a.at - b.at,
          );
          const { first, judged } = judgePart(known, ROAD, Math.min(...ats), Math.max(...ats));
          known = known.map((one, index) => ({ ...one, ...judged[index - first] }));
        }
        expect(known.map(({ fault }) => fault)).toEqual(faultsOf(whole, ROAD));
      }),
      { numRuns: longRuns(100, 500) },
    );
  });
});

describe("a run of faults of any length", () => {
  /** Far enough that three of its positions are out of reach at one a minute. */
  const distance = fc.oneof(fc.integer({ min: 40, max: 300 }), fc.integer({ min: 300, max: 8000 }));
  const scenario = fc.record({
    km: distance,
    driven: fc.integer({ min: 31, max: 90 }),
    stepSeconds: fc.constantFrom(10, 30, 60),
    runMinutes: fc.integer({ min: 3, max: 24 * 60 }),
    after: fc.integer({ min: 31, max: 60 }),
  });

  it("is invalid as a whole once the vehicle is back, and nothing else is", () => {
    fc.assert(
      fc.property(scenario, ({ km, driven, stepSeconds, runMinutes, after }) => {
        const step = stepSeconds / 60;
        const count = Math.ceil(runMinutes / step);
        const run = Array.from({ length: count }, (_, index) => fix(driven + index * step, driven + km + index / 1000));
        const end = driven + count * step;
        const back = Array.from({ length: after }, (_, index) => fix(end + index, driven + index));
        const faults = faultsOf([...drive(0, driven), ...run, ...back], ROAD);
        expect(faults.slice(0, driven).every((fault) => fault === null)).toBe(true);
        expect(faults.slice(driven, driven + count).every((fault) => fault === "speed")).toBe(true);
        expect(faults.slice(driven + count).every((fault) => fault === null)).toBe(true);
      }),
      { numRuns: longRuns(50, 200) },
    );
  });

  it("is where the vehicle is if it never comes back, as soon as it could have been driven there", () => {
    fc.assert(
      fc.property(distance, fc.integer({ min: 0, max: 600 }), (km, silence) => {
        const reachMinutes = Math.ceil((km / ROAD) * 60) + 1;
        const there = Array.from({ length: Math.max(2, Math.ceil((reachMinutes - silence) / 5) + 40) }, (_, index) =>
          fix(40 + silence + index * 5, 40 + km),
        );
        const faults = faultsOf([...drive(0, 40), ...there], ROAD);
        expect(faults.at(-1)).toBeNull();
        expect(faults.slice(0, 40).every((fault) => fault === null)).toBe(true);
        const isReachableAt = (at: number) => (at - START) / MINUTE - 39 >= reachMinutes;
        for (const [index, one] of there.entries()) if (isReachableAt(one.at)) expect(faults[40 + index]).toBeNull();
      }),
      { numRuns: longRuns(50, 200) },
    );
  });
});

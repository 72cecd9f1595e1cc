import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrheniusTerm } from "@/lib/units/kinetic";
import {
  addSums,
  askedMsOf,
  askedMsOfAll,
  completenessOf,
  cutAt,
  cutAtWatch,
  degreeMinutesOf,
  deviationOf,
  isHeldAt,
  isObserved,
  kineticFigureOf,
  kineticOf,
  longestStepMs,
  NOTHING,
  type Observation,
  passRateOf,
  type Stretch,
  slowPaceMs,
  total,
  withLead,
  without,
} from "./observation.rules";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

it.each([
  ["temperature", 300, 600_000],
  ["door", 30, 7_200_000],
  ["power", 7200, 14_400_000],
] as const)("%s reported every %d s may be silent for %d ms", (measure, reportIntervalSeconds, ms) => {
  expect(longestStepMs({ measure, reportIntervalSeconds })).toBe(ms);
});

describe("a step between two readings", () => {
  /** Minutes: the two steps before, the step, the two after; the report interval is five minutes. */
  const observed = (before2: number, before: number, step: number, behind: number, behind2: number) => {
    const [b2, b, s, n, n2] = [before2, before, step, behind, behind2].map((minutes) => minutes * MINUTE_MS);
    const steps = { before2: b2, before: b, step: s, behind: n, behind2: n2 } as Parameters<typeof isObserved>[0];
    return isObserved(steps, 10 * MINUTE_MS);
  };

  it.each([
    ["twice the report interval", [0, 0, 10, 0, 0], true],
    ["more than that", [5, 5, 10.1, 5, 5], false],
    ["one of three slow ones in a row, the last", [20, 20, 20, 5, 5], true],
    ["the one in the middle", [5, 20, 20, 20, 5], true],
    ["the first", [5, 5, 20, 20, 20], true],
    ["two slow ones alone are silences", [5, 20, 20, 5, 5], false],
    ["a longer one among slow ones", [20, 20, 41, 20, 20], false],
    ["up to twice of them", [20, 20, 40, 20, 20], true],
    ["up to six hours by its pace", [360, 360, 360, 360, 360], true],
    ["no more than six hours", [361, 361, 361, 361, 361], false],
  ] as const)("%s", (_name, steps, expected) => {
    expect(observed(...(steps as [number, number, number, number, number]))).toBe(expected);
  });

  it("is never a gap because more is known of what follows", () => {
    const step = fc.integer({ min: 1, max: 3 * DAY_MS });
    fc.assert(
      fc.property(step, step, step, step, step, (before2, before, own, behind, behind2) => {
        const early = isObserved({ before2, before, step: own, behind: 0, behind2: 0 }, 10 * MINUTE_MS);
        const later = isObserved({ before2, before, step: own, behind, behind2: 0 }, 10 * MINUTE_MS);
        const known = isObserved({ before2, before, step: own, behind, behind2 }, 10 * MINUTE_MS);
        expect(Number(early)).toBeLessThanOrEqual(Number(later));
        expect(Number(later)).toBeLessThanOrEqual(Number(known));
      }),
    );
  });
});

describe("a record's pace", () => {
  const at = (...minutes: number[]) => minutes.map((minute) => minute * MINUTE_MS);

  it.each([
    ["within twice the interval", at(0, 5), 15, true],
    ["later than that", at(0, 5), 15.1, false],
    ["within twice its pace", at(0, 20, 40), 80, true],
    ["later than that", at(0, 20, 40), 81, false],
    ["of a single reading", at(0), 11, false],
    ["of none", [], 1, false],
  ])("holds its last value: %s", (_name, ats, minute, expected) => {
    expect(isHeldAt(ats, minute * MINUTE_MS, 10 * MINUTE_MS)).toBe(expected);
  });

  it.each([
    ["slower than agreed", at(0, 20, 41, 60), 20],
    ["as agreed", at(0, 5, 10, 15), null],
    ["of a silence", at(0, 5, 10, 70), null],
    ["of less than a value in six hours", at(0, 400, 800, 1200), null],
    ["of too few readings", at(0, 20, 40), null],
  ])("is known: %s", (_name, ats, minutes) => {
    expect(slowPaceMs(ats, 10 * MINUTE_MS)).toBe(minutes === null ? null : minutes * MINUTE_MS);
  });
});

it("is complete as far as the time asked for was observed", () => {
  const span = { from: 0, to: 100, period: { from: 20, to: 200 } };
  expect(askedMsOf(span, 1000)).toBe(80);
  expect(askedMsOf(span, 60)).toBe(40);
  expect(askedMsOf(span, 10)).toBe(0);
  expect(completenessOf({ observedMs: 20 }, 80)).toBe(0.25);
  expect(completenessOf({ observedMs: 0 }, 0)).toBeNull();
});

describe("a probe that was mounted in the span", () => {
  const period = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const fixed = {
    ...{ probeId: 1, minimum: null, maximum: null, stepMs: 10, isTemperature: true },
    from: 0,
    to: 100,
    period,
  };
  const [before, after] = cutAtWatch([fixed], 60) as [Observation, Observation];
  const observed = (firstAt: number | null, observedMs = 0): Stretch => ({ ...NOTHING, firstAt, observedMs });

  it("is expected to report since then", () => {
    expect([before.to, after.from]).toEqual([60, 60]);
    expect(askedMsOfAll([before, after], [observed(null), observed(65, 35)], 1000)).toBe(40);
    expect(cutAtWatch([fixed], null)).toEqual([fixed]);
  });

  it("has no gap before, nor where its first reading follows at once", () => {
    expect(withLead(before, { ...observed(null), gapMs: 60, gaps: [{ from: 0, to: 60 }] }, 1000).gaps).toEqual([]);
    expect(withLead(after, observed(65, 35), 1000).gaps).toEqual([]);
    expect(withLead(after, observed(80, 20), 1000).gaps).toEqual([{ from: 60, to: 80 }]);
    expect(withLead(fixed, observed(65, 35), 1000).gaps).toEqual([{ from: 0, to: 65 }]);
  });

  it("may have reported before, which counts as far as it was observed", () => {
    expect(askedMsOfAll([before, after], [observed(40, 20), observed(40, 40)], 1000)).toBe(60);
  });
});

describe("sums", () => {
  const sumsOf = (values: number[]) =>
    total(values.map((value) => ({ ...NOTHING, count: 1, sum: value, observedMs: 2, withinMs: 1, area: 2 * value })));

  it("have the spread of all readings however they are put together", () => {
    const values = fc.array(fc.double({ min: -90, max: 60, noNaN: true }), { maxLength: 50 });
    fc.assert(
      fc.property(values, values, (a, b) => {
        const all = [...a, ...b];
        const mean = all.reduce((sum, value) => sum + value, 0) / (all.length || 1);
        const squares = all.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        expect(addSums(sumsOf(a), sumsOf(b)).squares).toBeCloseTo(squares, 6);
      }),
    );
    expect(deviationOf(sumsOf([2, 4, 4, 4, 5, 5, 7, 9]))).toBeCloseTo(2.138_09, 5);
    expect(deviationOf(sumsOf([5]))).toBeNull();
  });

  it("have a rate of time within over time observed", () => {
    expect(passRateOf({ withinMs: 36, observedMs: 40 })).toBe(0.9);
    expect(passRateOf(NOTHING)).toBeNull();
  });
});

describe("figures", () => {
  /** A value that is valid for some minutes, against a maximum of 8. */
  const held = (value: number, minutes: number) => ({
    ...NOTHING,
    observedMs: minutes * MINUTE_MS,
    arrheniusArea: minutes * MINUTE_MS * arrheniusTerm(value),
    aboveArea: minutes * MINUTE_MS * Math.max(0, value - 8),
  });

  it("count the degree-minutes of an excursion in steps: 12.7, not the 12.45 of trapezoids", () => {
    expect(degreeMinutesOf(total([8.1, 8.9, 9.2, 8.34, 8].map((value) => held(value, 5)))).above).toBeCloseTo(12.7, 9);
  });

  it("weigh the kinetic temperature of what is sent on change by time: 22.363, not the 25.35 of the readings", () => {
    const values = [21, 22, 23, 24, 25, 26, 27, 28, 29];
    const minutes = [320, 5, 5, 5, 5, 5, 5, 5, 30];
    expect(kineticOf(total(values.map((value, index) => held(value, minutes[index] as number))))).toBeCloseTo(
      22.363,
      3,
    );
    expect(kineticOf(total(values.map((value) => held(value, 1))))).toBeCloseTo(25.35, 2);
  });

  it.each([
    ["is there from 90 % observed on", 5, 5, 54, null],
    ["is refused below", 5, 5, 53, "incomplete"],
    ["is refused for a freezer", -20, -20, 60, "frozen"],
    ["is refused once it was below freezing", 5, -0.1, 60, "frozen"],
    ["is there at the frost line", 5, 0, 60, null],
    ["is refused where the value from before is frozen", -20, null, 60, "frozen"],
  ] as const)("the kinetic temperature %s", (_name, value, minimum, minutes, kineticRefusal) => {
    const sums = { ...held(value, minutes), area: minutes * MINUTE_MS * value, minimum };
    const celsius = kineticRefusal === null ? expect.closeTo(value, 9) : null;
    expect(kineticFigureOf(sums, 60 * MINUTE_MS)).toEqual({ meanKineticTemperature: celsius, kineticRefusal });
  });

  it("have no kinetic temperature, and no reason, where nothing is a temperature or observed", () => {
    const none = { meanKineticTemperature: null, kineticRefusal: null };
    expect(kineticFigureOf({ ...held(50, 60), arrheniusArea: null }, 60 * MINUTE_MS)).toEqual(none);
    expect(kineticFigureOf(NOTHING, 60 * MINUTE_MS)).toEqual(none);
  });
});

it("leaves of a span what others do not take, cut at edges", () => {
  const left = without({ from: 0, to: 100 }, [
    { from: 10, to: 20 },
    { from: 20, to: 30 },
    { from: 90, to: 100 },
  ]);
  expect(left).toEqual([
    { from: 0, to: 10 },
    { from: 30, to: 90 },
  ]);
  expect(left.flatMap((part) => cutAt(part, [5, 10, 60]))).toEqual([
    { from: 0, to: 5 },
    { from: 5, to: 10 },
    { from: 30, to: 60 },
    { from: 60, to: 90 },
  ]);
});

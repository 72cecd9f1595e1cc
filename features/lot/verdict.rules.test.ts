import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Endurance } from "@/features/product/product.rules";
import type { Excursion, Exposure } from "./exposure.rules";
import {
  type AddBack,
  budgetOf,
  isExpired,
  outsideOf,
  runThresholdsOf,
  thresholdsOf,
  verdictOf,
} from "./verdict.rules";

const MINUTE_MS = 60_000;
const NOW = 1_000 * MINUTE_MS;

const vaccine: Endurance = {
  ...{ minimum: 2, maximum: 8, isFreezeSensitive: true, freezeLimit: -0.5, kineticClass: "none", kineticLimit: null },
  ...{ unobservedMinutes: 60, bands: [{ from: 8, to: 15, minutes: 120 }] },
  allowances: [{ side: "above", limit: 15, minutes: 0, mode: "cumulative" }],
};

/** An exposure with this many minutes at each temperature, one after the other, observed by one probe. */
function exposureOf(product: Endurance, told: readonly (readonly [celsius: number, minutes: number])[]): Exposure {
  let at = 0;
  const steps = told.map(([celsius, minutes]) => {
    const from = at;
    at += minutes * MINUTE_MS;
    return { celsius, from, to: at };
  });
  const isBeyond = (side: "above" | "below", limit: number, celsius: number) =>
    side === "above" ? celsius > limit : celsius < limit;
  return {
    ...{ from: 0, to: at, stays: [], unobserved: [], buckets: null },
    beyond: thresholdsOf(product).map(({ side, limit }) => {
      const own = steps.filter(({ celsius }) => isBeyond(side, limit, celsius));
      return { side, limit, ms: own.reduce((sum, { from, to }) => sum + to - from, 0), parts: [] };
    }),
    excursions: runThresholdsOf(product).map(({ side, limit }) => ({
      ...{ side, limit },
      runs: steps
        .filter(({ celsius }) => isBeyond(side, limit, celsius))
        .map(
          ({ celsius, from, to }): Excursion => ({
            ...{ from, to, extreme: celsius, extremeAt: from, isRunning: false },
            ...{ carrierId: 1, probeId: 1, observedMs: to - from },
          }),
        ),
    })),
  };
}

type Told = readonly (readonly [number, number])[];
const judge = (product: Endurance, told: Told, addBacks: readonly AddBack[] = [], change: Partial<Exposure> = {}) =>
  verdictOf({ product, exposure: { ...exposureOf(product, told), ...change }, addBacks, isExpired: false, now: NOW });

describe("a verdict", () => {
  it.each([
    ["always in range", [[5, 900]], "usable", []],
    [
      "at the limits, which are within",
      [
        [8, 300],
        [2, 300],
      ],
      "usable",
      [],
    ],
    [
      "within the budget",
      [
        [5, 100],
        [10, 120],
        [5, 100],
      ],
      "usable",
      [],
    ],
    ["one minute more than the budget", [[10, 121]], "notUsable", ["overBudget"]],
    ["a single minute where none is allowed", [[16, 1]], "notUsable", ["overBudget"]],
    ["colder than anything the product speaks of", [[1, 5]], "quarantine", ["uncovered"]],
    ["frozen", [[-0.6, 1]], "notUsable", ["frozen", "uncovered"]],
  ] as const)("%s", (_name, told, state, reasons) => {
    expect(judge(vaccine, told)).toMatchObject({ state, reasons });
  });

  it("counts the longest time where an allowance is for each excursion, all of them where they add up", () => {
    const told = [
      [9, 40],
      [5, 10],
      [9, 50],
    ] as const;
    const limited = (mode: "single" | "cumulative") => ({
      ...vaccine,
      ...{ bands: [], allowances: [{ side: "above" as const, limit: 8, minutes: 60, mode }] },
    });
    expect(judge(limited("single"), told)).toMatchObject({ state: "usable", budget: [{ usedMs: 50 * MINUTE_MS }] });
    expect(judge(limited("cumulative"), told)).toMatchObject({
      state: "notUsable",
      budget: [{ usedMs: 90 * MINUTE_MS }],
    });
  });

  it("lets an allowance below the freeze limit decide, if there is one (WHO: under −0.5 °C for an hour)", () => {
    const allowances = [{ side: "below" as const, limit: -0.5, minutes: 60, mode: "single" as const }];
    expect(judge({ ...vaccine, minimum: -0.5, allowances }, [[-1, 60]]).reasons).toEqual([]);
    expect(judge({ ...vaccine, minimum: -0.5, allowances }, [[-1, 61]]).reasons).toEqual(["overBudget"]);
    expect(judge({ ...vaccine, minimum: -0.5, allowances }, [[-1, 61]]).freezing.events).toHaveLength(1);
  });

  it("is quarantine while an excursion runs", () => {
    const running = exposureOf(vaccine, [[10, 10]]);
    const excursions = running.excursions.map((one) => ({
      ...one,
      runs: one.runs.map((run) => ({ ...run, to: NOW, isRunning: true })),
    }));
    expect(judge(vaccine, [[10, 10]], [], { excursions })).toMatchObject({ state: "quarantine", reasons: ["running"] });
  });

  it("never counts time not observed as good", () => {
    const gap = (minutes: number) => [{ from: 0, to: minutes * MINUTE_MS, cause: "silent" as const, carrierId: 1 }];
    expect(judge(vaccine, [[5, 900]], [], { unobserved: gap(60) }).state).toBe("usable");
    const long = judge(vaccine, [[5, 900]], [], { unobserved: [...gap(61), ...gap(10)] });
    expect(long).toMatchObject({ state: "quarantine", reasons: ["unobserved"] });
    expect(long.unobserved).toMatchObject({ longMs: 61 * MINUTE_MS, totalMs: 71 * MINUTE_MS });
    const given = [{ target: "unobserved", minutes: 61 }];
    expect(judge(vaccine, [[5, 900]], given, { unobserved: gap(61) }).state).toBe("usable");
  });

  it("is quarantine for a lot that was never placed, and not usable for an expired one", () => {
    const facts = { product: vaccine, exposure: null, addBacks: [], now: NOW };
    expect(verdictOf({ ...facts, isExpired: false }).reasons).toEqual(["neverPlaced"]);
    expect(verdictOf({ ...facts, isExpired: true }).state).toBe("notUsable");
    expect(isExpired("2026-11-27", "2026-11-27")).toBe(false);
    expect(isExpired("2026-11-27", "2026-11-28")).toBe(true);
  });

  it("needs a mean kinetic temperature after warmth, where the product has a class", () => {
    const product = { ...vaccine, kineticClass: "cct" as const, kineticLimit: 8 };
    const buckets = [{ from: 0, observedMs: 1000, arrheniusArea: 1e-12 }];
    expect(judge(product, [[10, 10]], [], { buckets }).reasons).toEqual(["kineticUnknown"]);
    expect(judge(product, [[5, 10]], [], { buckets: null }).reasons).toEqual([]);
  });
});

describe("the arithmetic", () => {
  const told = fc.array(fc.tuple(fc.double({ min: -5, max: 25, noNaN: true }), fc.integer({ min: 0, max: 300 })), {
    maxLength: 12,
  });

  it("loses no minute outside the range: bands, beyond them and uncovered add up", () => {
    fc.assert(
      fc.property(told, (steps) => {
        const exposure = exposureOf(vaccine, steps);
        const above = outsideOf(vaccine, exposure).find(({ side }) => side === "above");
        const [band, beyond] = budgetOf(vaccine, exposure, []);
        expect((band?.usedMs ?? 0) + (beyond?.usedMs ?? 0) + (above?.uncoveredMs ?? 0)).toBeCloseTo(above?.ms ?? 0, 6);
      }),
    );
  });

  it("gets no better with more time out of range, and no worse with minutes given back", () => {
    const RANK = { usable: 0, quarantine: 1, notUsable: 2 };
    fc.assert(
      fc.property(
        told,
        fc.double({ min: 8.1, max: 25, noNaN: true }),
        fc.integer({ min: 1, max: 500 }),
        (steps, celsius, minutes) => {
          const before = judge(vaccine, steps);
          const after = judge(vaccine, [...steps, [celsius, minutes]]);
          expect(RANK[after.state]).toBeGreaterThanOrEqual(RANK[before.state]);
          const given = judge(vaccine, steps, [{ target: "band:8:15", minutes }]);
          expect(RANK[given.state]).toBeLessThanOrEqual(RANK[before.state]);
        },
      ),
    );
  });

  it("gives back no more than was used", () => {
    const given = budgetOf(vaccine, exposureOf(vaccine, [[10, 30]]), [{ target: "band:8:15", minutes: 500 }]);
    expect(given[0]).toMatchObject({ addedBackMs: 30 * MINUTE_MS, leftMs: 120 * MINUTE_MS });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Beyond,
  cutAtGaps,
  joined,
  type MountedProbe,
  type Stay,
  segmentsOf,
  silenceOf,
  unplacedOf,
  warmestOf,
  withSegment,
} from "./exposure.rules";

const probe = (probeId: number, from: number, to: number, carrierId = 1): MountedProbe => ({
  ...{ probeId, from, to, carrierId, stepMs: 10 },
});
const stay = (from: number, to: number, carrierId = 1, id = 1): Stay => ({ id, carrierId, from, to });
const NOTHING: Beyond = { side: "above", limit: 8, ms: 0, parts: [] };

describe("the segments of a stay", () => {
  it("change where a probe is replaced", () => {
    const segments = segmentsOf([stay(0, 100)], [probe(1, -50, 40), probe(2, 40, Number.POSITIVE_INFINITY)]);
    expect(segments.map(({ from, to, probes }) => [from, to, probes.map(({ probeId }) => probeId)])).toEqual([
      [0, 40, [1]],
      [40, 100, [2]],
    ]);
  });

  it("cover the stay, whatever is mounted", () => {
    const mounted = fc.array(fc.tuple(fc.integer({ min: -50, max: 150 }), fc.integer({ min: 1, max: 90 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(mounted, (all) => {
        const probes = all.map(([from, length], index) => probe(index, from, from + length));
        const segments = segmentsOf([stay(0, 100)], probes);
        expect(segments.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(100);
        for (const { from, to, probes: own } of segments)
          for (const { period } of own) expect(period.from <= from && to <= period.to).toBe(true);
      }),
    );
  });
});

describe("time beyond a limit", () => {
  const [segment] = segmentsOf([stay(0, 100)], [probe(1, 0, 200), probe(2, 0, 200)]);
  if (!segment) throw new Error("no segment");

  it("is that of the worst probe, and adds up over the stays", () => {
    const once = withSegment(NOTHING, segment, [20, 30]);
    expect(once).toMatchObject({ ms: 30, parts: [{ probeId: 2, ms: 30 }] });
    const other = segmentsOf([stay(200, 300, 3, 9)], [probe(7, 0, 400, 3)])[0] as typeof segment;
    expect(withSegment(once, other, [5])).toMatchObject({ ms: 35, parts: [{ ms: 30 }, { carrierId: 3, ms: 5 }] });
  });

  it("is at least that of any probe, and never more than the time that passed", () => {
    const times = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(times, (ms) => {
        const total = withSegment(NOTHING, segment, ms).ms;
        for (const one of ms) expect(total).toBeGreaterThanOrEqual(one);
        expect(total).toBeLessThanOrEqual(100);
      }),
    );
  });

  it("is looked at apart where one of two probes was silent", () => {
    expect(cutAtGaps(segment, [[{ from: 10, to: 30 }], []]).map(({ from, to }) => [from, to])).toEqual([
      [0, 10],
      [10, 30],
      [30, 100],
    ]);
  });
});

describe("time not observed", () => {
  const [segment] = segmentsOf([stay(0, 100)], [probe(1, 0, 200), probe(2, 0, 200)]);
  if (!segment) throw new Error("no segment");

  it("is when all probes were silent", () => {
    const gaps = [[{ from: 10, to: 40 }], [{ from: 30, to: 60 }]];
    expect(silenceOf(segment, gaps)).toEqual([{ from: 30, to: 40, cause: "silent", carrierId: 1 }]);
  });

  it("is all of a stay without a probe, and between stays", () => {
    const [bare] = segmentsOf([stay(0, 100)], []);
    expect(silenceOf(bare as typeof segment, [])).toEqual([{ from: 0, to: 100, cause: "noProbe", carrierId: 1 }]);
    expect(unplacedOf([stay(0, 10), stay(20, 30)], 50)).toEqual([
      { from: 10, to: 20, cause: "unplaced", carrierId: null },
      { from: 30, to: 50, cause: "unplaced", carrierId: null },
    ]);
    expect(unplacedOf([stay(0, 50)], 50)).toEqual([]);
  });

  it("is one gap, although a probe was replaced within", () => {
    const part = { cause: "silent" as const, carrierId: 1 };
    expect(
      joined([
        { from: 5, to: 9, ...part },
        { from: 0, to: 5, ...part },
      ]),
    ).toEqual([{ from: 0, to: 9, ...part }]);
  });
});

it("the warmest probe counts for a bucket, unless it hardly measured", () => {
  expect(
    warmestOf([
      { observedMs: 60, arrheniusArea: 6 },
      { observedMs: 60, arrheniusArea: 9 },
    ]).arrheniusArea,
  ).toBe(9);
  expect(
    warmestOf([
      { observedMs: 60, arrheniusArea: 6 },
      { observedMs: 1, arrheniusArea: 1 },
    ]).arrheniusArea,
  ).toBe(6);
  expect(warmestOf([])).toEqual({ observedMs: 0, arrheniusArea: 0 });
});

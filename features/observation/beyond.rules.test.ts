import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonOf, lengthOf, mergeRuns, type Run, unionOf } from "./beyond.rules";
import type { Span } from "./observation.rules";

const span = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 50 })).map(([from, length]) => ({
  from,
  to: from + length,
}));
const spans = fc.array(span, { maxLength: 12 });
const covers = (all: readonly Span[], at: number) => all.some(({ from, to }) => from <= at && at < to);

describe("spans", () => {
  it("have the same instants united as apart", () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 0, max: 260 }), (all, at) => {
        expect(covers(unionOf(all), at)).toBe(covers(all, at));
      }),
    );
  });

  it("have in common what both have", () => {
    fc.assert(
      fc.property(spans, spans, fc.integer({ min: 0, max: 260 }), (a, b, at) => {
        const common = commonOf(unionOf(a), unionOf(b));
        expect(covers(common, at)).toBe(covers(a, at) && covers(b, at));
        expect(lengthOf(common)).toBeLessThanOrEqual(lengthOf(unionOf(a)));
      }),
    );
  });
});

describe("runs of several probes", () => {
  const run = (from: number, to: number, extreme: number, isRunning = false): Run => ({
    ...{ from, to, extreme, extremeAt: from, isRunning },
  });

  it("are one where they overlap or touch, with the worst value", () => {
    expect(mergeRuns("below", [run(30, 40, -2), run(0, 10, -1), run(10, 20, -3)])).toEqual([
      { ...run(0, 20, -3), extremeAt: 10 },
      run(30, 40, -2),
    ]);
    expect(mergeRuns("above", [run(0, 20, 9, true), run(5, 20, 12)])).toEqual([
      { ...run(0, 20, 12), extremeAt: 5, isRunning: true },
    ]);
  });

  it("never overlap, and lose no time", () => {
    fc.assert(
      fc.property(spans, (all) => {
        const merged = mergeRuns(
          "above",
          all.map(({ from, to }) => run(from, to, 9)),
        );
        expect(merged.map(({ from, to }) => ({ from, to }))).toEqual(unionOf(all));
      }),
    );
  });
});

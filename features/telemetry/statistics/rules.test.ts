import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowedStep, deviationOf, inParts, judgeObservations, mergeMoments, type Observation } from "./rules";

describe("judgeObservations", () => {
  const MINUTE_MS = 60_000;
  const STEP = 10;
  const limits = { minimum: 2, maximum: 8 };

  /** Reads as the query does: what lies between readings, judged inside the span. */
  function read(
    readings: { at: number; value: number }[],
    range: { from: number; to: number },
    period: { from: number; to: number },
  ): Observation {
    const outer = {
      from: Math.max(range.from - STEP * MINUTE_MS, period.from),
      to: Math.min(range.to + STEP * MINUTE_MS, period.to),
    };
    const seen = readings.filter((reading) => reading.at >= outer.from && reading.at < outer.to);
    const observation: Observation = {
      span: range,
      period,
      firstAt: seen[0]?.at ?? null,
      lastAt: seen.at(-1)?.at ?? null,
      lastValue: seen.at(-1)?.value ?? null,
      lastPaceMs: null,
      observedMs: 0,
      withinMs: 0,
      onMs: 0,
      gapMs: 0,
      gapCount: 0,
      gaps: [],
    };
    for (const [index, next] of seen.slice(1).entries()) {
      const { at: start, value } = seen[index] as { at: number; value: number };
      const part = Math.min(next.at, range.to) - Math.max(start, range.from);
      if (part <= 0) continue;
      if (next.at - start > STEP * MINUTE_MS) {
        observation.gapMs += part;
        observation.gapCount += 1;
        observation.gaps = [
          ...observation.gaps,
          { from: Math.max(start, range.from), to: Math.min(next.at, range.to) },
        ];
      } else {
        observation.observedMs += part;
        if (value >= 2 && value <= 8) observation.withinMs += part;
      }
    }
    return observation;
  }

  it("counts what looking at every minute counts", () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 60 });
    fc.assert(
      fc.property(
        minutes,
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 0, max: 300 }),
        (given, from, length, now) => {
          const readings = given
            .filter((minute) => minute <= now)
            .sort((a, b) => a - b)
            .map((minute) => ({ at: minute * MINUTE_MS, value: minute % 11 }));
          const range = { from: from * MINUTE_MS, to: (from + length) * MINUTE_MS };
          const period = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
          const judged = judgeObservations([read(readings, range, period)], limits, STEP * MINUTE_MS, now * MINUTE_MS);
          let observed = 0;
          let within = 0;
          let silent = 0;
          for (let minute = from; minute < Math.min(from + length, now); minute += 1) {
            const holding = readings.findLast((reading) => reading.at <= minute * MINUTE_MS);
            const next = readings.find((reading) => reading.at > minute * MINUTE_MS)?.at ?? now * MINUTE_MS;
            if (holding && next - holding.at <= STEP * MINUTE_MS) {
              observed += 1;
              if (holding.value >= 2 && holding.value <= 8) within += 1;
            } else silent += 1;
          }
          expect([judged.observedMs, judged.withinMs, judged.gapMs].map((ms) => ms / MINUTE_MS)).toEqual([
            observed,
            within,
            silent,
          ]);
          expect(judged.gaps).toHaveLength(judged.gapCount);
          expect(judged.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)).toBe(judged.gapMs);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("asks nothing of the time before a probe was mounted and after", () => {
    const period = { from: 100 * MINUTE_MS, to: 200 * MINUTE_MS };
    const readings = [105, 112, 120, 195].map((minute) => ({ at: minute * MINUTE_MS, value: 5 }));
    const judged = judgeObservations([read(readings, period, period)], limits, STEP * MINUTE_MS, 900 * MINUTE_MS);
    expect(judged).toEqual({
      observedMs: 20 * MINUTE_MS,
      withinMs: 20 * MINUTE_MS,
      onMs: 5 * MINUTE_MS,
      gapMs: 75 * MINUTE_MS,
      gapCount: 1,
      gaps: [{ from: 120 * MINUTE_MS, to: 195 * MINUTE_MS }],
    });
  });
});

describe("allowedStep", () => {
  it.each([
    [600, null, 600],
    [600, 300, 600],
    [600, 600, 1200],
  ])("%d ms, or twice a pace of %s ms", (stepMs, paceMs, allowed) => {
    expect(allowedStep(stepMs, paceMs)).toBe(allowed);
  });
});

describe("moments", () => {
  const moments = (values: number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
    return { count: values.length, mean, squares: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) };
  };

  it("are the same put together from parts", () => {
    const values = fc.array(fc.double({ min: -90, max: 60, noNaN: true }), { maxLength: 50 });
    fc.assert(
      fc.property(values, values, (a, b) => {
        const merged = mergeMoments(moments(a), moments(b));
        const whole = moments([...a, ...b]);
        expect(merged.count).toBe(whole.count);
        expect(merged.mean).toBeCloseTo(whole.mean, 9);
        expect(merged.squares).toBeCloseTo(whole.squares, 6);
      }),
    );
    expect(deviationOf(moments([2, 4, 4, 4, 5, 5, 7, 9]))).toBeCloseTo(2.138_09, 5);
    expect(deviationOf(moments([5]))).toBeNull();
  });
});

describe("inParts", () => {
  const probes = [["a", "b"], [], ["c"]];
  const reader = () => {
    const asked: string[][] = [];
    const read = async (spans: readonly string[]) => {
      asked.push([...spans]);
      return spans.map((span) => `${span}!`);
    };
    return { asked, read };
  };

  it("reads few readings at once, and of many one probe after the other, in the same order", async () => {
    const [few, many] = [reader(), reader()];
    expect(await inParts({}, probes, 1000, few.read)).toEqual(["a!", "b!", "c!"]);
    expect(few.asked).toEqual([["a", "b", "c"]]);
    expect(await inParts({}, probes, 1_000_000, many.read)).toEqual(["a!", "b!", "c!"]);
    expect(many.asked).toEqual([["a", "b"], [], ["c"]]);
  });

  it("ends before the next probe when the caller is gone", async () => {
    const caller = new AbortController();
    const { asked, read } = reader();
    const leaving = (spans: readonly string[]) => {
      caller.abort();
      return read(spans);
    };
    await expect(inParts({ signal: caller.signal }, probes, 1_000_000, leaving)).rejects.toBe(caller.signal.reason);
    expect(asked).toEqual([["a", "b"]]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AlarmEngine, stored } from "@/tests/support/alarm-engine";
import { isLong } from "@/tests/support/long";
import type { CumulativeState } from "../condition/cumulative.rules";
import type { Excursion } from "../condition/range.rules";
import { stateRule } from "../condition/state.rules";
import {
  adopt,
  dueAt,
  elapse,
  isAlarmed,
  isLateFor,
  isOfKind,
  judge,
  type MachineRule,
  remember,
  windowFor,
} from "./machine.rules";
import type { Sample } from "./statistics.rules";

const MINUTE = 60_000;
const limits = { minimum: 2, maximum: 8, deadBand: 0.5, measure: "temperature" };

const rules: fc.Arbitrary<MachineRule> = fc.oneof(
  fc.record({
    kind: fc.constant("cumulative" as const),
    outsideMinutes: fc.constantFrom(1, 5, 20),
    windowMinutes: fc.constantFrom(20, 60),
    maximumStepMs: fc.constantFrom(4 * MINUTE, 10 * MINUTE),
    ...Object.fromEntries(Object.entries(limits).map(([key, value]) => [key, fc.constant(value)])),
  }) as fc.Arbitrary<MachineRule>,
  fc.constantFrom(30, 300).map((horizonMinutes) => ({
    kind: "trend" as const,
    ...limits,
    horizonMinutes,
    reportIntervalSeconds: 120,
  })),
  fc.constantFrom(0, 240).map((delaySeconds) => ({ kind: "state" as const, ...stateRule("door", delaySeconds) })),
  fc.constantFrom<"normal-delay" | "ignore-delay">("normal-delay", "ignore-delay").map((delayMode) => ({
    kind: "range" as const,
    ...limits,
    delaySeconds: 180,
    delayMode,
    door: {
      delaySeconds: 600,
      open: [
        { from: 30 * MINUTE, to: 40 * MINUTE },
        { from: 200 * MINUTE, to: null },
      ],
    },
  })),
);

/** Alternates calm, approaching a limit and jumping, so that every machine has something to find. */
const series: fc.Arbitrary<Sample[]> = fc
  .array(
    fc.record({
      count: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(40)),
      gap: fc.constantFrom(1, 2, 2, 2, 5, 30),
      start: fc.constantFrom(0, 1, 3, 5, 5, 9),
      end: fc.constantFrom(-1, 1, 3, 5, 7.9, 9, 12),
      steps: fc.constantFrom(3, 20, 60, 90),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((spells) => {
    const samples: Sample[] = [];
    let at = 0;
    for (const { count, gap, start, end, steps } of spells) {
      for (let index = 0; index < count; index += 1) {
        at += gap * MINUTE;
        samples.push({ at, value: end + (start - end) * Math.exp(-index / steps) });
      }
    }
    return samples;
  });

function expectAsInOrder(engine: AlarmEngine, rule: MachineRule): void {
  const whole = judge(rule, remember(rule.kind, undefined), engine.series);
  expect(stored(engine.state)).toStrictEqual(stored(whole.state));
  expect(engine.excursions).toStrictEqual(stored(whole.excursions));
}

describe.each(isLong ? [1, 22, 333] : [1])("machines of every kind, seed %i", (seed) => {
  const check = <T>(property: fc.IProperty<T>, numRuns = 100) => fc.assert(property, { seed, numRuns });

  it("come out the same in any chunks, with the memory stored in between", () => {
    check(
      fc.property(rules, series, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (rule, samples, sizes) => {
        const engine = new AlarmEngine(rule, 1);
        for (let index = 0; index < samples.length; ) {
          const size = sizes.next().value as number;
          engine.arrive(samples.slice(index, index + size));
          index += size;
        }
        expectAsInOrder(engine, rule);
      }),
    );
  });

  it("come out the same in any order of arrival, each reading judged when it comes", () => {
    const shuffled = series.chain((samples) =>
      fc.tuple(fc.shuffledSubarray(samples, { minLength: samples.length }), fc.integer({ min: 1, max: 12 })),
    );
    check(
      fc.property(rules, shuffled, fc.constantFrom(4, 400), (rule, [samples, size], chunk) => {
        const engine = new AlarmEngine(rule, chunk);
        for (let index = 0; index < samples.length; index += size) engine.arrive(samples.slice(index, index + size));
        expectAsInOrder(engine, rule);
        engine.arrive(samples);
        expectAsInOrder(engine, rule);
      }),
    );
  });

  it("a buffer that comes hours later changes nothing but its own", () => {
    check(
      fc.property(rules, series, fc.nat(), fc.nat(), (rule, samples, from, count) => {
        const start = from % samples.length;
        const end = start + 1 + (count % 30);
        const engine = new AlarmEngine(rule, 8);
        for (const sample of [...samples.slice(0, start), ...samples.slice(end)]) engine.arrive([sample]);
        engine.arrive(samples.slice(start, end));
        expectAsInOrder(engine, rule);
      }),
    );
  });

  it("open one at a time, each over before the next begins", () => {
    check(
      fc.property(rules, series, (rule, samples) => {
        const { excursions } = judge(rule, remember(rule.kind, undefined), samples);
        excursions.forEach((excursion, index) => {
          const next = excursions[index + 1];
          if (excursion.endedAt !== null) expect(excursion.endedAt).toBeGreaterThan(excursion.startedAt);
          if (next) expect(excursion.endedAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(next.startedAt);
        });
      }),
    );
  });
});

it("find something of each kind in series like these", () => {
  const found = new Map<string, number>();
  for (const [rule, samples] of fc.sample(fc.tuple(rules, series), { seed: 1, numRuns: 400 })) {
    const { excursions } = judge(rule, remember(rule.kind, undefined), samples);
    found.set(rule.kind, (found.get(rule.kind) ?? 0) + excursions.length);
  }
  for (const kind of ["range", "state", "cumulative", "trend"]) expect(found.get(kind)).toBeGreaterThan(20);
});

it("finds rest near by in a fridge that touches its limit day after day", () => {
  const rule: MachineRule = {
    kind: "cumulative",
    ...limits,
    outsideMinutes: 600,
    windowMinutes: 1440,
    maximumStepMs: 10 * MINUTE,
  };
  const samples = Array.from({ length: 30 * 288 }, (_, index) => ({
    at: index * 5 * MINUTE,
    value: index % 288 < 4 ? 9 : 5,
  }));
  const day = 1440 * MINUTE;
  const { from, to } = windowFor(rule, samples, { earliest: 20 * day, latest: 20 * day });
  expect(from).toBeGreaterThan(19.9 * day);
  // The window, and three steps observed by their pace.
  expect(to).toBeLessThan(21.9 * day);
});

describe("the machines' memory", () => {
  const range: MachineRule = { kind: "range", ...limits, delaySeconds: 60, delayMode: "ignore-delay" };
  const cumulative: MachineRule = {
    kind: "cumulative",
    ...limits,
    outsideMinutes: 5,
    windowMinutes: 60,
    maximumStepMs: 10 * MINUTE,
  };

  it("of another kind is none", () => {
    const { state } = judge(range, remember("range", undefined), [{ at: 0, value: 9 }]);
    expect(isOfKind("range", state)).toBe(true);
    expect(isOfKind("cumulative", state)).toBe(false);
    expect(remember("trend", state)).toEqual({ recent: [], agreed: null, open: null });
    expect(remember("state", { recent: [], agreed: null, open: null })).toEqual({ phase: "normal" });
  });

  it("waits for the clock with a delay alone", () => {
    const pending = judge(range, remember("range", undefined), [{ at: 0, value: 9 }]).state;
    expect(dueAt(pending)).toBe(MINUTE);
    expect(isAlarmed(pending)).toBe(false);
    expect(isAlarmed(elapse(range, pending, MINUTE).state)).toBe(true);
    const spent = judge(cumulative, remember("cumulative", undefined), [
      { at: 0, value: 9 },
      { at: 6 * MINUTE, value: 9 },
    ]).state;
    expect(dueAt(spent)).toBeNull();
    expect(isAlarmed(spent)).toBe(true);
    expect(elapse(cumulative, spent, 99 * MINUTE)).toEqual({ state: spent, excursions: [] });
  });

  it("is judged again where it does not say in which steps it has counted", () => {
    const { state } = judge(cumulative, remember("cumulative", undefined), [
      { at: 0, value: 9 },
      { at: 2 * MINUTE, value: 9 },
    ]);
    expect(isLateFor(state, 2 * MINUTE, 3 * MINUTE)).toBe(false);
    const { latest: _latest, ...paceless } = state as CumulativeState;
    expect(isLateFor(paceless, 2 * MINUTE, 3 * MINUTE)).toBe(true);
    const { stepMs: _, ...unstepped } = state as CumulativeState;
    expect(isLateFor(unstepped, 2 * MINUTE, 3 * MINUTE)).toBe(true);
    expect(isLateFor({ ...unstepped, above: [] }, 2 * MINUTE, 3 * MINUTE)).toBe(false);
  });

  it("takes over the begin of what is on record", () => {
    const rows: Pick<Excursion, "startedAt" | "raisedAt"> = { startedAt: 5, raisedAt: 6 };
    const alarm = judge({ ...range, delaySeconds: 0 }, remember("range", undefined), [{ at: 10, value: 9 }]).state;
    expect(adopt(alarm, rows)).toMatchObject({ phase: "alarm", startedAt: 5, raisedAt: 6 });
    expect(adopt({ phase: "normal" }, rows)).toEqual({ phase: "normal" });
  });

  it("keeps small through a day of minutes at the edge", () => {
    let state = remember("cumulative", undefined);
    const rule: MachineRule = { ...cumulative, outsideMinutes: 600, windowMinutes: 1440, maximumStepMs: 2 * MINUTE };
    for (let minute = 0; minute < 2880; minute += 1) {
      state = judge(rule, state, [{ at: minute * MINUTE, value: minute % 2 === 0 ? 9 : 1 }]).state;
    }
    expect(JSON.stringify(state).length).toBeLessThan(7000);
    const calm = judge(rule, state, [{ at: 9999 * MINUTE, value: 5 }]).state;
    expect(JSON.stringify(calm).length).toBeLessThan(120);
  });
});

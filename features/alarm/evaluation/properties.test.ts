import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AlarmEngine, stored } from "@/tests/support/alarm-engine";
import { checkExcursionIdentity, checkForgetting, checkMoves, checkSilences } from "@/tests/support/excursion-identity";
import { isLong } from "@/tests/support/long";
import {
  type Excursion,
  elapseRange,
  excursionsOf,
  judgeRange,
  NORMAL,
  type RangeRule,
  type RangeState,
  sideOf,
  thresholdsOf,
} from "../condition/range.rules";
import type { Sample, Side } from "./statistics.rules";

const SEEDS = isLong ? [1, 22, 333, 4444, 55555] : [1, 22];
const check = <T>(property: fc.IProperty<T>, seed: number, numRuns: number) => fc.assert(property, { seed, numRuns });

const limit = (value: number) => fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, fc.constant(null));
const rules: fc.Arbitrary<RangeRule> = fc.record({
  minimum: limit(2),
  maximum: limit(8),
  delaySeconds: fc.integer({ min: 0, max: 8 }),
  delayMode: fc.constantFrom("normal-delay", "ignore-delay"),
  deadBand: fc.constantFrom(0, 1, 3, 3.5, 20),
  measure: fc.constantFrom("temperature", "humidity"),
});
const values = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(-0, 1, 2, 2.5, 3, 5, 7, 7.5, 8, 9, 10) },
  fc.double({ min: -30, max: 40, noNaN: true }),
);
/** Whole and half seconds, so that samples often coincide with the end of a delay. */
const series: fc.Arbitrary<Sample[]> = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 10 }), value: values }), { maxLength: 60, size: "max" })
  .map((steps) => {
    let at = 0;
    return steps.map(({ gap, value }) => {
      at += gap * 500;
      return { at, value };
    });
  });
const clock = fc.integer({ min: 0, max: 320 }).map((halfSeconds) => halfSeconds * 500);

function judgeAll(rule: RangeRule, samples: readonly Sample[], now: number) {
  const judged = judgeRange(rule, NORMAL, samples);
  const elapsed = elapseRange(rule, judged.state, now);
  return { state: elapsed.state, excursions: excursionsOf([...judged.transitions, ...elapsed.transitions]) };
}

describe.each(SEEDS)("judging, seed %i", (seed) => {
  it("in any chunks, with the state stored in between, comes out bit for bit the same", () => {
    const cuts = fc.infiniteStream(fc.integer({ min: 1, max: 5 }));
    check(
      fc.property(rules, series, cuts, (rule, samples, sizes) => {
        const whole = judgeRange(rule, NORMAL, samples);
        let state: RangeState = NORMAL;
        const transitions = [];
        for (let index = 0; index < samples.length; ) {
          const size = sizes.next().value as number;
          const judged = judgeRange(rule, stored(state), samples.slice(index, index + size));
          expect(judged.transitions.filter(({ type }) => type === "updated").length).toBeLessThanOrEqual(1);
          state = judged.state;
          transitions.push(...judged.transitions);
          index += size;
        }
        expect(state).toStrictEqual(whole.state);
        expect(excursionsOf(transitions)).toStrictEqual(excursionsOf(whole.transitions));
        expect(stored(whole.state)).toStrictEqual(whole.state);
      }),
      seed,
      400,
    );
  });

  it("tells each excursion in order: opened, updated at most, closed", () => {
    check(
      fc.property(rules, series, (rule, samples) => {
        let open: Excursion | null = null;
        for (const { type, excursion } of judgeRange(rule, NORMAL, samples).transitions) {
          if (type === "opened") expect(open).toBeNull();
          else expect(open).toMatchObject({ startedAt: excursion.startedAt, raisedAt: excursion.raisedAt });
          expect(excursion.endedAt === null).toBe(type !== "closed");
          open = type === "closed" ? null : excursion;
        }
      }),
      seed,
      400,
    );
  });

  it("never overlaps, never has two open", () => {
    check(
      fc.property(rules, series, clock, (rule, samples, now) => {
        const { excursions } = judgeAll(rule, samples, now);
        excursions.forEach((excursion, index) => {
          const { startedAt, endedAt, raisedAt, statistics, side } = excursion;
          const next = excursions[index + 1];
          if (next) expect(endedAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(next.startedAt);
          if (endedAt !== null) expect(endedAt).toBeGreaterThan(startedAt);
          expect(raisedAt).toBe(startedAt + rule.delaySeconds * 1000);
          expect(sideOf(thresholdsOf(rule), statistics.peak)).toBe(side);
        });
      }),
      seed,
      400,
    );
  });

  it("agrees with a plain reading of the rules over the whole series", () => {
    check(
      fc.property(rules, series, clock, (rule, samples, now) => {
        const { excursions } = judgeAll(rule, samples, now);
        const expected = excursionsByHand(rule, samples, now);
        expect(excursions.map(({ side, startedAt, endedAt }) => ({ side, startedAt, endedAt }))).toEqual(expected);
        for (const { side, startedAt, endedAt, statistics } of excursions) {
          const during = samples.filter(({ at }) => at >= startedAt && (endedAt === null || at < endedAt));
          const measured = during.map(({ value }) => value);
          expect(statistics.count).toBe(during.length);
          expect(statistics.peak === (side === "above" ? Math.max(...measured) : Math.min(...measured))).toBe(true);
          expect(statistics.peakAt).toBe(during.find(({ value }) => value === statistics.peak)?.at);
        }
      }),
      seed,
      400,
    );
  });
});

type Spell = { side: Side; startedAt: number; endedAt: number | null };

/** Independent reference: first the uninterrupted spells outside the limits, then the delay. */
function excursionsByHand(rule: RangeRule, samples: readonly Sample[], now: number): Spell[] {
  const delayMs = rule.delaySeconds * 1000;
  const seenUntil = Math.max(now, samples.at(-1)?.at ?? 0);
  const merged: Spell[] = [];
  for (const spell of spellsByHand(rule, samples)) {
    const last = merged.at(-1);
    const isRevived = last?.side === spell.side && spell.startedAt < last.startedAt + delayMs;
    if (last && isRevived && rule.delayMode === "normal-delay") last.endedAt = spell.endedAt;
    else merged.push({ ...spell });
  }
  return merged.filter((spell, index) => {
    const dueAt = spell.startedAt + delayMs;
    if (rule.delayMode === "ignore-delay") return dueAt <= (spell.endedAt ?? seenUntil);
    const swung = merged[index + 1] !== undefined;
    return swung || dueAt <= seenUntil;
  });
}

function spellsByHand(rule: RangeRule, samples: readonly Sample[]): Spell[] {
  const thresholds = thresholdsOf(rule);
  const spells: Spell[] = [];
  for (const { at, value } of samples) {
    const side = sideOf(thresholds, value);
    const last = spells.at(-1);
    const open = last?.endedAt === null ? last : undefined;
    const isBack = open?.side === "above" ? value <= thresholds.returnMaximum : value >= thresholds.returnMinimum;
    if (open && (side ? side !== open.side : isBack)) open.endedAt = at;
    if (side && !(open && open.side === side)) spells.push({ side, startedAt: at, endedAt: null });
  }
  return spells;
}

type Event =
  | { type: "arrive"; order: number[]; again: boolean }
  | { type: "invalidate"; index: number }
  | { type: "tick"; now: number };

const index = fc.nat(59);
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant("arrive" as const),
        order: fc.array(index, { minLength: 1, maxLength: 6 }),
        again: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("invalidate" as const), index }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant("tick" as const), now: clock }) },
  ),
  { maxLength: 40, size: "max" },
);

describe.each(SEEDS)("late data, seed %i", (seed) => {
  it("in any order, repeated, invalidated and restored, comes out as if in order", () => {
    check(
      fc.property(rules, series, events, (rule, samples, story) => {
        const memory = new AlarmEngine({ kind: "range", ...rule });
        for (const event of story) {
          if (event.type === "tick") memory.tick(event.now);
          else if (event.type === "arrive") {
            const batch = event.order.flatMap((position) => samples[position] ?? []);
            memory.arrive([...new Set(batch)]);
            if (event.again) expectUnchanged(memory, () => memory.arrive([...new Set(batch)]));
          } else if (samples[event.index]) memory.invalidate(samples[event.index] as Sample);
          expectInOrder(rule, memory);
        }
      }),
      seed,
      200,
    );
  });

  it("one by one in random order ends like the whole series in order", () => {
    const shuffled = series.chain((samples) =>
      fc.tuple(fc.constant(samples), fc.shuffledSubarray(samples, { minLength: samples.length })),
    );
    check(
      fc.property(rules, shuffled, (rule, [samples, arrivals]) => {
        const memory = new AlarmEngine({ kind: "range", ...rule });
        for (const sample of arrivals) memory.arrive([sample]);
        const inOrder = judgeRange(rule, NORMAL, samples);
        expect(memory.excursions).toStrictEqual(stored(excursionsOf(inOrder.transitions)));
        expectInOrder(rule, memory);
      }),
      seed,
      100,
    );
  });
});

function expectInOrder(rule: RangeRule, memory: AlarmEngine): void {
  const inOrder = judgeAll(rule, memory.series, memory.now);
  const settled = elapseRange(rule, memory.state as RangeState, memory.now).state;
  expect(settled).toStrictEqual(inOrder.state);
  if (settled !== memory.state) return;
  expect(memory.excursions).toStrictEqual(stored(inOrder.excursions));
}

function expectUnchanged(memory: AlarmEngine, act: () => void): void {
  const before = [memory.live, memory.state, memory.rows.size];
  act();
  expect([memory.live, memory.state, memory.rows.size]).toStrictEqual(before);
}

describe.each(SEEDS)("an exception is identified by its start, seed %i", (seed) => {
  it("however its readings arrive, and told once", () => checkExcursionIdentity(seed, 100));

  it("whatever silences hold it back", () => checkSilences(seed, 100));

  it("although its probe is unmounted or mounted elsewhere meanwhile", () => checkMoves(seed, 200));

  it("although the machine forgets it", () => checkForgetting(seed, 100));
});

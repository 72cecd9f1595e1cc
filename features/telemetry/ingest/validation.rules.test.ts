import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  invalidAmong,
  isJump,
  judgeJumps,
  type Member,
  rulesOf,
  type Sample,
  spansAround,
  takenBy,
  type ValidationRule,
  validatedProbes,
} from "./validation.rules";

const rule = (values: Partial<ValidationRule> & Pick<ValidationRule, "kind">): ValidationRule => ({
  id: 1,
  name: values.kind,
  faultValues: null,
  minimum: null,
  maximum: null,
  ratePerMinute: null,
  ...values,
});
const MINUTE = 60_000;

describe("values that no sensor measures", () => {
  const rules = rulesOf([
    rule({ id: 1, kind: "fault-value", faultValues: [85, -127] }),
    rule({ id: 2, kind: "implausible", minimum: -40, maximum: 60 }),
    rule({ id: 3, kind: "jump", ratePerMinute: 5 }),
    rule({ id: 4, kind: "jump", ratePerMinute: 2 }),
  ]);

  it.each([
    [85, 1],
    [(185 - 32) / 1.8, 1],
    [-127, 1],
    [85.0625, 2],
    [60, null],
    [60.01, 2],
    [-40, null],
    [-40.01, 2],
    [0, null],
  ])("%d is taken by rule %s", (value, id) => expect(takenBy(value, rules)?.id ?? null).toBe(id));

  it("is bounded on one side where a rule says one", () => {
    expect(takenBy(-1000, rulesOf([rule({ kind: "implausible", maximum: 60 })]))).toBeNull();
    expect(takenBy(61, rulesOf([rule({ kind: "implausible", maximum: 60 })]))).not.toBeNull();
  });

  it("goes by the strictest of several rates", () => expect(rules.jump?.id).toBe(4));
});

it.each([
  [5, 10, 1, 5, false],
  [5, 10.01, 1, 5, true],
  [5, 0, 1, 5, false],
  [5, 14.9, 2, 5, false],
  [5, 15.1, 2, 5, true],
  // Within a minute the rate of a whole minute applies.
  [5, 9.9, 0.01, 5, false],
  [5, 10.1, 0.01, 5, true],
  // 0.1 + 0.2 is a little more than 0.3.
  [0.1, 0.1 + 0.2 + 0.1, 1, 0.3, false],
])("from %d to %d in %d min at %d a minute: a jump is %s", (a, b, minutes, rate, expected) => {
  expect(isJump(rate, { at: 0, value: a }, { at: minutes * MINUTE, value: b })).toBe(expected);
  expect(isJump(rate, { at: minutes * MINUTE, value: b }, { at: 0, value: a })).toBe(expected);
});

it("looks at instants that lie close together at once", () => {
  const hour = 60 * MINUTE;
  expect(spansAround([])).toEqual([]);
  expect(spansAround([0, hour, 2 * hour, 3 * hour + 1])).toEqual([
    { first: 0, last: 2 * hour },
    { first: 3 * hour + 1, last: 3 * hour + 1 },
  ]);
});

it("counts a reading once, whatever of it is invalid", () => {
  const located = [
    { device: { id: 7, isSifted: true, probes: { temperature: 1, humidity: 2 } } },
    { device: { id: 8, isSifted: false, probes: { temperature: 3 } } },
  ];
  expect([...validatedProbes(located)]).toEqual([1, 2]);
  const taken = [
    { probeId: 1, at: 0 },
    { probeId: 2, at: 0 },
    { probeId: 1, at: 1 },
  ];
  expect(invalidAmong(taken, located)).toBe(2);
  expect(invalidAmong([], located)).toBe(0);
});

/**
 * Reference implementation, slow and simple: compares each reading with its two neighbours; the later one must lead
 * back.
 */
function invalidByHand(rate: number, series: readonly Sample[]): number[] {
  const far = (a: Sample, b: Sample) => Math.abs(a.value - b.value) > rate * Math.max(1, (b.at - a.at) / MINUTE);
  return series.flatMap((one, index) => {
    const [before, behind] = [series[index - 1], series[index + 1]];
    if (!before || !far(before, one)) return [];
    if (!behind) return [one.at];
    const leadsBack = one.value > before.value ? behind.value < one.value : behind.value > one.value;
    return far(one, behind) && leadsBack ? [one.at] : [];
  });
}

/**
 * Simulates batches that only look at what is stored around them. After the batches of `accepts`, an unconfirmed newest
 * value is accepted.
 */
function takeIn(
  rate: number,
  batches: readonly (readonly Sample[])[],
  restored: ReadonlySet<number>,
  accepts: ReadonlySet<number> = new Set(),
): number[] {
  const stored = new Map<number, Member>();
  const apply = (touched: number[], fresh: readonly Sample[]) => {
    const near = new Map<number, Member>();
    const all = [...stored.values()].sort((a, b) => a.at - b.at);
    for (const { first, last } of spansAround(touched)) {
      const around = [
        ...all.filter(({ at }) => at < first).slice(-2),
        ...all.filter(({ at }) => at >= first && at <= last),
        ...all.filter(({ at }) => at > last).slice(0, 2),
      ];
      for (const member of around) near.set(member.at, member);
    }
    const members = [...near.values(), ...fresh.map((one): Member => ({ ...one, is: "new" }))];
    for (const { at, value, isJump: jumps } of judgeJumps(
      rate,
      members.sort((a, b) => a.at - b.at),
      touched,
    )) {
      stored.set(at, { at, value, is: jumps ? "held" : "valid" });
    }
  };
  for (const [index, batch] of batches.entries()) {
    const sorted = batch.toSorted((a, b) => a.at - b.at);
    apply(
      sorted.map(({ at }) => at),
      sorted,
    );
    for (const { at } of sorted) {
      const member = stored.get(at) as Member;
      if (restored.has(at)) stored.set(at, { ...member, is: "restored" });
    }
    const last = [...stored.values()].reduce((newest, one) => (one.at > newest.at ? one : newest));
    if (accepts.has(index) && last.is === "held") stored.set(last.at, { ...last, is: "accepted" });
  }
  return [...stored.values()].filter(({ is }) => is === "held").map(({ at }) => at);
}

const series = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.constantFrom(1, 2, 4), fc.constant(300)),
      value: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(5, 5.5, 6, 20, 21, -127) },
        fc.integer({ min: -5, max: 30 }),
      ),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ gap, value }): Sample => {
      at += gap * 15_000;
      return { at, value };
    });
  });

describe.each([1, 22, 333, 4444])("jumps, seed %i", (seed) => {
  it("are the same in whatever order and pieces readings arrive", () => {
    const order = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }));
    const sizes = fc.infiniteStream(fc.integer({ min: 1, max: 7 }));
    const property = fc.property(
      series,
      fc.constantFrom(0.25, 1, 5),
      order,
      sizes,
      fc.array(fc.integer({ min: 0, max: 39 }), { maxLength: 3 }),
      (samples, rate, ranks, lengths, picked) => {
        const shuffled = samples
          .map((sample) => ({ sample, rank: ranks.next().value as number }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ sample }) => sample);
        const batches: Sample[][] = [];
        while (shuffled.length > 0) batches.push(shuffled.splice(0, lengths.next().value as number));
        const restored = new Set(picked.flatMap((index) => samples[index]?.at ?? []));
        const expected = invalidByHand(rate, samples).filter((at) => !restored.has(at));
        expect(takeIn(rate, batches, restored).sort((a, b) => a - b)).toEqual(expected);
      },
    );
    fc.assert(property, { seed, numRuns: 200 });
  });

  it("are the same whichever were accepted for want of another, but for the last reading", () => {
    const indices = fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 20 });
    const order = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 });
    const property = fc.property(
      series,
      fc.constantFrom(0.25, 1, 5),
      order,
      indices,
      (samples, rate, ranks, picked) => {
        const batches = samples
          .map((sample, index) => ({ sample, rank: ranks[index] as number }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ sample }) => [sample]);
        const lastAt = samples.at(-1)?.at;
        const found = takeIn(rate, batches, new Set(), new Set(picked)).filter((at) => at !== lastAt);
        expect(found.sort((a, b) => a - b)).toEqual(invalidByHand(rate, samples).filter((at) => at !== lastAt));
      },
    );
    fc.assert(property, { seed, numRuns: 200 });
  });
});

it("holds a jump until the next reading confirms it, and lets a spike stay out", () => {
  const at = (minute: number, value: number) => ({ at: minute * MINUTE, value });
  const none = new Set<number>();
  expect(takeIn(2, [[at(0, 5)], [at(1, 20)]], none)).toEqual([MINUTE]);
  expect(takeIn(2, [[at(0, 5)], [at(1, 20)], [at(2, 20.5)]], none)).toEqual([]);
  expect(takeIn(2, [[at(0, 5)], [at(1, 20)], [at(2, 5)]], none)).toEqual([MINUTE, 2 * MINUTE]);
  expect(takeIn(2, [[at(0, 5)], [at(1, 20)], [at(2, 5)], [at(3, 5)]], none)).toEqual([MINUTE]);
});

it("lets a change through that goes on one way, however fast, and of a noise what does not turn back", () => {
  const from = (values: readonly number[]) => values.map((value, minute) => ({ at: minute * MINUTE, value }));
  const none = new Set<number>();
  const failing = from(Array.from({ length: 20 }, (_, minute) => -20 + 2 * minute));
  expect(takeIn(1, [failing], none)).toEqual([19 * MINUTE]);
  // One at a time: each waits only for the next.
  for (let count = 2; count <= failing.length; count += 1) {
    const alone = failing.slice(0, count).map((one) => [one]);
    expect(takeIn(1, alone, none)).toEqual([(count - 1) * MINUTE]);
  }
  // A rate below the noise of the sensor: values that turn back stay unconfirmed, the others are accepted.
  const noisy = from([5, 5, 15, 15.3, 15.1, 15.4, 15.6, 15.2, 15, 15.3]);
  expect(takeIn(0.15, [noisy], none)).toEqual([3, 4, 6, 8, 9].map((minute) => minute * MINUTE));
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { stateRule } from "@/features/alarm/condition/state.rules";
import { CLOCK_GRACE_MS } from "@/features/alarm/evaluation/evaluation.rules";
import { elapse, judge, type MachineRule, remember } from "@/features/alarm/evaluation/machine.rules";
import type { Sample } from "@/features/alarm/evaluation/statistics.rules";
import { AlarmEngine } from "./alarm-engine";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const within = { minimum: 2, maximum: 8, measure: "temperature" };

const RANGE: fc.Arbitrary<MachineRule> = fc.record({
  kind: fc.constant("range" as const),
  delaySeconds: fc.constantFrom(0, 0, 120, 300),
  delayMode: fc.constantFrom("normal-delay" as const, "ignore-delay" as const),
  deadBand: fc.constantFrom(0, 0.5),
  minimum: fc.constant(2),
  maximum: fc.constant(8),
  measure: fc.constant("temperature"),
});
const CUMULATIVE: fc.Arbitrary<MachineRule> = fc.constant({
  ...{ kind: "cumulative", ...within, deadBand: 0.5 },
  ...{ outsideMinutes: 5, windowMinutes: 30, maximumStepMs: 10 * MINUTE },
});
const STATE: fc.Arbitrary<MachineRule> = fc
  .tuple(fc.constantFrom("door" as const, "power" as const), fc.constantFrom(0, 120, 300))
  .map(([measure, delaySeconds]) => ({ kind: "state", ...stateRule(measure, delaySeconds) }));
const TREND: fc.Arbitrary<MachineRule> = fc.constant({
  ...{ kind: "trend", ...within, deadBand: 0.5 },
  ...{ horizonMinutes: 60, reportIntervalSeconds: 60 },
});

type Steps = readonly { gap: number; value: number }[];
const inMinutes = (steps: Steps): Sample[] => {
  let at = 0;
  return steps.map(({ gap, value }) => {
    at += gap * MINUTE;
    return { at, value };
  });
};

/** A reading a minute with occasional gaps and values that often leave the range and return. */
const jumping = (...values: number[]): fc.Arbitrary<Sample[]> =>
  fc
    .array(fc.record({ gap: fc.constantFrom(1, 1, 1, 5), value: fc.constantFrom(...values) }), {
      minLength: 3,
      maxLength: 30,
      size: "max",
    })
    .map(inMinutes);

/** A reading every other minute that drifts towards a limit and back, to which a curve can be fitted. */
const drifting: fc.Arbitrary<Sample[]> = fc
  .array(fc.record({ count: fc.constantFrom(5, 20, 40), perStep: fc.constantFrom(0, 0.05, 0.1, -0.1) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((spells) => {
    let value = 5;
    const values = spells.flatMap(({ count, perStep }) => Array.from({ length: count }, () => (value += perStep)));
    return inMinutes(values.map((one) => ({ gap: 2, value: Math.round(one * 100) / 100 })));
  });

const TEMPERATURES = [1, 5, 5, 7.8, 9, 12, 12.5];

/** A condition of any kind with a series that is relevant to it. */
const conditions = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(RANGE, jumping(...TEMPERATURES)) },
  { weight: 2, arbitrary: fc.tuple(CUMULATIVE, jumping(...TEMPERATURES)) },
  { weight: 3, arbitrary: fc.tuple(STATE, jumping(0, 0, 1)) },
  { weight: 1, arbitrary: fc.tuple(TREND, drifting) },
);

/** How a series arrives: order, batch sizes, duplicates, delays (minutes), and when people act. */
const arrivals = conditions.chain(([rule, samples]) =>
  fc.record({
    rule: fc.constant(rule),
    samples: fc.constant(samples),
    order: fc.oneof(
      fc.constant(samples),
      fc.shuffledSubarray(samples, { minLength: samples.length }),
      // A gateway's buffer: the first readings arrive after all others.
      fc.nat(samples.length - 1).map((count) => [...samples.slice(count), ...samples.slice(0, count)]),
    ),
    sizes: fc.oneof(fc.infiniteStream(fc.constantFrom(1, 1, 2, 3, 6)), fc.infiniteStream(fc.constantFrom(1, 6, 40))),
    isRepeated: fc.infiniteStream(fc.boolean()),
    latenesses: fc.oneof(fc.constant(undefined), fc.infiniteStream(fc.constantFrom(0, 0, 1, 7, 25))),
    people: fc.infiniteStream(fc.constantFrom("none", "none", "none", "none", "acknowledge", "handle")),
    ticks: fc.infiniteStream(fc.boolean()),
    silences: fc.infiniteStream(fc.constantFrom(0, 0, 0, 5, 30)),
  }),
);

type Story = typeof arrivals extends fc.Arbitrary<infer S> ? S : never;

/** Runs a story to its end; `between` receives the engine after each batch. */
function play(
  { samples, order, sizes, isRepeated, latenesses, people, ticks, silences, rule }: Story,
  { isSilenced }: { isSilenced: boolean },
  between: (engine: AlarmEngine) => void,
): AlarmEngine {
  const engine = new AlarmEngine(rule, 8);
  for (let index = 0; index < order.length; ) {
    const batch = order.slice(index, index + next(sizes));
    index += batch.length;
    const newest = Math.max(...batch.map(({ at }) => at), engine.series.at(-1)?.at ?? 0);
    const now = latenesses && Math.max(engine.now, newest) + next(latenesses) * MINUTE;
    engine.arrive(batch, now);
    if (next(isRepeated)) engine.arrive(batch, now);
    if (next(ticks)) engine.tick(Math.max(engine.now, engine.series.at(-1)?.at ?? 0));
    const action = next(people);
    if (action !== "none") engine.acknowledge(action === "handle");
    const minutes = isSilenced ? next(silences) : 0;
    if (minutes > 0) engine.silence(minutes * MINUTE);
    between(engine);
  }
  engine.tick(Math.max(engine.now, samples.at(-1)?.at ?? 0));
  return engine;
}

/** Runs until every planned notice has been sent. */
function runOut(engine: AlarmEngine): void {
  engine.notices.deliver(Math.max(engine.clock, engine.notices.lastDueAt));
}

/**
 * Checks `runs` random series with conditions of every kind, each with one random way of cutting, shuffling, delaying
 * and repeating it, with acknowledgements and handling at any instant in between. Throws with a counterexample unless
 * the exceptions equal those of the whole series in order, none is acknowledged or handled before its start or through
 * another span, and the product plans and delivers exactly one notice, or one digest entry, for each.
 */
export function checkExcursionIdentity(seed: number, runs: number): void {
  fc.assert(
    fc.property(arrivals, (story) => {
      const isInOrder = story.order === story.samples && story.latenesses === undefined;
      const engine = play(story, { isSilenced: false }, (one) => {
        assertIdentity(one);
        // In order, and without the clock ahead of it, no exception is ever withdrawn.
        if (isInOrder) assert.equal(one.live.length, one.rows.size);
      });
      assert.deepEqual(spansOf(engine.excursions), spansOf(judgedWhole(story.rule, story.samples, engine.now)));
      runOut(engine);
      assertTold(engine);
    }),
    { seed, numRuns: runs },
  );
}

/**
 * The same with maintenance silences at any instant. Which excursions become exceptions depends on when they are found.
 * Those that do are spans of the whole series, none is recorded in a silence that suppresses it, and one that continues
 * after the last silence is recorded with its true start.
 */
export function checkSilences(seed: number, runs: number): void {
  fc.assert(
    fc.property(arrivals, (story) => {
      const engine = play(story, { isSilenced: true }, assertIdentity);
      const whole = () => judgedWhole(story.rule, engine.series, engine.now);
      const starts = new Set(whole().map(({ startedAt }) => startedAt));
      for (const { startedAt } of engine.live) assert.ok(starts.has(startedAt), "an exception that no span is");
      for (const { recorded } of engine.rows.values())
        for (const { from, until } of engine.silences.slice(0, recorded.silences))
          assert.ok(recorded.judgedAt < from || recorded.judgedAt >= until, "recorded in a silence");
      // The last value continues after the last silence.
      const last = engine.series.at(-1) as Sample;
      const after = Math.max(engine.now, ...engine.silences.map(({ until }) => until)) + MINUTE;
      engine.tick(after);
      engine.arrive([{ at: after, value: last.value }], after);
      const lasting = whole().filter(({ endedAt }) => endedAt === null);
      const open = engine.live.filter(({ endedAt }) => endedAt === null);
      assert.deepEqual(spansOf(open), spansOf(lasting), "what goes on is not there");
      runOut(engine);
      assertTold(engine);
    }),
    { seed, numRuns: runs },
  );
}

/**
 * Machines that lose their state at any instant, with readings in order: the open excursion continues with its start,
 * and two are never open at once, for which the engine throws.
 */
export function checkForgetting(seed: number, runs: number): void {
  const stories = fc.tuple(RANGE, jumping(...TEMPERATURES), fc.nat(39));
  fc.assert(
    fc.property(stories, ([rule, samples, when]) => {
      const engine = new AlarmEngine(rule, 8);
      let forgotten: { id: number; startedAt: number } | undefined;
      for (const [index, sample] of samples.entries()) {
        if (index === when) {
          const open = engine.live.find(({ endedAt }) => endedAt === null);
          forgotten = open && { id: open.id, startedAt: open.startedAt };
          engine.forget();
        }
        engine.arrive([sample], sample.at);
        assertIdentity(engine);
      }
      engine.tick((samples.at(-1)?.at ?? 0) + HOUR);
      if (!forgotten) return;
      const row = engine.rows.get(forgotten.id);
      assert.ok(row && !row.isWithdrawn && row.startedAt === forgotten.startedAt, "what was open is another one");
      runOut(engine);
      assertTold(engine);
    }),
    { seed, numRuns: runs },
  );
}

const next = <T>(stream: IterableIterator<T>): T => stream.next().value as T;

const spansOf = (excursions: readonly { side: string | null; startedAt: number; endedAt: number | null }[]) =>
  excursions.map(({ side, startedAt, endedAt }) => ({ side, startedAt, endedAt }));

/**
 * The same while the probe is unmounted at any instant, and mounted on the next carrier or left unmounted. The exceptions
 * equal those of the readings of each mounting by themselves; what is open at its end ends then. Nothing else is found,
 * whether readings arrive before or after the unmounting.
 */
export function checkMoves(seed: number, runs: number): void {
  const moves = fc.record({ at: fc.array(fc.nat(29), { minLength: 1, maxLength: 3 }), isMounted: fc.boolean() });
  fc.assert(
    fc.property(arrivals, moves, (story, { at, isMounted }) => {
      const cuts: number[] = [];
      let batches = 0;
      const engine = play(story, { isSilenced: false }, (one) => {
        assertIdentity(one);
        if (at.includes(batches++) && (isMounted || cuts.length === 0)) cuts.push(one.move(isMounted));
      });
      const ends = [...cuts, ...(isMounted || cuts.length === 0 ? [Number.POSITIVE_INFINITY] : [])];
      const expected = ends.flatMap((end, index) => {
        const own = story.samples.filter((one) => one.at >= (cuts[index - 1] ?? 0) && one.at < end);
        const found = judgedWhole(story.rule, own, Math.min(engine.now, end - CLOCK_GRACE_MS));
        return found.map((one) => ({ ...one, endedAt: one.endedAt ?? (Number.isFinite(end) ? end : null) }));
      });
      assert.deepEqual(spansOf(engine.excursions), spansOf(expected));
      runOut(engine);
      assertTold(engine);
    }),
    { seed, numRuns: runs },
  );
}

/** The result of the whole series, evaluated in order with the clock at `now` (epoch ms). */
function judgedWhole(rule: MachineRule, samples: readonly Sample[], now: number) {
  const judged = judge(rule, remember(rule.kind, undefined), samples);
  const elapsed = elapse(rule, judged.state, now);
  return [...new Map([...judged.excursions, ...elapsed.excursions].map((one) => [one.startedAt, one])).values()];
}

function assertIdentity(engine: AlarmEngine): void {
  const starts = new Set<number>();
  for (const row of engine.live) {
    assert.ok(!starts.has(row.startedAt), "two with one start");
    starts.add(row.startedAt);
    for (const action of [row.acknowledged, row.handled]) {
      if (action === null) continue;
      assert.ok(action.at >= row.startedAt, "acknowledged before its start");
      assert.ok(action.of >= row.startedAt, "acknowledged by way of an earlier span");
    }
  }
}

/** Asserts the notices of each exception after all planned ones were sent. */
function assertTold(engine: AlarmEngine): void {
  const { told } = engine.notices;
  for (const row of engine.live) {
    const own = told.filter(({ exceptionId }) => exceptionId === row.id);
    const first = own.filter(({ isFollowUp, type }) => !isFollowUp && type === "alarm");
    const digests = own.filter(({ type }) => type === "digest");
    assert.ok(first.length <= 1 && digests.length <= 1, "told twice");
    const { at, judgedAt, isOver } = row.recorded;
    assert.equal(row.isDetectedLate, isOver && at - judgedAt > 10 * MINUTE, "late or not by another rule");
    if (row.isDetectedLate) assert.equal(digests.length, 1, "what was over when it was found is not in the digest");
    else assert.equal(digests.length, 0, "in the digest, though it was news");
    // Late readings that reopen an exception trigger a notice; it may have been acknowledged by then.
    if (row.isDetectedLate && !row.isReopened) assert.equal(first.length, 0, "woken by what was over");
    if (!row.isDetectedLate && row.acknowledged === null) assert.equal(first.length, 1, "not told");
    for (const one of own)
      assert.ok(one.startedAt >= row.startedAt, "told of a span that ended before this one started");
  }
  for (const { exceptionId, isFollowUp, isEnded, isAcknowledged, at } of told) {
    assert.ok(!isFollowUp || (!isEnded && !isAcknowledged), "told again of what was settled");
    assert.ok(at >= (engine.rows.get(exceptionId)?.recorded.at ?? at + 1), "told before it was known");
  }
}

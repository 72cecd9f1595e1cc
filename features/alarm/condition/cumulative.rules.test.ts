import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObserved } from "@/features/observation/observation.rules";
import { describeWithMeasurements, MEASUREMENTS } from "@/tests/support/measurements";
import type { Sample, Side } from "../evaluation/statistics.rules";
import { type CumulativeRule, type CumulativeState, cellMs, judgeCumulative, UNSPENT } from "./cumulative.rules";

const MINUTE = 60_000;
const rule: CumulativeRule = {
  minimum: 2,
  maximum: 8,
  outsideMinutes: 30,
  windowMinutes: 240,
  deadBand: 0,
  measure: "temperature",
  maximumStepMs: 10 * MINUTE,
};
/** A value every five minutes. */
const every5 = (...values: number[]): Sample[] => values.map((value, index) => ({ at: index * 5 * MINUTE, value }));
const times = (count: number, value: number) => new Array<number>(count).fill(value);
const found = (samples: Sample[], change: Partial<CumulativeRule> = {}) =>
  judgeCumulative({ ...rule, ...change }, UNSPENT, samples).excursions;

describe("time outside, added up", () => {
  it("opens with the reading at which the time outside reaches what is allowed, however it is spread", () => {
    const [one, ...others] = found(every5(...times(3, 9), ...times(6, 5), ...times(3, 10), 5));
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      side: "above",
      startedAt: 60 * MINUTE,
      raisedAt: 60 * MINUTE,
      endedAt: null,
      facts: { outsideMinutes: 30, windowMinutes: 240, allowedMinutes: 30 },
      limits: { minimum: 2, maximum: 8 },
      statistics: { peak: 10 },
    });
    expect(found(every5(...times(3, 9), ...times(6, 5), ...times(2, 10), 5))).toEqual([]);
  });

  it("counts each side by itself", () => {
    expect(found(every5(...times(5, 9), ...times(5, 1), 5))).toEqual([]);
    expect(found(every5(...times(5, 9), ...times(7, 1)))[0]).toMatchObject({ side: "below" });
    expect(found(every5(...times(8, 9)), { maximum: null })).toEqual([]);
  });

  it("counts a limit itself as inside", () => expect(found(every5(...times(20, 8), ...times(20, 2)))).toEqual([]));

  it("observes nothing between readings further apart than twice the report interval", () => {
    const gap = (minutes: number) => [
      { at: 0, value: 9 },
      { at: minutes * MINUTE, value: 5 },
    ];
    expect(found(gap(10), { outsideMinutes: 10 })).toHaveLength(1);
    expect(found(gap(11), { outsideMinutes: 10 })).toEqual([]);
  });

  it("counts a device that reports more slowly than agreed at its own pace", () => {
    const day = { minimum: null, outsideMinutes: 600, windowMinutes: 1440 };
    const every20 = Array.from({ length: 79 }, (_, index) => ({ at: index * 20 * MINUTE, value: 12 }));
    expect(found(every20, day)).toMatchObject([
      { side: "above", startedAt: 600 * MINUTE, endedAt: null, facts: { outsideMinutes: 1440, allowedMinutes: 600 } },
    ]);
    // A gap is not a step: a value before it does not count through it.
    const silent = every20.filter(({ at }) => at < 590 * MINUTE || at > 700 * MINUTE);
    expect(found(silent, day)[0]?.startedAt).toBeGreaterThan(700 * MINUTE);
  });

  it("counts what turns out to have been observed, in whatever pieces it arrives", () => {
    const samples = [0, 5, 10, 35, 60, 85, 90, 95].map((minute) => ({ at: minute * MINUTE, value: 9 }));
    const change = { outsideMinutes: 80, maximumStepMs: 10 * MINUTE };
    // The reading at 85 shows that the three long steps are a pace.
    expect(found(samples, change)).toMatchObject([{ startedAt: 85 * MINUTE }]);
    for (let cut = 1; cut < samples.length; cut += 1) {
      const { state } = judgeCumulative({ ...rule, ...change }, UNSPENT, samples.slice(0, cut));
      const rest = judgeCumulative({ ...rule, ...change }, JSON.parse(JSON.stringify(state)), samples.slice(cut));
      expect(rest.state).toEqual(judgeCumulative({ ...rule, ...change }, UNSPENT, samples).state);
    }
  });

  it("forgets what has left the window", () => {
    const apart = (calm: number) => every5(...times(3, 9), ...times(calm, 5), ...times(3, 9), 5);
    expect(found(apart(42))).toHaveLength(1);
    expect(found(apart(46))).toEqual([]);
  });

  it("ends back inside when less than nine tenths of what is allowed are in the window", () => {
    // 30 minutes from 0 on; 27 of them are in the window until 243 minutes after the start.
    expect(found(every5(...times(6, 9), ...times(60, 5)))[0]).toMatchObject({ endedAt: 245 * MINUTE });
    expect(found(every5(...times(6, 9), ...times(42, 5)))[0]).toMatchObject({ endedAt: null });
    expect(found(every5(...times(6, 9), ...times(60, 7.8)), { deadBand: 0.5 })[0]).toMatchObject({ endedAt: null });
  });

  it("gives way to the other side when that has used up its own", () => {
    const both = found(every5(...times(7, 9), ...times(7, 1), 5));
    expect(both.map(({ side, startedAt, endedAt }) => [side, startedAt / MINUTE, endedAt && endedAt / MINUTE])).toEqual(
      [
        ["above", 30, 65],
        ["below", 65, null],
      ],
    );
  });

  it("does not open and end with each cycle of a value that hovers at what is allowed", () => {
    const cycles = Array.from({ length: 400 }, (_, index) => (index % 8 === 0 ? 9 : 5));
    expect(found(every5(...cycles))).toHaveLength(1);
  });

  it("keeps the presets of the WHO: +8 °C for 10 h, −0.5 °C for 1 h", () => {
    const day = { windowMinutes: 1440, minimum: null, maximum: null };
    const warm = { ...day, maximum: 8, outsideMinutes: 600 };
    expect(found(every5(...times(120, 8.1), 5), warm)[0]).toMatchObject({ startedAt: 600 * MINUTE });
    expect(found(every5(...times(119, 8.1), 5), warm)).toEqual([]);
    const frozen = { ...day, minimum: -0.5, outsideMinutes: 60 };
    expect(found(every5(...times(12, -0.6), 5), frozen)[0]).toMatchObject({ side: "below", startedAt: 60 * MINUTE });
    expect(found(every5(...times(50, -0.5), 5), frozen)).toEqual([]);
  });
});

/** Whether the readings up to an instant show that the step behind a reading is observed. */
function isKnown({ maximumStepMs }: CumulativeRule, samples: Sample[], index: number, at: number): boolean {
  const step = (place: number) => {
    const [from, to] = [samples[place], samples[place + 1]];
    return from && to && to.at <= at ? to.at - from.at : 0;
  };
  if (step(index) === 0) return false;
  const before = { before2: step(index - 2), before: step(index - 1) };
  return isObserved({ ...before, step: step(index), behind: step(index + 1), behind2: step(index + 2) }, maximumStepMs);
}

const sideAt = ({ minimum, maximum }: CumulativeRule, value: number): Side | null =>
  value > (maximum ?? 99) ? "above" : value < (minimum ?? -99) ? "below" : null;

/** Minutes outside in (at − window, at], summed over all steps of the series so far: slow but obvious. */
const minutesByHand = (given: CumulativeRule, samples: Sample[], side: Side, at: number) =>
  samples.reduce((minutes, reading, index) => {
    if (sideAt(given, reading.value) !== side || !isKnown(given, samples, index, at)) return minutes;
    const from = Math.max(reading.at, at - given.windowMinutes * MINUTE);
    return minutes + Math.max(0, (samples[index + 1] as Sample).at - from) / MINUTE;
  }, 0);

/** The rules of the machine over minutes counted by hand, for windows that are a whole number of cells. */
function excursionsByHand(given: CumulativeRule, samples: Sample[]) {
  const spells: { side: Side; startedAt: number; endedAt: number | null; worst: number }[] = [];
  samples.forEach(({ at, value }, index) => {
    const open = spells.at(-1)?.endedAt === null ? spells.at(-1) : undefined;
    const minutes = (side: Side) => minutesByHand(given, samples, side, at);
    const grown = samples.slice(0, index).flatMap((one, place): Side[] => {
      const isNew = !isKnown(given, samples, place, samples[index - 1]?.at ?? 0) && isKnown(given, samples, place, at);
      return isNew ? [sideAt(given, one.value) ?? []].flat() : [];
    });
    const spent = grown.filter((side) => minutes(side) >= given.outsideMinutes);
    if (open) open.worst = Math.max(open.worst, minutes(open.side));
    const isBack = open && (open.side === "above" ? value <= 8 - given.deadBand : value >= 2 + given.deadBand);
    const other = spent.findLast((side) => side !== open?.side);
    if (open && ((isBack && minutes(open.side) < 0.9 * given.outsideMinutes) || other)) open.endedAt = at;
    if (other && spells.at(-1)?.endedAt !== null)
      spells.push({ side: other, startedAt: at, endedAt: null, worst: minutes(other) });
  });
  return spells;
}

it("agrees with minutes counted by hand", () => {
  const minutely = { ...rule, windowMinutes: 120, outsideMinutes: 20 };
  expect(cellMs(minutely)).toBe(MINUTE);
  const steps = fc.array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(15, 20, 25)),
      value: fc.constantFrom(1, 1.5, 2, 5, 5, 7.8, 8, 9, 10),
    }),
    { maxLength: 80, size: "max" },
  );
  let seen = 0;
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 0.5), (gaps, deadBand) => {
      let at = 0;
      const samples = gaps.map(({ gap, value }) => {
        at += gap * MINUTE;
        return { at, value };
      });
      const actual = found(samples, { ...minutely, deadBand });
      seen += actual.length;
      expect(
        actual.map(({ side, startedAt, endedAt, facts }) => ({
          side,
          startedAt,
          endedAt,
          worst: facts && "outsideMinutes" in facts ? facts.outsideMinutes : null,
        })),
      ).toEqual(excursionsByHand({ ...minutely, deadBand }, samples));
    }),
    { seed: 7, numRuns: 150 },
  );
  expect(seen).toBeGreaterThan(100);
});

describe("a window that becomes another", () => {
  const day = { minimum: null, outsideMinutes: 600, windowMinutes: 1440 };
  const month = { ...day, outsideMinutes: 1200, windowMinutes: 43_200 };

  it("grown from a day to a month, counts on", () => {
    const samples = every5(...times(60, 9), ...times(1440, 15));
    const { state } = judgeCumulative({ ...rule, ...day }, UNSPENT, samples.slice(0, 60));
    expect(judgeCumulative({ ...rule, ...month }, state, samples.slice(60)).excursions).toMatchObject([
      { startedAt: 1200 * MINUTE, endedAt: null },
    ]);
  });

  it("shrunk from a month to a day, keeps what it still reaches", () => {
    const samples = every5(...times(288, 5), ...times(110, 9), ...times(12, 9));
    const { state } = judgeCumulative({ ...rule, ...month }, UNSPENT, samples.slice(0, 398));
    expect(judgeCumulative({ ...rule, ...day }, state, samples.slice(398)).excursions).toMatchObject([
      { startedAt: (1440 + 600) * MINUTE, facts: { windowMinutes: 1440 } },
    ]);
  });

  /** Minutes above between two instants, from the readings. */
  const minutesAbove = (given: CumulativeRule, samples: Sample[], from: number, to: number) =>
    samples.reduce((sum, { at, value }, index) => {
      const next = samples[index + 1];
      if (!next || value <= 8 || next.at - at > given.maximumStepMs) return sum;
      return sum + Math.max(0, Math.min(next.at, to) - Math.max(at, from)) / MINUTE;
    }, 0);

  it("opens and ends as a fresh machine over the readings that were left would, within a step", () => {
    const steps = fc.array(fc.record({ gap: fc.integer({ min: 5, max: 60 }), value: fc.constantFrom(5, 5, 9) }), {
      minLength: 20,
      maxLength: 400,
      size: "max",
    });
    const windows = fc.constantFrom(240, 1440, 4320, 43_200);
    let opened = 0;
    let ended = 0;
    fc.assert(
      fc.property(steps, windows, windows, fc.nat(), fc.constantFrom(60, 400), (gaps, before, after, nth, allowed) => {
        let at = 0;
        const samples = gaps.map(({ gap, value }) => {
          at += gap * MINUTE;
          return { at, value };
        });
        const common = { ...rule, minimum: null, outsideMinutes: allowed, maximumStepMs: 60 * MINUTE };
        const [first, second] = [before, after].map((windowMinutes) => ({ ...common, windowMinutes })) as [
          CumulativeRule,
          CumulativeRule,
        ];
        const change = nth % samples.length;
        let { state }: { state: CumulativeState } = judgeCumulative(first, UNSPENT, samples.slice(0, change));
        const knownFrom = (samples[change - 1]?.at ?? 0) - before * MINUTE;
        const slack = cellMs(first) + cellMs(second);
        samples.slice(change).forEach((sample, index) => {
          const from = Math.max(knownFrom, sample.at - after * MINUTE);
          const least = minutesAbove(common, samples, from, sample.at);
          const most = minutesAbove(common, samples, from - slack, sample.at);
          const last = samples[change + index - 1];
          const hasGrown = last && last.value > 8 && sample.at - last.at <= common.maximumStepMs;
          const wasOpen = state.open !== null;
          state = judgeCumulative(second, JSON.parse(JSON.stringify(state)), [sample]).state;
          const isOpen = state.open !== null;
          if (!wasOpen && hasGrown && least >= allowed) expect(isOpen).toBe(true);
          if (!wasOpen && isOpen) expect(hasGrown && most >= allowed).toBe(true);
          if (wasOpen && sample.value <= 8 && most < 0.9 * allowed) expect(isOpen).toBe(false);
          if (wasOpen && !isOpen) expect(sample.value <= 8 && least < 0.9 * allowed).toBe(true);
          if (before !== after) {
            opened += Number(!wasOpen && isOpen);
            ended += Number(wasOpen && !isOpen);
          }
        });
      }),
      { seed: 11, numRuns: 150 },
    );
    expect(opened).toBeGreaterThan(30);
    expect(ended).toBeGreaterThan(10);
  });
});

const LOGGER = join(MEASUREMENTS, "loggers/fridgetag2L_130500109088");

describeWithMeasurements("a vaccine logger", () => {
  it("counted the same minutes itself, day by day", () => {
    const DAY = 1440 * MINUTE;
    const rows = readFileSync(`${LOGGER}.csv`, "utf8").trim().split("\n").slice(1);
    const samples = rows.map((row) => {
      const [time = "", value] = row.split(",");
      return { at: Date.parse(`${time.replace(" ", "T")}Z`), value: Number(value) };
    });
    const { days } = JSON.parse(readFileSync(`${LOGGER}.device.json`, "utf8")) as {
      days: { Date: string; alarm: Record<"0" | "1", { "t Acc": string }> }[];
    };
    const warm = { minimum: null, maximum: 8, outsideMinutes: 600, windowMinutes: 1440 };
    const frozen = { minimum: 2, maximum: null, outsideMinutes: 600, windowMinutes: 1440 };
    const sides = [
      { of: "1", exposures: found(samples, warm) },
      { of: "0", exposures: found(samples, frozen) },
    ] as const;
    let exceeded = 0;
    for (const { of, exposures } of sides) {
      const minutesOn = new Map(
        days.map(({ Date: date, alarm }) => [Date.parse(`${date}T00:00:00Z`), Number(alarm[of]["t Acc"])]),
      );
      for (const [day, minutes] of minutesOn) {
        // The device's own minutes, counted from its log, are accurate within seven.
        if (minutes < 607) continue;
        exceeded += 1;
        expect(exposures.some(({ startedAt, endedAt }) => startedAt < day + DAY && (endedAt ?? day + DAY) > day)).toBe(
          true,
        );
      }
      for (const { startedAt } of exposures) {
        const day = Math.floor(startedAt / DAY) * DAY;
        expect((minutesOn.get(day) ?? 0) + (minutesOn.get(day - DAY) ?? 0)).toBeGreaterThan(593);
      }
    }
    expect(exceeded).toBeGreaterThan(5);
  });
});

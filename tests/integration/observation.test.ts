import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { getException, listExceptions } from "@/features/exception/exception.operations";
import { findUnsummed } from "@/features/observation/observation.data";
import { sumHours } from "@/features/observation/observation.jobs";
import {
  degreeMinutesOf,
  HOUR_MS,
  isObserved,
  kineticOf,
  meanOf,
  type Observation,
  type Sums,
  total,
} from "@/features/observation/observation.rules";
import { observe, observeSpans } from "@/features/observation/observation.service";
import { getOutside } from "@/features/telemetry/history/out-of-range.operations";
import { getStatistics } from "@/features/telemetry/history/statistics.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { arrheniusTerm, meanKineticTemperatureOf } from "@/lib/units/kinetic";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { longRuns } from "../support/long";

const MINUTE_MS = 60_000;
const iso = (at: number) => new Date(at).toISOString();
const START = Date.UTC(2026, 2, 2);
const NOW = new Date(START + 40 * HOUR_MS + 7 * MINUTE_MS);
const ENDLESS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const STEP_MS = 10 * MINUTE_MS;

type Reading = { at: number; value: number };
let owner: Awaited<ReturnType<typeof makeCustomer>>;

beforeAll(async () => {
  owner = await makeCustomer(db());
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

async function makeProbe(readings: readonly Reading[]): Promise<{ probeId: number; serialNumber: string }> {
  const { sensor, probes } = await makeFridge(db(), owner, { device: { reportIntervalSeconds: 300 } });
  await send(sensor.serialNumber, readings);
  return { probeId: probes.temperature as number, serialNumber: sensor.serialNumber };
}

async function send(device: string, readings: readonly Reading[]) {
  const raw = readings.map(({ at, value }) => ({ device, at, values: { temperature: value } }));
  const result = await ingest({ ...deviceContext(owner.id), now: NOW }, raw);
  expect(result).toMatchObject({ accepted: readings.length, rejected: [] });
}

const runJob = () =>
  sumHours.run({}, { db: db(), now: NOW, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });

const caller = { db: db(), now: NOW };
const asked = (probeId: number, from: number, to: number, more: Partial<Observation> = {}): Observation => ({
  ...{ probeId, from, to, period: ENDLESS, stepMs: STEP_MS, minimum: 2, maximum: 8, isTemperature: true },
  ...more,
});

const observeOne = async (observation: Observation): Promise<Sums> =>
  ((await observeSpans(caller, [observation])) as Sums[])[0] as Sums;

/** The definition, spelled out over the whole series. */
function byHand(readings: readonly Reading[], { from, to, period, stepMs, minimum, maximum }: Observation): Sums {
  const at = (index: number) => readings[index]?.at ?? Number.NaN;
  const step = (index: number) => at(index + 1) - at(index) || 0;
  const parts = readings.flatMap((reading, index): Sums[] => {
    const until = Math.min(at(index + 1) || Number.POSITIVE_INFINITY, period.to, NOW.getTime());
    if (reading.at < period.from || reading.at >= period.to) return [];
    const held = Math.min(until, to) - Math.max(reading.at, from);
    const counts = reading.at >= from && reading.at < to;
    const observed = isObserved(
      {
        before2: step(index - 2),
        before: step(index - 1),
        step: until - reading.at,
        behind: step(index + 1),
        behind2: step(index + 2),
      },
      stepMs,
    );
    const ms = Math.max(0, held);
    const isIn = (minimum === null || reading.value >= minimum) && (maximum === null || reading.value <= maximum);
    const value = counts ? reading.value : null;
    const own = { count: counts ? 1 : 0, sum: value ?? 0, squares: 0, minimum: value, maximum: value };
    const none = { observedMs: 0, withinMs: 0, area: 0, arrheniusArea: 0, aboveArea: 0, belowArea: 0 };
    if (!observed)
      return [
        {
          ...own,
          ...none,
          gapMs: ms,
          gaps: ms > 0 ? [{ from: Math.max(reading.at, from), to: Math.min(until, to) }] : [],
        },
      ];
    return [
      {
        ...own,
        observedMs: ms,
        withinMs: isIn ? ms : 0,
        area: ms * reading.value,
        arrheniusArea: ms * arrheniusTerm(reading.value),
        aboveArea: ms * Math.max(0, reading.value - (maximum ?? Number.POSITIVE_INFINITY)),
        belowArea: ms * Math.max(0, (minimum ?? Number.NEGATIVE_INFINITY) - reading.value),
        gapMs: 0,
        gaps: [],
      },
    ];
  });
  const first = readings.find((reading) => reading.at >= period.from)?.at ?? Number.POSITIVE_INFINITY;
  const end = Math.min(to, first, period.to, NOW.getTime());
  const isLead = end > from && Math.min(first, period.to, NOW.getTime()) - period.from > stepMs;
  const lead = isLead ? [{ ...total([]), gapMs: end - from, gaps: [{ from, to: end }] }] : [];
  return total([...lead, ...parts]);
}

/** A gap that was cut is listed in two parts. */
function rejoined(sums: Sums, cuts: readonly number[]): Sums {
  const gaps: Sums["gaps"] = [];
  for (const gap of sums.gaps) {
    const last = gaps.at(-1);
    if (last?.to === gap.from && cuts.includes(gap.from)) last.to = gap.to;
    else gaps.push({ ...gap });
  }
  return { ...sums, gaps };
}

function expectEqual(found: Sums, expected: Sums) {
  expect(found.count).toBe(expected.count);
  expect(found.gaps).toEqual(expected.gaps);
  expect([found.minimum, found.maximum]).toEqual([expected.minimum, expected.maximum]);
  const keys = ["sum", "squares", "observedMs", "withinMs", "area", "aboveArea", "belowArea", "gapMs"] as const;
  for (const key of keys) {
    const tolerance = 1e-9 * Math.max(1, Math.abs(expected[key]), expected.observedMs);
    expect(Math.abs(found[key] - expected[key]), key).toBeLessThanOrEqual(tolerance);
  }
  expect((found.arrheniusArea ?? 0) / (expected.arrheniusArea || 1)).toBeCloseTo(expected.arrheniusArea ? 1 : 0, 9);
}

/** Steps as devices make them: even, with gaps, thinned, in bursts. */
const series = fc
  .array(
    fc.record({
      every: fc.constantFrom(1, 3, 5, 9, 25, 70, 200),
      times: fc.integer({ min: 1, max: 40 }),
      level: fc.constantFrom(-1, 1.5, 5, 7.9, 8.1, 12),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((runs) => {
    const readings: Reading[] = [];
    let at = START + 3 * MINUTE_MS;
    for (const { every, times, level } of runs)
      for (let index = 0; index < times && at < NOW.getTime(); index += 1) {
        readings.push({ at, value: level + (index % 3) / 10 });
        at += every * MINUTE_MS;
      }
    return readings;
  });

const instants = fc.integer({ min: -60, max: 42 * 60 }).map((minute) => START + minute * MINUTE_MS);

describe("a span", () => {
  it("adds up to the definition, from readings alone and from the hours' sums, and so do its parts", async () => {
    await fc.assert(
      fc.asyncProperty(series, fc.uniqueArray(instants, { minLength: 2, maxLength: 6 }), async (readings, cuts) => {
        const { probeId } = await makeProbe(readings);
        cuts.sort((a, b) => a - b);
        const [from, to] = [cuts[0] as number, cuts.at(-1) as number];
        const spans = [
          asked(probeId, from, to),
          asked(probeId, from, to, { minimum: null, maximum: 5 }),
          asked(probeId, from, to, { stepMs: 2 * MINUTE_MS }),
        ];
        const check = async () => {
          for (const span of spans) {
            const expected = byHand(readings, span);
            const whole = await observeOne(span);
            expectEqual({ ...whole, squares: 0 }, { ...expected, squares: 0 });
            const parts = cuts.slice(1).map((end, index) => ({ ...span, from: cuts[index] as number, to: end }));
            expectEqual(rejoined(total((await observeSpans(caller, parts)) as Sums[]), cuts), rejoined(whole, cuts));
            const [buckets] = (await observe(caller, [span], { edges: cuts.slice(1, -1) })) as Sums[][];
            expectEqual(rejoined(total(buckets as Sums[]), cuts), rejoined(whole, cuts));
          }
        };
        await check();
        await runJob();
        await check();
      }),
      { numRuns: longRuns(8, 25) },
    );
  });

  it("keeps to the time at which its probe was mounted", async () => {
    await fc.assert(
      fc.asyncProperty(series, instants, instants, instants, instants, async (readings, ...four) => {
        const [from, since, until, to] = four.sort((a, b) => a - b) as [number, number, number, number];
        const { probeId } = await makeProbe(readings);
        await runJob();
        const span = asked(probeId, Math.max(from, since), Math.min(until, to), { period: { from: since, to: until } });
        if (span.from >= span.to) return;
        expectEqual({ ...(await observeOne(span)), squares: 0 }, { ...byHand(readings, span), squares: 0 });
      }),
      { numRuns: longRuns(10, 30) },
    );
  });

  it("stays right when readings of the past arrive after the hours were worked out", async () => {
    await fc.assert(
      fc.asyncProperty(series, fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (readings, isLate) => {
        const late = readings.filter((_, index) => isLate[index % isLate.length]);
        const punctual = readings.filter((_, index) => !isLate[index % isLate.length]);
        if (punctual.length === 0) return;
        const { probeId, serialNumber } = await makeProbe(punctual);
        await runJob();
        if (late.length > 0) await send(serialNumber, late);
        const span = asked(probeId, START, START + 40 * HOUR_MS);
        const expected = { ...byHand(readings, span), squares: 0 };
        expectEqual({ ...(await observeOne(span)), squares: 0 }, expected);
        await runJob();
        expectEqual({ ...(await observeOne(span)), squares: 0 }, expected);
      }),
      { numRuns: longRuns(10, 30) },
    );
  });
});

describe("hours", () => {
  it("answer for what lies in them as a whole: nothing is read but the edges", async () => {
    const readings = Array.from({ length: 39 * 60 }, (_, minute) => ({ at: START + minute * MINUTE_MS, value: 5 }));
    const { probeId } = await makeProbe(readings);
    const span = asked(probeId, START, START + 38 * HOUR_MS);
    expect(await observeSpans(caller, [span], 0)).toBeNull();
    await runJob();
    expect(await observeSpans(caller, [span], 0)).toMatchObject([{ observedMs: 38 * HOUR_MS, withinMs: 38 * HOUR_MS }]);
    // Other limits and intervals need no other sums.
    expect(await observeSpans(caller, [{ ...span, maximum: 4 }], 0)).toMatchObject([
      { withinMs: 0, aboveArea: 38 * HOUR_MS },
    ]);
    expect(await observeSpans(caller, [{ ...span, maximum: 5, stepMs: MINUTE_MS - 1 }], 0)).toBeNull();
  });

  it("of a day add up to the day, which answers to the digit like them, until a late reading changes one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(1.5, 2, 4.75, 5, 8, 8.1, 12), { minLength: 2, maxLength: 40 }),
        fc.integer({ min: 1, max: 600 }),
        async (levels, minute) => {
          // From the noon before, so that the first day is not whole.
          const readings = Array.from({ length: 51 * 6 }, (_, index) => ({
            at: START - 12 * HOUR_MS + index * 10 * MINUTE_MS,
            value: levels[index % levels.length] as number,
          }));
          const { probeId, serialNumber } = await makeProbe(readings);
          await runJob();
          const days = () => db().$client<{ at: number }[]>`
            select (extract(epoch from day) * 1000)::float8 as at from reading_day where probe_id = ${probeId}`;
          expect(await days()).toEqual([{ at: START }]);
          const spans = [
            {},
            { minimum: 1, maximum: 13 },
            { minimum: 13, maximum: null },
            { maximum: 1, minimum: null },
          ].map((limits) => asked(probeId, START - 10 * HOUR_MS, START + 36 * HOUR_MS, limits));
          const withDays = (await observeSpans(caller, spans)) as Sums[];
          await db().$client`update reading_day set longest_ms = 'infinity' where probe_id = ${probeId}`;
          const withoutDays = (await observeSpans(caller, spans)) as Sums[];
          for (const [index, sums] of withDays.entries()) expectEqual(sums, withoutDays[index] as Sums);
          await send(serialNumber, [{ at: START + minute * MINUTE_MS + 30_000, value: 5 }]);
          expect(await days()).toEqual([]);
          await runJob();
          expect(await days()).toHaveLength(1);
        },
      ),
      { numRuns: longRuns(3, 8) },
    );
  });

  it("are found by their index when very many have no sums", async () => {
    const { probeId } = await makeProbe([{ at: START, value: 5 }]);
    await transaction(db(), async (tx) => {
      const sql = tx.$client;
      await sql`
        insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
        select ${probeId}::bigint, to_timestamp(${START / 1000}::float8) - hour * interval '1 hour', 1, 5, 5, 5
          from generate_series(1, 20000) hour`;
      await sql`analyze reading_hour`;
      const scans = () => sql<{ rows: number }[]>`
        select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'reading_hour'`;
      const [before] = await scans();
      expect(await findUnsummed(tx, NOW.getTime(), null, 300)).toHaveLength(300);
      expect(await scans()).toEqual([before]);
      await sql`delete from reading_hour where probe_id = ${probeId}`;
    });
  });

  it("are left whole by a worker that is stopped, and worked out by the next", async () => {
    const readings = Array.from({ length: 39 * 12 }, (_, index) => ({
      at: START + index * 5 * MINUTE_MS,
      value: index % 12,
    }));
    const probes = await Promise.all(Array.from({ length: 12 }, () => makeProbe(readings)));
    const stopping = new AbortController();
    const part = sumHours.run({}, { db: db(), now: NOW, attempt: 1, maximumAttempts: 1, signal: stopping.signal });
    setTimeout(() => stopping.abort(), 30);
    await part;
    const spans = probes.map(({ probeId }) => asked(probeId, START, NOW.getTime()));
    const expected = byHand(readings, spans[0] as Observation);
    for (const sums of (await observeSpans(caller, spans)) as Sums[])
      expectEqual(sums, { ...sums, ...expected, squares: sums.squares });
    await runJob();
    for (const sums of (await observeSpans(caller, spans)) as Sums[])
      expectEqual(sums, { ...sums, ...expected, squares: sums.squares });
  });
});

describe("figures weigh time and not readings", () => {
  it("where a record is kept every 30 minutes inside and every 2 outside", async () => {
    const readings: Reading[] = [];
    for (let minute = 0; minute <= 24 * 60; ) {
      const isOut = minute >= 12 * 60 && minute < 13 * 60;
      readings.push({ at: START + minute * MINUTE_MS, value: isOut ? 15 : 5 });
      minute += isOut ? 2 : 30;
    }
    const { probeId } = await makeProbe(readings);
    const sums = await observeOne(asked(probeId, START, START + 24 * HOUR_MS));
    expect(sums.observedMs).toBe(24 * HOUR_MS);
    expect(meanOf(sums)).toBeCloseTo(5.4167, 4);
    expect(kineticOf(sums)).toBeCloseTo(5.76, 2);
    expect(degreeMinutesOf(sums)).toEqual({ above: 7 * 60, below: 0 });
  });

  it.each([
    [[2, 5, 8], 5.3615],
    [[20, 25, 30], 25.8582],
  ])("and give the published mean kinetic temperature of %j", async (values, expected) => {
    const at = (index: number) => START + index * 5 * MINUTE_MS;
    const { probeId } = await makeProbe([...values, 0].map((value, index) => ({ at: at(index), value })));
    expect(kineticOf(await observeOne(asked(probeId, START, at(3))))).toBeCloseTo(expected, 4);
  });
});

describe("a device that reports on change", () => {
  it("weighs with the time that each value held: 22.363 °C where the readings alone have 25.35 °C", async () => {
    // 21 °C for 5 h 20 min, a degree more every 5 minutes, and 29 °C for half an hour.
    const minutes = [0, 320, 325, 330, 335, 340, 345, 350, 355, 385];
    const readings = minutes.map((minute, index) => ({
      at: START + minute * MINUTE_MS,
      value: Math.min(21 + index, 29),
    }));
    const { probeId } = await makeProbe(readings);
    const span = asked(probeId, START, START + 385 * MINUTE_MS, { stepMs: 6 * HOUR_MS });
    const sums = await observeOne(span);
    const terms = readings.slice(0, 9).map(({ value }) => arrheniusTerm(value));
    expect(
      meanKineticTemperatureOf(
        terms.reduce((sum, term) => sum + term, 0),
        9,
      ),
    ).toBeCloseTo(25.35, 2);
    expect(kineticOf(sums)).toBeCloseTo(22.363, 3);
    const parts = [0, 100, 322, 340, 385].map((minute) => START + minute * MINUTE_MS);
    const cut = parts.slice(1).map((to, index) => ({ ...span, from: parts[index] as number, to }));
    expect(kineticOf(total((await observeSpans(caller, cut)) as Sums[]))).toBeCloseTo(22.363, 3);
  });
});

describe("one excursion", () => {
  it("has the degree-minutes of steps in exception and history alike, 12.7 where trapezoids have 12.45", async () => {
    const customer = await makeCustomer(db());
    const { sensor, probes } = await makeFridge(db(), customer, { device: { reportIntervalSeconds: 300 } });
    const values = [5, 8.1, 8.9, 9.2, 8.34, 8, 5];
    const excess = values.map((value) => Math.max(0, value - 8));
    const between = (area: (from: number, to: number) => number) =>
      excess.slice(1, 5).reduce((sum, one, index) => sum + 5 * area(one, excess[index + 2] as number), 0);
    expect(between((from) => from)).toBeCloseTo(12.7, 9);
    expect(between((from, to) => (from + to) / 2)).toBeCloseTo(12.45, 9);
    const raw = values.map((temperature, index) => ({
      ...{ device: sensor.serialNumber, at: START + index * 5 * MINUTE_MS, values: { temperature } },
    }));
    await ingest({ ...deviceContext(customer.id), now: NOW }, raw);
    const ctx = { ...(await accountContext(db(), await makeUser(db(), customer.id))), now: NOW };
    const [listed] = (await listExceptions.call(ctx, {})).items;
    const found = await getException.call(ctx, { id: listed?.id });
    const range = { probeIds: String(probes.temperature), from: iso(START), to: iso(START + HOUR_MS) };
    const [outside] = (await getOutside.call(ctx, range)).probes;
    for (const figure of [listed?.degreeMinutes, found.degreeMinutes, outside?.above])
      expect(figure).toBeCloseTo(12.7, 9);
  });

  it("has one mean, one kinetic temperature and one number of degree-minutes, whoever is asked", async () => {
    const customer = await makeCustomer(db());
    const { sensor, probes } = await makeFridge(db(), customer, { device: { reportIntervalSeconds: 120 } });
    // Uneven steps, one of them a gap; trapezoids give another area.
    const series = [
      [0, 5],
      [2, 9.4],
      [4, 11.2],
      [7, 10.1],
      [17, 9.7],
      [19, 8.6],
      [20, 6],
      [22, 5],
    ] as const;
    const raw = series.map(([minute, temperature]) => ({
      ...{ device: sensor.serialNumber, at: START + minute * MINUTE_MS, values: { temperature } },
    }));
    expect(await ingest({ ...deviceContext(customer.id), now: NOW }, raw)).toMatchObject({ accepted: series.length });
    const ctx = { ...(await accountContext(db(), await makeUser(db(), customer.id))), now: NOW };
    const [listed] = (await listExceptions.call(ctx, {})).items;
    const found = await getException.call(ctx, { id: listed?.id });
    expect(found).toMatchObject({ startedAt: iso(START + 2 * MINUTE_MS), endedAt: iso(START + 20 * MINUTE_MS) });
    const range = { probeIds: String(probes.temperature), from: found.startedAt, to: found.endedAt as string };
    const [figures] = (await getStatistics.call(ctx, range)).probes;
    const [outside] = (await getOutside.call(ctx, { ...range, from: iso(START), to: iso(START + HOUR_MS) })).probes;
    // 1.4 × 2 + 3.2 × 3 + 1.7 × 2 + 0.6 × 1; of the ten minutes after 10.1 nothing is known.
    expect(found.degreeMinutes).toBeCloseTo(16.4, 9);
    expect(found.mean).toBeCloseTo((9.4 * 2 + 11.2 * 3 + 9.7 * 2 + 8.6) / 8, 9);
    expect(figures).toMatchObject({
      observedSeconds: 8 * 60,
      meanKineticTemperature: null,
      kineticRefusal: "incomplete",
    });
    for (const shown of [listed, found]) {
      expect(shown?.degreeMinutes).toBeCloseTo(outside?.above ?? 0, 9);
      expect(shown?.mean).toBeCloseTo(figures?.mean ?? 0, 9);
      expect(shown).toMatchObject({ meanKineticTemperature: null, kineticRefusal: "incomplete" });
      expect(shown?.sampleCount).toBe(figures?.count);
    }
  });
});

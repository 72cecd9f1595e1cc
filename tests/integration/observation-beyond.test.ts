import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { observeBeyond, observeRuns } from "@/features/observation/beyond.service";
import { sumHours } from "@/features/observation/observation.jobs";
import { HOUR_MS, type Observation } from "@/features/observation/observation.rules";
import { observeSpans } from "@/features/observation/observation.service";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { longRuns } from "../support/long";

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 2, 2);
const HOURS = 12;
const NOW = new Date(START + HOURS * HOUR_MS);
const caller = { db: db(), now: NOW };
const ENDLESS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

type Reading = { at: number; value: number };
let owner: Awaited<ReturnType<typeof makeCustomer>>;

beforeAll(async () => {
  owner = await makeCustomer(db());
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

async function makeProbe(readings: readonly Reading[]): Promise<number> {
  const { sensor, probes } = await makeFridge(db(), owner, { device: { reportIntervalSeconds: 300 } });
  const raw = readings.map(({ at, value }) => ({ device: sensor.serialNumber, at, values: { temperature: value } }));
  expect(await ingest({ ...deviceContext(owner.id), now: NOW }, raw)).toMatchObject({ rejected: [] });
  return probes.temperature as number;
}

const asked = (probeId: number, from: number, to: number): Observation => ({
  ...{ probeId, from, to, period: ENDLESS, stepMs: 10 * MINUTE_MS, minimum: null, maximum: null, isTemperature: true },
});

/** Every five minutes a whole number of degrees, so that limits are met exactly. */
const series = fc
  .array(fc.integer({ min: 0, max: 16 }), { minLength: HOURS * 12, maxLength: HOURS * 12 })
  .map((values) => values.map((value, index) => ({ at: START + index * 5 * MINUTE_MS, value })));
const spans = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 10, max: 400 }));

/** The definition, spelled out: a value is valid until the next reading. */
const stepsOf = (readings: readonly Reading[], from: number, to: number) =>
  readings.flatMap(({ at, value }, index) => {
    const [start, end] = [Math.max(at, from), Math.min(readings[index + 1]?.at ?? NOW.getTime(), to)];
    return start < end ? [{ value, from: start, to: end }] : [];
  });

describe("time beyond limits", () => {
  it("is as the definition says, before and after the hours are summed up; bands add up", async () => {
    await fc.assert(
      fc.asyncProperty(series, spans, async (readings, [offset, length]) => {
        const probeId = await makeProbe(readings);
        const [from, to] = [START + offset * MINUTE_MS, Math.min(NOW.getTime(), START + (offset + length) * MINUTE_MS)];
        const thresholds = [2, 8, 15].flatMap((limit) => [
          { side: "above" as const, limit },
          { side: "below" as const, limit },
        ]);
        const steps = stepsOf(readings, from, to);
        const expected = thresholds.map(({ side, limit }) =>
          steps
            .filter(({ value }) => (side === "above" ? value > limit : value < limit))
            .reduce((sum, step) => sum + step.to - step.from, 0),
        );
        for (const done of [false, true]) {
          if (done) await sum();
          expect((await observeBeyond(caller, [asked(probeId, from, to)], thresholds))[0]).toEqual(expected);
        }
        const [sums] = (await observeSpans(caller, [asked(probeId, from, to)])) ?? [];
        expect(sums?.observedMs).toBe(to - from);
      }),
      { numRuns: longRuns(2, 6) },
    );
  });

  it("leaves out of a run the value that ends where the span begins", async () => {
    const probeId = await makeProbe([0, 1, 1, 9].map((value, index) => ({ at: START + index * 5 * MINUTE_MS, value })));
    const span = asked(probeId, START + 5 * MINUTE_MS, START + 12 * MINUTE_MS);
    const [runs] = await observeRuns(caller, [span], { side: "below", limit: 3 });
    expect(runs).toMatchObject([{ from: span.from, to: span.to, extreme: 1, extremeAt: span.from }]);
  });

  it("falls into runs that are as the definition says", async () => {
    await fc.assert(
      fc.asyncProperty(series, spans, async (readings, [offset, length]) => {
        const probeId = await makeProbe(readings);
        const [from, to] = [START + offset * MINUTE_MS, Math.min(NOW.getTime(), START + (offset + length) * MINUTE_MS)];
        for (const threshold of [
          { side: "above" as const, limit: 12 },
          { side: "below" as const, limit: 3 },
        ]) {
          const isBeyond = (value: number) =>
            threshold.side === "above" ? value > threshold.limit : value < threshold.limit;
          const expected: { from: number; to: number; extreme: number }[] = [];
          for (const step of stepsOf(readings, from, to).filter(({ value }) => isBeyond(value))) {
            const last = expected.at(-1);
            const worse = threshold.side === "above" ? Math.max : Math.min;
            if (last?.to === step.from) Object.assign(last, { to: step.to, extreme: worse(last.extreme, step.value) });
            else expected.push({ from: step.from, to: step.to, extreme: step.value });
          }
          const [runs] = await observeRuns(caller, [asked(probeId, from, to)], threshold);
          expect(runs?.map((run) => ({ from: run.from, to: run.to, extreme: run.extreme }))).toEqual(expected);
        }
      }),
      { numRuns: longRuns(3, 8) },
    );
  });
});

const sum = () =>
  sumHours.run({}, { db: db(), now: NOW, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });

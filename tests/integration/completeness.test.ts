import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { carrier, carrierZone, mounting, zone } from "@/db/schema";
import { getCompleteness } from "@/features/telemetry/history/completeness.operations";
import { getStatistics } from "@/features/telemetry/history/statistics.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

type Reading = { at: number; value: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2025, 9, 22, 7, 13, 20);
const END = START + 12 * DAY_MS;

let fridge: Awaited<ReturnType<typeof makeFridge>>;
let probeId: number;
let humidityId: number;
let ctx: OperationContext;
const readings = makeReadings();

/** Every five minutes give or take, with a silent hour, a silent night and three hours above 8 °C. */
function makeReadings(): Reading[] {
  const made: Reading[] = [];
  let seed = 42;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  for (let at = START; at < END; at += Math.round(5 * MINUTE_MS * (0.8 + 0.4 * random()))) {
    const hours = (at - START) / HOUR_MS;
    if ((hours > 30.2 && hours < 31.3) || (hours > 70 && hours < 79)) continue;
    made.push({ at, value: 5 + Math.sin(hours / 3) + random() + (hours > 100 && hours < 103 ? 6 : 0) });
  }
  return made;
}

beforeAll(async () => {
  const owner = await makeCustomer(db(), { timeZone: "Europe/Madrid" });
  fridge = await makeFridge(db(), owner, { measures: ["temperature", "humidity"] });
  probeId = fridge.probes.temperature as number;
  humidityId = fridge.probes.humidity as number;
  const limits = { customerId: owner.id, name: "range", measure: "temperature" as const, minimum: 2, maximum: 8 };
  const [range] = await db().insert(zone).values(limits).returning();
  await db()
    .insert(carrierZone)
    .values({ carrierId: fridge.carrier.id, measure: "temperature", zoneId: range?.id as number });
  const raw = readings.map(({ at, value }) => ({
    device: fridge.sensor.serialNumber,
    at,
    values: { temperature: value },
  }));
  expect(await ingest(deviceContext(owner.id), raw)).toMatchObject({ accepted: readings.length, rejected: [] });
  ctx = await accountContext(db(), await makeUser(db(), owner.id), { now: new Date(END + DAY_MS) });
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const iso = (at: number) => new Date(at).toISOString();

describe("completeness", () => {
  const complete = (from: number, to: number, more: Record<string, unknown> = {}) =>
    getCompleteness.call(ctx, { probeIds: String(probeId), from: iso(from), to: iso(to), ...more });
  /** Goes from each record to the next and looks for each that was due in between. */
  const missingByHand = (from: number, to: number, seconds: number, outsideSeconds: number) => {
    const isOutside = ({ value }: Reading) => value < 2 || value > 8;
    let missing = 0;
    for (const [index, record] of readings.entries()) {
      const next = readings[index + 1];
      if (!next) break;
      const step = 1000 * (isOutside(record) || isOutside(next) ? outsideSeconds : seconds);
      for (let due = record.at + step; due < next.at - step * 0.1; due += step)
        if (due >= from && due < to) missing += 1;
    }
    return missing;
  };

  it.each([
    ["storage", 1800, 120],
    ["transport", 300, 120],
    ["minute", 60, 60],
  ])("counts each record that was due and is not there, %s", async (preset, seconds, outsideSeconds) => {
    for (const [from, to] of [
      [0, 11.9],
      [1.26, 1.29],
      [2.95, 3.1],
      [4.1, 4.3],
    ] as const) {
      const range = [START + Math.round(from * DAY_MS), START + Math.round(to * DAY_MS)] as const;
      const { probes, isExamined } = await complete(...range, { preset });
      const [own] = probes;
      expect([preset, from, own?.missing]).toEqual([preset, from, missingByHand(...range, seconds, outsideSeconds)]);
      expect(own?.gaps.every((gap) => gap.from >= range[0] && gap.to <= range[1])).toBe(true);
      expect(isExamined).toBe(true);
    }
  });

  it("is the time observed, as the statistics have it, by the time asked for", async () => {
    const range = { probeIds: String(probeId), from: iso(START), to: iso(END + 2 * DAY_MS) };
    const [own] = (await getCompleteness.call(ctx, range)).probes;
    const [figures] = (await getStatistics.call(ctx, range)).probes;
    // Nothing can have been observed after now; the last day, a night and an hour are silent.
    expect(own?.askedSeconds).toBe((13 * DAY_MS) / 1000);
    expect(own?.observedSeconds).toBeCloseTo(figures?.observedSeconds ?? Number.NaN, 6);
    expect(own?.share).toBeCloseTo((own?.observedSeconds ?? Number.NaN) / (own?.askedSeconds ?? 1), 12);
    expect(own?.share).toBeGreaterThan((12 * 24 - 12) / (13 * 24));
    expect(own?.share).toBeLessThan((12 * 24 - 10) / (13 * 24));
  });

  it("does not ask for the time before the mounting, whether by carrier or by probe", async () => {
    const mountedAt = START + 6 * HOUR_MS;
    const owner = await makeCustomer(db());
    const { carrier: place, probes, sensor } = await makeFridge(db(), owner);
    const own = probes.temperature as number;
    await db()
      .update(mounting)
      .set({ mountedAt: new Date(mountedAt) })
      .where(eq(mounting.probeId, own));
    const raw = Array.from({ length: 13 }, (_, step) => ({
      ...{ device: sensor.serialNumber, at: mountedAt + (1 + 5 * step) * MINUTE_MS, values: { temperature: 5 } },
    }));
    await ingest(deviceContext(owner.id), raw);
    const reader = await accountContext(db(), await makeUser(db(), owner.id), { now: new Date(END) });
    const range = { from: iso(START), to: iso(mountedAt + HOUR_MS) };
    for (const by of [{ carrierIds: String(place.id) }, { probeIds: String(own) }]) {
      const [complete] = (await getCompleteness.call(reader, { ...by, ...range })).probes;
      expect(complete).toMatchObject({ askedSeconds: 3600, observedSeconds: 3540 });
      const [figures] = (await getStatistics.call(reader, { ...by, ...range })).probes;
      expect(figures).toMatchObject({ observedSeconds: 3540, gapCount: 0, gapSeconds: 0 });
    }
  });

  it("holds each probe to the use of its carrier, and names where its records are missing", async () => {
    const [own] = (await complete(START, END)).probes;
    expect(own).toMatchObject({ preset: "storage" });
    // A silent hour, a silent night, and three hours out of range, in which a record is due every two minutes.
    expect(
      own?.gaps.filter(({ missing }) => missing > 1).map(({ from }) => Math.round((from - START) / HOUR_MS)),
    ).toEqual(expect.arrayContaining([30, 70]));
    await db().update(carrier).set({ mode: "transport" }).where(eq(carrier.id, fridge.carrier.id));
    const [moving] = (await complete(START, END)).probes;
    expect(moving).toMatchObject({ preset: "transport" });
    expect(moving?.due).toBeGreaterThan(5 * (own?.due ?? 0));
  });

  it("expects of a mounted probe that was never heard all of them, and of one that is asked for by itself none", async () => {
    const range = { from: iso(START), to: iso(START + 10 * HOUR_MS), preset: "storage" as const };
    const byCarrier = await getCompleteness.call(ctx, {
      carrierIds: String(fridge.carrier.id),
      ...range,
    });
    expect(byCarrier.probes.find((one) => one.probeId === humidityId)).toMatchObject({
      due: 20,
      missing: 20,
      share: 0,
    });
    const bySelf = await getCompleteness.call(ctx, { probeIds: String(humidityId), ...range });
    expect(bySelf.probes).toMatchObject([{ due: 0, missing: 0, share: 0 }]);
  });
});

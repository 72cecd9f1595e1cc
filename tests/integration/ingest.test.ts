import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, exception, readingHour } from "@/db/schema";
import { refreshCarriers } from "@/features/carrier/status/state.service";
import { ingest, ingestReadings } from "@/features/telemetry/ingest/ingest.operations";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { deviceContext, systemContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let owner: Customer;
const START = Date.UTC(2026, 8, 1);
const minute = (count: number) => START + count * 60_000;

beforeAll(async () => {
  owner = await makeCustomer(db());
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const send = (readings: unknown[], customer = owner) => ingest(deviceContext(customer.id), readings);
const reading = (device: string, at: number, temperature: number) => ({ device, at, values: { temperature } });

const storedValues = (probeId: number) =>
  db().$client<{ at: number; value: number }[]>`
    select (extract(epoch from at) * 1000)::float8 as at, value from reading where probe_id = ${probeId} order by at`;

describe("the ingest door", () => {
  it("hears a gateway that has nothing but strangers behind it", async () => {
    const gateway = await makeGateway(db(), owner.id);
    const ctx = deviceContext(owner.id);
    const actor = { type: "device", customerId: owner.id, gatewayId: gateway.id, name: gateway.name } as const;
    const result = await ingest({ ...ctx, actor }, [reading("no-such-device", minute(0), 4)]);
    expect(result).toMatchObject({ accepted: 0, rejected: [{ index: 0, reason: "device: unknown" }] });
    const [heard] = await db().select({ at: device.lastSeenAt }).from(device).where(eq(device.id, gateway.id));
    expect(heard?.at?.getTime()).toBe(ctx.now.getTime());
  });

  it("stores what it accepts and says what it refuses, each by itself", async () => {
    const { sensor, probes } = await makeFridge(db(), owner);
    const other = await makeFridge(db(), await makeCustomer(db()));
    const result = await send([
      reading(sensor.serialNumber, minute(0), 4.25),
      reading(other.sensor.serialNumber, minute(0), 4),
      reading("no-such-device", minute(0), 4),
      { device: sensor.mac, at: new Date(minute(1)).toISOString(), values: { temperature: 73.96732207 } },
      reading(sensor.serialNumber, minute(2), -300),
      { device: sensor.serialNumber, at: minute(3), values: { temperature: "4" } },
    ]);
    expect(result).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: [
        { index: 1, reason: "device: unknown" },
        { index: 2, reason: "device: unknown" },
        { index: 4, reason: "values.temperature: must be from -273.15 to 1000" },
        { index: 5, reason: "values.temperature: must be a finite number" },
      ],
    });
    expect([...(await storedValues(probes.temperature as number))]).toEqual([
      { at: minute(0), value: 4.25 },
      { at: minute(1), value: 73.96732207 },
    ]);
  });

  it("takes nothing without a device's token", async () => {
    await expect(ingestReadings.call(systemContext(), { readings: [] })).resolves.toBeDefined();
    const anonymous = { ...systemContext(), actor: { type: "anonymous" as const } };
    await expect(ingestReadings.call(anonymous, { readings: [] })).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("counts repeats, refuses contradictions, within a batch and across", async () => {
    const { sensor, probes } = await makeFridge(db(), owner);
    const first = reading(sensor.serialNumber, minute(0), 4);
    expect(await send([first, first, { ...first, values: { temperature: 5 } }])).toMatchObject({
      accepted: 1,
      duplicates: 1,
      rejected: [{ index: 2, reason: "conflict: values.temperature is recorded as 4 at this time" }],
    });
    expect(await send([first, { ...first, values: { temperature: 5 } }])).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await storedValues(probes.temperature as number)).toHaveLength(1);
  });

  it("stores a large batch to the millisecond and the last bit", async () => {
    const fridges = [await makeFridge(db(), owner), await makeFridge(db(), owner)];
    const odd = [-273.15, 1000, 0.1 + 0.2, -1e-300, 5e-324, 0];
    // Across the end of a month, so that more than one partition takes part.
    const samples = Array.from({ length: 150 }, (_, index) => ({
      at: Date.UTC(2026, 8, 30, 23) + index * 60_007 + (index % 7),
      value: odd[index] ?? Math.sin(index) * 80,
    }));
    const sent = samples.flatMap(({ at, value }) =>
      fridges.map(({ sensor }) => reading(sensor.serialNumber, at, value)),
    );
    expect(await send(sent)).toMatchObject({ accepted: 300, duplicates: 0, rejected: [] });
    for (const { probes } of fridges) expect([...(await storedValues(probes.temperature as number))]).toEqual(samples);
  });

  it("gives a device a probe for what it begins to measure, where the device hangs", async () => {
    const { sensor, carrier } = await makeFridge(db(), owner);
    const result = await send([
      { device: sensor.serialNumber, at: Date.now(), values: { temperature: 4, battery: 87 } },
    ]);
    expect(result).toMatchObject({ accepted: 1, rejected: [] });
    const rows = await db().$client`
      select m.carrier_id::int as "carrierId", ps.last_value as value from probe p
        join mounting m on m.probe_id = p.id join probe_state ps on ps.probe_id = p.id
       where p.device_id = ${sensor.id} and p.measure = 'battery'`;
    expect([...rows]).toEqual([{ carrierId: carrier.id, value: 87 }]);
  });

  it("rolls hours up as the readings are", async () => {
    const { sensor, probes } = await makeFridge(db(), owner);
    const values = Array.from({ length: 150 }, (_, index) => 4 + Math.sin(index / 7));
    const all = values.map((value, index) => reading(sensor.serialNumber, minute(index), value));
    await send(all.slice(60));
    await send(all.slice(0, 60));
    const rows = await db()
      .select()
      .from(readingHour)
      .where(eq(readingHour.probeId, probes.temperature as number))
      .orderBy(readingHour.hour);
    expect(rows).toHaveLength(3);
    rows.forEach((row, hour) => {
      const part = values.slice(hour * 60, hour * 60 + 60);
      expect(row.count).toBe(part.length);
      expect(row.minimum).toBe(Math.min(...part));
      expect(row.maximum).toBe(Math.max(...part));
      expect(row.sum).toBeCloseTo(
        part.reduce((sum, value) => sum + value, 0),
        9,
      );
    });
  });

  it("keeps the newest value, whatever comes late", async () => {
    const { sensor, probes } = await makeFridge(db(), owner);
    await send([reading(sensor.serialNumber, minute(10), 5)]);
    await send([reading(sensor.serialNumber, minute(5), 7)]);
    const [state] = await db()
      .$client`select last_value as value from probe_state where probe_id = ${probes.temperature as number}`;
    expect(state).toEqual({ value: 5 });
  });

  it("stores positions where the device hangs, and the newest as the carrier's", async () => {
    const { sensor, carrier } = await makeFridge(db(), owner);
    const at = (count: number, lon: number) => ({
      device: sensor.serialNumber,
      at: minute(count),
      position: { lon, lat: 48.1, speedKmh: 50 },
    });
    expect(await send([at(2, 11.6), at(1, 11.5), at(1, 11.5)])).toMatchObject({ accepted: 2, duplicates: 1 });
    const [state] = await db().$client`select longitude from carrier_state where carrier_id = ${carrier.id}`;
    expect(state).toEqual({ longitude: 11.6 });
    const [count] = await db().$client`select count(*)::int as n from position where carrier_id = ${carrier.id}`;
    expect(count).toEqual({ n: 2 });
  });

  it("tells where a carrier is now, and nothing of what comes late", async () => {
    const { sensor, carrier } = await makeFridge(db(), owner);
    const heard: LiveEvent[] = [];
    const end = await liveBus().subscribe((events) => heard.push(...events.filter(({ type }) => type === "position")));
    const at = (count: number, lon: number) => ({
      device: sensor.serialNumber,
      at: minute(count),
      position: { lon, lat: 48.1, speedKmh: 50, course: 90 },
    });
    await send([at(2, 11.6), at(1, 11.5)]);
    await send([at(0, 11.4)]);
    await send([at(3, 11.7)]);
    const event = (count: number, longitude: number) => ({
      type: "position",
      customerId: owner.id,
      carrierId: carrier.id,
      data: { at: minute(count), longitude, latitude: 48.1, speedKmh: 50, course: 90 },
    });
    await expect.poll(() => heard).toEqual([event(2, 11.6), event(3, 11.7)]);
    await end();
  });

  it("tells that the state of a carrier turns: out of its range, back, and heard again after a silence", async () => {
    const { sensor, carrier } = await makeFridge(db(), owner, { condition: { delaySeconds: 3600 } });
    const heard: LiveEvent[] = [];
    const end = await liveBus().subscribe((events) =>
      heard.push(...events.filter(({ type, carrierId }) => type === "state" && carrierId === carrier.id)),
    );
    const turns = async (count: number, temperature: number) => {
      heard.length = 0;
      const readings: LiveEvent[] = [];
      const stop = await liveBus().subscribe((events) =>
        readings.push(...events.filter(({ type, carrierId }) => type === "reading" && carrierId === carrier.id)),
      );
      await send([reading(sensor.serialNumber, minute(count), temperature)]);
      // Events of one batch come in one order.
      await expect.poll(() => readings.length).toBe(1);
      await stop();
      return heard.length;
    };
    expect(await turns(0, 5)).toBe(1);
    await refreshCarriers(db(), systemContext().scope, new Date(minute(0)));
    expect(await turns(1, 6)).toBe(0);
    expect(await turns(2, 12)).toBe(1);
    expect(await turns(3, 12.5)).toBe(0);
    expect(await turns(4, 5)).toBe(1);
    await refreshCarriers(db(), systemContext().scope, new Date(minute(300)));
    expect(await turns(300, 5)).toBe(1);
    await end();
  });

  it("takes a batch of 10,000 and refuses a larger one whole", async () => {
    const { sensor, probes } = await makeFridge(db(), owner);
    const many = Array.from({ length: 10_001 }, (_, index) =>
      reading(sensor.serialNumber, START + index * 1000, 4 + (index % 10) / 10),
    );
    await expect(send(many)).rejects.toMatchObject({ code: "TOO_LARGE" });
    expect(await storedValues(probes.temperature as number)).toHaveLength(0);
    expect(await send(many.slice(1))).toMatchObject({ accepted: 10_000, rejected: [] });
    expect(await storedValues(probes.temperature as number)).toHaveLength(10_000);
  });

  it("lets two batches of the same probes wait for each other", async () => {
    const { sensor, probes } = await makeFridge(db(), owner);
    const batch = Array.from({ length: 50 }, (_, index) => reading(sensor.serialNumber, minute(index), 4));
    const results = await Promise.all(Array.from({ length: 6 }, () => send(batch)));
    expect(results.reduce((sum, result) => sum + result.accepted, 0)).toBe(50);
    expect(results.reduce((sum, result) => sum + result.duplicates, 0)).toBe(250);
    const [hours] = await db()
      .$client`select sum(count)::int as n from reading_hour where probe_id = ${probes.temperature as number}`;
    expect(hours).toEqual({ n: 50 });
  });
});

/** A plausible fridge with excursions: door openings, a failure, a freeze. */
const series = fc
  .array(
    fc.record({ gap: fc.integer({ min: 1, max: 15 }), value: fc.constantFrom(1, 1.8, 2.2, 4, 5, 7.6, 8, 8.1, 9, 12) }),
    { minLength: 5, maxLength: 60 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ gap, value }) => {
      at += gap;
      return { at: minute(at), value };
    });
  });

async function liveExceptions(probeId: number) {
  const rows = await db()
    .select()
    .from(exception)
    .where(sql`${exception.probeId} = ${probeId} and ${exception.withdrawnAt} is null`)
    .orderBy(exception.startedAt);
  return rows.map(({ side, startedAt, raisedAt, endedAt, statistics, peak, peakAt }) => ({
    side,
    startedAt,
    raisedAt,
    endedAt,
    statistics,
    peak,
    peakAt,
  }));
}

describe("order of arrival", () => {
  it.each(["normal-delay", "ignore-delay"] as const)(
    "does not matter for the exceptions (%s)",
    async (delayMode) => {
      await fc.assert(
        fc.asyncProperty(
          series,
          fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
          fc.integer({ min: 1, max: 12 }),
          async (samples, keys, size) => {
            const condition = { delayMode, delaySeconds: 600 };
            const inOrder = await makeFridge(db(), owner, { condition });
            const shuffled = await makeFridge(db(), owner, { condition });
            await send(samples.map(({ at, value }) => reading(inOrder.sensor.serialNumber, at, value)));
            const mixed = samples
              .map((sample, index) => ({ sample, key: keys[index] ?? 0 }))
              .sort((a, b) => a.key - b.key);
            for (let index = 0; index < mixed.length; index += size) {
              await send(
                mixed
                  .slice(index, index + size)
                  .map(({ sample }) => reading(shuffled.sensor.serialNumber, sample.at, sample.value)),
              );
            }
            const expected = await liveExceptions(inOrder.probes.temperature as number);
            expect(await liveExceptions(shuffled.probes.temperature as number)).toEqual(expected);

            // Sent again, shuffled: no row and no exception changes.
            const before = await db()
              .$client`select * from exception where probe_id = ${shuffled.probes.temperature as number} order by id`;
            const again = await send(
              mixed.map(({ sample }) => reading(shuffled.sensor.serialNumber, sample.at, sample.value)),
            );
            expect(again).toEqual({ accepted: 0, duplicates: samples.length, rejected: [] });
            expect([
              ...(await db()
                .$client`select * from exception where probe_id = ${shuffled.probes.temperature as number} order by id`),
            ]).toEqual([...before]);
          },
        ),
        { numRuns: 25 },
      );
    },
    120_000,
  );
});

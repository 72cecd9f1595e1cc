import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { deviceType, exception, invalidReading, invalidRule, probeState } from "@/db/schema";
import { watchSilence } from "@/features/alarm/evaluation/watch.jobs";
import { listMonitoringPoints } from "@/features/carrier/monitoring/monitoring.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { acceptOverdueJumps } from "@/features/telemetry/ingest/validation.jobs";
import { liveBus } from "@/lib/live/live";
import { signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { longRuns } from "../support/long";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;

const START = Date.UTC(2026, 8, 1);
const minute = (count: number) => START + count * 60_000;
let owner: Customer;

beforeAll(async () => {
  owner = await makeCustomer(db());
});

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const makeRule = async (of: Customer, values: Partial<typeof invalidRule.$inferInsert>) => {
  const row = { customerId: of.id, name: `rule ${Math.random()}`, measure: "temperature", kind: "jump", ...values };
  const [made] = await db()
    .insert(invalidRule)
    .values(row as typeof invalidRule.$inferInsert)
    .returning();
  return made as typeof invalidRule.$inferSelect;
};

/** A customer whose temperatures are sifted: 85 and −127, nothing above 60, no more than 2 °C a minute. */
async function makeValidated() {
  const of = await makeCustomer(db());
  const fault = await makeRule(of, { name: "DS18B20", kind: "fault-value", faultValues: [85, -127] });
  const wild = await makeRule(of, { name: "too hot", kind: "implausible", maximum: 60 });
  const jump = await makeRule(of, { name: "jumps", kind: "jump", ratePerMinute: 2 });
  return { of, fault, wild, jump };
}

const send = (of: Customer, fridge: Fridge, values: readonly (readonly [minutes: number, value: number])[]) =>
  ingest(
    deviceContext(of.id),
    values.map(([minutes, temperature]) => ({
      device: fridge.sensor.serialNumber,
      at: minute(minutes),
      values: { temperature },
    })),
  );

const probeOf = (fridge: Fridge) => fridge.probes.temperature as number;

const valid = async (fridge: Fridge) => {
  const rows = await db().$client<{ minutes: number; value: number }[]>`
    select ((extract(epoch from at) * 1000 - ${START}) / 60000)::float8 as minutes, value
      from reading where probe_id = ${probeOf(fridge)} order by at`;
  return rows.map(({ minutes, value }) => [minutes, value]);
};

const invalid = async (fridge: Fridge) => {
  const rows = await db().$client<{ minutes: number; value: number; kind: string; reason: string }[]>`
    select ((extract(epoch from at) * 1000 - ${START}) / 60000)::float8 as minutes, value, kind, reason
      from invalid_reading where probe_id = ${probeOf(fridge)} order by at`;
  return rows.map(({ minutes, value, kind, reason }) => [minutes, value, kind, reason]);
};

const stateOf = async (fridge: Fridge) => {
  const [row] = await db()
    .select()
    .from(probeState)
    .where(eq(probeState.probeId, probeOf(fridge)));
  return row as typeof probeState.$inferSelect;
};

const exceptionsOf = (fridge: Fridge) =>
  db()
    .select()
    .from(exception)
    .where(sql`${exception.probeId} = ${probeOf(fridge)} and ${exception.withdrawnAt} is null`);

/** The hours of a probe, and what they would be by its readings. */
const hoursOf = async (fridge: Fridge) => {
  const kept = await db().$client`
    select hour, count, round(sum::numeric, 6)::float8 as sum, minimum, maximum
      from reading_hour where probe_id = ${probeOf(fridge)} order by hour`;
  const computed = await db().$client`
    select date_trunc('hour', at, 'UTC') as hour, count(*)::int, round(sum(value)::numeric, 6)::float8 as sum, min(value) as minimum,
           max(value) as maximum
      from reading where probe_id = ${probeOf(fridge)} group by 1 order by 1`;
  return { kept: [...kept], computed: [...computed] };
};

describe("readings that a rule takes", () => {
  it("are accepted and kept apart: no reading, no alarm, no newest value", async () => {
    const { of } = await makeValidated();
    const fridge = await makeFridge(db(), of);
    expect(
      await send(of, fridge, [
        [0, 5],
        [1, 5.5],
      ]),
    ).toEqual({ accepted: 2, duplicates: 0, rejected: [] });
    const result = await send(of, fridge, [
      [2, 85],
      [3, 70],
      [4, -127],
    ]);
    expect(result).toEqual({ accepted: 3, duplicates: 0, invalid: 3, rejected: [] });
    expect(await valid(fridge)).toEqual([
      [0, 5],
      [1, 5.5],
    ]);
    expect(await invalid(fridge)).toEqual([
      [2, 85, "fault-value", "DS18B20"],
      [3, 70, "implausible", "too hot"],
      [4, -127, "fault-value", "DS18B20"],
    ]);
    expect(await stateOf(fridge)).toMatchObject({
      lastAt: new Date(minute(1)),
      lastValue: 5.5,
      invalidAt: new Date(minute(4)),
    });
    expect(await exceptionsOf(fridge)).toEqual([]);
    const { kept, computed } = await hoursOf(fridge);
    expect(kept).toEqual(computed);
  });

  it("are duplicates when sent again, and conflicts with another value, newer than all that is valid or older", async () => {
    const { of } = await makeValidated();
    const fridge = await makeFridge(db(), of);
    await send(of, fridge, [
      [0, 5],
      [1, 85],
    ]);
    expect(await send(of, fridge, [[1, 85]])).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
    expect((await send(of, fridge, [[1, 5]])).rejected[0]?.reason).toContain("recorded as 85");
    await send(of, fridge, [[2, 5]]);
    expect(await send(of, fridge, [[1, 85]])).toMatchObject({ accepted: 0, duplicates: 1 });
    expect((await send(of, fridge, [[1, 5]])).rejected).toHaveLength(1);
    expect(await valid(fridge)).toEqual([
      [0, 5],
      [2, 5],
    ]);
  });

  it("leave the other measures of their record as they are, and count once", async () => {
    const { of } = await makeValidated();
    const fridge = await makeFridge(db(), of, { measures: ["temperature", "humidity"] });
    const device = fridge.sensor.serialNumber;
    const result = await ingest(deviceContext(of.id), [
      { device, at: minute(0), values: { temperature: 85, humidity: 50 } },
    ]);
    expect(result).toEqual({ accepted: 1, duplicates: 0, invalid: 1, rejected: [] });
    const [state] = await db()
      .select()
      .from(probeState)
      .where(eq(probeState.probeId, fridge.probes.humidity as number));
    expect(state).toMatchObject({ lastValue: 50, invalidAt: null });
  });

  it("are taken of no other customer, measure, type of device, nor by a rule that is off", async () => {
    const { of, fault, wild, jump } = await makeValidated();
    const stranger = await makeFridge(db(), owner);
    expect(await send(owner, stranger, [[0, 85]])).toEqual({ accepted: 1, duplicates: 0, rejected: [] });

    await db().delete(invalidRule).where(sql`${invalidRule.id} in (${wild.id}, ${jump.id})`);
    const [type] = await db().select().from(deviceType).where(eq(deviceType.code, "zbp_2"));
    const [another] = await db().select().from(deviceType).where(sql`${deviceType.code} <> 'zbp_2'`).limit(1);
    const fridge = await makeFridge(db(), of);
    const set = (values: Partial<typeof invalidRule.$inferInsert>) =>
      db().update(invalidRule).set(values).where(eq(invalidRule.id, fault.id));
    await set({ deviceTypeId: another?.id as number });
    expect(await send(of, fridge, [[0, 85]])).not.toHaveProperty("invalid");
    await set({ deviceTypeId: type?.id as number });
    expect(await send(of, fridge, [[1, 85]])).toHaveProperty("invalid", 1);
    await set({ measure: "humidity" });
    expect(await send(of, fridge, [[2, 85]])).not.toHaveProperty("invalid");
    await set({ measure: "temperature", isEnabled: false });
    expect(await send(of, fridge, [[3, 85]])).not.toHaveProperty("invalid");
  });

  it("are silence: a probe that sends nothing else measures nothing", async () => {
    const { of } = await makeValidated();
    const fridge = await makeFridge(db(), of, { noData: true });
    const now = Date.now();
    const at = (secondsAgo: number, temperature: number) =>
      ingest(deviceContext(of.id, new Date(now - secondsAgo * 1000)), [
        { device: fridge.sensor.serialNumber, at: now - secondsAgo * 1000, values: { temperature } },
      ]);
    await db().$client`update queue_uptime set since = now() - interval '1 day'`;
    await at(7200, 5);
    await at(10, 85);
    const job = {
      db: db(),
      now: new Date(now),
      jobId: "1",
      attempt: 1,
      maximumAttempts: 1,
      signal: new AbortController().signal,
    };
    await watchSilence.run({}, job);
    const silences = await db()
      .select()
      .from(exception)
      .where(eq(exception.probeId, probeOf(fridge)));
    const [heard] = await db()
      .$client`select (extract(epoch from last_seen_at) * 1000)::float8 as at from device where id = ${fridge.sensor.id}`;
    expect(heard?.at).toBe(now - 10_000);
    expect(silences.map(({ kind }) => kind)).toEqual(["no-data"]);
  });
});

describe("jumps", () => {
  it("are held until the next reading confirms them: the alarm comes with its true start", async () => {
    const { of } = await makeValidated();
    const fridge = await makeFridge(db(), of);
    await send(of, fridge, [
      [0, 5],
      [1, 5],
    ]);
    expect(await send(of, fridge, [[2, 20]])).toMatchObject({ accepted: 1, invalid: 1 });
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await stateOf(fridge)).toMatchObject({ lastValue: 5 });
    expect(await send(of, fridge, [[3, 20.5]])).not.toHaveProperty("invalid");
    expect(await invalid(fridge)).toEqual([]);
    expect(await valid(fridge)).toEqual([
      [0, 5],
      [1, 5],
      [2, 20],
      [3, 20.5],
    ]);
    expect(await exceptionsOf(fridge)).toMatchObject([{ startedAt: new Date(minute(2)), endedAt: null, peak: 20.5 }]);
    const { kept, computed } = await hoursOf(fridge);
    expect(kept).toEqual(computed);
  });

  it("count after two report intervals without a further reading: the alarm comes with its true start", async () => {
    const { of } = await makeValidated();
    const fridge = await makeFridge(db(), of, { device: { reportIntervalSeconds: 300 } });
    const viewer = await signedInAs(of.id, { permissions: ["viewMonitorPointRealTime", "viewRefrigerator"] });
    const shown = async () => {
      const { items } = await listMonitoringPoints.call(viewer, { ids: String(fridge.carrier.id) });
      return items[0]?.probes.map(({ value, unconfirmed }) => [value, unconfirmed?.value ?? null]);
    };
    await send(of, fridge, [
      [0, 5],
      [1, 20],
    ]);
    expect(await shown()).toEqual([[5, 20]]);
    const accept = (at: number) =>
      acceptOverdueJumps.run(
        {},
        { db: db(), now: new Date(at), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
      );
    await accept(Date.now() + 590_000);
    expect(await exceptionsOf(fridge)).toEqual([]);
    await accept(Date.now() + 610_000);
    expect(await exceptionsOf(fridge)).toMatchObject([{ startedAt: new Date(minute(1)), endedAt: null, peak: 20 }]);
    expect(await stateOf(fridge)).toMatchObject({ lastValue: 20 });
    expect(await shown()).toEqual([[20, null]]);
    const { kept, computed } = await hoursOf(fridge);
    expect(kept).toEqual(computed);
    // What comes later ends it; the value stays a reading.
    await send(of, fridge, [[30, 5]]);
    expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: new Date(minute(30)) }]);
    expect(await valid(fridge)).toContainEqual([1, 20]);
  });

  it("stay out where the next reading is back, and end no alarm", async () => {
    const { of } = await makeValidated();
    const fridge = await makeFridge(db(), of);
    for (const value of [
      [0, 5],
      [1, 20],
      [2, 5],
      [3, 5],
    ] as const)
      await send(of, fridge, [value]);
    expect(await valid(fridge)).toEqual([
      [0, 5],
      [2, 5],
      [3, 5],
    ]);
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await stateOf(fridge)).toMatchObject({ lastAt: new Date(minute(3)), lastValue: 5 });
  });

  it("withdraw the exception that a late reading shows to have been one, and the newest value goes back", async () => {
    const { of } = await makeValidated();
    const fridge = await makeFridge(db(), of);
    // Far enough apart at first: 9 °C in five minutes is no jump.
    await send(of, fridge, [
      [0, 5],
      [5, 14],
    ]);
    expect(await exceptionsOf(fridge)).toHaveLength(1);
    await send(of, fridge, [[4, 5]]);
    expect(await invalid(fridge)).toEqual([[5, 14, "jump", "jumps"]]);
    expect(await exceptionsOf(fridge)).toEqual([]);
    expect(await stateOf(fridge)).toMatchObject({
      lastAt: new Date(minute(4)),
      lastValue: 5,
      invalidAt: new Date(minute(5)),
    });
    const { kept, computed } = await hoursOf(fridge);
    expect(kept).toEqual(computed);
  });
});

/** Slow and obvious: value by value, then each against its neighbours. */
function validByHand(series: readonly (readonly [number, number])[]) {
  const plausible = series.filter(([, value]) => value !== 85 && value !== -127 && value <= 60);
  const far = ([a, x]: readonly [number, number], [b, y]: readonly [number, number]) =>
    Math.abs(x - y) > 2 * Math.max(1, b - a);
  return plausible.filter((one, index) => {
    const [before, behind] = [plausible[index - 1], plausible[index + 1]];
    if (!before || !far(before, one)) return true;
    if (!behind) return false;
    const turnsBack = one[1] > before[1] ? behind[1] < one[1] : behind[1] > one[1];
    return !far(one, behind) || !turnsBack;
  });
}

describe("order of arrival", () => {
  const values = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(4, 5, 6, 9, 10) },
    { weight: 2, arbitrary: fc.constantFrom(20, 21, 85, -127, 70) },
  );
  const series = fc
    .array(fc.record({ gap: fc.constantFrom(1, 1, 2, 5, 90), value: values }), { minLength: 5, maxLength: 40 })
    .map((steps) => {
      let minutes = 0;
      return steps.map(({ gap, value }) => {
        minutes += gap;
        return [minutes, value] as const;
      });
    });
  const judged = async (fridge: Fridge) =>
    (await exceptionsOf(fridge))
      .map(({ startedAt, endedAt, raisedAt, peak, sampleCount, side }) => ({
        startedAt,
        endedAt,
        raisedAt,
        peak,
        sampleCount,
        side,
      }))
      .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());

  it("does not matter: the same readings are valid, the hours are theirs, the exceptions those of a fresh judge", async () => {
    const { of } = await makeValidated();
    await fc.assert(
      fc.asyncProperty(
        series,
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (samples, keys, size) => {
          const expected = validByHand(samples);
          const fridge = await makeFridge(db(), of);
          const mixed = samples
            .map((sample, index) => ({ sample, key: keys[index] ?? 0 }))
            .sort((a, b) => a.key - b.key);
          for (let index = 0; index < mixed.length; index += size) {
            await send(
              of,
              fridge,
              mixed.slice(index, index + size).map(({ sample }) => sample),
            );
          }
          expect(await valid(fridge)).toEqual(expected);
          expect((await invalid(fridge)).length).toBe(samples.length - expected.length);
          const { kept, computed } = await hoursOf(fridge);
          expect(kept).toEqual(computed);
          const newest = expected.at(-1);
          expect(await stateOf(fridge)).toMatchObject({
            lastAt: newest ? new Date(minute(newest[0])) : null,
            lastValue: newest ? newest[1] : null,
          });
          // Somebody without rules who was sent what is valid alone, in order.
          const plain = await makeFridge(db(), owner);
          await send(owner, plain, expected);
          expect(await judged(fridge)).toEqual(await judged(plain));
          const again = await send(of, fridge, samples);
          expect(again).toEqual({ accepted: 0, duplicates: samples.length, rejected: [] });
        },
      ),
      { numRuns: longRuns(10, 40) },
    );
  }, 240_000);
});

it("keeps no row of an invalid reading whose probe is gone", async () => {
  const { of } = await makeValidated();
  const fridge = await makeFridge(db(), of);
  await send(of, fridge, [[0, 85]]);
  await db().$client`delete from mounting where probe_id = ${probeOf(fridge)}`;
  await db().$client`delete from probe where id = ${probeOf(fridge)}`;
  expect(
    await db()
      .select()
      .from(invalidReading)
      .where(eq(invalidReading.probeId, probeOf(fridge))),
  ).toEqual([]);
});

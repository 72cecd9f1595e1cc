import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, openDb, transaction } from "@/db/client";
import { dropPartitions, findPartitions } from "@/db/partitions";
import { exception, historyHorizon, invalidPosition, invalidReading, parameter } from "@/db/schema";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { applyRetention } from "@/features/telemetry/retention/jobs";
import { retentionHorizon } from "@/features/telemetry/retention/service";
import { liveBus } from "@/lib/live/live";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { testDatabaseUrl } from "../support/database";
import { longTest } from "../support/long";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Noon of today: some hours later it is still today. */
const NOW = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR;
/** At noon, days before now. */
const ago = (days: number, hours = 0) => NOW - days * DAY + hours * HOUR;

const OWN = "customer.retentionDays";
const READINGS = "retention.sensorHistoryDays";
const POSITIONS = "retention.gpsBackupDays";

type Owner = Awaited<ReturnType<typeof makeCustomer>>;
type Fridge = Awaited<ReturnType<typeof makeFridge>>;

beforeAll(async () => {
  await db()
    .delete(parameter)
    .where(inArray(parameter.code, [OWN, READINGS, POSITIONS]));
});
beforeEach(async () => {
  await db()
    .delete(parameter)
    .where(inArray(parameter.code, [OWN, READINGS, POSITIONS]));
  await db().delete(historyHorizon);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

async function keep(code: string, days: number, customerId: number | null = null) {
  const values = { code, customerId, type: "integer" as const, content: String(days) };
  await db()
    .delete(parameter)
    .where(eq(parameter.code, customerId ? "" : code));
  await db().insert(parameter).values(values);
}

/** Runs so many hours from now. */
const run = (hours = 0) =>
  applyRetention.run(
    {},
    {
      db: db(),
      now: new Date(NOW + hours * HOUR),
      attempt: 1,
      maximumAttempts: 1,
      signal: new AbortController().signal,
    },
  );

const send = (owner: Owner, { sensor }: Fridge, readings: readonly [at: number, temperature: number][]) =>
  ingest(
    deviceContext(owner.id, new Date(NOW)),
    readings.map(([at, temperature]) => ({ device: sensor.serialNumber, at, values: { temperature } })),
  );

const instants = async (rows: Promise<readonly { at: number }[]>) => (await rows).map(({ at }) => at);
const timesOf = ({ probes }: Fridge) =>
  instants(db().$client<{ at: number }[]>`
    select (extract(epoch from at) * 1000)::float8 as at from reading where probe_id = ${probes.temperature as number} order by 1`);
const hoursOf = ({ probes }: Fridge) =>
  instants(db().$client<{ at: number }[]>`
    select (extract(epoch from hour) * 1000)::float8 as at from reading_hour where probe_id = ${probes.temperature as number} order by 1`);
const placesOf = ({ carrier }: Fridge) =>
  instants(db().$client<{ at: number }[]>`
    select (extract(epoch from at) * 1000)::float8 as at from position where carrier_id = ${carrier.id} order by 1`);
const partitions = async (at: number) => {
  const found = await findPartitions(db().$client);
  return found.filter(({ fromMs, toMs }) => fromMs <= at && at < toMs).map(({ table }) => table);
};

describe("partitions", () => {
  it("are there before the first reading that wants one, with the covering key of their table", async () => {
    await run();
    const first = Date.UTC(new Date(NOW).getUTCFullYear(), new Date(NOW).getUTCMonth(), 1);
    const next = (months: number) => Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + months);
    for (const month of [first, next(1), next(2)]) expect(await partitions(month)).toEqual(["position", "reading"]);
    const keys = await db().$client<{ definition: string; isAttached: boolean; count: number }[]>`
      select pg_get_indexdef(i.indexrelid) as definition, count(*) over (partition by i.indrelid)::int as count,
             exists (select from pg_inherits where inhrelid = i.indexrelid) as "isAttached"
        from pg_index i join pg_inherits t on t.inhrelid = i.indrelid where t.inhparent = 'reading'::regclass`;
    expect(keys.length).toBeGreaterThanOrEqual(3);
    for (const key of keys) {
      expect(key).toMatchObject({ isAttached: true, count: 1 });
      expect(key.definition).toContain("(probe_id, at) INCLUDE (value)");
    }
  });
});

describe("a reading that is older than what is kept", () => {
  it("is refused with the rule, and its neighbours are taken", async () => {
    const owner = await makeCustomer(db());
    const fridge = await makeFridge(db(), owner);
    const { accepted, rejected } = await send(owner, fridge, [
      [ago(1830), 5],
      [ago(1820), 5],
      [ago(1), 5],
    ]);
    expect(accepted).toBe(2);
    expect(rejected).toEqual([
      {
        index: 0,
        reason: expect.stringMatching(
          /^at: before 20\d\d-.*Z, readings are kept for 1826 days \(retention\.sensorHistoryDays\)$/,
        ),
      },
    ]);
    expect(await timesOf(fridge)).toEqual([ago(1820), ago(1)]);
    // The day in which its customer's own rule lies counts, whoever else keeps less.
    const other = await makeCustomer(db());
    await keep(OWN, 3652, other.id);
    expect(await send(other, await makeFridge(db(), other), [[ago(3000), 5]])).toMatchObject({ accepted: 1 });
    expect((await send(owner, fridge, [[ago(3000), 5]])).accepted).toBe(0);
  });

  it("loses only its position where that alone is too old", async () => {
    const owner = await makeCustomer(db());
    const fridge = await makeFridge(db(), owner);
    const position = { lon: 113.4, lat: 23.1 };
    const device = fridge.sensor.serialNumber;
    const outcome = await ingest(deviceContext(owner.id, new Date(NOW)), [
      { device, at: ago(400), values: { temperature: 5 }, position },
      { device, at: ago(401), position },
      { device, at: ago(300), position },
    ]);
    // The first one's values are taken: only its position is told.
    const reason = expect.stringMatching(/positions are kept for 365 days \(retention\.gpsBackupDays\)$/);
    expect(outcome).toMatchObject({
      accepted: 2,
      rejected: [
        { index: 0, reason },
        { index: 1, reason },
      ],
    });
    expect(await timesOf(fridge)).toEqual([ago(400)]);
    expect(await placesOf(fridge)).toEqual([ago(300)]);
  });
});

describe("retention", () => {
  it("deletes what a customer keeps no longer, after it was said, and leaves the others' alone", async () => {
    const [brief, long] = [await makeCustomer(db()), await makeCustomer(db())];
    const [cold, warm] = [await makeFridge(db(), brief), await makeFridge(db(), long)];
    const position = { lon: 113.4, lat: 23.1 };
    const days = [100, 70, 61, 59, 1];
    for (const [owner, fridge] of [
      [brief, cold],
      [long, warm],
    ] as const) {
      const device = fridge.sensor.serialNumber;
      const readings = days.map((day) => ({ device, at: ago(day), values: { temperature: 5 }, position }));
      expect(await ingest(deviceContext(owner.id, new Date(NOW)), readings)).toMatchObject({ accepted: days.length });
    }
    for (const { probes } of [cold, warm]) {
      const rows = [100, 59].map((day) => ({ probeId: probes.temperature as number, at: new Date(ago(day, 1)) }));
      await db()
        .insert(invalidReading)
        .values(rows.map((row) => ({ ...row, value: 85, reason: "test" })));
    }
    await keep(READINGS, 60);
    await keep(OWN, 200, long.id);

    await run();
    expect(await timesOf(cold)).toHaveLength(days.length);
    expect(await retentionHorizon(db(), brief.id, NOW)).toBe(NOW - 60 * DAY);
    expect((await send(brief, cold, [[ago(70), 5]])).rejected[0]?.reason).toContain("kept for 60 days");

    await run(0.5);
    expect(await timesOf(cold)).toHaveLength(days.length);
    await run(2);
    expect(await timesOf(cold)).toEqual([ago(59), ago(1)]);
    expect(await hoursOf(cold)).toEqual([ago(59), ago(1)]);
    expect(await placesOf(cold)).toEqual([ago(59), ago(1)]);
    const invalidOf = ({ probes }: Fridge) =>
      db().$count(invalidReading, eq(invalidReading.probeId, probes.temperature as number));
    expect(await Promise.all([invalidOf(cold), invalidOf(warm)])).toEqual([1, 2]);
    expect(await timesOf(warm)).toHaveLength(days.length);
    expect(await hoursOf(warm)).toHaveLength(days.length);
    expect(await placesOf(warm)).toHaveLength(days.length);
    const [mark] = await db().select().from(historyHorizon).where(eq(historyHorizon.customerId, brief.id));
    expect(mark?.readingsCleared).toEqual(mark?.readingsFrom);

    // A value that is raised brings nothing back: what was given up stays refused.
    await keep(READINGS, 300);
    expect((await send(brief, cold, [[ago(70), 5]])).rejected[0]?.reason).toMatch(
      /up to where readings were dropped already/,
    );
    expect(await send(brief, cold, [[ago(58), 5]])).toMatchObject({ accepted: 1 });
  });

  it("deletes a customer's positions by its own days, and invalid ones with them, and leaves its readings", async () => {
    const [brief, usual] = [await makeCustomer(db()), await makeCustomer(db())];
    const [lorry, other] = [await makeFridge(db(), brief), await makeFridge(db(), usual)];
    await keep(POSITIONS, 20, brief.id);
    const invalidOf = ({ carrier }: Fridge) => db().$count(invalidPosition, eq(invalidPosition.carrierId, carrier.id));
    for (const [owner, { sensor }] of [
      [usual, other],
      [brief, lorry],
    ] as const) {
      const device = sensor.serialNumber;
      const at = (day: number, lon: number) => ({
        device,
        at: ago(day),
        values: { temperature: 5 },
        position: { lon, lat: lon && 23.1 },
      });
      // As it was stored before the customer chose fewer days.
      await db().delete(parameter).where(eq(parameter.code, POSITIONS));
      await ingest(deviceContext(owner.id, new Date(NOW)), [at(40, 113.4), at(30, 0), at(10, 113.4), at(9, 0)]);
    }
    await keep(POSITIONS, 20, brief.id);
    await run();
    await run(2);
    expect([await placesOf(lorry), await invalidOf(lorry)]).toEqual([[ago(10)], 1]);
    expect(await timesOf(lorry)).toHaveLength(4);
    expect([await placesOf(other), await invalidOf(other)]).toEqual([[ago(40), ago(10)], 2]);
    const late = { device: lorry.sensor.serialNumber, at: ago(25), position: { lon: 113.4, lat: 23.1 } };
    const { rejected } = await ingest(deviceContext(brief.id, new Date(NOW)), [late]);
    expect(rejected[0]?.reason).toMatch(/positions are kept for 20 days \(retention\.gpsBackupDays\)$/);
  });

  it("drops nothing where somebody keeps too little by mistake, and sees it in time", async () => {
    const owner = await makeCustomer(db());
    const fridge = await makeFridge(db(), owner);
    await send(owner, fridge, [
      [ago(900), 5],
      [ago(1), 5],
    ]);
    await keep(READINGS, 60);
    await run();
    await keep(READINGS, 1826);
    await run(2);
    await run(4);
    expect(await timesOf(fridge)).toEqual([ago(900), ago(1)]);
    expect(await send(owner, fridge, [[ago(899), 5]])).toMatchObject({ accepted: 1 });
  });

  it("drops whole partitions once nobody keeps them; whoever comes later gets one anew, in a process that knew the old", async () => {
    const owner = await makeCustomer(db());
    const fridge = await makeFridge(db(), owner);
    await send(owner, fridge, [
      [ago(500), 5],
      [ago(1), 5],
    ]);
    expect(await partitions(ago(500))).toEqual(["position", "reading"]);
    await keep(READINGS, 60);
    await run();
    expect(await partitions(ago(500))).toEqual(["position", "reading"]);
    await run(2);
    expect(await partitions(ago(500))).toEqual([]);
    expect(await partitions(ago(1))).toEqual(["position", "reading"]);
    expect(await timesOf(fridge)).toEqual([ago(1)]);

    const late = await makeCustomer(db());
    await keep(OWN, 3652, late.id);
    const lateFridge = await makeFridge(db(), late);
    expect(await send(late, lateFridge, [[ago(500), 5]])).toMatchObject({ accepted: 1, rejected: [] });
    expect(await timesOf(lateFridge)).toEqual([ago(500)]);
    await run(2);
    await run(4);
    expect(await timesOf(lateFridge)).toEqual([ago(500)]);
  });

  longTest(null)(
    "holds up no readings while somebody reads from what is to be dropped, and does it later",
    async () => {
      const owner = await makeCustomer(db());
      const fridge = await makeFridge(db(), owner);
      await send(owner, fridge, [[ago(700), 5]]);
      await keep(READINGS, 60);
      await run();
      const reader = openDb(testDatabaseUrl(), 1);
      const report = await reader.$client.reserve();
      await report`begin`;
      expect(await report`select 1 from reading where probe_id = ${fridge.probes.temperature as number}`).toHaveLength(
        1,
      );

      let isOver = false;
      const running = run(2).finally(() => {
        isOver = true;
      });
      let slowest = 0;
      let sent = 0;
      while (!isOver) {
        const started = performance.now();
        expect(await send(owner, fridge, [[NOW - 60_000 + sent, 5]])).toMatchObject({ accepted: 1 });
        slowest = Math.max(slowest, performance.now() - started);
        sent += 1;
      }
      await running;
      console.log(`${sent} batches meanwhile, the slowest in ${slowest.toFixed(0)} ms`);
      expect(sent).toBeGreaterThan(5);
      expect(slowest).toBeLessThan(15_000);
      expect(await partitions(ago(700))).toContain("reading");

      await report`commit`;
      report.release();
      await reader.$client.end({ timeout: 1 });
      await run(4);
      expect(await partitions(ago(700))).toEqual([]);
    },
  );

  longTest(null)("leaves for the next time what was taken out and is still read from, and drops the rest", async () => {
    const left = ["reading_1999_01", "reading_1999_02"];
    const known = async () => (await db().$client`select from pg_class where relname = any(${left}::text[])`).length;
    for (const name of left) await db().$client.unsafe(`create table ${name} (like reading including all)`);
    await transaction(db(), async (tx) => {
      await tx.$client.unsafe(`select from ${left[0]}`);
      expect(await dropPartitions(db().$client, () => false)).toEqual([]);
      expect(await known()).toBe(1);
    });
    await dropPartitions(db().$client, () => false);
    expect(await known()).toBe(0);
  });

  it("leaves alarms as they were, where a late reading has what is left judged again", async () => {
    const owner = await makeCustomer(db());
    const fridge = await makeFridge(db(), owner, { condition: { deadBand: 0 } });
    const { serialNumber: device } = fridge.sensor;
    const found = () =>
      db()
        .select()
        .from(exception)
        .where(eq(exception.probeId, fridge.probes.temperature as number))
        .orderBy(exception.startedAt);
    const midnight = ago(60, -12);
    const edge = NOW - 60 * DAY;
    // One long gone, and one that began before what will be kept, and went on after it.
    const warm = Math.ceil((edge - midnight) / HOUR) + 8;
    const series: [number, number][] = [
      [ago(80), 5],
      [ago(75), 12],
      [ago(74), 5],
      ...Array.from({ length: warm }, (_, hour): [number, number] => [midnight + (hour - 5) * HOUR, 11]),
      [ago(58), 5],
      [ago(1), 5],
    ];
    for (const [at, temperature] of series)
      await ingest(deviceContext(owner.id, new Date(at)), [{ device, at, values: { temperature } }]);
    const before = await found();
    expect(before).toHaveLength(2);
    const other = await makeCustomer(db());
    await keep(OWN, 3000, other.id);
    await keep(READINGS, 60);
    await run();
    await run(2);
    expect((await timesOf(fridge))[0]).toBe(midnight);

    for (const [at, temperature] of [
      [edge + 90 * 60_000, 11.5],
      [ago(50), 5],
    ] as const)
      expect(await send(owner, fridge, [[at, temperature]])).toMatchObject({ accepted: 1 });
    const after = await found();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    for (const [index, row] of after.entries()) {
      expect(row.withdrawnAt).toBeNull();
      expect(row.startedAt).toEqual(before[index]?.startedAt);
      expect(row.endedAt).toEqual(before[index]?.endedAt);
    }
  });
});

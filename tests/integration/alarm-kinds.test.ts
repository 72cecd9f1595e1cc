import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { alarmTrigger } from "@/db/schema";
import { watchDelays } from "@/features/alarm/evaluation/watch.jobs";
import { loadDeviceWindow } from "@/features/device/detail.service";
import { listExceptions } from "@/features/exception/exception.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import type { PageContext } from "@/lib/page/define-page";
import { accountContext, makeUser } from "../factories/account";
import {
  type Condition,
  cumulative,
  every5,
  exceptionsOf,
  fridgeWith,
  live,
  lostPower,
  MINUTE,
  minute,
  openDoor,
  owner,
  rangeWithDoor,
  send,
  tick,
  times,
  told,
  trend,
  useAlarmStories,
  type Values,
} from "../factories/alarm-scenarios";
import { makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { longRuns } from "../support/long";

useAlarmStories();

describe("time outside that adds up", () => {
  it("opens, goes on and ends, with its minutes and the condition's own severity", async () => {
    const fridge = await fridgeWith([cumulative]);
    await live(fridge, every5(...times(3, 9), ...times(6, 5), ...times(3, 10), 5));
    expect(await exceptionsOf(fridge)).toMatchObject([
      {
        kind: "cumulative",
        severity: "minor",
        side: "above",
        startedAt: new Date(minute(60)),
        endedAt: null,
        maximum: 8,
        peak: 10,
        context: { outsideMinutes: 30, windowMinutes: 240, allowedMinutes: 30 },
      },
    ]);
    await send(fridge, [
      [65, { temperature: 9 }],
      [70, { temperature: 5 }],
    ]);
    expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: null, context: { outsideMinutes: 35 } }]);
    await send(fridge, [[290, { temperature: 5 }]]);
    expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: new Date(minute(290)) }]);
  });

  it("opens for a device that reports every 20 minutes where every 5 are agreed, and its window says so", async () => {
    const day = { ...cumulative, minimum: null, outsideMinutes: 600, windowMinutes: 1440 };
    const fridge = await fridgeWith([day]);
    const every20 = Array.from({ length: 79 }, (_, index): [number, Values] => [index * 20, { temperature: 12 }]);
    await send(fridge, every20.slice(0, 40));
    await send(fridge, every20.slice(40));
    expect(await exceptionsOf(fridge)).toMatchObject([
      { kind: "cumulative", startedAt: new Date(minute(600)), endedAt: null, context: { allowedMinutes: 600 } },
    ]);
    const ctx = await accountContext(db(), await makeUser(db(), owner().id));
    const principal = (ctx.actor as { principal: unknown }).principal;
    const page = { ...ctx, principal, search: { id: String(fridge.sensor.id) }, now: new Date(minute(26 * 60)) };
    expect((await loadDeviceWindow(page as unknown as PageContext, "sensor")).detail.slowPaceSeconds).toBe(1200);
  });

  it("is withdrawn when late readings show that it was inside between", async () => {
    const fridge = await fridgeWith([cumulative]);
    await send(
      fridge,
      every5(...times(7, 9)).filter((_, index) => index % 2 === 0),
    );
    expect(await told(fridge)).toHaveLength(1);
    await send(fridge, [
      [5, { temperature: 5 }],
      [15, { temperature: 5 }],
    ]);
    expect(await told(fridge)).toEqual([]);
    expect(await exceptionsOf(fridge)).toMatchObject([{ withdrawnAt: expect.any(Date) }]);
  });

  it("takes the carrier's range where it has no limits of its own, and nothing without one", async () => {
    const fridge = await fridgeWith([{ ...cumulative, minimum: null, maximum: null }]);
    await send(fridge, every5(...times(12, 9)));
    expect(await told(fridge)).toEqual([]);
    const [made] = await db().$client<{ id: number }[]>`
      insert into zone (customer_id, name, measure, minimum, maximum)
      values (${owner().id}, ${`range ${fridge.carrier.id}`}, 'temperature', 2, 8) returning id::int`;
    await db().$client`
      insert into carrier_zone (carrier_id, measure, zone_id)
      values (${fridge.carrier.id}, 'temperature', ${made?.id ?? 0})`;
    await send(fridge, every5(...times(24, 9)).slice(12));
    expect(await told(fridge)).toMatchObject([{ kind: "cumulative", endedAt: null }]);
  });
});

describe("time outside that adds up, when readings come late", () => {
  /** Until how far back, and how many readings at once, the database is asked for those of the past. */
  async function askedWhile(act: () => Promise<unknown>): Promise<unknown[]> {
    const limits: unknown[] = [];
    const options = db().$client.options as { debug?: unknown };
    const before = options.debug;
    options.debug = (_connection: number, query: string, parameters: unknown[]) => {
      if (/from reading\s/.test(query) && query.includes("order by reading.at desc limit"))
        limits.push(Number(parameters.at(-1)));
    };
    await act();
    options.debug = before;
    return limits;
  }
  const monthly: Condition = { ...cumulative, windowMinutes: 43_200, outsideMinutes: 600 };

  it("looks no further back than to the reading before, where all are inside", async () => {
    const fridge = await fridgeWith([monthly]);
    await send(fridge, every5(9, 9, 5, 5, 5));
    const memory = () => db().$client`select alarm from probe_state where probe_id = ${fridge.probes.temperature ?? 0}`;
    const known = await memory();
    expect(await askedWhile(() => send(fridge, [[17, { temperature: 6 }]]))).toEqual([1]);
    expect(await memory()).toEqual(known);
  });

  it("asks at once for the readings of a window where one may matter", async () => {
    const fridge = await fridgeWith([monthly]);
    await send(fridge, every5(9, 9, 5, 5, 5));
    expect(await askedWhile(() => send(fridge, [[8, { temperature: 5 }]]))).toEqual([1, 9782]);
    expect(await askedWhile(() => send(fridge, [[12, { temperature: 9 }]]))).toEqual([9782]);
  });

  it("ends earlier with one inside that shows that it could", async () => {
    const fridge = await fridgeWith([cumulative]);
    await send(fridge, every5(...times(6, 9), ...times(60, 5)));
    expect(await told(fridge)).toMatchObject([{ endedAt: new Date(minute(245)) }]);
    await send(fridge, [[244, { temperature: 5 }]]);
    expect(await told(fridge)).toMatchObject([{ endedAt: new Date(minute(244)) }]);
  });
});

describe("a state that lasts", () => {
  it("is a door that the clock finds open, and ends when it is closed", async () => {
    const fridge = await fridgeWith([openDoor]);
    await send(
      fridge,
      [
        [0, { door: 0 }],
        [1, { door: 1 }],
      ],
      minute(1),
    );
    await tick(watchDelays, minute(6) + 31_000);
    expect(await exceptionsOf(fridge)).toMatchObject([
      {
        kind: "state",
        measure: "door",
        raisedAt: new Date(minute(6)),
        endedAt: null,
        context: { doorOpenSince: minute(1) },
      },
    ]);
    await send(fridge, [[9, { door: 0 }]], minute(9));
    expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: new Date(minute(9)) }]);
  });

  it("is power that is lost; a late reading that it was there takes it back", async () => {
    const fridge = await fridgeWith([{ ...lostPower, delaySeconds: 600 }]);
    await live(fridge, [
      [0, { power: 1 }],
      [5, { power: 0 }],
      [10, { power: 0 }],
      [20, { power: 0 }],
    ]);
    expect(await told(fridge)).toMatchObject([{ kind: "state", measure: "power", startedAt: new Date(minute(5)) }]);
    await send(fridge, [[12, { power: 1 }]], minute(21));
    expect(await told(fridge)).toEqual([]);
    await send(fridge, [[30, { power: 0 }]], minute(30));
    expect(await told(fridge)).toMatchObject([
      { startedAt: new Date(minute(20)), raisedAt: new Date(minute(30)), endedAt: null },
    ]);
  });

  it("is told while the carrier is defrosted: that explains no open door", async () => {
    const carrier = { status: "defrost", defrostUntil: new Date(Date.now() + 3_600_000) } as const;
    const fridge = await fridgeWith(
      [
        { ...openDoor, delaySeconds: 0 },
        { minimum: 2, maximum: 8 },
      ],
      { carrier },
    );
    await send(fridge, [[0, { door: 1, temperature: 12 }]]);
    expect(await told(fridge)).toMatchObject([{ kind: "state" }]);
  });
});

describe("a trend", () => {
  const failing = Array.from({ length: 60 }, (_, index): [number, Values] => [
    index * 5,
    { temperature: 4 + 20 * (1 - Math.exp(-(index * 5) / 900)) },
  ]);
  const crossing = failing.findIndex(([, { temperature }]) => (temperature ?? 0) > 8);

  it("warns before the limit and gives way to the range's exception", async () => {
    const fridge = await fridgeWith([trend, { minimum: 2, maximum: 8 }]);
    await live(fridge, failing.slice(0, crossing));
    const [warning] = await exceptionsOf(fridge);
    expect(warning).toMatchObject({ kind: "trend", severity: "warning", side: "above", endedAt: null });
    const limit = failing[crossing]?.[0] ?? 0;
    const predicted = warning?.context.predictedAt ?? 0;
    expect(Math.abs(predicted - minute(limit))).toBeLessThan(10 * MINUTE);
    expect(warning?.context.predictedEarliest).toBeLessThanOrEqual(predicted);
    expect(warning?.context.predictedLatest).toBeGreaterThanOrEqual(predicted);
    await live(fridge, failing.slice(crossing, crossing + 1));
    expect(await exceptionsOf(fridge)).toMatchObject([
      { kind: "trend", endedAt: new Date(minute(limit)) },
      { kind: "range", startedAt: new Date(minute(limit)), endedAt: null },
    ]);
  });

  it("ends with the reason 'no data' when the sensor falls silent, and begins anew with its next readings", async () => {
    const fridge = await fridgeWith([trend]);
    await live(fridge, failing.slice(0, crossing - 2));
    const last = failing[crossing - 3]?.[0] ?? 0;
    const end = minute(last) + 15 * MINUTE;
    await tick(watchDelays, minute(last + 14));
    expect(await exceptionsOf(fridge)).toMatchObject([{ kind: "trend", endedAt: null }]);
    await tick(watchDelays, minute(last + 16));
    expect(await exceptionsOf(fridge)).toMatchObject([{ endedAt: new Date(end), context: { silentAt: end } }]);
    const ctx = accountContext(db(), await makeUser(db(), owner().id), { now: new Date(end + MINUTE) });
    const { items } = await listExceptions.call(await ctx, { carrierId: fridge.carrier.id } as never);
    expect(items).toMatchObject([{ isEndedSilent: true, endedAt: new Date(end).toISOString() }]);
    await live(fridge, failing.slice(crossing + 4, crossing + 5));
    expect(await exceptionsOf(fridge)).toHaveLength(1);
  });

  it("whose silence was a gateway's buffer ends as the readings say, once they are there", async () => {
    const [one, other] = [await fridgeWith([trend]), await fridgeWith([trend])];
    await live(one, failing);
    await live(other, failing.slice(0, crossing - 2));
    await tick(watchDelays, minute((failing[crossing - 3]?.[0] ?? 0) + 16));
    await send(other, failing.slice(crossing - 2));
    expect((await told(other)).map(({ context: _stale, ...row }) => row)).toEqual(
      (await told(one)).map(({ context: _, ...row }) => row),
    );
  });

  it("is found in the same readings when they come as a buffer, newest first", async () => {
    const [one, other] = [await fridgeWith([trend]), await fridgeWith([trend])];
    await live(one, failing);
    for (let index = failing.length; index > 0; index -= 20) await send(other, failing.slice(index - 20, index));
    expect((await told(one)).length).toBe(1);
    expect(await told(other)).toEqual(await told(one));
  });
});

describe("a delay that knows the door", () => {
  const warmWith = (door: readonly [number, number][]) => [
    ...door.map(([at, value]): [number, Values] => [at, { door: value }]),
    ...[0, 5, 10, 15, 19].map((at): [number, Values] => [at, { temperature: at < 5 ? 5 : 9 }]),
    [24, { temperature: 5 }] as [number, Values],
  ];

  it("waits longer while the door is open, and after that", async () => {
    const [shut, opened, before] = [
      await fridgeWith([rangeWithDoor]),
      await fridgeWith([rangeWithDoor]),
      await fridgeWith([rangeWithDoor]),
    ];
    await send(shut, warmWith([[0, 0]]));
    expect(await told(shut)).toMatchObject([{ startedAt: new Date(minute(5)), raisedAt: new Date(minute(10)) }]);
    await send(
      opened,
      warmWith([
        [0, 0],
        [4, 1],
      ]),
    );
    expect(await told(opened)).toEqual([]);
    await send(
      before,
      warmWith([
        [-12, 1],
        [-11, 0],
      ]),
    );
    expect(await told(before)).toMatchObject([{ raisedAt: new Date(minute(10)) }]);
  });

  it("is judged again when the door's reading comes late, whichever comes last", async () => {
    const [one, other] = [await fridgeWith([rangeWithDoor]), await fridgeWith([rangeWithDoor])];
    const values = warmWith([]);
    await live(
      one,
      values.filter(([at]) => at < 12),
    );
    expect(await told(one)).toMatchObject([{ endedAt: null }]);
    const late: [number, Values][] = [
      [3, { door: 1 }],
      [6, { door: 0 }],
    ];
    await send(one, late, minute(12));
    expect(await told(one)).toEqual([]);
    await live(
      one,
      values.filter(([at]) => at >= 12),
    );
    expect(await told(one)).toEqual([]);
    await send(other, values);
    await send(other, [[6, { door: 0 }]]);
    expect(await told(other)).toHaveLength(1);
    await send(other, [[3, { door: 1 }]]);
    expect(await told(other)).toEqual([]);
  });

  it("does not take a late door for a sign of life of what is beside it", async () => {
    const fridge = await fridgeWith([rangeWithDoor]);
    await send(fridge, [[5, { temperature: 9 }]], minute(5));
    await send(fridge, [[4, { door: 1 }]], minute(8));
    const [state] = await db().$client`
      select (extract(epoch from received_at) * 1000)::float8 as "receivedAt", (extract(epoch from due_at) * 1000)::float8 as "dueAt"
        from probe_state where probe_id = ${fridge.probes.temperature ?? 0}`;
    expect(state).toEqual({ receivedAt: minute(5), dueAt: minute(25) });
  });

  it("lets batches with the same doors wait for each other", async () => {
    const fridge = await fridgeWith([rangeWithDoor]);
    const batches = Array.from({ length: 12 }, (_, index) => [
      [index * 2, index % 2 ? { door: 1 } : { temperature: 9 }] as [number, Values],
      [index * 2 + 1, index % 2 ? { door: 0 } : { temperature: 5 }] as [number, Values],
    ]);
    const results = await Promise.all(batches.map((batch) => send(fridge, batch)));
    expect(results.every(({ accepted }) => accepted === 2)).toBe(true);
  });
});

describe("what stood open when it began", () => {
  it("is told by event time, from the first reading that said so", async () => {
    const fridge = await fridgeWith([{ minimum: 2, maximum: 8 }]);
    await send(fridge, [
      [0, { door: 0, power: 1 }],
      [3, { door: 1 }],
      [5, { door: 1, power: 0 }],
      [10, { door: 1, temperature: 9 }],
      [12, { door: 1 }],
      [15, { door: 0, power: 1, temperature: 5 }],
    ]);
    expect(await told(fridge)).toMatchObject([{ context: { doorOpenSince: minute(3), powerLostSince: minute(5) } }]);
    await send(fridge, [[20, { temperature: 9 }]]);
    expect((await told(fridge))[1]?.context).toEqual({});
  });
});

describe("a day of everything", () => {
  const all = [rangeWithDoor, cumulative, trend, openDoor, lostPower];
  /** Cycles, a door, a power failure from which it warms slowly, recovery. */
  const day = fc.record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    failsAt: fc.integer({ min: 100, max: 400 }),
    doorAt: fc.array(fc.integer({ min: 0, max: 720 }), { minLength: 1, maxLength: 4 }),
    drift: fc.constantFrom(60, 900, 900),
  });
  type Day = typeof day extends fc.Arbitrary<infer T> ? T : never;
  function readingsOf({ seed, failsAt, doorAt, drift }: Day) {
    const readings: [number, Values][] = [];
    let state = seed;
    const random = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    for (let at = 0; at < 720; at += 4 + Math.floor(random() * 3)) {
      const since = at - failsAt;
      const isFailed = since >= 0 && since < 240;
      const isOpen = doorAt.some((from) => at >= from && at < from + 12);
      const base = 5 + Math.sin(at / 8) / 10 + (random() - 0.5) / 20;
      const temperature = base + (isFailed ? 15 * (1 - Math.exp(-since / drift)) : 0) + (isOpen ? 3.4 : 0);
      readings.push([at, { temperature, door: isOpen ? 1 : 0, power: isFailed ? 0 : 1 }]);
    }
    return readings;
  }

  it("comes out the same live, replayed at once, and in any order", { timeout: 240_000 }, async () => {
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(day, fc.integer({ min: 2, max: 40 }), async (given, size) => {
        const readings = readingsOf(given);
        const [alive, replayed, shuffled] = [await fridgeWith(all), await fridgeWith(all), await fridgeWith(all)];
        await live(alive, readings);
        await send(replayed, readings);
        const apart = readings.flatMap(([at, values]) =>
          Object.entries(values).map(([measure, value]): [number, Values] => [at, { [measure]: value }]),
        );
        const mixed = apart
          .map((one, index) => ({ one, key: ((index + 1) * given.seed * 7919) % 104729 }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        for (let index = 0; index < mixed.length; index += size) await send(shuffled, mixed.slice(index, index + size));
        const expected = await told(replayed);
        for (const { kind } of expected) kinds.add(kind);
        expect(await told(alive)).toEqual(expected);
        // What of the door had arrived when it was found stands in it: that alone is a matter of order.
        const withoutContext = (rows: typeof expected) =>
          rows.map(({ context: { doorOpenSince: _door, powerLostSince: _power, ...context }, ...row }) => ({
            ...row,
            context,
          }));
        expect(withoutContext(await told(shuffled))).toEqual(withoutContext(expected));
      }),
      { numRuns: longRuns(2, 6), seed: 3 },
    );
    expect([...kinds].sort()).toEqual(["cumulative", "range", "state", "trend"]);
  });
});

it("a trigger of ranges alone is judged by the queries that it always was", async () => {
  const fridge = await makeFridge(db(), owner());
  const asked: string[] = [];
  const client = db().$client;
  const options = client.options as { debug?: unknown };
  const before = options.debug;
  options.debug = (_connection: number, query: string) => asked.push(query);
  await ingest(deviceContext(owner().id), [
    { device: fridge.sensor.serialNumber, at: Date.now(), values: { temperature: 5 } },
  ]);
  options.debug = before;
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((query) => /alarm_silence|from exception|measure = 'door'/.test(query))).toEqual([]);
  expect(asked.filter((query) => query.includes("door_delay_seconds > 0"))).toEqual([]);
  const [trigger] = await db().select().from(alarmTrigger).where(eq(alarmTrigger.id, fridge.trigger.id));
  expect(trigger?.isEnabled).toBe(true);
});

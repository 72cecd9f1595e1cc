import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { invalidPosition, parameter } from "@/db/schema";
import { ingestTts } from "@/features/adapter/lorawan/tts.operations";
import { ingestOsmAnd } from "@/features/adapter/osmand.operations";
import { judgeKept, judgePast } from "@/features/geofence/crossing.jobs";
import { JudgePast } from "@/features/geofence/crossing.schema";
import { listGeofenceEvents } from "@/features/geofence/event.operations";
import { geofences } from "@/features/geofence/geofence.operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { getTrace } from "@/features/track/track.operations";
import { placeAt } from "@/lib/geo/sphere";
import type { LiveEvent } from "@/lib/live/bus";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { clearQueue } from "../support/queue";
import { runQueue } from "../support/run-queue";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Vehicle = Awaited<ReturnType<typeof makeFridge>>;
const MINUTE = 60_000;
const DAY = 86_400_000;
const HOME = [113.43, 23.17] as const;
const MUNICH = [11.58, 48.14] as const;
const START = Math.floor(Date.now() / 1000) * 1000 - 180 * MINUTE;

let own: Customer;
let admin: OperationContext;

beforeAll(async () => {
  own = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), own.id, {}));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const vehicle = (of = own) => makeFridge(db(), of, { carrier: { type: "vehicle", mode: "transport" } });
const send = (readings: readonly unknown[], of = own) => ingest(deviceContext(of.id), readings);

type Sent = { device: string; at: number; position: { lon: number; lat: number }; values?: { temperature: number } };
/** So many minutes after the start, so many kilometres east of a place. */
function at({ sensor }: Vehicle, minutes: number, km: number, place: readonly [number, number] = HOME): Sent {
  const [lon, lat] = placeAt([place[0], place[1]], km * 1000, 90);
  return { device: sensor.serialNumber, at: START + minutes * MINUTE, position: { lon, lat } };
}
/** Half an hour's drive, a run of faults, 0°, 0°, half an hour more. */
function drive(of: Vehicle): Sent[] {
  const nowhere = { device: of.sensor.serialNumber, position: { lon: 0, lat: 0 } };
  return [
    ...Array.from({ length: 40 }, (_, minute) => at(of, minute, minute)),
    ...Array.from({ length: 6 }, (_, step) => at(of, 40 + step, step, MUNICH)),
    ...[46, 47].map((minute) => ({ ...nowhere, at: START + minute * MINUTE })),
    ...Array.from({ length: 40 }, (_, step) => at(of, 48 + step, 48 + step)),
  ];
}

const sql = () => db().$client;
async function stored(carrierId: number) {
  const minutesOf = (rows: readonly { at: number }[]) => rows.map((row) => Math.round((row.at - START) / MINUTE));
  const valid = await sql()<{ at: number }[]>`
    select round(date_part('epoch', at) * 1000) as at from position where carrier_id = ${carrierId} order by position.at`;
  const invalid = await sql()<{ at: number; fault: string }[]>`
    select round(date_part('epoch', at) * 1000) as at, fault from invalid_position where carrier_id = ${carrierId}
     order by invalid_position.at`;
  const [state] = await sql()<{ at: number | null; longitude: number | null }[]>`
    select round(date_part('epoch', position_at) * 1000) as at, longitude from carrier_state where carrier_id = ${carrierId}`;
  const crossings = await sql()<{ at: number; kind: string }[]>`
    select round(date_part('epoch', at) * 1000) as at, kind from geofence_event where carrier_id = ${carrierId}
     order by geofence_event.at, kind`;
  return {
    valid: minutesOf(valid),
    invalid: minutesOf(invalid),
    faults: invalid.map(({ fault }) => fault),
    now: state?.at == null ? null : minutesOf([{ at: state.at }])[0],
    crossings: crossings.map(({ kind, at: when }) => `${kind} ${minutesOf([{ at: when }])}`),
  };
}
const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, step) => from + step);

describe("two positions of a carrier at one instant", () => {
  it("are a repeat where they are the same and a conflict where they are not, in one batch as across batches", async () => {
    const lorry = await vehicle();
    const [first, other] = [at(lorry, 0, 1), at(lorry, 0, 1.2)];
    const conflict = [
      { index: 2, reason: expect.stringMatching(/^conflict: position is recorded as 113\.\d+, 23\.\d+ at/) },
    ];
    expect(await send([first, first, other])).toEqual({ accepted: 1, duplicates: 1, rejected: conflict });
    expect(await send([first, at(lorry, 1, 1), other])).toEqual({ accepted: 1, duplicates: 1, rejected: conflict });
    const [row] =
      await sql()`select longitude from position where carrier_id = ${lorry.carrier.id} order by at limit 1`;
    expect(row).toEqual({ longitude: first.position.lon });
  });

  it("of an invalid one as well", async () => {
    const lorry = await vehicle();
    const zero = { ...at(lorry, 0, 0), position: { lon: 0, lat: 0 } };
    expect(await send([zero])).toMatchObject({ accepted: 1 });
    expect(await send([zero, at(lorry, 0, 1)])).toMatchObject({ accepted: 0, duplicates: 1, rejected: [{ index: 1 }] });
  });

  it("cost no value that came with them", async () => {
    const lorry = await vehicle();
    await send([at(lorry, 0, 1)]);
    const result = await send([{ ...at(lorry, 0, 3), values: { temperature: 4 } }]);
    expect(result).toMatchObject({
      accepted: 1,
      duplicates: 0,
      rejected: [{ index: 0, reason: expect.stringMatching(/^conflict: position/) }],
    });
    const [row] =
      await sql()`select count(*)::int as n from reading where probe_id = ${lorry.probes.temperature as number}`;
    expect(row).toEqual({ n: 1 });
  });
});

it("a position older than they are kept is refused with the reason, and its values are taken", async () => {
  const mine = await makeCustomer(db());
  await db()
    .insert(parameter)
    .values({ code: "customer.retentionDays", customerId: mine.id, type: "integer", content: "3000" });
  const lorry = await vehicle(mine);
  const old = { ...at(lorry, 0, 0), at: Date.now() - 400 * DAY };
  const result = await send([old, { ...old, at: old.at + 1, values: { temperature: 4 } }], mine);
  const reason = expect.stringMatching(/^at: before .*, positions are kept for 365 days \(retention\.gpsBackupDays\)$/);
  expect(result).toEqual({
    accepted: 1,
    duplicates: 0,
    rejected: [
      { index: 0, reason },
      { index: 1, reason },
    ],
  });
});

describe("positions that no vehicle reaches", () => {
  it("are kept apart, and are on no track, in no geofence and not where the vehicle is", async () => {
    const lorry = await vehicle();
    const fence = {
      name: `Munich ${Date.now()}`,
      shape: "circle",
      longitude: MUNICH[0],
      latitude: MUNICH[1],
      radiusMetres: 5000,
    } as const;
    await geofences.create.call(admin, { ...fence, customerId: own.id });
    expect(await send(drive(lorry))).toMatchObject({ accepted: 88, rejected: [] });
    const expected = {
      valid: [...minutes(0, 40), ...minutes(48, 88)],
      invalid: minutes(40, 48),
      faults: [...Array(6).fill("speed"), "nowhere", "nowhere"],
      now: 87,
      crossings: [],
    };
    expect(await stored(lorry.carrier.id)).toEqual(expected);
    const range = { from: START - 1, to: START + 100 * MINUTE };
    const trace = await getTrace.call(admin, { id: lorry.carrier.id, ...range });
    expect(trace).toMatchObject({ positionCount: 80, invalidCount: 8 });
    expect(trace.invalid.map(({ fault }) => fault)).toEqual(expected.faults);
    expect(trace.summary.distanceMetres).toBeLessThan(90_000);
    expect(trace.summary.maximumKmh).toBeLessThan(70);
  });

  it("are none however long they go on, and the vehicle is where it is as soon as it is back", async () => {
    const lorry = await vehicle();
    const heard: LiveEvent[] = [];
    const end = await liveBus().subscribe((events) => heard.push(...events.filter(({ type }) => type === "position")));
    for (const one of minutes(0, 35).map((minute) => at(lorry, minute, 0))) await send([one]);
    for (const minute of minutes(40, 100)) await send([at(lorry, minute, 0, MUNICH)]);
    expect(await stored(lorry.carrier.id)).toMatchObject({ now: 34, invalid: minutes(40, 100) });
    for (const minute of minutes(100, 105)) await send([at(lorry, minute, 20)]);
    expect(await stored(lorry.carrier.id)).toMatchObject({
      now: 104,
      invalid: minutes(40, 100),
      valid: [...minutes(0, 35), ...minutes(100, 105)],
    });
    expect(heard.filter(({ data }) => (data as { longitude: number }).longitude < 20)).toEqual([]);
    await end();
  });

  it("nearby are believed once the vehicle could have been driven there, and taken back if it never was", async () => {
    const lorry = await vehicle();
    await send(minutes(0, 35).map((minute) => at(lorry, minute, 0)));
    for (const minute of minutes(35, 55)) await send([at(lorry, minute, 70)]);
    // 70 km take 17 minutes at 250 km/h.
    expect(await stored(lorry.carrier.id)).toMatchObject({ now: 54, invalid: [], valid: minutes(0, 55) });
    for (const minute of minutes(55, 90)) await send([at(lorry, minute, 0)]);
    expect(await stored(lorry.carrier.id)).toMatchObject({ now: 89, invalid: minutes(35, 55) });
    const lateAgain = [at(lorry, 54.5, 70), at(lorry, 89.5, 0)];
    await send(lateAgain);
    expect((await stored(lorry.carrier.id)).valid).toHaveLength(35 + 36);
  });

  it("of 0°, 0° are kept apart whoever sends them, and cost nothing of the drive", async () => {
    const lorry = await vehicle();
    await send(minutes(0, 40).map((minute) => at(lorry, minute, minute)));
    const { serialNumber, mac } = lorry.sensor;
    const from = new Date(START + 40 * MINUTE);
    await ingestOsmAnd.call(deviceContext(own.id, from), { id: serialNumber, lat: "0", lon: "0" } as never);
    await ingestTts.call(deviceContext(own.id, new Date(START + 41 * MINUTE)), {
      payload: {
        end_device_ids: { dev_eui: mac as string },
        uplink_message: { decoded_payload: { latitude: 0, longitude: 0 } },
      },
    });
    await send([at(lorry, 42, 42)]);
    expect(await stored(lorry.carrier.id)).toMatchObject({
      now: 42,
      invalid: [40, 41],
      faults: ["nowhere", "nowhere"],
      valid: [...minutes(0, 40), 42],
    });
    const trace = await getTrace.call(admin, { id: lorry.carrier.id, from: START - 1, to: START + 100 * MINUTE });
    expect(trace.invalidCount).toBe(2);
  });

  it("take their place back from a first fault once two others agree, and the consoles are told", async () => {
    const lorry = await vehicle();
    const heard: LiveEvent[] = [];
    const end = await liveBus().subscribe((events) => heard.push(...events.filter(({ type }) => type === "position")));
    await send([at(lorry, 5, 0, MUNICH)]);
    expect(await stored(lorry.carrier.id)).toMatchObject({ now: 5 });
    await send([at(lorry, 1, 1), at(lorry, 2, 2)]);
    expect(await stored(lorry.carrier.id)).toMatchObject({ now: 2, invalid: [5] });
    // Consoles are told after the answer, so the last event may still be on its way.
    await expect
      .poll(() => heard.map(({ data }) => [(data as { at: number }).at, (data as { isRestated?: boolean }).isRestated]))
      .toEqual([
        [START + 5 * MINUTE, undefined],
        [START + 2 * MINUTE, true],
      ]);
    await end();
  });

  it("are the same in whatever order and batches they come, and so are the geofences", async () => {
    const fence = {
      name: `on the way ${Date.now()}`,
      shape: "circle",
      longitude: HOME[0],
      latitude: HOME[1],
      radiusMetres: 20_000,
    } as const;
    await geofences.create.call(admin, { ...fence, customerId: own.id });
    const reference = await vehicle();
    for (const one of drive(reference)) await send([one]);
    const expected = await stored(reference.carrier.id);
    expect(expected.invalid).toEqual(minutes(40, 48));
    expect(expected.crossings).toEqual(["enter 0", "exit 21"]);
    for (const [seed, size] of [
      [7, 1],
      [13, 5],
      [29, 17],
      [61, 88],
    ] as const) {
      const lorry = await vehicle();
      const all = drive(lorry);
      const shuffled = all.map((_, index) => all[(index * seed + 3) % 88] as Sent);
      for (let start = 0; start < 88; start += size) await send(shuffled.slice(start, start + size));
      expect([seed, await stored(lorry.carrier.id)]).toEqual([seed, expected]);
    }
  });

  it("go with what is dropped by retention and with their carrier", async () => {
    const lorry = await vehicle();
    await send(drive(lorry));
    await sql()`delete from position where carrier_id = ${lorry.carrier.id}`;
    await sql()`delete from mounting where carrier_id = ${lorry.carrier.id}`;
    await sql()`delete from carrier where id = ${lorry.carrier.id}`;
    expect(await db().$count(invalidPosition, eq(invalidPosition.carrierId, lorry.carrier.id))).toBe(0);
  });
});

it("a new geofence is judged as far back as positions are kept", async () => {
  const lorry = await vehicle();
  const old = (days: number, km: number) => ({ ...at(lorry, 0, km), at: START - days * DAY });
  await send([old(300, 80), old(299, 0), old(200, 80), old(100, 0), old(40, 80), old(9, 0)]);
  const fence = {
    name: `depot ${Date.now()}`,
    shape: "circle",
    longitude: HOME[0],
    latitude: HOME[1],
    radiusMetres: 1000,
  } as const;
  const { id } = (await geofences.create.call(admin, { ...fence, customerId: own.id })) as { id: number };
  const signal = new AbortController().signal;
  await judgePast.run({ geofenceId: id }, { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal });
  const { items } = await listGeofenceEvents.call(admin, {
    geofenceId: id,
    carrierId: lorry.carrier.id,
    iDisplayLength: 50,
  });
  const days = items.map(({ kind, at: when }) => [kind, Math.round((START - Date.parse(when)) / DAY)]);
  expect(days).toEqual([
    ["enter", 9],
    ["exit", 40],
    ["enter", 100],
    ["exit", 200],
    ["enter", 299],
  ]);
});

it("a geofence from before the past was judged is judged once as far back as positions are kept", async () => {
  const mine = await makeCustomer(db());
  const mineAdmin = await accountContext(db(), await makeUser(db(), mine.id, {}));
  const lorry = await vehicle(mine);
  const old = (days: number, km: number) => ({ ...at(lorry, 0, km), at: START - days * DAY });
  await send([old(300, 80), old(200, 0), old(100, 80), old(9, 0)], mine);
  const fence = {
    name: "depot",
    shape: "circle",
    longitude: HOME[0],
    latitude: HOME[1],
    radiusMetres: 1000,
  } as const;
  const { id } = (await geofences.create.call(mineAdmin, { ...fence, customerId: mine.id })) as { id: number };
  await sql()`update geofence set judged_from = now() - interval '31 days' where id = ${id}`;
  const off = (await geofences.create.call(mineAdmin, { ...fence, name: "off", customerId: mine.id })) as {
    id: number;
  };
  await sql()`update geofence set judged_from = now(), is_enabled = false where id = ${off.id}`;
  await clearQueue(db());
  const job = { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal };
  const queued = async () => {
    await judgeKept.run({}, job);
    const ids: number[] = [];
    await runQueue([
      { ...judgePast, run: async (payload) => void ids.push(JudgePast.parse(payload).geofenceId) } as Job,
    ]);
    return ids.filter((one) => one === id || one === off.id);
  };
  expect(await queued()).toEqual([id]);
  expect(await queued()).toEqual([]);
  const [row] = await sql()`select bool_and(judged_from = 'epoch') as all from geofence where customer_id = ${mine.id}`;
  expect(row).toEqual({ all: true });
  await judgePast.run({ geofenceId: id }, job);
  const { items } = await listGeofenceEvents.call(mineAdmin, { geofenceId: id, iDisplayLength: 50 } as never);
  expect(items.map(({ kind, at: when }) => [kind, Math.round((START - Date.parse(when)) / DAY)])).toEqual([
    ["enter", 9],
    ["exit", 100],
    ["enter", 200],
  ]);
});

import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { exception, mounting, probe } from "@/db/schema";
import { ingestTts } from "@/features/adapter/lorawan/tts.operations";
import { mountDevice } from "@/features/carrier/mounting/mounting.operations";
import { readDevice } from "@/features/device/list.operations";
import { ingestReadings } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
const NOW = new Date("2026-11-20T08:00:00.000Z");
const at = (minute: number) => new Date(NOW.getTime() + (minute - 60) * 60_000).toISOString();

let own: Customer;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
beforeAll(async () => {
  own = await makeCustomer(db());
});
beforeEach(async () => {
  fridge = await makeFridge(db(), own, { measures: ["temperature", "humidity"] });
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const sender = () => deviceContext(own.id, NOW);
const uplink = (minute: number, decoded_payload: Record<string, unknown>) =>
  ingestTts.call(sender(), {
    payload: {
      end_device_ids: { dev_eui: fridge.sensor.mac as string },
      received_at: at(minute),
      uplink_message: { received_at: at(minute), decoded_payload },
    },
  });

const probesOf = async (deviceId = fridge.sensor.id) => {
  const rows = await db().$client<{ key: string; carrierId: number | null; values: number[]; faults: number[] }[]>`
    select concat_ws('.', p.measure, nullif(p.channel, '')) as key, m.carrier_id::int as "carrierId",
           array(select value from reading r where r.probe_id = p.id order by at) as values,
           array(select value from invalid_reading i where i.probe_id = p.id order by at) as faults
      from probe p left join mounting m on m.probe_id = p.id and m.unmounted_at is null
     where p.device_id = ${deviceId} order by p.id`;
  return Object.fromEntries(rows.map(({ key, ...row }) => [key, row]));
};

describe("a device with a probe outside and one inside", () => {
  it("keeps both: the one that was mounted takes the first name, the other waits to be mounted", async () => {
    const answer = await uplink(1, { TempC_TMP117: 4.1, TempC_SHT: 28.29, Hum_SHT: 55 });
    expect(answer).toMatchObject({ accepted: 1, rejected: [] });
    expect(await probesOf()).toEqual({
      "temperature.external": { carrierId: fridge.carrier.id, values: [4.1], faults: [] },
      "humidity.internal": { carrierId: fridge.carrier.id, values: [55], faults: [] },
      "temperature.internal": { carrierId: null, values: [28.29], faults: [] },
    });
    expect(await db().select().from(exception).where(eq(exception.carrierId, fridge.carrier.id))).toEqual([]);
  });

  it("mounts one by its name", async () => {
    await uplink(1, { TempC_DS: 4.1, TempC_SHT: 21 });
    const room = await makeFridge(db(), own);
    const admin = await accountContext(db(), await makeUser(db(), own.id), { now: NOW });
    const mounted = await mountDevice.call(admin, {
      id: room.carrier.id,
      deviceId: fridge.sensor.id,
      measures: ["temperature.internal"],
    });
    expect(mounted.measures).toEqual(["temperature.internal"]);
    expect((await probesOf())["temperature.internal"]?.carrierId).toBe(room.carrier.id);
    expect((await probesOf())["temperature.external"]?.carrierId).toBe(fridge.carrier.id);
    await expect(
      mountDevice.call(admin, { id: room.carrier.id, deviceId: fridge.sensor.id, measures: ["temperature.fourth"] }),
    ).rejects.toMatchObject({ code: "INVALID" });
  });

  it("takes a value without a channel for the probe that was there first, and a named one beside it for another", async () => {
    await uplink(1, { TempC_DS: 4.1 });
    await uplink(2, { temperature: 4.2 });
    await uplink(3, { temperature: 4.3, TempC_DS: 4.4 });
    expect(await probesOf()).toMatchObject({
      "temperature.external": { carrierId: fridge.carrier.id, values: [4.1, 4.2, 4.4] },
      temperature: { carrierId: null, values: [4.3] },
    });
  });

  it("is one probe for each name, however many tell of it at once", async () => {
    await Promise.all([1, 2, 3, 4, 5, 6].map((minute) => uplink(minute, { TempC_DS: minute, TempC_SHT: 20 })));
    const probes = await probesOf();
    expect(Object.keys(probes).sort()).toEqual(["humidity", "temperature.external", "temperature.internal"]);
    expect(probes["temperature.external"]?.values).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await db().select().from(mounting).where(eq(mounting.carrierId, fridge.carrier.id))).toHaveLength(2);
  });
});

describe("a fault value", () => {
  it("is kept as a fault of its probe: no reading, no alarm, and the device says so", async () => {
    await uplink(1, { TempC_DS: 5, TempC_SHT: 21 });
    const answer = await uplink(2, { TempC_DS: 327.67, TempC_SHT: 21 });
    expect(answer).toMatchObject({ accepted: 1, invalid: 1, rejected: [] });
    const external = (await probesOf())["temperature.external"];
    expect(external).toEqual({ carrierId: fridge.carrier.id, values: [5], faults: [327.67] });
    expect(await db().select().from(exception).where(eq(exception.carrierId, fridge.carrier.id))).toEqual([]);
    const admin = await accountContext(db(), await makeUser(db(), own.id), { now: NOW });
    const faulty = async () =>
      (await readDevice(admin, ["sensor"], fridge.sensor.id)).probes
        .filter((one) => one.faultAt !== null && one.faultAt > (one.at ?? 0))
        .map(({ channel }) => channel);
    expect(await faulty()).toEqual(["external"]);
    await uplink(3, { TempC_DS: 5.1, TempC_SHT: 21 });
    expect(await faulty()).toEqual([]);
  });

  it("is a repetition when it comes again", async () => {
    await uplink(1, { TempC_DS: -127 });
    expect(await uplink(1, { TempC_DS: -127 })).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it("of a probe that was never there takes no other's place", async () => {
    await uplink(1, { TempC_DS: 327.67, TempC_SHT: 5.1 });
    expect(await probesOf()).toMatchObject({
      "temperature.internal": { carrierId: fridge.carrier.id, values: [5.1], faults: [] },
      "temperature.external": { carrierId: null, values: [], faults: [327.67] },
    });
  });
});

describe("the door of our own", () => {
  const post = (reading: Record<string, unknown>) =>
    ingestReadings.call(sender(), { readings: [{ device: fridge.sensor.serialNumber, at: at(1), ...reading }] });

  it("takes probes by their names, and their faults", async () => {
    expect(
      await post({ values: { "temperature.External": 4 }, faults: { "temperature.internal": 6553.5 } }),
    ).toMatchObject({ accepted: 1, invalid: 1 });
    expect(await probesOf()).toMatchObject({
      "temperature.external": { values: [4], faults: [] },
      "temperature.internal": { values: [], faults: [6553.5] },
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no channel", { values: { "temperature.": 4 } }, "values.temperature.: unknown measure"],
    [
      "a channel of another alphabet's signs",
      { values: { "temperature.a b": 4 } },
      "values.temperature.a b: unknown measure",
    ],
    [
      "a value out of bounds",
      { values: { "humidity.internal": 101 } },
      "values.humidity.internal: must be from 0 to 100",
    ],
    ["a fault of nothing", { values: { temperature: 4 }, faults: { nothing: 1 } }, "faults.nothing: unknown measure"],
    [
      "a fault that is no number",
      { values: { temperature: 4 }, faults: { humidity: "x" } },
      "faults.humidity: must be a finite number",
    ],
    [
      "a fault beside a value",
      { values: { temperature: 4 }, faults: { temperature: 85 } },
      "faults.temperature: the probe has a value as well",
    ],
  ])("refuses %s", async (_, reading, reason) => {
    expect(await post(reading)).toMatchObject({ accepted: 0, rejected: [{ index: 0, reason }] });
    expect(
      await db()
        .select()
        .from(probe)
        .where(and(eq(probe.deviceId, fridge.sensor.id)))
        .orderBy(asc(probe.id)),
    ).toHaveLength(2);
  });

  it("makes no more than 64 of a device, and takes what comes of those", async () => {
    const own = (index: number, from: number, to: number) => ({
      device: fridge.sensor.serialNumber,
      at: at(index),
      values: Object.fromEntries(Array.from({ length: to - from }, (_, place) => [`temperature.a${from + place}`, 4])),
    });
    const send = (...readings: object[]) => ingestReadings.call(sender(), { readings });
    expect(await send(own(1, 0, 40), own(2, 40, 70), own(3, 40, 62))).toMatchObject({
      accepted: 2,
      rejected: [{ index: 1, reason: expect.stringMatching(/^values\.temperature\.a\d+: the device has 64 probes/) }],
    });
    expect(await send(own(4, 0, 40), own(5, 63, 67))).toMatchObject({ accepted: 1, rejected: [{ index: 1 }] });
    const { length } = await db().select().from(probe).where(eq(probe.deviceId, fridge.sensor.id));
    expect(length).toBeLessThanOrEqual(64);
    expect(length).toBeGreaterThanOrEqual(62);
  });
});

import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { DEVICE_KINDS } from "@/db/enums";
import { decoderMapping } from "@/db/schema";
import { ingestInflux } from "@/features/adapter/influx.operations";
import { ingestTts } from "@/features/adapter/lorawan/tts.operations";
import {
  getDecoderMapping,
  saveDecoderMapping,
  tryDecoderMapping,
} from "@/features/adapter/mapping/mapping.operations";
import type { MappingDto } from "@/features/adapter/mapping/mapping.schema";
import { ingestOsmAnd } from "@/features/adapter/osmand.operations";
import { ingestTelemetry } from "@/features/adapter/thingsboard.operations";
import { ingestZigbee2Mqtt } from "@/features/adapter/zigbee2mqtt/operations";
import { liveBus } from "@/lib/live/live";
import { windowOf } from "@/lib/page/device-window";
import { accountContext, makeUser } from "../factories/account";
import { makeDevice } from "../factories/device";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { deviceContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
beforeAll(async () => {
  other = await makeCustomer(db());
});
beforeEach(async () => {
  own = await makeCustomer(db());
  fridge = await makeFridge(db(), own);
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const NOW = Date.now();
const send = (decoded_payload: Record<string, unknown>, seconds = 0, device = fridge, customer = own) =>
  ingestTts.call(deviceContext(customer.id, new Date(NOW + seconds * 1000)), {
    payload: {
      end_device_ids: { dev_eui: device.sensor.mac as string },
      uplink_message: { received_at: new Date(NOW + seconds * 1000).toISOString(), decoded_payload },
    },
  });
const admin = async (customer = own) => accountContext(db(), await makeUser(db(), customer.id));
const valuesOf = async (device = fridge) => {
  const rows = await db().$client<{ key: string; values: number[] }[]>`
    select concat_ws('.', p.measure, nullif(p.channel, '')) as key, array_agg(r.value order by r.at) as values
      from probe p join reading r on r.probe_id = p.id where p.device_id = ${device.sensor.id} group by p.id`;
  return Object.fromEntries(rows.map(({ key, values }) => [key, values]));
};
const kelvin = {
  field: "kuehlschrank",
  as: "measure",
  measure: "temperature",
  unit: "°C",
  scale: 0.1,
  offset: -1,
} as const;
const save = async (fields: readonly object[], ctx = admin()) =>
  saveDecoderMapping.call(await ctx, { id: fridge.sensor.id, fields } as never);
const stored = async () => db().select().from(decoderMapping).where(eq(decoderMapping.customerId, own.id));

describe("a mapping", () => {
  it("is tried on the last messages, stored, and applies from then on to devices of the type", async () => {
    expect(await send({ kuehlschrank: 52, noise: "x" })).toMatchObject({
      accepted: 0,
      ignored: ["kuehlschrank", "noise"],
    });
    const ctx = await admin();
    const before = await getDecoderMapping.call(ctx, { id: fridge.sensor.id });
    expect(before.messages.map(({ adapter }) => adapter)).toEqual(["tts"]);
    const field = ({ messages }: MappingDto) => messages[0]?.fields.find((one) => one.field === "kuehlschrank");
    expect(field(before)).toEqual({ field: "kuehlschrank", raw: 52, read: null, reason: null, displacedBy: null });
    const fields = [kelvin, { field: "noise", as: "ignore" }] as const;
    const tried = await tryDecoderMapping.call(ctx, { id: fridge.sensor.id, fields } as never);
    expect(field(tried)?.read).toEqual({ measure: "temperature", channel: "", value: 4.2, isFault: false });
    expect(await stored()).toEqual([]);
    const { id } = await save(fields);
    expect(await trailOf(db(), own.id, "decoderMapping", id)).toMatchObject([{ operation: "decoderMapping.save" }]);
    const twin = await makeFridge(db(), own);
    expect(await send({ kuehlschrank: 53, noise: "x" }, 1, twin)).toMatchObject({ accepted: 1, rejected: [] });
    expect(await send({ Kuehlschrank: 54, noise: "x" }, 1)).not.toHaveProperty("ignored");
    expect([await valuesOf(twin), await valuesOf()]).toEqual([{ temperature: [4.3] }, { temperature: [4.4] }]);
  });

  it("overrides what the table of names says, leaves the other fields, and tells what gives no number", async () => {
    await save([
      { field: "temperature", as: "measure", measure: "temperature", unit: "°F", channel: "outlet" },
      { field: "humidity", as: "ignore" },
    ]);
    await send({ temperature: 39.2, humidity: 55, co2: 700 });
    expect(await valuesOf()).toEqual({ "temperature.outlet": [4], co2: [700] });
    expect(await send({ temperature: "warm", co2: 701 }, 1)).toMatchObject({
      accepted: 1,
      rejected: [{ index: 0, reason: "uplink_message.decoded_payload.temperature: must be a number" }],
    });
    expect(await send({ temperature: 327.67, co2: 702 }, 2)).toMatchObject({ accepted: 1, invalid: 1 });
  });

  it("reads what the reader without it reads: units, values with a unit, lists and what is nested", async () => {
    await save([
      { field: "kern", as: "measure", measure: "temperature", unit: "°C" },
      { field: "deep.er.core.t", as: "measure", measure: "temperature", unit: "°C", channel: "deep" },
      { field: "probes.2", as: "measure", measure: "temperature", unit: "°C", channel: "second" },
      { field: "text", as: "measure", measure: "humidity", unit: "%" },
    ]);
    const answer = await send({
      kern: { displayName: "Core", unit: "°C", value: 4.2 },
      deep: { er: { core: { t: "5.1 °C" } } },
      probes: [1, 2],
      text: "55 %",
    });
    expect(answer).toMatchObject({ accepted: 1, rejected: [] });
    expect(await valuesOf()).toMatchObject({
      temperature: [4.2],
      "temperature.deep": [5.1],
      "temperature.second": [2],
      humidity: [55],
    });
  });

  it("that takes the probe of a known field names the one that is not read any more", async () => {
    await save([{ field: "foo", as: "measure", measure: "temperature", unit: "°C" }]);
    expect(await send({ temperature: 4, foo: 5 })).toMatchObject({ accepted: 1, ignored: ["temperature"] });
    expect(await valuesOf()).toEqual({ temperature: [5] });
    const { messages } = await getDecoderMapping.call(await admin(), { id: fridge.sensor.id });
    expect(messages[0]?.fields).toMatchObject([{ field: "foo" }, { field: "temperature", displacedBy: "foo" }]);
  });

  it("of two fields for one probe is refused, by the field and the rule", async () => {
    await expect(save([kelvin, { ...kelvin, field: "twin" }])).rejects.toMatchObject({
      issues: [{ path: ["fields", 1, "channel"], params: { rule: "sameProbe" } }],
    });
    expect(await stored()).toEqual([]);
  });

  it("that yields no number says so in the caller's language", async () => {
    await send({ kuehlschrank: "warm" });
    const ctx = await admin();
    await expect(save([kelvin], Promise.resolve({ ...ctx, locale: "es" }))).rejects.toMatchObject({
      message: expect.stringContaining("no es un número en esta unidad"),
      details: {
        issues: [{ message: expect.stringContaining('kuehlschrank: los últimos mensajes contienen "warm"') }],
      },
    });
  });

  it("that yields no number is refused with field, rule and what to do, and nothing is stored", async () => {
    await send({ kuehlschrank: "warm" });
    await expect(save([{ field: "other", as: "ignore" }, kelvin])).rejects.toMatchObject({
      code: "INVALID",
      details: { issues: [{ path: "fields.1.field", rule: "noNumber", message: expect.stringContaining('"warm"') }] },
    });
    expect(await stored()).toEqual([]);
  });

  it("of a field that no message has is refused by its name, and accepted while there is no message", async () => {
    await save([kelvin]);
    await send({ kuehlschrank: 52 });
    const mistyped = { ...kelvin, field: "kuelschrank", channel: "2" };
    await expect(save([kelvin, mistyped])).rejects.toMatchObject({
      code: "INVALID",
      details: {
        issues: [{ path: "fields.1.field", rule: "notSent", message: expect.stringContaining("kuelschrank") }],
      },
    });
    await send({ other: 1 }, 1);
    await save([{ ...kelvin, scale: 0.2 }]);
    expect((await stored())[0]?.fields).toMatchObject([{ field: "kuehlschrank", scale: 0.2 }]);
  });

  it.each<[string, readonly object[]]>([
    ["a unit of another measure", [{ ...kelvin, unit: "ppm" }]],
    ["a field twice", [kelvin, { field: "Kuehl_Schrank", as: "ignore" }]],
    ["a factor of nothing", [{ ...kelvin, scale: 0 }]],
    ["a channel of other signs", [{ ...kelvin, channel: "a b" }]],
    ["no field", [{ field: " ", as: "ignore" }]],
    ["too many", Array.from({ length: 101 }, (_, index) => ({ field: `f${index}`, as: "ignore" }))],
  ])("with %s is refused", async (_, fields) => {
    await expect(save(fields)).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  it("is its customer's alone, and takes permission", async () => {
    await save([kelvin]);
    const foreign = await makeFridge(db(), other);
    expect(await send({ kuehlschrank: 52 }, 0, foreign, other)).toMatchObject({
      accepted: 0,
      ignored: ["kuehlschrank"],
    });
    await expect(save([kelvin], admin(other))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getDecoderMapping.call(await admin(other), { id: fridge.sensor.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const guest = accountContext(db(), await makeUser(db(), own.id, { permissions: ["viewDecoderMapping"] }));
    await expect(save([], guest)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await stored())[0]?.fields).toHaveLength(1);
  });
});

it("the last messages are tried with the reader that they came through", async () => {
  const { serialNumber } = fridge.sensor;
  const readAs = async () => {
    const { messages } = await getDecoderMapping.call(await admin(), { id: fridge.sensor.id });
    return Object.fromEntries(
      (messages[0]?.fields ?? []).map(({ field, read }) => [field, read && [read.measure, read.value]]),
    );
  };
  const at = (seconds: number) => deviceContext(own.id, new Date(NOW + seconds * 1000));
  const state = { contact: true, voltage: 3005, temperature: 4 };
  await ingestZigbee2Mqtt.call(at(0), { payload: { topic: `zigbee2mqtt/${serialNumber}`, payload: state } });
  expect(await readAs()).toEqual({
    contact: ["door", 0],
    voltage: ["voltage", 3.005],
    temperature: ["temperature", 4],
  });
  await ingestTelemetry.call(at(20), { payload: { power: 1, temperature: 4 }, device: serialNumber });
  expect(await readAs()).toEqual({ power: ["power", 1], temperature: ["temperature", 4] });
  await ingestInflux.call(at(40), { payload: `cold,device=${serialNumber} power=0,temp_f=39.2`, precision: "ns" });
  expect(await readAs()).toEqual({ power: ["power", 0], temp_f: ["temperature", 4] });
  await ingestOsmAnd.call(at(60), { id: serialNumber, batt: "3.6", power: "12.4" } as never);
  expect(await readAs()).toEqual({ batt: ["battery", 3.6], power: null });
});

it.each(DEVICE_KINDS)("the window of a %s shows how its fields are read", async (kind) => {
  const page = readFileSync(`app/[locale]/(window)${windowOf(kind, 1).split("?")[0]}/page.tsx`, "utf8");
  expect(page).toContain(`(ctx, "${kind}"))} fields={<FieldsCard />} />`);
  const { id } = await makeDevice(db(), own, kind, { serialNumber: `FIELDS-${kind}-${own.id}` });
  await ingestTelemetry.call(deviceContext(own.id, new Date(NOW)), {
    payload: { signal: -60, noise: 1 },
    device: `FIELDS-${kind}-${own.id}`,
  });
  const { messages } = await getDecoderMapping.call(await admin(), { id });
  expect(messages[0]?.fields).toMatchObject([
    { field: "noise", read: null },
    { field: "signal", read: { value: -60 } },
  ]);
});

it("the last of many messages in a moment is shown, and a busy device is no hot row", async () => {
  const newest = async () =>
    (await getDecoderMapping.call(await admin(), { id: fridge.sensor.id })).messages.map(
      ({ fields }) => fields[0]?.raw,
    );
  for (let index = 1; index <= 17; index += 1) await send({ count: index }, index * 0.3);
  expect(await newest()).toEqual([17, 16, 15, 14, 13]);
  for (let index = 18; index <= 30; index += 1) await send({ count: index }, 6);
  expect((await newest())[0]).toBe(20);
  await send({ count: 31 }, 16);
  expect(await newest()).toEqual([31, 20, 19, 18, 17]);
  await send({ count: 32 }, 17);
  await send({ count: 33 }, 26);
  expect(await newest()).toEqual([33, 31, 20, 19, 18]);
});

it("the last messages of a device are bounded", async () => {
  for (let index = 0; index < 8; index += 1) await send({ count: index }, index * 11);
  const { messages } = await getDecoderMapping.call(await admin(), { id: fridge.sensor.id });
  expect(messages.map(({ fields }) => fields[0]?.raw)).toEqual([7, 6, 5, 4, 3]);
  await send({ long: "x".repeat(10_000) }, 200);
  await send({ count: 8 }, 201);
  expect((await getDecoderMapping.call(await admin(), { id: fridge.sensor.id })).messages[0]?.fields[0]?.raw).toBe(8);
});

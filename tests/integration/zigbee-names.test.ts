import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { ingestZigbee2Mqtt } from "@/features/adapter/zigbee2mqtt/operations";
import { liveBus } from "@/lib/live/live";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
beforeAll(async () => {
  [own, other] = [await makeCustomer(db()), await makeCustomer(db())];
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const say = (topic: string, payload: unknown, customer = own) =>
  ingestZigbee2Mqtt.call(deviceContext(customer.id, new Date()), { payload: { topic, payload } });
const list = (name: string, address: string) => [{ ieee_address: address, type: "EndDevice", friendly_name: name }];

it("a friendly name is learnt from the bridge's list, of its customer alone, and a newer list counts", async () => {
  const fridge = await makeFridge(db(), own, { device: { mac: "00158D0001DC7701" } });
  await say("zigbee2mqtt/bridge/devices", list("cold store", "0x00158d0001dc7701"));
  expect(await say("zigbee2mqtt/cold store", { temperature: 4.2 })).toMatchObject({ accepted: 1, rejected: [] });
  const values = await db().$client`select value from reading where probe_id = ${fridge.probes.temperature as number}`;
  expect([...values]).toEqual([{ value: 4.2 }]);
  expect(await say("zigbee2mqtt/cold store", { temperature: 9 }, other)).toMatchObject({
    accepted: 0,
    rejected: [{ reason: "device: unknown" }],
  });
  await say("zigbee2mqtt/bridge/devices", list("freezer", "0x00158d0001dc7701"));
  expect(await say("zigbee2mqtt/cold store", { temperature: 4.3 })).toMatchObject({ accepted: 0 });
  expect(await say("zigbee2mqtt/freezer", { temperature: 4.4 })).toMatchObject({ accepted: 1 });
});

it("a probe that is dead stays silent beside one that lives", async () => {
  const mac = "00158D0001DC7702";
  await makeFridge(db(), own, { device: { mac } });
  const tell = (payload: object) => say(`zigbee2mqtt/0x${mac.toLowerCase()}`, payload);
  expect(await tell({ temperature_1: 4, temperature_2: -18, battery: 90 })).toMatchObject({ accepted: 1 });
  await tell({ temperature_1: 4, temperature_2: -17, battery: 90 });
  await tell({ temperature_1: 4, temperature_2: -17, battery: 89 });
  await tell({ temperature_1: -327.68, temperature_2: -17, battery: 89 });
  expect(await tell({ temperature_1: -327.68, temperature_2: -17, battery: 89 })).toMatchObject({
    accepted: 0,
    duplicates: 1,
  });
  const rows = await db().$client`
    select p.measure, p.channel, array(select value from reading r where r.probe_id = p.id order by at) as values,
           array(select value from invalid_reading i where i.probe_id = p.id order by at) as faults
      from probe p join device d on d.id = p.device_id where d.mac = ${mac} and p.measure in ('temperature', 'battery')
     order by p.measure, p.channel`;
  expect([...rows]).toEqual([
    { measure: "battery", channel: "", values: [90, 89], faults: [] },
    { measure: "temperature", channel: "1", values: [4], faults: [-327.68] },
    { measure: "temperature", channel: "2", values: [-18, -17], faults: [] },
  ]);
});

it("what is repeated of an unknown device is not kept either", async () => {
  const key = "00158D0001DC7703";
  for (const battery of [90, 89, 88]) await say(`zigbee2mqtt/0x${key.toLowerCase()}`, { temperature: 4, battery });
  const rows = await db().$client`
    select r.reading -> 'values' as values from unknown_reading r join unknown_device u on u.id = r.unknown_device_id
     where u.customer_id = ${own.id} and u.key = ${key} order by r.at`;
  expect([...rows]).toEqual([
    { values: { temperature: 4, battery: 90 } },
    { values: { battery: 89 } },
    { values: { battery: 88 } },
  ]);
});

it("what came by a friendly name before the bridge's list becomes the address's, which is registered", async () => {
  const kept = () => db().$client<{ key: string; count: number; readings: object[] }[]>`
    select u.key, u.message_count as count,
           (select json_agg(r.reading - 'at' order by r.at) from unknown_reading r where r.unknown_device_id = u.id) as readings
      from unknown_device u where u.customer_id = ${customer.id} order by u.key`;
  const customer = await makeCustomer(db());
  const tell = (name: string, temperature: number) => say(`zigbee2mqtt/${name}`, { temperature }, customer);
  await tell("厨房 冰箱", 4.1);
  await tell("Freezer", -18);
  await tell("0x00158d0001dc7704", -18.5);
  await say(
    "zigbee2mqtt/bridge/devices",
    [...list("厨房 冰箱", "0x00158d0001dc7705"), ...list("Freezer", "0x00158d0001dc7704")],
    customer,
  );
  await tell("厨房 冰箱", 4.2);
  const [freezer, kitchen] = ["00158D0001DC7704", "00158D0001DC7705"];
  const reading = (device: string, temperature: number) => ({ device, values: { temperature } });
  expect([...(await kept())]).toEqual([
    { key: freezer, count: 2, readings: [reading(freezer, -18), reading(freezer, -18.5)] },
    { key: kitchen, count: 2, readings: [reading(kitchen, 4.1), reading(kitchen, 4.2)] },
  ]);
});

it("what is registered by its friendly name keeps it", async () => {
  const customer = await makeCustomer(db());
  await say("zigbee2mqtt/shelf", { temperature: 4 }, customer);
  await makeFridge(db(), customer, { device: { serialNumber: "SHELF" } });
  await say("zigbee2mqtt/bridge/devices", list("shelf", "0x00158d0001dc7706"), customer);
  const rows = await db().$client`select key from unknown_device where customer_id = ${customer.id}`;
  expect([...rows]).toEqual([{ key: "SHELF" }]);
});

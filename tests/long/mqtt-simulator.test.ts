import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { device, deviceCommand } from "@/db/schema";
import { issueDueCommands } from "@/features/device/configuration/command.jobs";
import { issueCommands } from "@/features/device/configuration/configuration.operations";
import { liveBus } from "@/lib/live/live";
import { EmbeddedBroker } from "@/lib/mqtt/embedded-broker";
import { setMqttEndpoint } from "@/lib/mqtt/endpoint";
import { endpointHandlers } from "@/worker/mqtt";
import { Courier } from "../../scripts/simulate/courier";
import { GatewayLink } from "../../scripts/simulate/link";
import { LiveDevice } from "../../scripts/simulate/world";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";

let broker: EmbeddedBroker;
const stop = new AbortController();

beforeAll(async () => {
  broker = await EmbeddedBroker.start("127.0.0.1", 0, endpointHandlers);
  setMqttEndpoint(broker);
});
afterAll(async () => {
  stop.abort();
  setMqttEndpoint(null);
  await broker.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

async function makeSimulated(settings: Record<string, unknown>) {
  const owner = await makeCustomer(db());
  const gateway = await makeGateway(db(), owner.id);
  const { sensor, probes } = await makeFridge(db(), owner, {
    gatewayId: gateway.id,
    device: { settings, reportIntervalSeconds: 60 },
  });
  const { serialNumber, typeCode, mac, reportIntervalSeconds } = sensor;
  const live = new LiveDevice(
    { serialNumber, typeCode, mac, reportIntervalSeconds, timeZone: "UTC", carrier: null, probes: [] },
    null,
    Date.now(),
  );
  const known = { serialNumber: gateway.serialNumber, typeCode: gateway.typeCode, mac: gateway.mac as string };
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const link = new GatewayLink(url, known, gateway.token, new Map([[serialNumber, live]]), stop.signal);
  const courier = new Courier(gateway.serialNumber, "http://127.0.0.1:9", gateway.token, stop.signal, link);
  const admin = await accountContext(db(), await makeUser(db(), owner.id));
  await expect.poll(() => broker.reachable()).toContain(gateway.mac);
  return { gateway, sensor, live, courier, admin, probeId: probes.temperature as number };
}

const stored = async (id: number) => (await db().select().from(device).where(eq(device.id, id)))[0];
const resultOf = async (id: number) =>
  (await db().select().from(deviceCommand).where(eq(deviceCommand.deviceId, id)))[0];
const EVERY_SECOND = { interval: 1000, timeout: 100_000 };
/** As the schedule does it, once a second. */
const strike = () => {
  const signal = new AbortController().signal;
  return issueDueCommands.run({}, { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal });
};

it("a simulated gateway introduces itself, delivers by MQTT and has its devices configured", async () => {
  const { gateway, sensor, live, courier, admin, probeId } = await makeSimulated({ sampleIntervalSeconds: 180 });
  await expect.poll(async () => (await stored(gateway.id))?.properties).toMatchObject({ tcpLink: "up" });
  expect(await stored(sensor.id)).toMatchObject({ properties: { joined: true } });
  courier.keep([{ device: sensor.serialNumber, at: Date.now(), values: { temperature: 5 } }]);
  await courier.deliver();
  expect(await db().$client`select value from reading where probe_id = ${probeId}`).toHaveLength(1);

  await issueCommands.call(admin, { deviceIds: [sensor.id] });
  await expect
    .poll(async () => {
      await strike();
      return (await stored(sensor.id))?.configStatus;
    }, EVERY_SECOND)
    .toBe("configured");
  expect(await stored(sensor.id)).toMatchObject({ reportIntervalSeconds: 180 });
  expect(live.reportIntervalSeconds).toBe(180);
});

it("a simulated device refuses what its hardware cannot do", async () => {
  const { sensor, live, admin } = await makeSimulated({ sampleIntervalSeconds: 5 });
  await issueCommands.call(admin, { deviceIds: [sensor.id] });
  await expect
    .poll(async () => {
      await strike();
      return (await resultOf(sensor.id))?.result;
    }, EVERY_SECOND)
    .toBe("failed");
  expect((await resultOf(sensor.id))?.error).toContain("at least 10");
  expect(live.reportIntervalSeconds).toBe(60);
});

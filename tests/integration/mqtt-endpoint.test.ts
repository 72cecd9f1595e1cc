import { createConnection, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { hashToken } from "@/lib/auth/token";
import { env, resetEnvironment } from "@/lib/env/env";
import { getHealth } from "@/lib/health/get-health";
import { liveBus } from "@/lib/live/live";
import { ConnectionGuard } from "@/lib/mqtt/connection-guard";
import { mqttEndpoint } from "@/lib/mqtt/endpoint";
import { type OpenEndpoint, openMqttEndpoint } from "@/worker/mqtt-endpoint";
import { freePort } from "../../scripts/product/port.mjs";
import { makeCustomer, makeGateway } from "../factories/world";
import { systemContext } from "../support/contexts";
import { GatewayClient } from "../support/gateway-client";

const open: OpenEndpoint[] = [];
let port: number;

const setPort = (value: string) => {
  process.env.MQTT_PORT = value;
  process.env.HOSTNAME = "127.0.0.1";
  resetEnvironment();
};
/** Another program on the port; what it returns ends it. */
const occupyPort = async () => {
  const other = createServer().listen(port, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  return () => new Promise((resolve) => other.close(resolve));
};
const health = async () =>
  (JSON.parse(String((await getHealth.call(systemContext(), {})).body)) as { mqtt: boolean | null }).mqtt;

beforeAll(async () => {
  port = await freePort();
});
afterEach(async () => {
  for (const door of open.splice(0)) await door.close();
  setPort("");
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

it("is not in use where nobody asked for it", async () => {
  setPort("off");
  open.push(openMqttEndpoint());
  expect(mqttEndpoint()).toBeNull();
  expect(await health()).toBeNull();
});

it("is one worker's at a time, and the next one's when that is gone", async () => {
  setPort(String(port));
  expect(await health()).toBe(false);
  const first = openMqttEndpoint();
  await expect.poll(health).toBe(true);
  const second = openMqttEndpoint();
  open.push(second);
  const gateway = await makeGateway(db(), (await makeCustomer(db())).id);
  const client = await GatewayClient.connect(`mqtt://127.0.0.1:${port}`, gateway.mac as string, gateway.token);
  await client.subscribe();
  expect(mqttEndpoint()?.reachable()).toEqual([gateway.mac]);
  await first.close();
  await expect.poll(() => client.isConnected).toBe(false);
  await expect.poll(health).toBe(true);
  const again = await GatewayClient.connect(`mqtt://127.0.0.1:${port}`, gateway.mac as string, gateway.token);
  await again.end();
});

it("knows the gateways that were heard lately when it opens", async () => {
  const remember = vi.spyOn(ConnectionGuard.prototype, "remember");
  const gateway = await makeGateway(db(), (await makeCustomer(db())).id, { lastSeenAt: new Date() });
  setPort(String(port));
  open.push(openMqttEndpoint());
  await expect.poll(health).toBe(true);
  const [known] = remember.mock.calls[0] as Parameters<ConnectionGuard["remember"]>;
  expect(known.map(({ tokenHash }) => tokenHash)).toContain(hashToken(gateway.token));
  remember.mockRestore();
});

it("stays shut while its port is taken, which health tells, and opens when the port is free", async () => {
  setPort(String(port));
  const free = await occupyPort();
  open.push(openMqttEndpoint());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await health()).toBe(false);
  await free();
  await expect.poll(health).toBe(true);
});

describe("a lock that is lost", () => {
  /** Ends the connection that the lock hangs on, as a fail-over of the database does. */
  const endLock = async () => {
    const rows = await db().$client<{ pid: number }[]>`
      select pid, pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and granted and objid = 71841
         and database = (select oid from pg_database where datname = current_database())`;
    expect(rows).toHaveLength(1);
  };
  const accepts = (at: number) =>
    new Promise<boolean>((resolve) => {
      const socket = createConnection({ host: "127.0.0.1", port: at });
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("close", () => socket.destroy());
      setTimeout(() => socket.destroy(), 100).unref();
    });

  it("closes the door, and the worker opens it when it has the lock again", async () => {
    setPort(String(port));
    open.push(openMqttEndpoint());
    await expect.poll(health).toBe(true);
    const gateway = await makeGateway(db(), (await makeCustomer(db())).id);
    const enter = () => GatewayClient.connect(`mqtt://127.0.0.1:${port}`, gateway.mac as string, gateway.token);
    const client = await enter();
    const before = mqttEndpoint();
    await endLock();
    await expect.poll(() => client.isConnected).toBe(false);
    await expect.poll(mqttEndpoint).toBeNull();
    await expect.poll(health).toBe(true);
    expect(mqttEndpoint()).not.toBe(before);
    await (await enter()).end();
  });

  it("leaves the door to one worker: never both serve, and never none for long", async () => {
    setPort(String(port));
    const ports = [port, await freePort()];
    for (const at of ports) open.push(openMqttEndpoint({ ...env(), MQTT_PORT: at }));
    const serving = async () => (await Promise.all(ports.map(accepts))).filter(Boolean).length;
    const look = async () => {
      const count = await serving();
      // The door may have changed hands between the two knocks.
      const most = count > 1 ? await serving() : count;
      expect(most).toBeLessThanOrEqual(1);
      return most;
    };
    await expect.poll(look, { interval: 50 }).toBe(1);
    for (let round = 0; round < 3; round += 1) {
      await endLock();
      const until = Date.now() + 1000;
      while (Date.now() < until) await look();
      await expect.poll(look, { interval: 50 }).toBe(1);
    }
  });

  it("is left to another worker by one that cannot have its port", async () => {
    setPort(String(port));
    const free = await occupyPort();
    open.push(openMqttEndpoint());
    await new Promise((resolve) => setTimeout(resolve, 500));
    open.push(openMqttEndpoint({ ...env(), MQTT_PORT: await freePort() }));
    await expect.poll(health).toBe(true);
    await free();
  });
});

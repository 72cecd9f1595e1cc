import { createHmac } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { connectAsync, type IPublishPacket, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { forwardState } from "@/db/schema";
import { forwardSets } from "@/features/forward/forward.operations";
import { testForwardSet } from "@/features/forward/state/operations";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { openLink } from "@/lib/outbound/link";
import type { LinkSettings } from "@/lib/outbound/link-settings";
import { outboundError } from "@/lib/outbound/outbound-error";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext, systemContext } from "../support/contexts";
import {
  HttpPlatform,
  type Message,
  startForwardWorker,
  TcpPlatform,
  temperaturesOf,
} from "../support/forward-platform";
import { longTest } from "../support/long";
import { describeWithMosquitto, type Mosquitto, startMosquitto } from "../support/mosquitto";

const PATIENT = { timeout: 60_000 };
const ending: (() => Promise<unknown>)[] = [];
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let clock = Date.now() - 3_600_000;

beforeEach(async () => {
  owner = await makeCustomer(db());
  fridge = await makeFridge(db(), owner);
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const startWorker = () => ending.push(startForwardWorker().stop);

/** A target as somebody of the platform makes it. */
const makeTarget = (values: Record<string, unknown>) =>
  forwardSets.create.call(systemContext(), {
    customerId: owner.id,
    name: "platform",
    host: "127.0.0.1",
    timeoutSeconds: 2,
    heartbeatSeconds: 0,
    ...values,
  } as never);

async function takeReadings(count: number): Promise<number[]> {
  const readings = Array.from({ length: count }, (_, index) => {
    clock += 1000;
    return { device: fridge.sensor.serialNumber, at: clock, values: { temperature: 3 + index / 100 } };
  });
  expect((await ingest(deviceContext(owner.id), readings)).accepted).toBe(count);
  return readings.map(({ values }) => values.temperature);
}

const stateOf = async (id: number) =>
  (await db().select().from(forwardState)).find(({ targetId }) => targetId === id) as typeof forwardState.$inferSelect;

const settings = (values: Partial<LinkSettings>): LinkSettings => ({
  type: "tcp",
  host: "127.0.0.1",
  port: 1,
  isTls: false,
  mayReachPrivate: true,
  timeoutMs: 1000,
  heartbeatSeconds: 0,
  username: "",
  password: null,
  path: "/in",
  clientId: "test",
  qos: 1,
  publishTopic: "frost",
  subscribeTopic: "",
  ...values,
});

/** Why a message does not arrive. */
async function failure(values: Partial<LinkSettings>): Promise<string> {
  try {
    const link = await openLink(settings(values));
    ending.push(() => link.close());
    await link.send({ id: "1", body: '{"id":"1"}' });
    return "arrived";
  } catch (error) {
    return outboundError(error).failure;
  }
}

describe("a way out", () => {
  it.each<[string, Partial<LinkSettings>, string]>([
    ["a private address without leave", { host: "127.0.0.1", mayReachPrivate: false }, "address"],
    // Told apart, a customer would learn which names the house's network has.
    ["a name that leads to one", { host: "localhost", mayReachPrivate: false }, "name"],
    ["a name that nobody has, without leave", { host: "nobody.invalid", mayReachPrivate: false }, "name"],
    ["an address of a cloud's credentials", { host: "169.254.169.254" }, "address"],
    ["a name that nobody has", { host: "nobody.invalid" }, "name"],
    ["a port where nobody listens", { port: 1 }, "unreachable"],
  ])("does not lead to %s, by none of the three", async (_, values, expected) => {
    for (const type of ["http", "mqtt", "tcp"] as const)
      expect([type, await failure({ ...values, type })]).toEqual([type, expected]);
  });

  it("does not follow a platform that sends it elsewhere", async () => {
    const platform = await HttpPlatform.start();
    ending.push(platform.close);
    platform.answer = () => 302;
    expect(await failure({ type: "http", port: platform.port })).toBe("refused");
  });
});

describe("by HTTP", () => {
  it.each([
    ["frost", "secret", `Basic ${Buffer.from("frost:secret").toString("base64")}`],
    ["", "token", "Bearer token"],
    ["", undefined, undefined],
  ])(
    "user %j with password %j is sent as %j, and with an app key each message is signed",
    async (username, password, expected) => {
      const platform = await HttpPlatform.start();
      ending.push(platform.close);
      const seen: unknown[] = [];
      platform.answer = (_message, { headers, url }) => {
        seen.push([headers.authorization, url]);
        return 201;
      };
      const values = { type: "http", port: platform.port, path: "/in?a=1", username, password, appKey: "key" };
      await makeTarget({ ...values, platformCode: "P1", vendorCode: "V1", appId: "A1" });
      const sent = await takeReadings(3);
      startWorker();
      await expect.poll(platform.temperatures, PATIENT).toEqual(sent);
      expect(seen).toEqual([[expected, "/in?a=1"]]);
      const { sign, id } = platform.messages[0] as Message;
      const text = platform.bodies[0]?.replace(`,"sign":"${sign}"}`, "}") as string;
      expect(sign).toBe(createHmac("sha256", "key").update(text).digest("hex"));
      expect(JSON.parse(text)).toMatchObject({
        id,
        type: "readings",
        platformCode: "P1",
        vendorCode: "V1",
        appId: "A1",
      });
      expect(platform.keys).toEqual([id]);
    },
  );
});

describe("by TCP", () => {
  const start = async () => {
    const platform = await TcpPlatform.start();
    ending.push(platform.close);
    return platform;
  };

  it("each line is confirmed, and one that is refused or not answered is sent again", async () => {
    const platform = await start();
    const answers: (((line: { id?: string }) => object | null) | undefined)[] = [
      ({ id }) => ({ id, ok: false, error: "not now" }),
      () => null,
    ];
    platform.answer = (line) => {
      const answer = answers.shift();
      return answer ? answer(line) : { id: line.id, ok: true };
    };
    const target = await makeTarget({ type: "tcp", port: platform.port, timeoutSeconds: 1 });
    const sent = await takeReadings(4);
    startWorker();
    await expect.poll(async () => (await stateOf(target.id)).lastSuccessAt, PATIENT).not.toBeNull();
    const messages = platform.messages();
    expect(messages).toHaveLength(3);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    expect(temperaturesOf(messages.slice(-1))).toEqual(sent);
    expect((await stateOf(target.id)).errorCode).toBe("timeout");
  });

  it("at most once waits for no answer", async () => {
    const platform = await start();
    platform.answer = () => null;
    const target = await makeTarget({ type: "tcp", port: platform.port, qos: 0 });
    const sent = await takeReadings(2);
    startWorker();
    await expect.poll(() => temperaturesOf(platform.messages()), PATIENT).toEqual(sent);
    await expect.poll(async () => (await stateOf(target.id)).lastSuccessAt, PATIENT).not.toBeNull();
    expect((await stateOf(target.id)).failures).toBe(0);
  });

  it("a user name is told first, and a refusal of it is one", async () => {
    const platform = await start();
    platform.answer = ({ id, password }) => ({ id, ok: password !== "wrong" });
    const login = { type: "tcp", port: platform.port, username: "frost" } as const;
    expect(await failure({ ...login, password: "wrong" })).toBe("login");
    expect(await failure({ ...login, password: "right" })).toBe("arrived");
    expect(platform.lines.map(({ type }) => type)).toEqual(["login", "login", undefined]);
  });

  longTest(null)("with a heartbeat one connection stands, and is taken up again when it broke", async () => {
    const platform = await start();
    const target = await makeTarget({ type: "tcp", port: platform.port, heartbeatSeconds: 1 });
    startWorker();
    const first = await takeReadings(1);
    await expect.poll(() => temperaturesOf(platform.messages()), PATIENT).toEqual(first);
    await expect.poll(() => platform.lines.some(({ type }) => type === "heartbeat"), PATIENT).toBe(true);
    expect((await stateOf(target.id)).connectedAt).not.toBeNull();
    const second = await takeReadings(1);
    await expect.poll(() => temperaturesOf(platform.messages()), PATIENT).toEqual([...first, ...second]);
    expect(platform.connections).toBe(1);

    platform.hangUp();
    await expect.poll(async () => (await stateOf(target.id)).connectedAt, PATIENT).toBeNull();
    const third = await takeReadings(1);
    await expect.poll(() => temperaturesOf(platform.messages()), PATIENT).toEqual([...first, ...second, ...third]);
    expect(platform.connections).toBe(2);
  });
});

it.each([
  ["at once", Buffer.alloc(0)],
  ["after its greeting", Buffer.from([0x20, 2, 0, 0])],
])("a broker by MQTT that announces 256 MB %s is left before it sends them", async (_, greeting) => {
  let isLeft = false;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("close", () => {
      isLeft = true;
    });
    socket.once("data", () => socket.write(Buffer.concat([greeting, Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0])])));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ending.push(() => new Promise((done) => server.close(done)));
  const { port } = server.address() as AddressInfo;
  expect(await failure({ type: "mqtt", port, timeoutMs: 10_000 })).toBe("answer");
  await expect.poll(() => isLeft, PATIENT).toBe(true);
});

describeWithMosquitto("by MQTT", () => {
  let mosquitto: Mosquitto;
  let client: MqttClient;
  let packets: IPublishPacket[];
  const port = () => Number(new URL(mosquitto.url).port);
  const messages = () => packets.map(({ payload }) => JSON.parse(String(payload)) as Message);

  beforeEach(async () => {
    mosquitto = await startMosquitto();
    ending.push(() => mosquitto.stop());
    client = await connectAsync(mosquitto.url, { clientId: "platform", clean: false });
    ending.push(() => client.endAsync(true));
    packets = [];
    client.on("message", (_topic, _payload, packet) => void packets.push(packet));
    await client.subscribeAsync("cold/+", { qos: 2 });
  });

  it.each([0, 1, 2])("quality of service %i is that of the messages", async (qos) => {
    const target = await makeTarget({ type: "mqtt", port: port(), qos, publishTopic: "cold/frost" });
    const sent = await takeReadings(3);
    startWorker();
    await expect.poll(() => temperaturesOf(messages()), PATIENT).toEqual(sent);
    expect(packets.map((packet) => [packet.topic, packet.qos])).toEqual([["cold/frost", qos]]);
    expect((await testForwardSet.call(systemContext(), { id: target.id })).ok).toBe(true);
    await expect.poll(() => messages().at(-1)?.type, PATIENT).toBe("test");
  });

  it("what came while the broker was away goes out when it is back, in its order", async () => {
    const target = await makeTarget({ type: "mqtt", port: port(), publishTopic: "cold/frost", heartbeatSeconds: 5 });
    startWorker();
    const first = await takeReadings(2);
    await expect.poll(() => temperaturesOf(messages()), PATIENT).toEqual(first);
    await client.endAsync(true);
    const second: number[] = [];
    await mosquitto.restart(async () => {
      second.push(...(await takeReadings(2)), ...(await takeReadings(1)));
      await expect.poll(async () => (await stateOf(target.id)).failures, PATIENT).toBeGreaterThan(0);
    });
    client = await connectAsync(mosquitto.url, { clientId: "platform", clean: false });
    client.on("message", (_topic, _payload, packet) => void packets.push(packet));
    await client.subscribeAsync("cold/+", { qos: 2 });
    await expect.poll(() => temperaturesOf(messages()), PATIENT).toEqual([...first, ...second]);
  });

  it("with a topic to subscribe to, the platform's own word counts", async () => {
    const values = {
      type: "mqtt",
      port: port(),
      publishTopic: "cold/frost",
      subscribeTopic: "answer/#",
      timeoutSeconds: 1,
    };
    const target = await makeTarget(values);
    const sent = await takeReadings(2);
    startWorker();
    await expect.poll(async () => (await stateOf(target.id)).errorCode, PATIENT).toBe("timeout");
    client.on("message", (_topic, payload) => {
      const { id } = JSON.parse(String(payload)) as Message;
      client.publish("answer/frost", JSON.stringify({ id, ok: true }));
    });
    await expect.poll(async () => (await stateOf(target.id)).lastSuccessAt, PATIENT).not.toBeNull();
    const ids = messages().map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect(temperaturesOf(messages().slice(-1))).toEqual(sent);
  });
});

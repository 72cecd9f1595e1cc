import { createConnection } from "node:net";
import { eq } from "drizzle-orm";
import { generate, type Packet } from "mqtt-packet";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/db/client";
import { device } from "@/db/schema";
import { findGatewayTokens } from "@/lib/auth/gateway-tokens";
import { hashToken } from "@/lib/auth/token";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { Backlog } from "@/lib/mqtt/backlog";
import { EmbeddedBroker } from "@/lib/mqtt/embedded-broker";
import { ENDPOINT_LIMITS, type EndpointLimits } from "@/lib/mqtt/limits";
import { endpointHandlers } from "@/worker/mqtt";
import { makeCustomer, makeFridge, makeGateway } from "../factories/world";
import { GatewayClient } from "../support/gateway-client";

type Gateway = Awaited<ReturnType<typeof makeGateway>>;

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let gateway: Gateway;
let neighbour: Gateway;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let broker: EmbeddedBroker;
const clients: GatewayClient[] = [];
const lookedUp = vi.spyOn(endpointHandlers, "authenticate");
const warned = vi.spyOn(log, "warn");

beforeAll(async () => {
  owner = await makeCustomer(db());
  gateway = await makeGateway(db(), owner.id);
  neighbour = await makeGateway(db(), owner.id);
  fridge = await makeFridge(db(), owner, { gatewayId: gateway.id });
});
beforeEach(() => {
  lookedUp.mockClear();
  warned.mockClear();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await broker.close();
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

type Known = Awaited<ReturnType<typeof findGatewayTokens>>;
const start = async (limits: Partial<EndpointLimits>, known: Known = []) => {
  broker = await EmbeddedBroker.start("127.0.0.1", 0, endpointHandlers, { ...ENDPOINT_LIMITS, ...limits }, known);
};
const connect = async (who: Gateway = gateway, options = {}) => {
  const client = await GatewayClient.connect(`mqtt://127.0.0.1:${broker.port}`, who.mac as string, who.token, options);
  clients.push(client);
  return client;
};
const wrong = (who: Gateway = gateway) => connect({ ...who, token: "wrong" });
const told = (): string[] => warned.mock.calls.map(([about]) => (about as unknown as { reason: string }).reason);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Stops the clock that allowances fill up by, so that a slow machine gets no more than a quick one; timers run on. */
const stopClock = () => vi.useFakeTimers({ toFake: ["Date"] });
const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms);

let clock = Date.UTC(2026, 8, 1);
const reading = () => {
  clock += 1000;
  return { device: fridge.sensor.serialNumber, at: clock, values: { temperature: 4.25 } };
};
/** A body of so many bytes whose reading is new. */
const padded = (bytes: number) => {
  const body = JSON.stringify({ readings: [reading()], padding: "" });
  return body.replace('"padding":""', `"padding":"${"x".repeat(bytes - body.length)}"`);
};
const stored = async () => {
  const [row] = await db().$client<{ count: number }[]>`
    select count(*)::int from reading where probe_id = ${fridge.probes.temperature as number}`;
  return row?.count ?? -1;
};
/** What another gateway notices: that its message is taken at once. */
const goesOn = async (client: GatewayClient) => {
  const started = performance.now();
  await client.readings([]);
  expect(performance.now() - started).toBeLessThan(20_000);
};

describe("connections", () => {
  it("of one address are bounded, and a free place is taken again", async () => {
    await start({ connectionsPerAddress: 2 });
    const [first, second] = [await connect(), await connect(neighbour)];
    await expect(connect()).rejects.toThrow();
    expect(told()).toEqual(["too many connections of this address"]);
    await goesOn(second);
    await first.end();
    await expect
      .poll(() =>
        connect().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it("of one gateway are bounded: the oldest ends, and the others go on", async () => {
    await start({ connectionsPerGateway: 2 });
    const other = await connect(neighbour);
    const own = [await connect(), await connect(), await connect()];
    await expect.poll(() => own.map(({ isConnected }) => isConnected)).toEqual([false, true, true]);
    expect(told()).toEqual(["too many connections of this gateway, the oldest ends"]);
    await Promise.all([own[1], own[2], other].map((client) => goesOn(client as GatewayClient)));
  });
});

describe("logins", () => {
  it("that go wrong too often are not looked up any more for a while, the right password neither", async () => {
    stopClock();
    await start({ failuresPerName: { burst: 3, perSecond: 2 } });
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(wrong()).rejects.toMatchObject({ code: 4 });
    lookedUp.mockClear();
    await expect(connect()).rejects.toMatchObject({ code: 3 });
    expect(lookedUp).not.toHaveBeenCalled();
    expect(told().at(-1)).toBe("too many wrong logins under this name");
    // Whoever else is at that address comes in.
    await goesOn(await connect(neighbour));
    advanceClock(600);
    await goesOn(await connect());
  });

  it("with the token that was right last time come in, whatever goes wrong beside and under their name", async () => {
    const once = { burst: 1, perSecond: 0.01 };
    await start({ failuresPerName: once, failuresPerAddress: once });
    await (await connect()).end();
    await expect(wrong()).rejects.toMatchObject({ code: 4 });
    await expect(wrong()).rejects.toMatchObject({ code: 3 });
    await goesOn(await connect());
  });

  it("of gateways that were heard lately come in after a restart, whatever knocks beside them", async () => {
    const at = Date.now() - 60_000;
    const heard = (who: Gateway, lastSeenAt: Date) =>
      db().update(device).set({ lastSeenAt }).where(eq(device.id, who.id));
    await heard(gateway, new Date(at));
    await heard(neighbour, new Date(at - 3_600_000));
    const known = await findGatewayTokens(db(), { heardSince: new Date(at - 1000), most: 10 });
    expect(known).toEqual([{ tokenHash: hashToken(gateway.token), at }]);
    const once = { burst: 1, perSecond: 0.01 };
    await start({ failuresPerAddress: once, failuresPerName: once }, known);
    await expect(wrong({ ...neighbour, mac: "DEAD0001" })).rejects.toMatchObject({ code: 4 });
    await expect(connect(neighbour)).rejects.toMatchObject({ code: 3 });
    await goesOn(await connect());
    await broker.close();
    // What was right once and is so no more, as it was replaced meanwhile, is known no longer.
    await start({ failuresPerAddress: once }, [{ tokenHash: hashToken("wrong"), at }]);
    await expect(wrong()).rejects.toMatchObject({ code: 4 });
    await expect(wrong()).rejects.toMatchObject({ code: 4 });
    await expect(wrong()).rejects.toMatchObject({ code: 3 });
  });

  it("that could not be looked up count as nothing", async () => {
    await start({ failuresPerName: { burst: 1, perSecond: 0.01 }, logins: { burst: 1, perSecond: 0.01 } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      lookedUp.mockRejectedValueOnce(new Error("the database is away"));
      await expect(connect()).rejects.toMatchObject({ code: 3 });
    }
    await goesOn(await connect());
  });

  it("that go wrong behind a proxy use up nothing of the name", async () => {
    await start({ connectionsPerAddress: null, logins: { burst: 1, perSecond: 0.01 } });
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(wrong()).rejects.toMatchObject({ code: 4 });
    await goesOn(await connect());
  });

  it("of many gateways with dead tokens leave their neighbours in", async () => {
    await start({});
    for (let index = 0; index < 122; index += 1)
      await expect(wrong({ ...neighbour, mac: `DEAD${index % 61}` })).rejects.toMatchObject({ code: 4 });
    await goesOn(await connect());
  });

  it("of one address that go wrong too often shut it, under whatever name; who is in stays in", async () => {
    stopClock();
    await start({ failuresPerAddress: { burst: 4, perSecond: 2 } });
    const inside = await connect();
    for (let attempt = 0; attempt < 4; attempt += 1)
      await expect(wrong({ ...neighbour, mac: `0000000${attempt}` })).rejects.toMatchObject({ code: 4 });
    await expect(connect(neighbour)).rejects.toMatchObject({ code: 3 });
    expect(told().at(-1)).toBe("too many wrong logins of this address");
    await goesOn(inside);
    advanceClock(600);
    await goesOn(await connect(neighbour));
  });

  it("are not counted by address behind a proxy, which all come from", async () => {
    const once = { burst: 1, perSecond: 0.01 };
    await start({ connectionsPerAddress: null, failuresPerName: once, failuresPerAddress: once });
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(wrong()).rejects.toMatchObject({ code: 4 });
    await goesOn(await connect());
  });

  it("of one gateway are bounded, the right ones too", async () => {
    await start({ logins: { burst: 2, perSecond: 0.01 } });
    for (let attempt = 0; attempt < 2; attempt += 1) await (await connect()).end();
    await expect(connect()).rejects.toMatchObject({ code: 3 });
    expect(told()).toEqual(["too many logins of this gateway"]);
    await goesOn(await connect(neighbour));
  });
});

describe("messages", () => {
  it("past the allowance are slowed down, and none is lost", async () => {
    await start({ messages: { burst: 5, perSecond: 5 } });
    const [client, other] = [await connect(), await connect(neighbour)];
    const before = await stored();
    const started = Date.now();
    const sent = Promise.all(Array.from({ length: 15 }, () => client.readings([reading()])));
    await goesOn(other);
    await sent;
    expect(Date.now() - started).toBeGreaterThan(1900);
    expect(await stored()).toBe(before + 15);
    expect(told()).toContain("too many messages, slowed down");
    expect(client.isConnected).toBe(true);
  });

  it("far past it are slowed down all the same: the connection goes on", async () => {
    await start({ messages: { burst: 1, perSecond: 50 }, backlog: { messages: 5, bytes: 100_000 } });
    const client = await connect();
    const before = await stored();
    await Promise.all(Array.from({ length: 100 }, () => client.readings([reading()])));
    expect(await stored()).toBe(before + 100);
    expect(client.isConnected).toBe(true);
  });

  it("of a long backlog are all taken, however large, and never more read than there is room for", async () => {
    const MEBIBYTE = 1024 * 1024;
    const most = { bytes: 0, messages: 0 };
    const taken = vi.spyOn(endpointHandlers, "take").mockImplementation(async () => {
      await pause(50);
      return "taken";
    });
    const add = Backlog.prototype.add;
    const read = vi.spyOn(Backlog.prototype, "add").mockImplementation(function (this: Backlog, bytes) {
      add.call(this, bytes);
      most.bytes = Math.max(most.bytes, this.bytes);
      most.messages = Math.max(most.messages, this.messages);
    });
    try {
      await start({ bytes: { burst: 16 * MEBIBYTE, perSecond: 16 * MEBIBYTE } });
      const client = await connect(gateway, { keepalive: 2 });
      const topic = `ingest/${gateway.mac}/readings`;
      const body = Buffer.alloc(MEBIBYTE, 32);
      await Promise.all(Array.from({ length: 60 }, () => client.publish(topic, body)));
      expect(taken).toHaveBeenCalledTimes(60);
      expect(client.isConnected).toBe(true);
      expect(most.messages).toBeLessThanOrEqual(5);
      expect(most.bytes).toBeLessThan(5 * (MEBIBYTE + 1024));
      expect(told().filter((reason) => reason !== "too many messages, slowed down")).toEqual([]);
    } finally {
      taken.mockRestore();
      read.mockRestore();
    }
  });

  it("that come together with the CONNECT are taken, also many of them", async () => {
    await start({});
    const before = await stored();
    const packets: Packet[] = [
      {
        cmd: "connect",
        clientId: "early",
        clean: true,
        keepalive: 60,
        username: gateway.mac as string,
        password: Buffer.from(gateway.token),
      },
      ...Array.from(
        { length: 150 },
        (_, index): Packet => ({
          cmd: "publish",
          topic: `ingest/${gateway.mac}/readings`,
          payload: JSON.stringify({ readings: [reading()] }),
          qos: 1,
          messageId: index + 1,
          dup: false,
          retain: false,
        }),
      ),
    ];
    const socket = createConnection(broker.port, "127.0.0.1");
    socket.resume();
    socket.write(Buffer.concat(packets.map((packet) => generate(packet))));
    await expect.poll(stored).toBe(before + 150);
    socket.destroy();
  });

  it("are bounded by their bytes as well", async () => {
    await start({ bytes: { burst: 20_000, perSecond: 20_000 } });
    const [client, other] = [await connect(), await connect(neighbour)];
    const topic = `ingest/${gateway.mac}/readings`;
    const before = await stored();
    stopClock();
    const sent = Promise.all([client.publish(topic, padded(20_000)), client.publish(topic, padded(10_000))]);
    await expect.poll(told).toEqual(["too many messages, slowed down"]);
    expect(await stored()).toBe(before + 1);
    advanceClock(500);
    await sent;
    expect(await stored()).toBe(before + 2);
    await goesOn(other);
  });
});

describe("packets that carry nothing", () => {
  it("are bounded in number", async () => {
    await start({ packets: { burst: 100, perSecond: 10 } });
    const [client, other] = [await connect(), await connect(neighbour)];
    client.mqtt.stream.write(Buffer.from("c000".repeat(50), "hex"));
    await goesOn(client);
    client.mqtt.stream.write(Buffer.from("c000".repeat(100), "hex"));
    await expect.poll(() => client.isConnected).toBe(false);
    expect(told()).toEqual(["too many packets"]);
    await goesOn(other);
  });

  it("are bounded in size: a gateway needs no list of a thousand filters", async () => {
    await start({});
    const [client, other] = [await connect(), await connect(neighbour)];
    const filters = Array.from({ length: 2000 }, (_, index) => `command/${index}/request`);
    client.mqtt.subscribe(filters);
    await expect.poll(() => client.isConnected).toBe(false);
    expect(told()).toEqual(["a message is too large"]);
    await goesOn(other);
  });
});

describe("subscriptions", () => {
  it("to what is not one's own are refused, and the connection ends that asks on and on", async () => {
    await start({ refusedFilters: 3 });
    const [client, other] = [await connect(), await connect(neighbour)];
    for (const filter of ["#", "command/+/request", `command/${neighbour.mac}/request`])
      expect(await client.subscribe(filter)).toBe(128);
    await goesOn(client);
    client.mqtt.subscribe("#");
    await expect.poll(() => client.isConnected).toBe(false);
    expect(told().at(-1)).toBe("too many refused subscriptions");
    await goesOn(other);
  });

  it("are kept beyond the connection for a few names of a gateway, not for any number", async () => {
    await start({ keptSessions: 1 });
    const kept = async (clientId: string) => {
      const client = await connect(gateway, { clientId, clean: false });
      await client.subscribe();
      await client.end();
      const back = await connect(gateway, { clientId, clean: false });
      await goesOn(back);
      const isReachable = broker.reachable().includes(gateway.mac as string);
      await back.end();
      return isReachable;
    };
    expect([await kept("one"), await kept("two"), await kept("one")]).toEqual([true, false, true]);
  });
});

it("does not believe a keep-alive of hours", async () => {
  await start({ keepAliveSeconds: 1 });
  const client = await connect(gateway, { keepalive: 36_000 });
  await expect.poll(() => client.isConnected).toBe(false);
});

it("closes though what is under way never ends", async () => {
  await start({});
  const client = await connect();
  const taken = vi.spyOn(endpointHandlers, "take").mockImplementation(() => new Promise(() => {}));
  const lost = expect(client.readings([reading()])).rejects.toThrow();
  await expect.poll(() => taken.mock.calls.length).toBe(1);
  const started = Date.now();
  await broker.close();
  await lost;
  expect(Date.now() - started).toBeLessThan(20_000);
  taken.mockRestore();
  await start({});
});

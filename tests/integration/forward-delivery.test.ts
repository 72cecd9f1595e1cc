import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { sendForwarding } from "@/features/forward/delivery/jobs";
import { takeIn } from "@/features/telemetry/ingest/operations";
import { liveBus } from "@/lib/live/live";
import { makeTarget } from "../factories/forward";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

type Message = {
  id: string;
  type: string;
  replay?: boolean;
  readings?: { device: string; at: string; values: Record<string, number>; carrier?: string }[];
  exceptions?: Record<string, unknown>[];
};

/** A platform that takes what it is posted, unless told to answer otherwise. */
class Platform {
  readonly messages: Message[] = [];
  readonly keys: string[] = [];
  answer: (message: Message, request: IncomingMessage) => number | Promise<number> = () => 200;
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<Platform> {
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", async () => {
        const message = JSON.parse(body) as Message;
        const status = await platform.answer(message, request);
        if (status < 300) platform.messages.push(message);
        platform.keys.push(String(request.headers["idempotency-key"]));
        response.writeHead(status).end("{}");
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const platform = new Platform(server, (server.address() as AddressInfo).port);
    return platform;
  }

  temperatures = () =>
    this.messages.flatMap((message) => message.readings ?? []).map((reading) => reading.values.temperature);

  close = () =>
    new Promise<void>((done) => {
      this.server.closeAllConnections();
      this.server.close(() => done());
    });
}

const workers: { stop: () => Promise<void> }[] = [];
const platforms: Platform[] = [];

/** A worker as it runs beside the web, with this job alone. */
function startWorker() {
  const stopping = new AbortController();
  const context = { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: stopping.signal };
  const running = sendForwarding.run({}, context);
  const worker = {
    async stop() {
      stopping.abort();
      await running;
    },
  };
  workers.push(worker);
  return worker;
}

const startPlatform = async () => {
  const platform = await Platform.start();
  platforms.push(platform);
  return platform;
};

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridge: Awaited<ReturnType<typeof makeFridge>>;
let clock = Date.now() - 3_600_000;

/** Takes in so many readings, one batch each, and returns their values. */
async function takeReadings(count: number, first = 0): Promise<number[]> {
  const values: number[] = [];
  for (let index = 0; index < count; index += 1) {
    clock += 1000;
    const temperature = 4 + (first + index) / 100;
    values.push(temperature);
    const result = await takeIn(deviceContext(owner.id), [
      { device: fridge.sensor.serialNumber, at: clock, values: { temperature } },
    ]);
    expect(result.accepted).toBe(1);
  }
  return values;
}

const stateOf = async (id: number) => {
  const [row] = await db().$client<
    {
      failures: number;
      errorCode: string | null;
      errorDetail: string | null;
      leaseOwner: string | null;
      pauseSeconds: number;
    }[]
  >`select failures, error_code as "errorCode", error_detail as "errorDetail", lease_owner as "leaseOwner",
           extract(epoch from next_try_at - error_at)::float8 as "pauseSeconds" from forward_state where target_id = ${id}`;
  return row as NonNullable<typeof row>;
};

const waiting = async () => (await db().$client`select 1 from forward_batch where customer_id = ${owner.id}`).length;

beforeEach(async () => {
  owner = await makeCustomer(db());
  fridge = await makeFridge(db(), owner);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(platforms.splice(0).map((platform) => platform.close()));
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const PATIENT = { timeout: 15_000 };

describe("what is taken in", () => {
  it("is noted for targets alone: without one nothing is kept", async () => {
    await takeReadings(2);
    expect(await waiting()).toBe(0);
    await makeTarget(db(), owner.id, { isEnabled: false });
    await makeTarget(db(), owner.id, { sendsReadings: false });
    await takeReadings(2, 2);
    expect(await waiting()).toBe(0);
    await makeTarget(db(), owner.id);
    await takeReadings(2, 4);
    expect(await waiting()).toBe(2);
  });

  it("reaches every target in its order, as one reading with device, carrier and instant", async () => {
    const [one, two] = [await startPlatform(), await startPlatform()];
    await makeTarget(db(), owner.id, { port: one.port });
    await makeTarget(db(), owner.id, { port: two.port });
    const first = await takeReadings(20);
    startWorker();
    const second = await takeReadings(20, 20);
    for (const platform of [one, two]) {
      await expect.poll(platform.temperatures, PATIENT).toEqual([...first, ...second]);
      expect(platform.messages[0]?.readings?.[0]).toEqual({
        device: fridge.sensor.serialNumber,
        carrier: fridge.carrier.name,
        at: new Date(clock - 39_000).toISOString(),
        values: { temperature: 4 },
      });
      expect(new Set(platform.keys).size).toBe(platform.keys.length);
    }
  });
});

describe("a target that is dead", () => {
  it("holds up no other, is tried again after growing pauses, and gets everything under the same keys when it is back", async () => {
    const [dead, alive] = [await startPlatform(), await startPlatform()];
    dead.answer = () => 503;
    const target = await makeTarget(db(), owner.id, { port: dead.port });
    await makeTarget(db(), owner.id, { port: alive.port });
    startWorker();
    const values = await takeReadings(5);
    await expect.poll(alive.temperatures, PATIENT).toEqual(values);
    await expect.poll(async () => (await stateOf(target.id)).failures, PATIENT).toBe(2);
    const { errorCode, errorDetail, pauseSeconds } = await stateOf(target.id);
    expect([errorCode, errorDetail, pauseSeconds]).toEqual(["refused", "HTTP 503", 2]);
    expect(dead.temperatures()).toEqual([]);

    dead.answer = () => 200;
    await expect.poll(dead.temperatures, PATIENT).toEqual(values);
    // The first message was sent three times, under one key.
    expect(dead.keys.filter((key) => key === dead.keys[0])).toHaveLength(3);
    expect((await stateOf(target.id)).failures).toBe(0);
  });

  it("that never answers holds up no other either", async () => {
    const [silent, alive] = [await startPlatform(), await startPlatform()];
    silent.answer = () => new Promise(() => {});
    const target = await makeTarget(db(), owner.id, { port: silent.port, timeoutSeconds: 1 });
    await makeTarget(db(), owner.id, { port: alive.port });
    startWorker();
    const values = await takeReadings(3);
    await expect.poll(alive.temperatures, PATIENT).toEqual(values);
    await expect.poll(async () => (await stateOf(target.id)).errorCode, PATIENT).toBe("timeout");
  });
});

describe("a worker", () => {
  it("that is stopped within a message loses nothing: the next one sends it again under the same key", async () => {
    const platform = await startPlatform();
    let asked = 0;
    platform.answer = () => {
      asked += 1;
      return new Promise(() => {});
    };
    const target = await makeTarget(db(), owner.id, { port: platform.port, timeoutSeconds: 20 });
    const first = startWorker();
    const values = await takeReadings(4);
    await expect.poll(() => asked, PATIENT).toBe(1);
    await first.stop();
    const { leaseOwner, failures } = await stateOf(target.id);
    expect([leaseOwner, failures]).toEqual([null, 0]);

    platform.answer = () => 200;
    startWorker();
    await expect.poll(platform.temperatures, PATIENT).toEqual(values);
  });

  it("that died is followed by another when its lease has run out, not before", async () => {
    const platform = await startPlatform();
    const target = await makeTarget(db(), owner.id, { port: platform.port });
    await db()
      .$client`update forward_state set lease_owner = 'dead', lease_until = now() + interval '1 hour' where target_id = ${target.id}`;
    startWorker();
    const values = await takeReadings(3);
    await pause(1500);
    expect(platform.messages).toEqual([]);
    await db().$client`update forward_state set lease_until = now() where target_id = ${target.id}`;
    await expect.poll(platform.temperatures, PATIENT).toEqual(values);
  });

  it("and another beside it send each message once, and in order", async () => {
    const platform = await startPlatform();
    await makeTarget(db(), owner.id, { port: platform.port });
    startWorker();
    startWorker();
    const values = await takeReadings(40);
    await expect.poll(platform.temperatures, PATIENT).toEqual(values);
    expect(new Set(platform.keys).size).toBe(platform.keys.length);
  });
});

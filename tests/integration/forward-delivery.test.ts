import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { numberBatches, renewLeases } from "@/features/forward/delivery/delivery.data";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { liveBus } from "@/lib/live/live";
import { makeTarget } from "../factories/forward";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";
import { HttpPlatform, startForwardWorker } from "../support/forward-platform";

const workers: { stop: () => Promise<void> }[] = [];
const platforms: HttpPlatform[] = [];

function startWorker() {
  const worker = startForwardWorker();
  workers.push(worker);
  return worker;
}

const startPlatform = async () => {
  const platform = await HttpPlatform.start();
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
    const result = await ingest(deviceContext(owner.id), [
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

const PATIENT = { timeout: 60_000 };

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

describe("what is committed late", () => {
  it("is not passed by: a batch that began first and was committed last goes out as well", async () => {
    const platform = await startPlatform();
    await makeTarget(db(), owner.id, { port: platform.port });
    const insert = (tx: ReturnType<typeof db>, value: number) => tx.$client`
      insert into forward_batch (customer_id, kind, size, first_at, content)
      values (${owner.id}, 'readings', 1, now(), ${JSON.stringify({
        probeId: [fridge.probes.temperature],
        at: [Date.now() + value * 1000],
        value: [value],
      })}::text::jsonb)`;
    startWorker();
    await transaction(db(), async (tx) => {
      await insert(tx, 1);
      // Its number of a row is higher, and it is there first.
      await insert(db(), 2);
      await expect.poll(platform.temperatures, PATIENT).toEqual([2]);
    });
    await expect.poll(platform.temperatures, PATIENT).toEqual([2, 1]);
  });

  it("is numbered once, whoever does it", async () => {
    await makeTarget(db(), owner.id);
    await takeReadings(30);
    await Promise.all([1, 2, 3, 4].map(() => numberBatches(db())));
    const rows = await db().$client<{ id: number; position: number }[]>`
      select id::int, position::int from forward_batch where customer_id = ${owner.id} order by id`;
    const positions = rows.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(new Set(positions).size).toBe(30);
  });
});

describe("a target that is dead", () => {
  it("holds up no other, is tried again after growing pauses, and gets everything under the same keys when it is back", async () => {
    const [dead, alive] = [await startPlatform(), await startPlatform()];
    dead.answer = () => 503;
    const target = await makeTarget(db(), owner.id, { port: dead.port });
    await makeTarget(db(), owner.id, { port: alive.port });
    const first = await takeReadings(2);
    startWorker();
    await expect.poll(async () => (await stateOf(target.id)).failures, PATIENT).toBe(1);
    const values = [...first, ...(await takeReadings(3, 2))];
    await expect.poll(alive.temperatures, PATIENT).toEqual(values);
    await expect.poll(async () => (await stateOf(target.id)).failures, PATIENT).toBe(2);
    const { errorCode, errorDetail, pauseSeconds } = await stateOf(target.id);
    expect([errorCode, errorDetail, pauseSeconds]).toEqual(["refused", "HTTP 503", 2]);
    expect(dead.temperatures()).toEqual([]);

    dead.answer = () => 200;
    await expect.poll(dead.temperatures, PATIENT).toEqual(values);
    // The first message was sent three times, under one key, and is what it was although more came meanwhile.
    expect(dead.keys.filter((key) => key === dead.keys[0])).toHaveLength(3);
    expect(dead.messages[0]?.readings).toHaveLength(2);
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

describe("a customer that is being removed", () => {
  /** The rows are deleted in a transaction that is not over. */
  const whileRemoved = (work: () => Promise<void>) =>
    transaction(db(), async (tx) => {
      await tx.$client`delete from forward_batch where customer_id = ${owner.id}`;
      await tx.$client`delete from forward_state where target_id in (select id from forward_target where customer_id = ${owner.id})`;
      await tx.$client`delete from forward_target where customer_id = ${owner.id}`;
      await work();
    });

  it("is waited for by no other", async () => {
    const worker = "worker";
    const gone = await makeTarget(db(), owner.id);
    await takeReadings(2);
    const leave = () => db().$client`
      update forward_state set lease_owner = ${worker}, lease_until = now() where target_id = ${gone.id}`;
    await leave();
    const others = await makeCustomer(db());
    const kept = await makeTarget(db(), others.id);
    await db()
      .$client`update forward_state set lease_owner = ${worker}, lease_until = now() where target_id = ${kept.id}`;
    const [row] = await db().$client<{ id: number }[]>`
      insert into forward_batch (customer_id, kind, size, first_at, content)
      values (${others.id}, 'readings', 1, now(), '{}') returning id::int`;
    await whileRemoved(async () => {
      await numberBatches(db());
      const numbered = await db().$client`select 1 from forward_batch where id = ${row?.id ?? 0} and position > 0`;
      expect(numbered).toHaveLength(1);
      expect((await renewLeases(db(), worker)).has(kept.id)).toBe(true);
      const [lease] = await db()
        .$client`select lease_until > now() as "isNew" from forward_state where target_id = ${kept.id}`;
      expect(lease?.isNew).toBe(true);
    });
    expect([...(await renewLeases(db(), worker)).keys()]).toEqual([kept.id]);
  });

  it("or is no longer active has its targets given up", async () => {
    const target = await makeTarget(db(), owner.id);
    await db().$client`update forward_state set lease_owner = 'busy' where target_id = ${target.id}`;
    expect((await renewLeases(db(), "busy")).has(target.id)).toBe(true);
    await db().$client`update customer set status = 'cancelled' where id = ${owner.id}`;
    expect((await renewLeases(db(), "busy")).has(target.id)).toBe(false);
    expect((await stateOf(target.id)).leaseOwner).toBeNull();
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

  it("sends nothing more to the old address of a target that was changed", async () => {
    const [old, next] = [await startPlatform(), await startPlatform()];
    const target = await makeTarget(db(), owner.id, { port: old.port });
    let first = true;
    old.answer = async () => {
      if (first)
        await db()
          .$client`update forward_target set port = ${next.port}, changed_at = now() + interval '1 second' where id = ${target.id}`;
      first = false;
      return 200;
    };
    // Three messages, so that two are left.
    const rows = [1, 2, 3].map((value) => ({
      probeId: Array(400).fill(fridge.probes.temperature),
      at: Array.from({ length: 400 }, (_, index) => clock + value * 1_000_000 + index * 1000),
      value: Array(400).fill(value),
    }));
    for (const content of rows)
      await db().$client`
        insert into forward_batch (customer_id, kind, size, first_at, content)
        values (${owner.id}, 'readings', 400, now(), ${JSON.stringify(content)}::text::jsonb)`;
    startWorker();
    await expect.poll(() => new Set(next.temperatures()), PATIENT).toEqual(new Set([2, 3]));
    expect(new Set(old.temperatures())).toEqual(new Set([1]));
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

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/service/ingest/readings/route";
import { db, openDb, transaction } from "@/db/client";
import { env } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import { makeCustomer, makeFridge } from "../factories/world";
import { testDatabaseUrl } from "../support/database";

// Who sends much waits for himself: neither people nor other senders wait for him, and nothing good is refused.

type Cluster = Awaited<ReturnType<typeof makeOwner>>;
async function makeOwner() {
  const owner = await makeCustomer(db());
  return { ...owner, fridge: await makeFridge(db(), owner) };
}

let flood: Cluster;
let neighbour: Cluster;
/** What another process holds and asks, over connections that are none of the product's. */
const other = openDb(testDatabaseUrl(), 2);

beforeAll(async () => {
  [flood, neighbour] = [await makeOwner(), await makeOwner()];
});
afterAll(async () => {
  await other.$client.end({ timeout: 5 });
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

let clock = Date.UTC(2026, 8, 1);
const readings = ({ fridge }: Cluster) => {
  clock += 1000;
  return JSON.stringify({ readings: [{ device: fridge.sensor.serialNumber, at: clock, values: { temperature: 4 } }] });
};
async function post({ token }: Cluster, body: BodyInit, signal?: AbortSignal) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const init = { method: "POST", headers, body, duplex: "half", ...(signal && { signal }) } as RequestInit;
  const response = await POST(new Request("http://localhost/service/ingest/readings", init), {
    params: Promise.resolve({}),
  } as never);
  const { result } = (await response.json()) as { result: { accepted: number } | null };
  return { status: response.status, accepted: result?.accepted };
}
const TAKEN = { status: 200, accepted: 1 };

/** While the probe of a house is held, what is brought for it waits at its work. */
async function whileHeld(owner: Cluster, work: (blocked: () => Promise<number>) => Promise<void>): Promise<void> {
  await transaction(other, async (tx) => {
    await tx.$client`select from probe_state where probe_id = ${owner.fridge.probes.temperature as number} for update`;
    const [own] = await tx.$client<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await work(async () => {
      const [row] = await other.$client<[{ count: number }]>`
        select count(*)::int as count from pg_stat_activity
         where wait_event_type = 'Lock' and ${own.pid} = any(pg_blocking_pids(pid))`;
      return row.count;
    });
  });
}

describe("a sender of very much", () => {
  it("has a third of the connections, and all of it is taken at last", async () => {
    const most = Math.floor(Math.floor((env().DATABASE_POOL * 2) / 3) / 2);
    let sent: Promise<unknown[]> | undefined;
    await whileHeld(flood, async (blocked) => {
      sent = Promise.all(Array.from({ length: 3 * env().DATABASE_POOL }, () => post(flood, readings(flood))));
      await expect.poll(blocked).toBeGreaterThan(0);
      // A person's query, and another sender's readings.
      await db().$client`select 1`;
      expect(await post(neighbour, readings(neighbour))).toEqual(TAKEN);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await blocked()).toBeLessThanOrEqual(most);
    });
    expect(await sent).toEqual(Array.from({ length: 3 * env().DATABASE_POOL }, () => TAKEN));
  });

  it("that hangs up is forgotten, and leaves nothing", async () => {
    const gone = new AbortController();
    let sent: Promise<unknown[]> | undefined;
    let late: ReturnType<typeof post> | undefined;
    await whileHeld(flood, async (blocked) => {
      sent = Promise.all(Array.from({ length: 6 }, () => post(flood, readings(flood))));
      await expect.poll(blocked).toBeGreaterThan(0);
      late = post(flood, readings(flood), gone.signal);
      await new Promise((resolve) => setTimeout(resolve, 100));
      gone.abort();
      expect(await late).toEqual({ status: 400, accepted: undefined });
    });
    expect(await sent).toEqual(Array.from({ length: 6 }, () => TAKEN));
  });

  it("keeps nobody out by lines that are slow: a turn begins when the bytes are there", async () => {
    const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
    const slow = Array.from({ length: 2 * env().DATABASE_POOL }, () => {
      const body = new ReadableStream<Uint8Array>({ start: (line) => void lines.push(line) });
      return post(flood, body);
    });
    expect(await post(flood, readings(flood))).toEqual(TAKEN);
    for (const line of lines) {
      line.enqueue(new TextEncoder().encode(readings(flood)));
      line.close();
    }
    expect(await Promise.all(slow)).toEqual(slow.map(() => TAKEN));
  });

  it("ends its turn also where its body is rubbish", async () => {
    for (let index = 0; index < 2 * env().DATABASE_POOL; index += 1)
      expect(await post(flood, '{"readings":[')).toMatchObject({ status: 400 });
    expect(await post(flood, readings(flood))).toEqual(TAKEN);
  });
});

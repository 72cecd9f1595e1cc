import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, like } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, openDb } from "@/db/client";
import { device, deviceImport, parameter } from "@/db/schema";
import { resumeImports } from "@/features/device/import/import.jobs";
import { getImportById, imports } from "@/features/device/import/import.operations";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { auditRows } from "../support/audit";
import { testDatabaseUrl } from "../support/database";
import { fillTemplate } from "../support/device-sheet";
import { startWorker } from "../support/worker";

const ROWS = 300;

let admin: OperationContext;
let customerId: number;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  const customer = await makeCustomer(db());
  customerId = customer.id;
  admin = await accountContext(db(), await makeUser(db(), customerId));
});
afterEach(() => worker?.kill("SIGKILL"));
afterAll(() => db().$client.end({ timeout: 5 }));

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await check()) return;
    await pause(100);
  }
  throw new Error(`${what}: not within 30 s`);
}

const made = () => db().$count(device, and(eq(device.customerId, customerId), like(device.serialNumber, "KILL-%")));
const statusOf = async (id: number) => (await getImportById.call(admin, { id })).status;

describe("a worker that is killed while it writes an import", () => {
  it("leaves nothing half-written, and the import is done by the next", async () => {
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      serialNumber: `KILL-${index}`,
      name: `device ${index}`,
      typeCode: "zbp_1",
    }));
    const { id } = await imports.sensor.start.call(admin, { file: await fillTemplate(admin, "sensor", rows) });
    // Nobody gets at the probes: the worker has written devices and waits in the middle of its transaction.
    const blocker = openDb(testDatabaseUrl(), 1);
    const held = await blocker.$client.reserve();
    await held`begin`;
    await held`lock table probe in exclusive mode`;
    worker = startWorker();
    const waiting = async () => {
      const [row] = await db().$client<{ count: number }[]>`
        select count(*)::int from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into "probe"%'`;
      return (row?.count ?? 0) > 0;
    };
    await until("the worker writes", waiting);
    expect(await statusOf(id)).toBe("writing");
    worker.kill("SIGKILL");
    await held`rollback`;
    held.release();
    await blocker.$client.end({ timeout: 1 });
    await until("its connection is gone", async () => !(await waiting()));
    expect(await made()).toBe(0);
    expect(await statusOf(id)).toBe("writing");

    // As if it were some seconds later: a job of its own would come to it by its clock.
    await db()
      .update(deviceImport)
      .set({ createdAt: new Date(Date.now() - 60_000) })
      .where(eq(deviceImport.id, id));
    worker = startWorker();
    await until("the next worker is done", async () => (await statusOf(id)) === "done");
    expect(await made()).toBe(ROWS);
    const batches = (await auditRows(db(), customerId)).filter(({ operation }) => operation === "device.createBatch");
    expect(batches).toHaveLength(1);
  });
});

describe("twenty thousand devices", () => {
  it("are imported in less than a minute, with progress to be seen at least every second", async () => {
    await db()
      .insert(parameter)
      .values({ customerId, code: "customer.deviceQuota", type: "integer", content: "30000" });
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      serialNumber: `BULK-${index}`,
      name: `device ${index}`,
      typeCode: "zbp_2",
      mac: (0xa0000000 + index).toString(16),
      reportIntervalSeconds: 300,
      description: "cold room",
    }));
    const { id } = await imports.sensor.start.call(admin, { file: await fillTemplate(admin, "sensor", rows) });
    const context = {
      db: db(),
      now: new Date(Date.now() + 60_000),
      attempt: 1,
      maximumAttempts: 1,
      signal: new AbortController().signal,
    };
    const started = performance.now();
    const working = resumeImports.run({}, context);
    const seen: string[] = [];
    let isOver = false;
    working.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const { status, total, done } = await getImportById.call(admin, { id });
      seen.push(`${status} ${done}/${total}`);
      await pause(250);
    }
    await working;
    const seconds = (performance.now() - started) / 1000;
    console.log(`import of 20,000 devices: ${seconds.toFixed(1)} s, ${new Set(seen).size} steps seen`);
    expect(await getImportById.call(admin, { id })).toMatchObject({ status: "done", total: 20_000, done: 20_000 });
    expect(seconds).toBeLessThan(60);
    expect(new Set(seen).size).toBeGreaterThanOrEqual(4);
  }, 180_000);
});

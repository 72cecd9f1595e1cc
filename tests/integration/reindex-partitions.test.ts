import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { reindexPartition } from "@/db/reindex-partitions";
import { ingest } from "@/features/telemetry/ingest/ingest.operations";
import { maintainHistory } from "@/features/telemetry/retention/jobs";
import { liveBus } from "@/lib/live/live";
import { makeCustomer, makeFridge } from "../factories/world";
import { deviceContext } from "../support/contexts";

const NOW = Date.now();
const today = new Date(NOW);
/** Noon of the 20th, so many months ago. */
const monthsAgo = (count: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count, 20, 12);
const partitionOf = (at: number) => `reading_${new Date(at).toISOString().slice(0, 7).replace("-", "_")}`;
/** From when on the month before last is left alone for good. */
const later = new Date(NOW + 7 * 86_400_000);

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let fridges: Awaited<ReturnType<typeof makeFridge>>[];

beforeAll(async () => {
  owner = await makeCustomer(db());
  fridges = [await makeFridge(db(), owner), await makeFridge(db(), owner)];
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const send = (start: number, count: number) =>
  ingest(
    deviceContext(owner.id),
    Array.from({ length: count }, (_, index) => index).flatMap((index) =>
      fridges.map(({ sensor }) => ({
        device: sensor.serialNumber,
        at: start + index * 60_000,
        values: { temperature: 5 },
      })),
    ),
  );

const storedAt = async (at: number) => {
  const [row] = await db().$client<{ count: number }[]>`
    select count(*)::int from reading where at >= to_timestamp(${at / 1000}::float8) and at < to_timestamp(${at / 1000 + 86_400}::float8)`;
  return row?.count;
};
const indexesOf = (at: number) => db().$client<{ name: string; options: string[] | null; isValid: boolean }[]>`
  select c.relname as name, c.reloptions as options, i.indisvalid as "isValid"
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass(${partitionOf(at)})`;

const run = (signal = new AbortController().signal) =>
  maintainHistory.run({}, { db: db(), now: later, attempt: 1, maximumAttempts: 1, signal });

describe("months that are over", () => {
  it("are laid in order once, hold what they held, and take what comes later still", async () => {
    const over = monthsAgo(2);
    await send(over, 150);
    await send(NOW - 3_600_000, 10);
    const before = await db().$client<{ node: number }[]>`
      select pg_relation_filenode(indexrelid)::int as node from pg_index where indrelid = to_regclass(${partitionOf(over)})`;
    // What a process has left that ended half way through.
    await db()
      .$client.unsafe(`create unique index concurrently leftover on ${partitionOf(over)} (value)`)
      .catch(() => {});
    expect((await indexesOf(over)).map(({ isValid }) => isValid).sort()).toEqual([false, true]);

    await run();
    const [key, ...more] = await indexesOf(over);
    expect(more).toEqual([]);
    expect(key).toMatchObject({ isValid: true, options: ["fillfactor=100"] });
    const after = await db().$client<{ node: number }[]>`
      select pg_relation_filenode(indexrelid)::int as node from pg_index where indrelid = to_regclass(${partitionOf(over)})`;
    expect(after[0]?.node).not.toBe(before[0]?.node);
    expect(await storedAt(over)).toBe(300);
    for (const index of await indexesOf(NOW)) expect(index.options).toBeNull();

    expect(await reindexPartition(db().$client, later.getTime())).toBeNull();
    expect(await send(over + 75 * 60_000, 100)).toMatchObject({ accepted: 50, duplicates: 150 });
    expect(await storedAt(over)).toBe(350);
  });

  it("are left to the process that is at it", async () => {
    await send(monthsAgo(3), 5);
    const connection = await db().$client.reserve();
    try {
      await connection`select pg_advisory_lock(71845)`;
      expect(await reindexPartition(db().$client, NOW)).toBeNull();
    } finally {
      await connection`select pg_advisory_unlock(71845)`;
      connection.release();
    }
    expect(await reindexPartition(db().$client, NOW)).toBe(partitionOf(monthsAgo(3)));
  });

  it("do not hold up a worker that stops", async () => {
    const at = monthsAgo(4);
    await send(at, 5);
    const stopping = new AbortController();
    await db().transaction(async (tx) => {
      // Building a key waits for whoever writes to the month.
      await tx.execute(`delete from reading where at = to_timestamp(${at / 1000})`);
      const running = run(stopping.signal);
      setTimeout(() => stopping.abort(), 300);
      await running;
    });
    await run();
    expect(await indexesOf(at)).toMatchObject([{ isValid: true, options: ["fillfactor=100"] }]);
  });
});

import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db, openDb, transaction } from "@/db/client";
import { findMissing, giveBack, registerWorkers } from "@/lib/queue/presence";
import { testDatabaseUrl } from "../support/database";
import { clearQueue } from "../support/queue";

const sql = () => db().$client;

beforeEach(() => clearQueue(db()));
afterAll(() => db().$client.end({ timeout: 5 }));

/** A job that this worker holds, in its try `attempts` of `maximum`. */
async function hold(worker: string, attempts: number, maximum: number): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    select id::text from graphile_worker.add_job('test.hold', max_attempts := ${maximum}::int)`;
  await sql()`
    update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now(), attempts = ${attempts}
     where id = ${row?.id ?? ""}::bigint`;
  return row?.id ?? "";
}

const jobs = async () => {
  const rows = await sql()<{ id: string; attempts: number; maximum: number; isFree: boolean }[]>`
    select id::text, attempts, max_attempts as maximum, locked_at is null and attempts < max_attempts as "isFree"
      from graphile_worker.jobs order by id`;
  return rows.map((row) => ({ ...row }));
};

describe("a worker that holds jobs", () => {
  it("is missing unless it shows itself, and again when its connection ends", async () => {
    await hold("pool-a", 1, 12);
    await hold("pool-b", 1, 12);
    expect((await findMissing(sql())).sort()).toEqual(["pool-a", "pool-b"]);
    const connection = openDb(testDatabaseUrl(), 1);
    await registerWorkers(connection.$client, ["pool-a", "pool-c"]);
    expect(await findMissing(sql())).toEqual(["pool-b"]);
    await connection.$client.end({ timeout: 1 });
    await expect.poll(async () => (await findMissing(sql())).sort()).toEqual(["pool-a", "pool-b"]);
  });

  it("loses them alone when it is dead; a last try is not lost, and a job that kills comes to its end", async () => {
    const [first, last, deadly] = [
      await hold("pool-dead", 2, 12),
      await hold("pool-dead", 1, 1),
      await hold("pool-dead", 25, 25),
    ];
    const other = await hold("pool-alive", 1, 12);
    expect(await transaction(db(), (tx) => giveBack(tx.$client, ["pool-dead"]))).toBe(3);
    expect(await jobs()).toEqual([
      { id: first, attempts: 2, maximum: 12, isFree: true },
      { id: last, attempts: 1, maximum: 2, isFree: true },
      { id: deadly, attempts: 25, maximum: 25, isFree: false },
      { id: other, attempts: 1, maximum: 12, isFree: false },
    ]);
  });
});

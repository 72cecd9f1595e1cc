import "server-only";
import type { Db } from "@/lib/operation/context";
import { transaction } from "@/lib/operation/transaction";

type Sql = Db["$client"];

/** A state that lists filter and order by: its table, where changes are noted for it, and how it is judged. */
export type MaterializedState = {
  table: string;
  recheck: string;
  /** The column that names the row, in both tables. */
  key: string;
  /** How many there are of each state, as the sum of the rows that agree in the columns `by`, the customer first. */
  counts: { table: string; by: readonly ["customer_id", ...string[]] };
  /** Judges these rows at an instant and keeps the outcome, with the instant at which to look again. */
  judge: (sql: Sql, ids: number[], now: Date) => Promise<unknown>;
};

const BATCH = 5000;

/** However sure a state is of itself, it is judged again after so many seconds. */
export const CHECK_SECONDS = 600;

/**
 * Judges what is due at `now`: what has been noted, and what may have changed by the clock. Of all customers if null.
 * Whoever reads states calls this first, and the worker does every few seconds, so that readers find little to do.
 */
export async function refreshState(
  db: Db,
  kept: MaterializedState,
  customerIds: number[] | null,
  now: Date,
): Promise<void> {
  for (;;) {
    const ids = await findDue(db.$client, kept, customerIds, now);
    if (ids.length === 0) return;
    const isHeld = await transaction(db, (tx) => judgeAgain(tx.$client, kept, ids, customerIds === null, now));
    await transaction(db, (tx) => addUp(tx.$client, kept, customerIds));
    if (ids.length < BATCH || !isHeld) return;
  }
}

/** So much sooner than it is due the worker judges by the clock. */
const AHEAD_MS = 15_000;

/**
 * For the worker: judges all that is due, and then what is due soon. Nearly always something was heard since, and the
 * state stays as it is for another while; readers would otherwise find that out, and write it down, one after the other.
 */
export async function refreshAhead(db: Db, kept: MaterializedState, now: Date): Promise<void> {
  await refreshState(db, kept, null, now);
  const soon = new Date(now.getTime() + AHEAD_MS);
  const ids = await findDue(db.$client, kept, null, soon);
  // Once, however many: what does change soon stays due soon.
  if (ids.length > 0) await transaction(db, (tx) => judgeAgain(tx.$client, kept, ids, true, now, soon));
}

async function findDue(
  sql: Sql,
  { table, recheck, key }: MaterializedState,
  customerIds: number[] | null,
  until: Date,
) {
  const at = sql`to_timestamp(${until.getTime()} / 1000.0)`;
  const rows = await sql<{ id: number }[]>`
    select ${sql(key)}::int as id from ${sql(table)}
     where ${sql(key)} in (select ${sql(key)} from ${sql(table)} where check_at <= ${at}
                           union all select ${sql(key)} from ${sql(recheck)})
       ${customerIds ? sql`and customer_id = any(${customerIds}::bigint[])` : sql``}
     limit ${BATCH}`;
  return rows.map(({ id }) => id);
}

/**
 * Judges those of the rows that are still due once they are held; returns whether any was to be had. Over all customers
 * nobody waits: one of them may be being removed, which takes its time.
 */
async function judgeAgain(
  sql: Sql,
  { table, recheck, key, judge }: MaterializedState,
  ids: number[],
  isForAll: boolean,
  now: Date,
  until = now,
): Promise<boolean> {
  // Can be worked out anew at any time: nobody who reads a list waits for the disk.
  await sql`set local synchronous_commit = off`;
  const held = await sql<{ id: number }[]>`
    select ${sql(key)}::int as id from ${sql(table)} where ${sql(key)} = any(${ids}::bigint[])
     order by ${sql(key)} for update ${isForAll ? sql`skip locked` : sql``}`;
  // Another may have judged them while we waited.
  const due = await sql<{ id: number }[]>`
    select ${sql(key)}::int as id from ${sql(table)}
     where ${sql(key)} = any(${held.map(({ id }) => id)}::bigint[])
       and (check_at <= to_timestamp(${until.getTime()} / 1000.0) or ${sql(key)} in (select ${sql(key)} from ${sql(recheck)}))`;
  if (due.length > 0) {
    const stillDue = due.map(({ id }) => id);
    // What is noted from here on stays noted: the judgement may not see it yet.
    await sql`delete from ${sql(recheck)} where ${sql(key)} = any(${stillDue}::bigint[])`;
    await judge(sql, stillDue, now);
  }
  return held.length > 0;
}

/** Rows of one customer's counts that are left to add up by whoever reads them. */
const FEW_COUNTS = 500;

/** Adds up the counts of these customers, or of all, where many rows have come. */
async function addUp(
  sql: Sql,
  { counts: { table, by } }: MaterializedState,
  customerIds: number[] | null,
): Promise<void> {
  const keys = by.map((key) => sql`${sql(key)}`).reduce((list, key) => sql`${list}, ${key}`);
  const many = sql`
    select customer_id from ${sql(table)} ${customerIds ? sql`where customer_id = any(${customerIds}::bigint[])` : sql``}
     group by customer_id having count(*) > ${FEW_COUNTS}`;
  const [found] = await sql<[{ isMuch: boolean }]>`select exists (${many}) as "isMuch"`;
  if (!found.isMuch) return;
  await sql`set local synchronous_commit = off`;
  await sql`
    with held as (select n.ctid from ${sql(table)} n where n.customer_id in (${many}) for update of n skip locked),
    gone as (delete from ${sql(table)} n using held where n.ctid = held.ctid returning n.*)
    insert into ${sql(table)} (${keys}, count)
    select ${keys}, sum(count) from gone group by ${keys} having sum(count) <> 0`;
}

/** Forgets the notes of rows that are gone. */
export async function dropOrphans(db: Db, { table, recheck, key }: MaterializedState): Promise<void> {
  const sql = db.$client;
  await sql`
    delete from ${sql(recheck)} n where not exists (
      select from ${sql(table)} s where s.${sql(key)} = n.${sql(key)})`;
}

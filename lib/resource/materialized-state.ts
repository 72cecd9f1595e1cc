import "server-only";
import type { Db } from "@/lib/operation/context";
import { transaction } from "@/lib/operation/transaction";

type Sql = Db["$client"];

/** Describes a materialized state: its table, the table of dirty rows, and how it is computed. */
export type MaterializedState = {
  table: string;
  recheck: string;
  /** The column that identifies the row, in both tables. */
  key: string;
  /** The number of rows per state: the sum of the rows that are equal in the columns `by`, the customer first. */
  counts: { table: string; by: readonly ["customer_id", ...string[]] };
  /** Computes and stores the state of these rows at an instant, with the instant of the next check. */
  judge: (sql: Sql, ids: number[], now: Date) => Promise<unknown>;
};

const BATCH = 5000;

/** Every state is computed again after this many seconds, whatever its next check. */
export const CHECK_SECONDS = 600;

/**
 * Refreshes what is due at `now`: dirty rows, and rows that may have changed with time. Null: of all customers. Readers
 * of states call this first; the worker does so every few seconds, so that little is left for readers.
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

/** How much earlier the worker refreshes rows that are due by time. */
const AHEAD_MS = 15_000;

/**
 * For the worker: refreshes all that is due, then what is due soon. Usually a reading has arrived since and the state
 * remains; otherwise readers would find and store that, one after the other.
 */
export async function refreshAhead(db: Db, kept: MaterializedState, now: Date): Promise<void> {
  await refreshState(db, kept, null, now);
  const soon = new Date(now.getTime() + AHEAD_MS);
  const ids = await findDue(db.$client, kept, null, soon);
  // One batch only: rows that really change soon remain due.
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
 * Refreshes the rows that are still due once they are locked; returns whether any could be locked. Over all customers
 * it skips locked rows: a customer may be being removed, which takes its time.
 */
async function judgeAgain(
  sql: Sql,
  { table, recheck, key, judge }: MaterializedState,
  ids: number[],
  isForAll: boolean,
  now: Date,
  until = now,
): Promise<boolean> {
  // The state can be recomputed at any time, so readers of a list need not wait for the disk.
  await sql`set local synchronous_commit = off`;
  const held = await sql<{ id: number }[]>`
    select ${sql(key)}::int as id from ${sql(table)} where ${sql(key)} = any(${ids}::bigint[])
     order by ${sql(key)} for update ${isForAll ? sql`skip locked` : sql``}`;
  // Another process may have refreshed them while this one waited.
  const due = await sql<{ id: number }[]>`
    select ${sql(key)}::int as id from ${sql(table)}
     where ${sql(key)} = any(${held.map(({ id }) => id)}::bigint[])
       and (check_at <= to_timestamp(${until.getTime()} / 1000.0) or ${sql(key)} in (select ${sql(key)} from ${sql(recheck)}))`;
  if (due.length > 0) {
    const stillDue = due.map(({ id }) => id);
    // Rows that become dirty from here on stay dirty: this computation may not see the change yet.
    await sql`delete from ${sql(recheck)} where ${sql(key)} = any(${stillDue}::bigint[])`;
    await judge(sql, stillDue, now);
  }
  return held.length > 0;
}

/** Number of a customer's count rows that are left unmerged. */
const FEW_COUNTS = 500;

/** Merges the count rows of these customers, or of all, where there are many. */
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

/** Removes dirty marks of deleted rows. */
export async function dropOrphans(db: Db, { table, recheck, key }: MaterializedState): Promise<void> {
  const sql = db.$client;
  await sql`
    delete from ${sql(recheck)} n where not exists (
      select from ${sql(table)} s where s.${sql(key)} = n.${sql(key)})`;
}

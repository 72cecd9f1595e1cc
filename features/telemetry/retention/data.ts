import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ParameterType } from "@/db/enums";
import { findPartitions, type PartitionedTable } from "@/db/partitions";
import { historyHorizon } from "@/db/schema";
import { grouped } from "@/lib/grouped";
import { keptOf, type Mark, RETENTION_CODES, type Retention } from "./rules";

// Runs as the system, on customers whose access is checked or on all of them.

type ParameterRow = { code: string; type: ParameterType; content: string; customerId: number | null };

/** The retention of these customers, or of all. */
export async function findRetention(db: Db, customerIds: readonly number[] | null): Promise<Retention[]> {
  const sql = db.$client;
  const ids = customerIds as number[] | null;
  const parameters = await sql<ParameterRow[]>`
    select code, type, content, customer_id::int as "customerId" from parameter
     where code = any(${RETENTION_CODES as unknown as string[]})
       and (customer_id is null or ${ids}::bigint[] is null or customer_id = any(${ids}::bigint[]))`;
  const customers = await sql<({ id: number; isMarked: boolean } & Mark)[]>`
    select c.id::int, h.customer_id is not null as "isMarked",
           (extract(epoch from h.readings_from) * 1000)::float8 as "readingsFrom",
           (extract(epoch from h.positions_from) * 1000)::float8 as "positionsFrom",
           (extract(epoch from h.noted_at) * 1000)::float8 as "notedAt",
           (extract(epoch from h.readings_cleared) * 1000)::float8 as "readingsCleared",
           (extract(epoch from h.positions_cleared) * 1000)::float8 as "positionsCleared"
      from customer c left join history_horizon h on h.customer_id = c.id
     where ${ids}::bigint[] is null or c.id = any(${ids}::bigint[])
     order by c.id`;
  const shared = parameters.filter(({ customerId }) => customerId === null);
  const own = grouped(parameters, ({ customerId }) => customerId);
  return customers.map(({ id, isMarked, ...mark }) => ({
    customerId: id,
    kept: keptOf([...shared, ...(own.get(id) ?? [])]),
    mark: isMarked ? mark : null,
  }));
}

type NextMark = { customerId: number; readingsFrom: number; positionsFrom: number };

/** Stores what is dropped from now on. Customers that are being removed are skipped without waiting. */
export async function saveMarks(db: Db, marks: readonly NextMark[], now: number): Promise<void> {
  const column = (key: keyof NextMark) => marks.map((mark) => mark[key]);
  await db.$client`
    with given as (
      select * from unnest(${column("customerId")}::bigint[], ${column("readingsFrom")}::float8[], ${column("positionsFrom")}::float8[])
                 as m(customer_id, readings_from, positions_from)),
    there as materialized (
      select id from customer where id in (select customer_id from given) order by id for key share skip locked)
    insert into history_horizon as h (customer_id, readings_from, positions_from, noted_at)
    select customer_id, to_timestamp(readings_from / 1000), to_timestamp(positions_from / 1000), to_timestamp(${now}::float8 / 1000)
      from given join there on there.id = given.customer_id
    on conflict (customer_id) do update
       set readings_from = excluded.readings_from, positions_from = excluded.positions_from, noted_at = excluded.noted_at
     where (h.readings_from, h.positions_from) is distinct from (excluded.readings_from, excluded.positions_from)`;
}

/** Records that nothing of a customer is left before these instants (epoch ms). */
export async function saveCleared(
  db: Db,
  customerId: number,
  cleared: { readingsCleared?: number; positionsCleared?: number },
): Promise<void> {
  const entries = Object.entries(cleared).map(([key, at]) => [key, new Date(at)]);
  await db.update(historyHorizon).set(Object.fromEntries(entries)).where(eq(historyHorizon.customerId, customerId));
}

/** A span in epoch milliseconds; its end is excluded. */
export type Span = { fromMs: number; toMs: number };

/** Maximum number of rows deleted, and of owners examined, per statement: each takes well under a second. */
const ROWS = 10_000;
const OWNERS = 200;

/**
 * Deletes the data of these probes or carriers in a span, oldest first, so that a concurrent evaluation sees a series
 * that begins later, but no holes. Runs statement by statement until nothing is left or the signal aborts; returns
 * whether everything is deleted.
 */
export async function clearSpan(
  db: Db,
  what: "readings" | "positions",
  customerId: number,
  span: Span,
  signal: AbortSignal,
): Promise<boolean> {
  const sql = db.$client;
  const owners = what === "readings" ? "probe" : "carrier";
  const rows = await sql<{ id: number }[]>`
    select id::int from ${sql(owners)} where customer_id = ${customerId} order by id`;
  const ids = rows.map(({ id }) => id);
  const tables = await tablesIn(db, what === "readings" ? "reading" : "position", span);
  for (let start = 0; start < ids.length; start += OWNERS) {
    const some = ids.slice(start, start + OWNERS);
    for (const table of tables) if (!(await drain(() => deleteRows(db, table, some, span), signal))) return false;
    if (!(await drain(() => deleteInvalid(db, what, some, span), signal))) return false;
    if (what === "readings" && !(await drain(() => deleteHours(db, some, span), signal))) return false;
  }
  return true;
}

/** The partitions that contain data of the span, oldest first, with the owner column. */
async function tablesIn(db: Db, table: PartitionedTable, { fromMs, toMs }: Span) {
  const found = await findPartitions(db.$client);
  const owner = table === "reading" ? "probe_id" : "carrier_id";
  return found
    .filter((one) => one.table === table && !one.isLeaving && one.fromMs < toMs && one.toMs > fromMs)
    .map(({ name }) => ({ name, owner }));
}

async function drain(deleteSome: () => Promise<number>, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) if ((await deleteSome()) < ROWS) return true;
  return false;
}

async function deleteRows(
  db: Db,
  { name, owner }: { name: string; owner: string },
  ids: readonly number[],
  { fromMs, toMs }: Span,
): Promise<number> {
  const sql = db.$client;
  // By key, not by ctid: rows may be in several shards, each with its own ctids.
  const { count } = await sql`
    delete from ${sql(name)} r using (
      select ${sql(owner)} as owner, at from ${sql(name)}
       where ${sql(owner)} = any(${ids as number[]}::bigint[])
         and at >= to_timestamp(${fromMs}::float8 / 1000) and at < to_timestamp(${toMs}::float8 / 1000)
       order by ${sql(owner)}, at limit ${ROWS}) old
     where r.${sql(owner)} = old.owner and r.at = old.at`;
  return count;
}

/** Roll-ups are whole hours: the end of the span is the start of a day. */
async function deleteHours(db: Db, probeIds: readonly number[], { fromMs, toMs }: Span): Promise<number> {
  await db.$client`
    delete from reading_day where probe_id = any(${probeIds as number[]}::bigint[])
       and day > to_timestamp(${fromMs}::float8 / 1000) - interval '1 day' and day < to_timestamp(${toMs}::float8 / 1000)`;
  const { count } = await db.$client`
    delete from reading_hour h using (
      select probe_id, hour from reading_hour
       where probe_id = any(${probeIds as number[]}::bigint[])
         and hour >= to_timestamp(${fromMs}::float8 / 1000) and hour < to_timestamp(${toMs}::float8 / 1000)
       order by probe_id, hour limit ${ROWS}) old
     where h.probe_id = old.probe_id and h.hour = old.hour`;
  return count;
}

/** Deletes the invalid readings or positions of these probes or carriers. */
async function deleteInvalid(
  db: Db,
  what: "readings" | "positions",
  ids: readonly number[],
  { fromMs, toMs }: Span,
): Promise<number> {
  const sql = db.$client;
  const [table, owner] =
    what === "readings" ? [sql`invalid_reading`, sql`probe_id`] : [sql`invalid_position`, sql`carrier_id`];
  const { count } = await sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table}
       where ${owner} = any(${ids as number[]}::bigint[])
         and at >= to_timestamp(${fromMs}::float8 / 1000) and at < to_timestamp(${toMs}::float8 / 1000)
       order by ${owner}, at limit ${ROWS}))`;
  return count;
}

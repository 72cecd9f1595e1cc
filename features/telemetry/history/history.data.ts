import "server-only";
import { timedValues } from "@/db/binary-copy";
import type { Db } from "@/db/client";
import { readAhead } from "@/lib/read-ahead";
import { columnsOf, type ProbeSpan } from "../ingest/probe.rules";
import type { Reads } from "./history.rules";
import type { Excursion, InvalidMark, ReadingRow, Series } from "./history.schema";

// The hot path: raw SQL over columns of spans. Access is checked where the spans are made (probe/data).

/** Whether no probe has more than `count` readings in its spans. Reads no further than that. */
export async function hasAtMost(db: Db, spans: readonly ProbeSpan[], count: number): Promise<boolean> {
  const { ids, froms, tos } = columnsOf(spans);
  const [row] = await db.$client<{ most: number | null }[]>`
    select max(readings)::int as most from (
      select sum((select count(*) from (
               select from oldest_readings(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000), ${count + 1}))
               counted)) as readings
        from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
       group by s.probe_id) probes`;
  return (row?.most ?? 0) <= count;
}

type JsonColumns = { probeId: number; at: string; min: string; mean: string; max: string };

// JSON text, not PostgreSQL arrays: numbers round-trip exactly, and the engine's own parser reads them.
const parseColumns = ({ probeId, at, min, mean, max }: JsonColumns): Series => ({
  probeId,
  at: JSON.parse(at),
  min: JSON.parse(min),
  mean: JSON.parse(mean),
  max: JSON.parse(max),
});

/** The readings in order of time; probes without readings are omitted. */
export async function readRaw(db: Db, spans: readonly ProbeSpan[]): Promise<Series[]> {
  const { ids, froms, tos } = columnsOf(spans);
  const rows = await db.$client<{ probeId: number; at: string; value: string }[]>`
    select s.probe_id::int as "probeId",
           json_agg(round(date_part('epoch', r.at) * 1000) order by r.at)::text as at,
           json_agg(r.value order by r.at)::text as value
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
     cross join lateral readings_between(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000)) r
     group by s.probe_id`;
  return rows.map(({ probeId, at, value }) => parseColumns({ probeId, at, min: value, mean: value, max: value }));
}

/**
 * Minimum, mean and maximum by bucket; `starts` are the starts of the buckets, empty buckets are omitted. Each span is
 * aggregated by itself: passing on its rows one by one took twice as long.
 */
export async function readBuckets(db: Db, reads: Reads, starts: readonly number[]): Promise<Series[]> {
  const hours = columnsOf(reads.hours);
  const raw = columnsOf(reads.raw);
  const edges = starts.slice(1).map((at) => at / 1000);
  const sql = db.$client;
  const fromHours = sql`
    select s.probe_id, h.*
      from unnest(${hours.ids}::bigint[], ${hours.froms}::float8[], ${hours.tos}::float8[]) as s(probe_id, lo, hi)
     cross join lateral (
        select width_bucket(date_part('epoch', hour), ${edges}::float8[]) as bucket,
               sum(count)::float8 as count, sum(sum) as sum, min(minimum) as minimum, max(maximum) as maximum
          from hours_between(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000))
         group by 1) h`;
  const fromReadings = sql`
    select s.probe_id, r.*
      from unnest(${raw.ids}::bigint[], ${raw.froms}::float8[], ${raw.tos}::float8[]) as s(probe_id, lo, hi)
     cross join lateral (
        select width_bucket(date_part('epoch', at), ${edges}::float8[]) as bucket,
               count(*)::float8 as count, sum(value) as sum, min(value) as minimum, max(value) as maximum
          from readings_between(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000))
         group by 1) r`;
  // A query of hours only avoids the planning cost of all partitions.
  const one = reads.raw.length === 0 ? fromHours : fromReadings;
  const rows = await sql<JsonColumns[]>`
    with part as (
      ${reads.hours.length > 0 && reads.raw.length > 0 ? sql`${fromHours} union all ${fromReadings}` : one}),
    bucketed as (
      select probe_id, bucket, min(minimum) as low, max(maximum) as high, sum(sum) / sum(count) as mean
        from part group by probe_id, bucket)
    select probe_id::int as "probeId", json_agg(bucket order by bucket)::text as at, json_agg(low order by bucket)::text as min,
           -- The rounding of the sum must not put a mean beyond its values.
           json_agg(greatest(low, least(high, mean)) order by bucket)::text as mean,
           json_agg(high order by bucket)::text as max
      from bucketed group by probe_id`;
  return rows.map((row) => {
    const columns = parseColumns(row);
    return { ...columns, at: columns.at.map((bucket) => starts[bucket] as number) };
  });
}

type MarkedRow = Pick<ReadingRow, "at" | "probeId" | "value"> & { isInvalid: boolean } & InvalidMark;

const rowOf = ({ at, probeId, value, isInvalid, reason, kind, by }: MarkedRow): ReadingRow =>
  isInvalid ? { at, probeId, value, invalid: { reason, kind, by } } : { at, probeId, value };

/** The first `limit` readings of the spans, including invalid ones, in order of time, then of probe. */
export async function findReadings(
  db: Db,
  spans: readonly ProbeSpan[],
  order: "newest" | "oldest",
  limit: number,
): Promise<ReadingRow[]> {
  const { ids, froms, tos } = columnsOf(spans);
  const way = order === "newest" ? db.$client`desc` : db.$client`asc`;
  const first = db.$client(order === "newest" ? "newest_readings" : "oldest_readings");
  const rows = await db.$client<MarkedRow[]>`
    select s.probe_id::int as "probeId", round(date_part('epoch', r.at) * 1000) as at, r.value,
           r.reason is not null as "isInvalid", r.reason, r.kind, u.name as by
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
      join lateral (
        (select at, value, null as reason, null as kind, null as marked_by
           from ${first}(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000), ${limit}))
        union all
        (select at, value, reason, kind, marked_by from invalid_reading
          where probe_id = s.probe_id and at >= to_timestamp(s.lo / 1000) and at < to_timestamp(s.hi / 1000)
            and restored_at is null
          order by at ${way} limit ${limit})) r on true
      left join user_account u on u.id = r.marked_by
     order by r.at ${way}, s.probe_id ${way}
     limit ${limit}`;
  return rows.map(rowOf);
}

/** The newest invalid readings of the spans. */
export async function findInvalid(db: Db, spans: readonly ProbeSpan[], limit: number): Promise<ReadingRow[]> {
  const { ids, froms, tos } = columnsOf(spans);
  const rows = await db.$client<MarkedRow[]>`
    select i.probe_id::int as "probeId", round(date_part('epoch', i.at) * 1000) as at, i.value, true as "isInvalid",
           i.reason, i.kind, u.name as by
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
      join invalid_reading i on i.probe_id = s.probe_id and i.restored_at is null
       and i.at >= to_timestamp(s.lo / 1000) and i.at < to_timestamp(s.hi / 1000)
      left join user_account u on u.id = i.marked_by
     order by i.at desc, i.probe_id desc limit ${limit}`;
  return rows.map(rowOf);
}

/** Number of invalid readings in the spans, counted up to the limit. */
export async function countInvalid(db: Db, spans: readonly ProbeSpan[], limit: number): Promise<number> {
  const { ids, froms, tos } = columnsOf(spans);
  const [row] = await db.$client<{ count: number }[]>`
    select count(*)::int as count from (
      select from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
        join invalid_reading i on i.probe_id = s.probe_id and i.restored_at is null
         and i.at >= to_timestamp(s.lo / 1000) and i.at < to_timestamp(s.hi / 1000)
       limit ${limit}) counted`;
  return row?.count ?? 0;
}

/** About how many readings the spans have: those of all hours that they touch. */
export async function estimateReadings(db: Db, spans: readonly ProbeSpan[]): Promise<number> {
  const { ids, froms, tos } = columnsOf(spans);
  const [row] = await db.$client<{ total: number }[]>`
    select coalesce(sum(h.count), 0)::float8 as total
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
     cross join lateral hours_between(s.probe_id, date_trunc('hour', to_timestamp(s.lo / 1000)), to_timestamp(s.hi / 1000)) h`;
  return row?.total ?? 0;
}

/** Readings that are read at once. */
const STREAMED = 5000;

/**
 * Streams the readings of one span in order of time, in chunks, since a file may contain millions. The next chunk is
 * read while the present one is used.
 */
export const streamReadings = (db: Db, span: ProbeSpan): AsyncGenerator<TimedValue[]> => readAhead(readOn(db, span));

async function* readOn(db: Db, { probeId, from, to }: ProbeSpan): AsyncGenerator<TimedValue[]> {
  for (let since = from; since < to; ) {
    // As bytes, which neither side has to write as text or to parse. They are in the order of the function's rows.
    const [row] = await db.$client<{ bytes: Buffer | null }[]>`
      select string_agg(timestamptz_send(at) || float8send(value), '') as bytes
        from oldest_readings(${probeId}, to_timestamp(${since}::float8 / 1000), to_timestamp(${to}::float8 / 1000), ${STREAMED})`;
    const readings = row?.bytes ? timedValues(row.bytes) : [];
    if (readings.length > 0) yield readings;
    if (readings.length < STREAMED) return;
    // Instants are whole milliseconds.
    since = (readings.at(-1) as TimedValue).at + 1;
  }
}

/** Time of the newest reading of the spans, valid or not. */
export async function findLatestAt(db: Db, spans: readonly ProbeSpan[]): Promise<number | null> {
  const [latest] = await findReadings(db, spans, "newest", 1);
  return latest?.at ?? null;
}

type TimedValue = Pick<ReadingRow, "at" | "value">;

const EXCURSIONS_LISTED = 2000;

/** Exceptions of the probes that overlap their spans, except withdrawn ones. */
export async function findExcursions(db: Db, spans: readonly ProbeSpan[]): Promise<Excursion[]> {
  const { ids, froms, tos } = columnsOf(spans);
  return db.$client<Excursion[]>`
    select e.id::int, e.probe_id::int as "probeId", e.kind, e.side, e.severity,
           round(date_part('epoch', e.started_at) * 1000) as "startedAt",
           round(date_part('epoch', e.ended_at) * 1000) as "endedAt"
      from exception e
     where e.probe_id = any(${[...new Set(ids)]}::bigint[]) and e.withdrawn_at is null
       and exists (
         select 1 from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[]) as s(probe_id, lo, hi)
          where s.probe_id = e.probe_id and e.started_at < to_timestamp(s.hi / 1000)
            and (e.ended_at is null or e.ended_at > to_timestamp(s.lo / 1000)))
     order by e.started_at desc limit ${EXCURSIONS_LISTED}`;
}

/** The names of these customers, in alphabetical order; those of probes that the caller may read. */
export async function findCustomerNames(db: Db, customerIds: readonly number[]): Promise<string[]> {
  const rows = await db.$client<{ name: string }[]>`
    select name from customer where id = any(${[...customerIds]}::bigint[]) order by lower(name)`;
  return rows.map(({ name }) => name);
}

import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import type { Span } from "../ingest/probe.rules";
import type { LoggerCursor, LoggerRow, LoggerSeries, OverlayFile } from "./overlay.schema";

// The only code that reads loggers' values: evaluation, statistics and forwarding read `reading`.

/** The files of these carriers with their spans. Throws NOT_FOUND for a carrier outside the scope. */
export async function findOverlayFiles(db: Db, scope: Scope, carrierIds: readonly number[]): Promise<OverlayFile[]> {
  const raw = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const seen = await raw<{ id: number }[]>`
    select c.id::int from carrier c where c.id = any(${[...carrierIds]}::bigint[])
       ${customerIds ? raw`and c.customer_id = any(${customerIds}::bigint[])` : raw``}
       ${sceneIds ? raw`and c.scene_id = any(${sceneIds}::bigint[])` : raw``}`;
  const missing = carrierIds.find((id) => !seen.some((row) => row.id === id));
  if (missing !== undefined) throw notFound("carrier", missing);
  return raw<OverlayFile[]>`
    select f.id::int, f.carrier_id::int as "carrierId", c.name as "carrierName", f.file_name as "fileName",
           f.logger_serial as "loggerSerial", f.logger_model as "loggerModel", f.time_zone as "timeZone",
           (extract(epoch from f.first_at) * 1000)::float8 as "firstAt",
           (extract(epoch from f.last_at) * 1000)::float8 as "lastAt", u.name as "userName",
           (extract(epoch from f.created_at) * 1000)::float8 as "createdAt"
      from logger_file f
      join carrier c on c.id = f.carrier_id
      left join user_account u on u.id = f.created_by
     where f.carrier_id = any(${[...carrierIds]}::bigint[])
     order by f.first_at, f.id`;
}

/** Number of readings of the largest series of these files in a range. */
export async function countMost(db: Db, fileIds: readonly number[], { from, to }: Span): Promise<number> {
  const [row] = await db.$client<{ most: number | null }[]>`
    select max(count)::int as most from (
      select count(*) from logger_reading
       where file_id = any(${[...fileIds]}::bigint[]) and statistic = 'reading'
         and at >= to_timestamp(${from} / 1000.0) and at < to_timestamp(${to} / 1000.0)
       group by file_id, measure, channel) series`;
  return row?.most ?? 0;
}

type JsonColumns = Omit<LoggerSeries, "at" | "min" | "mean" | "max"> & Record<"at" | "min" | "mean" | "max", string>;

/** The readings of files in a range, or buckets of this many seconds with their middles as `at`. */
export async function readLoggerSeries(
  db: Db,
  fileIds: readonly number[],
  { from, to }: Span,
  bucketSeconds: number,
): Promise<LoggerSeries[]> {
  const raw = db.$client;
  const width = bucketSeconds * 1000;
  const ms = raw`(extract(epoch from at) * 1000)::float8`;
  const at = bucketSeconds > 0 ? raw`floor(${ms} / ${width}) * ${width} + ${width / 2}` : ms;
  const rows = await raw<JsonColumns[]>`
    with bucketed as (
      select file_id, measure, channel, ${at} as at, min(value) as low, avg(value) as mean, max(value) as high
        from logger_reading
       where file_id = any(${[...fileIds]}::bigint[]) and statistic = 'reading'
         and at >= to_timestamp(${from} / 1000.0) and at < to_timestamp(${to} / 1000.0)
       group by 1, 2, 3, 4)
    select file_id::int as "fileId", measure, channel, json_agg(at order by at)::text as at,
           json_agg(low order by at)::text as min, json_agg(greatest(low, least(high, mean)) order by at)::text as mean,
           json_agg(high order by at)::text as max
      from bucketed group by file_id, measure, channel order by file_id, measure, channel`;
  return rows.map((row) => ({
    ...row,
    at: JSON.parse(row.at) as number[],
    min: JSON.parse(row.min) as number[],
    mean: JSON.parse(row.mean) as number[],
    max: JSON.parse(row.max) as number[],
  }));
}

/** The daily figures within a range. */
export const readLoggerDays = (db: Db, fileIds: readonly number[], { from, to }: Span): Promise<LoggerRow[]> =>
  db.$client<LoggerRow[]>`
    select file_id::int as "fileId", measure, channel, statistic, (extract(epoch from at) * 1000)::float8 as at, value
      from logger_reading
     where file_id = any(${[...fileIds]}::bigint[]) and statistic <> 'reading'
       and at >= to_timestamp(${from} / 1000.0) and at < to_timestamp(${to} / 1000.0)
     order by at`;

/** The first `limit` values of files in a range, after a cursor. */
export async function findLoggerRows(
  db: Db,
  fileIds: readonly number[],
  { from, to }: Span,
  order: "newest" | "oldest",
  { limit, cursor }: { limit: number; cursor: LoggerCursor | undefined },
): Promise<LoggerRow[]> {
  const raw = db.$client;
  const way = order === "newest" ? raw`desc` : raw`asc`;
  const sign = order === "newest" ? raw`<` : raw`>`;
  const beyond = cursor
    ? raw`and (at, file_id, measure, channel, statistic) ${sign} (to_timestamp(${cursor.at} / 1000.0), ${cursor.fileId}::bigint,
               ${cursor.measure}::text, ${cursor.channel}::int, ${cursor.statistic}::text)`
    : raw``;
  return raw<LoggerRow[]>`
    select file_id::int as "fileId", measure, channel, statistic, (extract(epoch from at) * 1000)::float8 as at, value
      from logger_reading
     where file_id = any(${[...fileIds]}::bigint[])
       and at >= to_timestamp(${from} / 1000.0) and at < to_timestamp(${to} / 1000.0) ${beyond}
     order by logger_reading.at ${way}, file_id ${way}, measure ${way}, channel ${way}, statistic ${way}
     limit ${limit}`;
}

/** Streams the values of one file in a range in order of time, in chunks. */
export async function* streamLoggerRows(db: Db, fileId: number, { from, to }: Span): AsyncGenerator<LoggerRow[]> {
  yield* db.$client<LoggerRow[]>`
    select file_id::int as "fileId", measure, channel, statistic, (extract(epoch from at) * 1000)::float8 as at, value
      from logger_reading
     where file_id = ${fileId} and at >= to_timestamp(${from} / 1000.0) and at < to_timestamp(${to} / 1000.0)
     order by measure, channel, statistic, at`.cursor(5000);
}

import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type CarrierType, type LoggerFacts, type Measure, NO_LOGGER_FACTS } from "@/db/enums";
import { loggerFile } from "@/db/schema";
import { NO_DETAILS } from "@/features/telemetry/logger/content.rules";
import type { LoggerDetails, LoggerValue } from "@/features/telemetry/logger/logger.schema";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import type { LoggerCheckDto, LoggerFileDto, LoggerRecordDto } from "./logger.schema";

/** A logger file with its carrier's fields for permission checks. */
export type LoggerFileRow = LoggerFileDto & { fileId: string; customerId: number; carrierType: CarrierType };

function select(db: Db, scope: Scope) {
  const raw = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const ms = (column: string) => raw`(extract(epoch from ${raw(column)}) * 1000)::float8`;
  return raw`
    select f.id::int, f.carrier_id::int as "carrierId", f.format, f.file_name as "fileName", s.size::float8 as size, f.sha256,
           f.logger_serial as "loggerSerial", f.logger_model as "loggerModel", f.time_zone as "timeZone",
           ${ms("f.first_at")} as "firstAt", ${ms("f.last_at")} as "lastAt", f.value_count as "valueCount",
           jsonb_array_length(f.alarms) as "alarmCount", f.facts - 'details' as facts,
           jsonb_exists(f.facts, 'details') as "hasDetails", f.remark, u.name as "userName", ${ms("f.created_at")} as "createdAt",
           f.file_id as "fileId", c.customer_id::int as "customerId", c.type as "carrierType"
      from logger_file f
      join carrier c on c.id = f.carrier_id
      join stored_file s on s.id = f.file_id
      left join user_account u on u.id = f.created_by
     where true
       ${customerIds ? raw`and c.customer_id = any(${customerIds}::bigint[])` : raw``}
       ${sceneIds ? raw`and c.scene_id = any(${sceneIds}::bigint[])` : raw``}`;
}

/** The logger files of a carrier, ordered by the latest end. */
export const findLoggerFiles = (db: Db, scope: Scope, carrierId: number): Promise<LoggerFileRow[]> =>
  db.$client<LoggerFileRow[]>`
    ${select(db, scope)} and f.carrier_id = ${carrierId} order by f.last_at desc, f.id desc`;

/** Throws NOT_FOUND outside the scope. */
export async function getLoggerFile(db: Db, scope: Scope, id: number): Promise<LoggerFileRow> {
  const [row] = await db.$client<LoggerFileRow[]>`${select(db, scope)} and f.id = ${id}`;
  if (!row) throw notFound("loggerFile", id);
  return row;
}

/** Stored facts. `details` is large and only shown on request, so lists do not read it. */
export type StoredFacts = LoggerFacts & { details?: LoggerDetails };

/** The details of a file: alarms in the order of their start, days, markers and other names. */
export async function findLoggerRecord(db: Db, id: number): Promise<LoggerRecordDto> {
  const { alarms, facts } = loggerFile;
  const [row] = await db.select({ alarms, facts }).from(loggerFile).where(eq(loggerFile.id, id));
  const stored: StoredFacts = row?.facts ?? NO_LOGGER_FACTS;
  return { items: row?.alarms ?? [], details: stored.details ?? NO_DETAILS };
}

/** Hours with live readings, and readings, of these measures of a carrier within a span (epoch ms). */
export const countLive = (
  db: Db,
  carrierId: number,
  measures: readonly Measure[],
  { from, to }: { from: number; to: number },
): Promise<LoggerCheckDto["live"]> =>
  db.$client<LoggerCheckDto["live"]>`
    select p.measure, count(distinct h.hour)::int as hours, sum(h.count)::int as count
      from mounting m
      join probe p on p.id = m.probe_id and p.measure = any(${[...measures]}::text[])
      join reading_hour h on h.probe_id = m.probe_id
       and h.hour >= date_trunc('hour', greatest(m.mounted_at, to_timestamp(${from} / 1000.0)), 'UTC')
       and h.hour < least(coalesce(m.unmounted_at, 'infinity'), to_timestamp(${to + 1} / 1000.0))
     where m.carrier_id = ${carrierId}
     group by p.measure order by p.measure`;

const CHUNK = 20_000;

/** Inserts a file's row and its values. */
export async function insertLoggerFile(
  tx: Db,
  values: typeof loggerFile.$inferInsert,
  readings: readonly LoggerValue[],
): Promise<number> {
  const [row] = await tx.insert(loggerFile).values(values).returning({ id: loggerFile.id });
  const { id } = row as { id: number };
  for (let from = 0; from < readings.length; from += CHUNK) {
    const part = readings.slice(from, from + CHUNK);
    await tx.$client`
      insert into logger_reading (file_id, measure, channel, statistic, at, value)
      select ${id}, v.measure, v.channel, v.statistic, to_timestamp(v.at / 1000), v.value
        from unnest(${part.map(({ measure }) => measure)}::text[], ${part.map(({ channel }) => channel)}::int[],
                    ${part.map(({ statistic }) => statistic)}::text[], ${part.map(({ at }) => at)}::float8[],
                    ${part.map(({ value }) => value)}::float8[]) as v(measure, channel, statistic, at, value)`;
  }
  return id;
}

/** Deletes a file's row and its values. */
export async function deleteLoggerFile(tx: Db, id: number): Promise<void> {
  await tx.delete(loggerFile).where(eq(loggerFile.id, id));
}

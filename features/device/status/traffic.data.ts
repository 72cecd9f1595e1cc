import "server-only";
import type { Db } from "@/db/client";
import type { DeviceDto } from "../device.schema";
import type { Outage, TrafficDto, Turn } from "./traffic.schema";

// Callers check access to the device (list/operations).

type Span = { from: number; to: number };
type Which = Pick<DeviceDto, "id">;

/** State changes of a range in order of time, with the last one before it. */
export async function findTurns(db: Db, { id }: Which, { from, to }: Span): Promise<Turn[]> {
  return db.$client<Turn[]>`
    select round(date_part('epoch', at) * 1000) as at, status from device_connection
     where device_id = ${id} and at < to_timestamp(${to} / 1000.0)
       and at >= coalesce((select max(at) from device_connection where device_id = ${id} and at <= to_timestamp(${from} / 1000.0)),
                          to_timestamp(${from} / 1000.0))
     order by at, id`;
}

/** Silences of the device itself that overlap the range. */
export async function findSilences(db: Db, { id }: Which, { from, to }: Span): Promise<Outage[]> {
  return db.$client<Outage[]>`
    select round(date_part('epoch', started_at) * 1000) as from, round(date_part('epoch', ended_at) * 1000) as to
      from exception
     where device_id = ${id} and probe_id is null and kind = 'no-data' and withdrawn_at is null
       and started_at < to_timestamp(${to} / 1000.0) and (ended_at is null or ended_at > to_timestamp(${from} / 1000.0))
     order by started_at limit 1000`;
}

/** Number of values from the device and those behind it, by bucket; empty buckets are 0. */
export async function countReadings(
  db: Db,
  { id }: Which,
  { from, to }: Span,
  starts: readonly number[],
): Promise<number[]> {
  const sql = db.$client;
  const probes = await sql<{ id: number }[]>`
    select p.id::int from device d join probe p on p.device_id = d.id where d.id = ${id} or d.gateway_id = ${id}`;
  const edges = starts.slice(1).map((at) => at / 1000);
  const rows = await sql<{ bucket: number; count: number }[]>`
    select width_bucket(date_part('epoch', hour), ${edges}::float8[]) as bucket, sum(count)::float8 as count
      from reading_hour
     where probe_id = any(${probes.map((probe) => probe.id)}::bigint[])
       and hour >= to_timestamp(${from} / 1000.0) and hour < to_timestamp(${to} / 1000.0)
     group by 1`;
  const counts = starts.map(() => 0);
  for (const { bucket, count } of rows) counts[bucket] = count;
  return counts;
}

/** Results of the commands created in the range. */
export async function countCommands(db: Db, { id }: Which, { from, to }: Span): Promise<TrafficDto["commands"]> {
  const [row] = await db.$client<TrafficDto["commands"][]>`
    select count(*)::int as total, count(*) filter (where result = 'succeeded')::int as succeeded,
           count(*) filter (where result = 'failed')::int as failed,
           count(*) filter (where result = 'timed-out')::int as "timedOut",
           count(*) filter (where state <> 'end')::int as "underWay"
      from device_command
     where (device_id = ${id} or gateway_id = ${id})
       and created_at >= to_timestamp(${from} / 1000.0) and created_at < to_timestamp(${to} / 1000.0)`;
  return row ?? { total: 0, succeeded: 0, failed: 0, timedOut: 0, underWay: 0 };
}

const KEPT = "retention.gatewayHeartbeatDays";
/** Shipped value of that parameter. */
const KEPT_DAYS = 90;

/** Deletes state changes past retention, except the last one of each device. Returns their number. */
export async function forgetTurns(db: Db, now: Date): Promise<number> {
  const gone = await db.$client`
    delete from device_connection c
     where c.noted_at < ${now.toISOString()}::timestamptz - interval '1 day' * coalesce(
             (select content::int from parameter where customer_id is null and code = ${KEPT}), ${KEPT_DAYS}::int)
       and exists (select from device_connection newer where newer.device_id = c.device_id and newer.id > c.id)`;
  return gone.count;
}

import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { DeviceKind, Severity } from "@/db/enums";
import { hasSwitchesOnly, isExpected, locationOf, paceOf, toleranceOf } from "../evaluation/watch.data";
import { isSuppressed } from "./data";
import { WATCH_DEFAULTS } from "./rules";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Devices of a customer: of a kind and, for sensors, with a type code that begins so; at nodes or carriers, or all. */
export type Watched = {
  customerId: number;
  kind: DeviceKind;
  typePrefix: string | null;
  /** Null: everywhere. Nodes with their sub-trees. */
  places: { sceneIds: readonly number[]; carrierIds: readonly number[] } | null;
};

/** SQL: the devices `d` that report, at their carriers `c`, with their state `s`. */
const watched = (sql: Sql, { customerId, kind, typePrefix, places }: Watched): Fragment => sql`
  device d
  join device_state s on s.device_id = d.id
  left join ${locationOf(sql)} location on true
  left join carrier c on c.id = location.carrier_id
 where d.customer_id = ${customerId} and d.kind = ${kind} and d.use = 'activated' and ${isExpected(sql)}
   and ${typePrefix === null ? sql`true` : sql`lower(d.type_code) like ${`${typePrefix}%`}`}
   and ${
     places === null
       ? sql`true`
       : sql`(c.id = any(${[...places.carrierIds]}::bigint[]) or coalesce(c.scene_id, d.scene_id) in (
                with recursive down as (
                  select id from scene where id = any(${[...places.sceneIds]}::bigint[])
                  union select n.id from scene n join down on n.parent_id = down.id)
                select id from down))`
   }`;

/** How many of these devices there are. */
export async function countWatched(db: Db, asked: Watched): Promise<number> {
  const sql = db.$client;
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from ${watched(sql, asked)}`;
  return row?.count ?? 0;
}

/** A device that is off. Instants in epoch ms. */
export type OffDevice = {
  deviceId: number;
  customerId: number;
  name: string;
  carrierId: number | null;
  carrierName: string | null;
  sceneId: number | null;
  lastSeenAt: number;
  /** When its silence exceeded what is tolerated. */
  silentFrom: number;
  /** The silent gateway behind which it is. */
  gatewayId: number | null;
  /** Its open no-data exception, of the device before one of a probe. */
  exceptionId: number | null;
  severity: Severity;
  /** Whether alarms of it are suppressed now. */
  isSuppressed: boolean;
};

/**
 * The devices among these that are off at `now`, the longest silent first. Off is what the lists of devices call
 * offline; but nothing could arrive before the product was up (`upSince`, epoch ms) or before a gateway returned.
 */
export function findOff(
  db: Db,
  asked: Watched,
  { now, upSince }: { now: Date; upSince: number },
): Promise<OffDevice[]> {
  const sql = db.$client;
  const at = sql`${now.toISOString()}::timestamptz`;
  const pace = paceOf(sql, sql`d.report_interval_seconds`, sql`(d.kind <> 'gateway' and ${hasSwitchesOnly(sql)})`);
  const gatewayBackAt = sql`(
    select max(b.ended_at) from exception b where b.device_id = d.gateway_id and b.probe_id is null and b.kind = 'no-data')`;
  const gatewaySeverity = WATCH_DEFAULTS.gatewaySeverity;
  return sql<OffDevice[]>`
    select off.id::int as "deviceId", off.customer_id::int as "customerId", off.name, off.carrier_id::int as "carrierId",
           off.carrier_name as "carrierName", off.scene_id::int as "sceneId",
           (extract(epoch from off.last_seen_at) * 1000)::float8 as "lastSeenAt",
           (extract(epoch from off.last_seen_at + off.tolerated) * 1000)::float8 as "silentFrom",
           (select g.device_id::int from device_state g join device gd on gd.id = g.device_id
             where g.device_id = off.gateway_id and g.online_status = 'offline' and gd.use = 'activated') as "gatewayId",
           (select e.id::int from exception e
             where e.device_id = off.id and e.kind = 'no-data' and e.ended_at is null and e.withdrawn_at is null
             order by e.probe_id nulls first, e.id limit 1) as "exceptionId",
           off.severity, off.is_suppressed as "isSuppressed"
      from (
        select d.id, d.customer_id, d.name, d.gateway_id, d.last_seen_at, c.id as carrier_id, c.name as carrier_name,
               coalesce(c.scene_id, d.scene_id) as scene_id, ${pace} * ${toleranceOf(sql)} * interval '1 second' as tolerated,
               greatest(d.last_seen_at, to_timestamp(${upSince}::float8 / 1000), ${gatewayBackAt}) as heard_at,
               (select coalesce(${asked.kind === "gateway" ? sql`max(w.gateway_severity)` : sql`max(w.severity)`},
                                ${asked.kind === "gateway" ? gatewaySeverity : WATCH_DEFAULTS.severity})
                  from connection_watch w where w.customer_id = d.customer_id) as severity,
               ${isSuppressed(sql, at)} as is_suppressed
          from ${watched(sql, asked)} and s.online_status = 'offline') off
     where off.heard_at + off.tolerated < ${at}
     order by off.last_seen_at, off.id`;
}

/** The devices of these exceptions. */
export async function findDevicesOf(tx: Db, exceptionIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.$client<{ id: number; deviceId: number }[]>`
    select id::int, device_id::int as "deviceId" from exception where id = any(${[...exceptionIds]}::bigint[])`;
  return new Map(rows.map(({ id, deviceId }) => [deviceId, id]));
}

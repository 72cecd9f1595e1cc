import "server-only";
import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import type { Heard, Known } from "./rules";

type Row = { serialNumber: string; mac: string | null; values: Partial<Record<Measure, number>> };

/** The newest values of the devices of the scope with these serial numbers or MACs (upper case), under both. */
export async function findNewest(db: Db, scope: Scope, keys: readonly string[]): Promise<Map<string, Known>> {
  const { customerIds } = scopeArrays(scope);
  const rows = await db.$client<Row[]>`
    select upper(d.serial_number) as "serialNumber", upper(d.mac) as mac, json_object_agg(p.measure, s.last_value) as values
      from device d join probe p on p.device_id = d.id join probe_state s on s.probe_id = p.id
     where (upper(d.serial_number) = any(${keys as string[]}) or upper(d.mac) = any(${keys as string[]}))
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[])) and s.last_value is not null
     group by d.id`;
  const newest = new Map<string, Known>();
  for (const { mac, values } of rows) if (mac) newest.set(mac, values);
  for (const { serialNumber, values } of rows) newest.set(serialNumber, values);
  return newest;
}

/** Notes when devices of the scope were heard last; one that another batch is about to note is left to it. */
export async function noteHeard(db: Db, scope: Scope, heard: readonly Heard[]): Promise<void> {
  const { customerIds } = scopeArrays(scope);
  await db.$client`
    with h as (
      select key, to_timestamp(max(at) / 1000) as at
        from unnest(${heard.map(({ device }) => device)}::text[], ${heard.map(({ at }) => at)}::float8[]) as n(key, at)
       group by key),
    found as (
      select d.id, h.at from h join device d on upper(d.serial_number) = h.key or upper(d.mac) = h.key
       where (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
         and (d.last_seen_at is null or d.last_seen_at < h.at)
       order by d.id for update of d skip locked)
    update device d set last_seen_at = greatest(d.last_seen_at, found.at) from found where d.id = found.id`;
}

import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import type { Heard, Known, Network } from "./rules";

type Row = { serialNumber: string; mac: string | null; values: Known };

/**
 * Last values of the probes of devices in scope with these serial numbers or MACs (upper case), under both names: the
 * latest value, or "fault" if a fault is newer. For a customer's unknown devices, the values stored last.
 */
export async function findNewest(
  db: Db,
  scope: Scope,
  customerId: number | null,
  keys: readonly string[],
): Promise<Map<string, Known>> {
  const { customerIds } = scopeArrays(scope);
  const unknown = await db.$client<{ key: string; values: Known }[]>`
    select u.key, json_object_agg(last.probe, last.value) as values
      from unknown_device u
     cross join lateral (
       select distinct on (one.key) one.key as probe, one.value
         from unknown_reading r cross join lateral (
           select key, value from jsonb_each(r.reading -> 'values')
           union all select key, '"fault"' from jsonb_each(coalesce(r.reading -> 'faults', '{}'))) as one
        where r.unknown_device_id = u.id order by one.key, r.at desc) last
     where u.customer_id = ${customerId} and u.key = any(${keys as string[]}) group by u.id`;
  const rows = await db.$client<Row[]>`
    select upper(d.serial_number) as "serialNumber", upper(d.mac) as mac,
           json_object_agg(concat_ws('.', p.measure, nullif(p.channel, '')),
             case when s.fault_at > coalesce(s.last_at, '-infinity') then to_json('fault'::text) else to_json(s.last_value) end
             order by p.id) as values
      from device d join probe p on p.device_id = d.id join probe_state s on s.probe_id = p.id
     where (upper(d.serial_number) = any(${keys as string[]}) or upper(d.mac) = any(${keys as string[]}))
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
       and d.custody in ('own', 'borrowed') and (s.last_value is not null or s.fault_at is not null)
     group by d.id`;
  const newest = new Map(unknown.map(({ key, values }) => [key, values]));
  for (const { mac, values } of rows) if (mac) newest.set(mac, values);
  for (const { serialNumber, values } of rows) newest.set(serialNumber, values);
  return newest;
}

/** Updates when devices of the scope were last heard. A row that another batch is updating is skipped. */
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
         and d.custody in ('own', 'borrowed') and (d.last_seen_at is null or d.last_seen_at < h.at)
       order by d.id for update of d skip locked)
    update device d set last_seen_at = greatest(d.last_seen_at, found.at) from found where d.id = found.id`;
}

/** Device lists reported by the bridges of a token. */
export const findNetworks = (db: Db, customerId: number, gatewayId: number | null) =>
  db.$client<Network[]>`
    select base_topic as base, addresses from zigbee_network
     where customer_id = ${customerId} and coalesce(gateway_id, 0) = ${gatewayId ?? 0}`;

/** Saves a bridge's list of devices; the last list replaces earlier ones. */
export async function saveNetwork(
  db: Db,
  customerId: number,
  gatewayId: number | null,
  { base, addresses }: Network,
): Promise<void> {
  await db.$client`
    insert into zigbee_network as n (customer_id, gateway_id, base_topic, addresses)
    values (${customerId}, ${gatewayId}, ${base}, ${JSON.stringify(addresses)}::text::jsonb)
    on conflict (customer_id, coalesce(gateway_id, 0), base_topic) do update
       set addresses = excluded.addresses, updated_at = now()
     where n.addresses <> excluded.addresses`;
}

/** Those of the names (upper case) that are serial numbers of devices of the scope. */
export async function findSerials(db: Db, scope: Scope, names: readonly string[]): Promise<Set<string>> {
  const { customerIds } = scopeArrays(scope);
  const rows = await db.$client<{ name: string }[]>`
    select upper(serial_number) as name from device
     where upper(serial_number) = any(${names as string[]})
       and (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))`;
  return new Set(rows.map(({ name }) => name));
}

import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { type FieldMapping, type KeptMessage, MAXIMUM_MESSAGES } from "./mapping.schema";

/** A device named in a message; `fields` is the mapping of its type, null if its customer has none. */
export type HeardDevice = { id: number; serialNumber: string; mac: string | null; fields: FieldMapping[] | null };

/** Devices of the scope with these serial numbers or MACs (upper case), with the mappings of their types. */
export async function findHeard(db: Db, scope: Scope, keys: readonly string[]): Promise<Map<string, HeardDevice>> {
  const { customerIds } = scopeArrays(scope);
  const rows = await db.$client<HeardDevice[]>`
    select d.id::int, upper(d.serial_number) as "serialNumber", upper(d.mac) as mac, m.fields
      from device d left join decoder_mapping m on m.customer_id = d.customer_id and lower(m.type_code) = lower(d.type_code)
     where (upper(d.serial_number) = any(${keys as string[]}) or upper(d.mac) = any(${keys as string[]}))
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))`;
  const heard = new Map<string, HeardDevice>();
  for (const row of rows) if (row.mac) heard.set(row.mac, row);
  for (const row of rows) heard.set(row.serialNumber, row);
  return heard;
}

/**
 * The messages of a device that are stored: one in ten seconds, so that a busy device does not become a hot row, but
 * twenty at once after a quiet time, so that what somebody sends to try a decoder is there to the last.
 */
const PAUSE_SECONDS = 10;
const BURST = 20;

/**
 * Stores the last messages of devices, newest first. Each moves `kept_at` on by ten seconds, from at most the burst before
 * now, and none moves it past now. What a seconded device sent of a time when another customer had it is skipped.
 */
export async function saveMessages(db: Db, messages: ReadonlyMap<number, KeptMessage>, now: number): Promise<void> {
  const ids = [...messages.keys()].sort((a, b) => a - b);
  await db.$client`
    insert into device_message as k (device_id, messages, kept_at)
    select id, jsonb_build_array(message), to_timestamp(${now}::float8 / 1000) - make_interval(secs => ${(BURST - 1) * PAUSE_SECONDS})
      from unnest(${ids}::bigint[], ${ids.map((id) => JSON.stringify(messages.get(id)))}::text[]::jsonb[]) as n(id, message)
     where not exists (
       select from device d where d.id = n.id and d.unit_id is not null
          and not exists (select from device_holding h where h.device_id = d.id
                             and to_timestamp((n.message ->> 'at')::float8 / 1000) <@ tstzrange(h.from_at, h.until_at)))
     order by id
    on conflict (device_id) do update
       set messages = (select jsonb_agg(one.message order by one.place)
             from jsonb_array_elements(excluded.messages || k.messages) with ordinality as one(message, place)
            where one.place <= ${MAXIMUM_MESSAGES}),
           kept_at = greatest(k.kept_at + make_interval(secs => ${PAUSE_SECONDS}), excluded.kept_at)
     where k.kept_at <= to_timestamp(${now}::float8 / 1000) - make_interval(secs => ${PAUSE_SECONDS})`;
}

/** A device of the scope with its mapping and its last messages. */
export type MappedDevice = {
  id: number;
  customerId: number;
  typeCode: string;
  fields: FieldMapping[];
  messages: KeptMessage[];
};

export async function findMappedDevice(db: Db, scope: Scope, id: number): Promise<MappedDevice | undefined> {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const [row] = await db.$client<MappedDevice[]>`
    select d.id::int, d.customer_id::int as "customerId", d.type_code as "typeCode",
           coalesce(m.fields, '[]') as fields, coalesce(k.messages, '[]') as messages
      from device d left join device_message k on k.device_id = d.id
      left join decoder_mapping m on m.customer_id = d.customer_id and lower(m.type_code) = lower(d.type_code)
     where d.id = ${id} and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))
       and (${sceneIds}::bigint[] is null or d.scene_id = any(${sceneIds}::bigint[]))`;
  return row;
}

/** Maximum number of devices whose last messages a mapping is tried on. */
const TRIED_DEVICES = 50;

/** The fields of the last messages of a customer's devices of a type. */
export async function findTypeFields(db: Db, customerId: number, typeCode: string): Promise<Record<string, unknown>[]> {
  const rows = await db.$client<{ fields: Record<string, unknown> }[]>`
    select one -> 'fields' as fields
      from (select k.messages from device_message k join device d on d.id = k.device_id
             where d.customer_id = ${customerId} and lower(d.type_code) = lower(${typeCode})
             order by k.kept_at desc limit ${TRIED_DEVICES}) last
     cross join lateral jsonb_array_elements(last.messages) as one`;
  return rows.map(({ fields }) => fields);
}

/** Locks and saves the mapping of a customer's type; returns the previous one. */
export async function saveMapping(
  tx: Db,
  customerId: number,
  typeCode: string,
  fields: readonly FieldMapping[],
): Promise<{ id: number; old: FieldMapping[] }> {
  const sql = tx.$client;
  await sql`
    insert into decoder_mapping (customer_id, type_code) values (${customerId}, ${typeCode})
    on conflict (customer_id, lower(type_code)) do nothing`;
  const [row] = await sql<[{ id: number; fields: FieldMapping[] }]>`
    select id::int, fields from decoder_mapping
     where customer_id = ${customerId} and lower(type_code) = lower(${typeCode}) for update`;
  await sql`
    update decoder_mapping set fields = ${JSON.stringify(fields)}::text::jsonb, updated_at = now() where id = ${row.id}`;
  return { id: row.id, old: row.fields };
}

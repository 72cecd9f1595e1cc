import "server-only";
import type { Db } from "@/db/client";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { KeptMessage, KeptReading } from "./rules";
import {
  MAXIMUM_KEPT,
  MAXIMUM_KEPT_BYTES,
  MAXIMUM_REFUSED,
  MAXIMUM_UNKNOWN,
  type OverflowDto,
  type Refusal,
  type UnknownDeviceDto,
  type UnknownListQuery,
} from "./schema";

/**
 * Stores what unknown devices have sent, and their measures. The oldest are deleted beyond the limits and counted.
 * Devices are written in order of their keys, so that concurrent senders never deadlock.
 */
export async function storeMessages(
  tx: Db,
  customerId: number,
  gatewayId: number | null,
  messages: readonly KeptMessage[],
  now: number,
): Promise<void> {
  const sql = tx.$client;
  await lockKept(tx, customerId);
  const ordered = [...messages].sort((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await sql<{ id: number; key: string }[]>`
    insert into unknown_device as u
           (customer_id, key, adapter, gateway_id, payload, message, message_count, first_at, last_at)
    select ${customerId}, key, adapter, ${gatewayId}::bigint, payload, message, count,
           to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000)
      from unnest(${ordered.map(({ key }) => key)}::text[], ${ordered.map(({ adapter }) => adapter)}::text[],
                  ${ordered.map(({ payload }) => payload)}::text[],
                  ${ordered.map(({ message }) => message && JSON.stringify(message))}::text[]::jsonb[],
                  ${ordered.map(({ count }) => count)}::int[])
             as n(key, adapter, payload, message, count)
    on conflict (customer_id, key) do update
       set adapter = excluded.adapter, gateway_id = excluded.gateway_id, payload = excluded.payload,
           message = coalesce(excluded.message, u.message), message_count = u.message_count + excluded.message_count, last_at = greatest(u.last_at, excluded.last_at)
    returning id::int, key`;
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  const readings = ordered.flatMap(({ key, readings: own }) =>
    own.map((reading) => ({ id: ids.get(key) as number, at: reading.at, reading: JSON.stringify(reading) })),
  );
  if (readings.length > 0) {
    await sql`
      insert into unknown_reading (unknown_device_id, at, reading)
      select id, to_timestamp(at / 1000), reading
        from unnest(${readings.map(({ id }) => id)}::bigint[], ${readings.map(({ at }) => at)}::float8[],
                    ${readings.map(({ reading }) => reading)}::text[]::jsonb[]) as n(id, at, reading)
      on conflict do nothing`;
    await boundKept(
      tx,
      rows.map(({ id }) => id),
    );
  }
  await sql`
    with ranked as (
      select id, row_number() over (order by last_at desc, id desc) as place
        from unknown_device where customer_id = ${customerId}),
    gone as (delete from unknown_device where id in (select id from ranked where place > ${MAXIMUM_UNKNOWN}) returning id)
    insert into unknown_overflow as o (customer_id, dropped_count, dropped_at)
    select ${customerId}, count(*)::int, to_timestamp(${now}::float8 / 1000) from gone having count(*) > 0
    on conflict (customer_id) do update
       set dropped_count = o.dropped_count + excluded.dropped_count, dropped_at = excluded.dropped_at`;
  if (readings.length > 0) {
    await updateKeptBytes(
      tx,
      rows.map(({ id }) => id),
    );
    await boundKeptBytes(tx, customerId);
  }
}

/** Deletes the oldest stored readings of these devices beyond the limit of each. */
async function boundKept(tx: Db, ids: readonly number[]): Promise<void> {
  const sql = tx.$client;
  await sql`
    with ranked as (
      select unknown_device_id, at, digest, row_number() over (partition by unknown_device_id order by at desc, digest) as place
        from unknown_reading where unknown_device_id = any(${[...ids]}::bigint[])),
    gone as (
      delete from unknown_reading r using ranked
       where ranked.place > ${MAXIMUM_KEPT} and r.unknown_device_id = ranked.unknown_device_id and r.at = ranked.at
         and r.digest = ranked.digest
      returning r.unknown_device_id)
    update unknown_device u set dropped_count = u.dropped_count + g.count
      from (select unknown_device_id, count(*)::int as count from gone group by unknown_device_id) g
     where u.id = g.unknown_device_id`;
}

/**
 * Names unknown devices of a token by their addresses (both in upper case) once their network has told them: what was
 * stored under the name is then the address's. A device that is registered under its name keeps it.
 */
export async function renameUnknown(
  tx: Db,
  customerId: number,
  gatewayId: number | null,
  addresses: ReadonlyMap<string, string>,
): Promise<void> {
  const sql = tx.$client;
  await lockKept(tx, customerId);
  const named = await sql<{ id: number; name: string }[]>`
    select id::int, key as name from unknown_device
     where customer_id = ${customerId} and coalesce(gateway_id, 0) = ${gatewayId ?? 0} and adapter = 'zigbee2mqtt'
       and device_id is null and key = any(${[...addresses.keys()]}::text[]) order by key for update`;
  const changed: number[] = [];
  for (const { id, name } of named) {
    const address = addresses.get(name) as string;
    const [known] = await sql<{ id: number }[]>`
      select id::int from unknown_device where customer_id = ${customerId} and key = ${address} for update`;
    const own = sql`jsonb_set(r.reading, '{device}', to_jsonb(${address}::text))`;
    if (!known) {
      await sql`update unknown_reading r set reading = ${own} where r.unknown_device_id = ${id}`;
      await sql`update unknown_device set key = ${address} where id = ${id}`;
    } else {
      await sql`
        insert into unknown_reading (unknown_device_id, at, reading)
        select ${known.id}, r.at, ${own} from unknown_reading r where r.unknown_device_id = ${id} on conflict do nothing`;
      await sql`
        update unknown_device u
           set message = coalesce(u.message, n.message), message_count = u.message_count + n.message_count,
               dropped_count = u.dropped_count + n.dropped_count, first_at = least(u.first_at, n.first_at),
               last_at = greatest(u.last_at, n.last_at)
          from unknown_device n where u.id = ${known.id} and n.id = ${id}`;
      await sql`delete from unknown_device where id = ${id}`;
    }
    changed.push(known?.id ?? id);
  }
  if (changed.length === 0) return;
  await boundKept(tx, changed);
  await updateKeptBytes(tx, changed);
}

/** Serialises changes to a customer's stored readings: the limit in bytes spans all its unknown devices. */
async function lockKept(tx: Db, customerId: number): Promise<void> {
  await tx.$client`select pg_advisory_xact_lock(hashtextextended('unknown_device', ${customerId}::bigint))`;
}

async function updateKeptBytes(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.$client`
    update unknown_device u
       set kept_bytes = (select coalesce(sum(r.bytes), 0) from unknown_reading r where r.unknown_device_id = u.id)
     where u.id = any(${[...ids]}::bigint[])`;
}

/** Target size after the limit was exceeded: finding the oldest reads everything stored, so it frees room for many. */
const BYTES_AFTER = MAXIMUM_KEPT_BYTES * (7 / 8);

/** Deletes the oldest stored readings of a customer, across devices, if their total size exceeds the limit. */
async function boundKeptBytes(tx: Db, customerId: number): Promise<void> {
  const sql = tx.$client;
  const [{ bytes } = { bytes: 0 }] = await sql<{ bytes: number }[]>`
    select coalesce(sum(kept_bytes), 0)::float8 as bytes from unknown_device where customer_id = ${customerId}`;
  if (bytes <= MAXIMUM_KEPT_BYTES) return;
  // Devices are locked before their readings, in the order that removing a device uses.
  await sql`select from unknown_device where customer_id = ${customerId} order by key for update`;
  await sql`
    with ranked as (
      select r.unknown_device_id, r.at, r.digest,
             sum(r.bytes) over (order by r.at desc, r.unknown_device_id, r.digest rows unbounded preceding) as bytes
        from unknown_device u join unknown_reading r on r.unknown_device_id = u.id where u.customer_id = ${customerId}),
    gone as (
      delete from unknown_reading r using ranked
       where ranked.bytes > ${BYTES_AFTER} and r.unknown_device_id = ranked.unknown_device_id and r.at = ranked.at
         and r.digest = ranked.digest
      returning r.unknown_device_id, r.bytes)
    update unknown_device u set dropped_count = u.dropped_count + g.count, kept_bytes = u.kept_bytes - g.bytes
      from (select unknown_device_id, count(*)::int as count, sum(bytes)::int as bytes from gone group by unknown_device_id) g
     where u.id = g.unknown_device_id`;
}

/** Number of last readings from which the kind of a device is guessed. */
const SEEN = 20;

const ORDER = { lastAt: "u.last_at", firstAt: "u.first_at", key: "u.key", messageCount: "u.message_count" } as const;

/**
 * A page of the unknown devices of visible customers, or of those with the given ids among them. Accounts bound to nodes see none: unknown devices belong to no
 * node.
 */
export async function findUnknown(
  db: Db,
  scope: Scope,
  query: UnknownListQuery,
  ids: readonly number[] | null = null,
): Promise<Page<UnknownDeviceDto>> {
  const sql = db.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const pattern = query.q ? containsPattern(query.q) : null;
  const [row] = await sql<[Page<UnknownDeviceDto>]>`
    with found as (
      select u.*, c.name as customer_name, g.name as gateway_name, d.kind as device_kind, d.name as device_name
        from unknown_device u join customer c on c.id = u.customer_id left join device g on g.id = u.gateway_id
        left join device d on d.id = u.device_id
       where (${customerIds}::bigint[] is null or u.customer_id = any(${customerIds}::bigint[]))
         and ${sceneIds}::bigint[] is null
         and (${ids as number[] | null}::bigint[] is null or u.id = any(${ids as number[] | null}::bigint[]))
         and (${query.customerId ?? null}::bigint is null or u.customer_id = ${query.customerId ?? null})
         and (${query.adapter ?? null}::text is null or u.adapter = ${query.adapter ?? null})
         and (${pattern}::text is null or u.key ilike ${pattern} or u.payload ilike ${pattern})),
    page as (
      select u.*, row_number() over (order by ${sql.unsafe(ORDER[query.sort ?? "lastAt"])} ${query.dir === "asc" ? sql`asc` : sql`desc`}, u.id) as place
        from found u order by place limit ${query.iDisplayLength} offset ${query.iDisplayStart})
    select (select count(*)::int from found) as total,
           coalesce((select json_agg(json_build_object(
             'id', p.id, 'customerId', p.customer_id, 'customerName', p.customer_name, 'key', p.key, 'adapter', p.adapter,
             'gateway', case when p.gateway_id is not null then json_build_object('id', p.gateway_id, 'name', p.gateway_name) end,
             'payload', p.payload, 'messageCount', p.message_count, 'droppedCount', p.dropped_count,
             'keptCount', (select count(*) from unknown_reading r where r.unknown_device_id = p.id),
             'probes', coalesce(seen.probes, '[]'), 'hasPosition', coalesce(seen.has_position, false),
             'device', case when p.device_id is not null
                            then json_build_object('id', p.device_id, 'kind', p.device_kind, 'name', p.device_name) end,
             'acceptedCount', p.accepted_count, 'refusedCount', p.refused_count, 'refused', p.refused,
             'firstAt', round(date_part('epoch', p.first_at) * 1000), 'lastAt', round(date_part('epoch', p.last_at) * 1000))
             order by p.place)
               from page p left join lateral (
                 select json_agg(distinct v.key) filter (where v.key is not null) as probes,
                        bool_or(last.reading ? 'position') as has_position
                   from (select reading from unknown_reading r where r.unknown_device_id = p.id
                          order by at desc limit ${SEEN}) last
                   left join lateral jsonb_object_keys(last.reading -> 'values') as v(key) on true) seen on true), '[]') as items`;
  return row;
}

/** What was deleted beyond the limits, for visible customers. */
export async function findOverflow(db: Db, scope: Scope): Promise<OverflowDto> {
  const { customerIds } = scopeArrays(scope);
  const [row] = await db.$client<[OverflowDto]>`
    select coalesce(sum(dropped_count), 0)::int as "droppedCount",
           (extract(epoch from max(dropped_at)) * 1000)::float8 as "droppedAt"
      from unknown_overflow
     where ${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[])`;
  return row;
}

/** Removes an unknown device in scope with its stored readings; undefined if there is none. */
export async function removeUnknown(tx: Db, scope: Scope, id: number) {
  const { customerIds, sceneIds } = scopeArrays(scope);
  const [row] = await tx.$client<{ customerId: number; key: string; adapter: string }[]>`
    delete from unknown_device
     where id = ${id} and (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))
       and ${sceneIds}::bigint[] is null
    returning customer_id::int as "customerId", key, adapter`;
  return row;
}

/** An unknown device that its customer has registered; `isLocated`: its positions are stored by now. */
export type Registered = { id: number; customerId: number; key: string; deviceId: number; isLocated: boolean };

/**
 * Unknown devices registered by now, by serial number or MAC, with readings that can be ingested. Positions can once
 * the device is on a carrier whose GPS is on.
 */
export const findRegistered = (db: Db) =>
  db.$client<Registered[]>`
    select u.id::int, u.customer_id::int as "customerId", u.key, d.id::int as "deviceId", located.is_located as "isLocated"
      from unknown_device u
     cross join lateral (
       select id from (
         select id, 1 as place from device where upper(serial_number) = u.key and customer_id = u.customer_id and use <> 'deactivated' and custody in ('own', 'borrowed')
         union all
         select id, 2 from device where upper(mac) = u.key and customer_id = u.customer_id and use <> 'deactivated' and custody in ('own', 'borrowed')) found
        order by place limit 1) d
     cross join lateral (
       select exists (select from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null
                        join carrier c on c.id = m.carrier_id and c.is_gps_on
                       where p.device_id = d.id) as is_located) located
     where u.device_id is distinct from d.id
        or exists (select from unknown_reading r where r.unknown_device_id = u.id
                      and (located.is_located or r.reading -> 'values' <> '{}' or r.reading ? 'faults'))
     order by u.id`;

/** The stored readings of an unknown device, oldest first, with digests that tell readings of one instant apart. */
export async function findKept(db: Db, id: number): Promise<{ digests: string[]; readings: KeptReading[] }> {
  const rows = await db.$client<{ reading: KeptReading; digest: string }[]>`
    select reading, digest from unknown_reading where unknown_device_id = ${id} order by at, digest`;
  return { digests: rows.map(({ digest }) => digest), readings: rows.map(({ reading }) => reading) };
}

type TakenIn = {
  digests: readonly string[];
  waiting: readonly KeptReading[];
  accepted: number;
  refused: readonly Refusal[];
};

/**
 * Records the result of ingesting the stored readings of a registered device. Waiting readings stay, and so does the
 * row while it has something to report. Its last message moves to the device, so that a mapping can be tried on it.
 */
export async function saveOutcome(
  tx: Db,
  { id, customerId, deviceId }: Registered,
  { digests, waiting, accepted, refused }: TakenIn,
): Promise<void> {
  const sql = tx.$client;
  await lockKept(tx, customerId);
  await sql`delete from unknown_reading where unknown_device_id = ${id} and digest = any(${digests as string[]})`;
  if (waiting.length > 0)
    await sql`
      insert into unknown_reading (unknown_device_id, at, reading)
      select ${id}, to_timestamp(at / 1000), reading
        from unnest(${waiting.map(({ at }) => at)}::float8[], ${waiting.map((one) => JSON.stringify(one))}::text[]::jsonb[]) as n(at, reading)
      on conflict do nothing`;
  await updateKeptBytes(tx, [id]);
  await sql`
    insert into device_message (device_id, messages, kept_at)
    select ${deviceId}, jsonb_build_array(message), last_at from unknown_device where id = ${id} and message is not null
    on conflict do nothing`;
  const shown = refused.slice(0, MAXIMUM_REFUSED);
  await sql`
    update unknown_device u
       set device_id = ${deviceId}, accepted_count = accepted_count + ${accepted}, refused_count = refused_count + ${refused.length},
           refused = (select coalesce(jsonb_agg(one.refusal order by one.place), '[]')
                        from jsonb_array_elements(u.refused || ${JSON.stringify(shown)}::text::jsonb) with ordinality as one(refusal, place)
                       where one.place <= ${MAXIMUM_REFUSED})
     where u.id = ${id}`;
  await sql`
    delete from unknown_device u
     where u.id = ${id} and u.refused_count = 0 and not exists (select from unknown_reading r where r.unknown_device_id = u.id)`;
}

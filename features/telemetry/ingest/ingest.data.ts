import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { binaryRows } from "@/db/binary-copy";
import type { Db, Sql } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import type { DeviceCustody } from "@/db/secondment-enums";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { channelOf, measureOf, type planProbes } from "./channel.rules";
import type { HourRollup } from "./ingest.rules";
import type { ProbeIds, ProbeKey } from "./ingest.schema";

// The hot path: raw SQL over arrays, one statement per step whatever the size of the batch.

export type IngestDevice = {
  id: number;
  customerId: number;
  serialNumber: string;
  mac: string | null;
  isDeactivated: boolean;
  custody: DeviceCustody;
  /** The physical device, if it was ever seconded: who had it at the instant of a reading has the reading. */
  unitId: number | null;
  gatewayId: number | null;
  /** The carrier that its probes are mounted on now; null if none. */
  carrierId: number | null;
  /** Its customer has a forwarding target. */
  isForwarded: boolean;
  /** Its customer has rules that invalidate readings. */
  isSifted: boolean;
  probes: ProbeIds;
};

/** The devices in scope with one of these serial numbers or MACs (upper case). */
export function findDevices(db: Db, scope: Scope, keys: readonly string[]): Promise<IngestDevice[]> {
  const sql = db.$client;
  const { customerIds } = scopeArrays(scope);
  return selectDevices(
    sql,
    customerIds,
    sql`(upper(d.serial_number) = any(${keys as string[]}) or upper(d.mac) = any(${keys as string[]}))
       and (${customerIds}::bigint[] is null or d.customer_id = any(${customerIds}::bigint[]))`,
  );
}

/** The rows that customers have of the same physical devices, those of other customers included. */
export const findUnitDevices = ({ $client: sql }: Db, unitIds: readonly number[]): Promise<IngestDevice[]> =>
  selectDevices(sql, null, sql`d.unit_id = any(${unitIds as number[]}::bigint[])`);

/** `customerIds`: the customers of the devices, if they are known. */
const selectDevices = async (
  sql: Sql,
  customerIds: number[] | null,
  where: postgres.PendingQuery<postgres.Row[]>,
): Promise<IngestDevice[]> => sql<IngestDevice[]>`
    select d.id::int, d.customer_id::int as "customerId", upper(d.serial_number) as "serialNumber", upper(d.mac) as mac,
           d.use = 'deactivated' as "isDeactivated", d.custody, d.unit_id::int as "unitId", d.gateway_id::int as "gatewayId",
           coalesce(p.probes, '{}') as probes, p.carrier_id::int as "carrierId",
           d.customer_id = any(array(select customer_id from forward_target t where t.is_enabled and t.sends_readings
             and (${customerIds}::bigint[] is null or t.customer_id = any(${customerIds}::bigint[])))) as "isForwarded",
           d.customer_id = any(array(select customer_id from invalid_rule i where i.is_enabled
             and (${customerIds}::bigint[] is null or i.customer_id = any(${customerIds}::bigint[])))) as "isSifted"
      from device d
      left join lateral (
        select json_object_agg(concat_ws('.', p.measure, nullif(p.channel, '')), p.id order by p.id) as probes, max(m.carrier_id) as carrier_id
          from probe p left join mounting m on m.probe_id = p.id and m.unmounted_at is null
         where p.device_id = d.id) p on true
     where ${where}`;

type Plan = ReturnType<typeof planProbes> & { device: IngestDevice };

/**
 * Creates the missing probes of devices and names those that had no channel. The first probe of a measure new to the
 * device is mounted where the device is, and since then; the carrier of further ones is left to a user. Returns the
 * probes of all requested keys by device, including those created concurrently. Waits for a concurrent deactivation of
 * the devices, which would miss a probe created after it locked the probes.
 */
export async function addProbes(db: Db, plans: readonly Plan[]): Promise<Map<number, ProbeIds>> {
  const adopted = plans.flatMap(({ adopt }) => adopt);
  if (adopted.length > 0)
    // If two transactions name the same probe, the second finds it named and creates another.
    await db.$client`
      update probe p set channel = n.channel
        from unnest(${adopted.map(({ probeId }) => probeId)}::bigint[],
                    ${adopted.map(({ key }) => channelOf(key))}::text[]) as n(id, channel)
       where p.id = n.id and p.channel = ''
         and not exists (select from probe o where o.device_id = p.device_id and o.measure = p.measure and o.channel = n.channel)`;
  const wanted = plans.flatMap(({ device, create, adopt }) =>
    [...create, ...adopt.map(({ key }) => key)].map((key) => ({ deviceId: device.id, key })),
  );
  if (wanted.length === 0) return new Map();
  const deviceIds = wanted.map(({ deviceId }) => deviceId);
  const measures = wanted.map(({ key }) => measureOf(key));
  const channels = wanted.map(({ key }) => channelOf(key));
  await db.$client`
    with wanted as (
      select * from unnest(${deviceIds}::bigint[], ${measures}::text[], ${channels}::text[])
        with ordinality as w(device_id, measure, channel, place)),
    owners as materialized (
      select id from customer where id in (select customer_id from device where id = any(${deviceIds}::bigint[]))
       order by id for share),
    held as materialized (
      select d.id, d.customer_id from device d join owners on owners.id = d.customer_id
       where d.id = any(${deviceIds}::bigint[]) order by d.id for share of d),
    made as (
      insert into probe (customer_id, device_id, measure, channel)
      select d.customer_id, d.id, w.measure, w.channel from wanted w join held d on d.id = w.device_id order by w.place
      on conflict do nothing returning id, device_id, customer_id, measure),
    first as (
      select distinct on (device_id, measure) * from made
       where not exists (select from probe o where o.device_id = made.device_id and o.measure = made.measure)
       order by device_id, measure, id),
    hung as (
      insert into mounting (customer_id, probe_id, carrier_id, mounted_at)
      select distinct on (first.id) first.customer_id, first.id, m.carrier_id, m.mounted_at
        from first join probe s on s.device_id = first.device_id join mounting m on m.probe_id = s.id and m.unmounted_at is null
       order by first.id, m.id)
    insert into probe_state (probe_id) select id from made on conflict do nothing`;
  const rows = await db.$client<{ deviceId: number; key: ProbeKey; id: number }[]>`
    select p.device_id::int as "deviceId", concat_ws('.', p.measure, nullif(p.channel, '')) as key, p.id::int from probe p
      join unnest(${deviceIds}::bigint[], ${measures}::text[], ${channels}::text[]) as w(device_id, measure, channel)
        on w.device_id = p.device_id and w.measure = p.measure and w.channel = p.channel`;
  const made = new Map<number, ProbeIds>();
  for (const { deviceId, key, id } of rows) made.set(deviceId, { ...made.get(deviceId), [key]: id });
  return made;
}

/** A probe's newest value and alarm state; times in epoch milliseconds. */
export type ProbeState = {
  probeId: number;
  lastAt: number | null;
  lastValue: number | null;
  trend: number | null;
  alarm: Record<string, unknown>;
  /** The newest instant of a current or former invalid reading. */
  invalidAt: number | null;
};

/** Locks the probes' rows in one order, so that batches that share a probe wait for each other and never deadlock. */
export async function lockProbeStates(tx: Db, probeIds: readonly number[]): Promise<Map<number, ProbeState>> {
  const ids = probeIds as number[];
  const read = () => tx.$client<ProbeState[]>`
    select probe_id::int as "probeId", (extract(epoch from last_at) * 1000)::float8 as "lastAt",
           last_value as "lastValue", trend, alarm, (extract(epoch from invalid_at) * 1000)::float8 as "invalidAt"
      from probe_state where probe_id = any(${ids}::bigint[]) order by probe_id for update`;
  let rows = await read();
  if (rows.length < ids.length) {
    await tx.$client`insert into probe_state (probe_id) select unnest(${ids}::bigint[]) on conflict do nothing`;
    rows = await read();
  }
  return new Map(rows.map((row) => [row.probeId, row]));
}

/** Which of these devices are deactivated by now, themselves or with their customer. */
export async function findOff(tx: Db, deviceIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.$client<{ id: number }[]>`
    select d.id::int from device d join customer c on c.id = d.customer_id
     where d.id = any(${deviceIds as number[]}::bigint[]) and (d.use = 'deactivated' or c.status = 'cancelled')`;
  return new Set(rows.map(({ id }) => id));
}

/** Which of these pairs are stored already, as `probeId:at` → value. */
export async function findStored(
  tx: Db,
  probeIds: readonly number[],
  ats: readonly number[],
): Promise<Map<string, number>> {
  const rows = await tx.$client<{ probeId: number; at: number; value: number }[]>`
    select r.probe_id::int as "probeId", (extract(epoch from r.at) * 1000)::float8 as at, r.value
      from unnest(${probeIds as number[]}::bigint[], ${ats as number[]}::float8[]) as w(probe_id, at)
      join reading r on r.probe_id = w.probe_id and r.at = to_timestamp(w.at / 1000)`;
  return new Map(rows.map(({ probeId, at, value }) => [`${probeId}:${at}`, value]));
}

/** New values as columns of equal length; `at` in epoch milliseconds. */
export type Columns = { probeId: number[]; at: number[]; value: number[] };

/** Number of rows from which COPY is faster than an insert. */
const COPY_FROM = 200;

/** Stores values known to be new. */
export async function insertReadings(tx: Db, columns: Columns): Promise<void> {
  const { probeId, at, value } = columns;
  if (probeId.length < COPY_FROM) {
    await tx.$client`
      insert into reading (probe_id, at, value)
      select probe_id, to_timestamp(at / 1000), value
        from unnest(${probeId}::bigint[], ${at}::float8[], ${value}::float8[]) as r(probe_id, at, value)`;
    return;
  }
  const copy = await tx.$client`copy reading (probe_id, at, value) from stdin (format binary)`.writable();
  await pipeline(Readable.from(binaryRows(columns), { objectMode: false }), copy);
}

/** Adds to the hourly roll-ups; the readings are new, so sums add up. The time-weighted sums are not updated here. */
export async function addToHours(tx: Db, hours: readonly HourRollup[]): Promise<void> {
  const column = <K extends keyof HourRollup>(key: K) => hours.map((hour) => hour[key]);
  await tx.$client`
    insert into reading_hour as h (probe_id, hour, count, sum, minimum, maximum)
    select probe_id, to_timestamp(hour / 1000), count, sum, minimum, maximum
      from unnest(${column("probeId")}::bigint[], ${column("hour")}::float8[], ${column("count")}::int[], ${column("sum")}::float8[],
                  ${column("minimum")}::float8[], ${column("maximum")}::float8[]) as n(probe_id, hour, count, sum, minimum, maximum)
    on conflict (probe_id, hour) do update
       set count = h.count + excluded.count, sum = h.sum + excluded.sum,
           minimum = least(h.minimum, excluded.minimum), maximum = greatest(h.maximum, excluded.maximum), longest_ms = null`;
}

export type ProbeStateUpdate = ProbeState & { dueAt: number | null };

export async function saveProbeStates(tx: Db, states: readonly ProbeStateUpdate[], now: number): Promise<void> {
  const column = <K extends keyof ProbeStateUpdate>(key: K) => states.map((state) => state[key]);
  await tx.$client`
    update probe_state s
       set last_at = to_timestamp(n.last_at / 1000), last_value = n.last_value, trend = n.trend,
           alarm = n.alarm, due_at = to_timestamp(n.due_at / 1000), received_at = to_timestamp(${now}::float8 / 1000)
      from unnest(${column("probeId")}::bigint[], ${column("lastAt")}::float8[], ${column("lastValue")}::float8[],
                  ${column("trend")}::float8[], ${states.map((state) => JSON.stringify(state.alarm))}::text[]::jsonb[],
                  ${column("dueAt")}::float8[]) as n(probe_id, last_at, last_value, trend, alarm, due_at)
     where s.probe_id = n.probe_id`;
}

/** Records when probes reported a fault themselves. */
export async function noteFaults(tx: Db, faults: readonly { probeId: number; at: number }[]): Promise<void> {
  if (faults.length === 0) return;
  await tx.$client`
    update probe_state s set fault_at = to_timestamp(n.at / 1000)
      from (select probe_id, max(at) as at
              from unnest(${faults.map(({ probeId }) => probeId)}::bigint[], ${faults.map(({ at }) => at)}::float8[]) as f(probe_id, at)
             group by probe_id) n
     where s.probe_id = n.probe_id and (s.fault_at is null or s.fault_at < to_timestamp(n.at / 1000))`;
}

/** Minimum age (seconds) of `last_seen_at` before it is written again, so that a busy gateway is not a hot row. */
const TOUCH_SECONDS = 5;

/**
 * Records that devices and their gateways sent data. Outside the batch's transaction, since a gateway is shared by
 * many.
 */
export async function touchDevices(db: Db, deviceIds: readonly number[], now: number): Promise<void> {
  await db.$client`
    update device set last_seen_at = to_timestamp(${now}::float8 / 1000)
     where id in (
       select id from device
        where id = any(${deviceIds as number[]}::bigint[])
          and (last_seen_at is null or last_seen_at < to_timestamp(${now}::float8 / 1000 - ${TOUCH_SECONDS}))
        order by id for update skip locked)`;
}

const DAY_MS = 86_400_000;
const preparedDays = new Set<number>();

/**
 * Creates the partitions for these instants: once per process and day if their month is not over. Older ones are
 * checked each time, since retention may have dropped them.
 */
export async function preparePartitions(db: Db, ats: readonly number[]): Promise<void> {
  const days = new Set<number>();
  for (const at of ats) days.add(Math.floor(at / DAY_MS));
  const now = new Date();
  const thisMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const months = new Set<string>();
  for (const day of days) {
    if (preparedDays.has(day)) continue;
    const month = new Date(day * DAY_MS).toISOString().slice(0, 7);
    if (!months.has(month)) await ensurePartitions(db.$client, day * DAY_MS, day * DAY_MS);
    months.add(month);
    if (day * DAY_MS >= thisMonth) preparedDays.add(day);
  }
}

import "server-only";
import type { Db } from "@/db/client";
import type { DeviceKind, ForwardKind, Measure } from "@/db/enums";
import {
  exceptionOf,
  exceptionParts,
  type ForwardFigures,
  type ForwardValue,
  idsWithFigures,
  type Part,
  readingParts,
  readingsOf,
  type Slice,
} from "./delivery.rules";
import type { ForwardException, SendingTarget } from "./delivery.schema";

// Builds messages. The same rows always give the same messages, so that a retry sends identical ones.

type Columns = { probeId: number[]; at: number[]; value: number[] };
type Change = { change: string; exception: Record<string, unknown> };
type Raw = { probeId: number; at: number; value: number };

/** Computes the figures of exceptions by id. */
export type FiguresOf = (ids: readonly number[]) => Promise<ReadonlyMap<number, ForwardFigures>>;

/** Messages of the waiting batches after one position and up to another; all batches are of one kind. */
export async function findParts(
  db: Db,
  target: SendingTarget,
  from: number,
  to: number,
  figuresOf: FiguresOf,
): Promise<Part[]> {
  const batches = await db.$client<{ kind: ForwardKind; content: Columns | Change }[]>`
    select kind, content from forward_batch
     where customer_id = ${target.customerId} and position > ${from} and position <= ${to} and kind = any(${target.kinds}::text[])
     order by position`;
  const key = `${target.id}-${from}-${to}`;
  const values = batches.filter(({ kind }) => kind === "readings").flatMap(({ content }) => rowsOf(content as Columns));
  if (values.length > 0) return readingParts(target, key, readingsOf(await named(db, values)));
  const changes = batches.filter(({ kind }) => kind === "exceptions").map(({ content }) => content as Change);
  return exceptionParts(target, key, await describeExceptions(db, changes, figuresOf));
}

const rowsOf = ({ probeId, at, value }: Columns): Raw[] =>
  probeId.map((id, index) => ({ probeId: id, at: at[index] as number, value: value[index] as number }));

type MountingSpan = { carrier: string; from: number; to: number | null };

/** Adds device, measure and the carrier at the time to each value. Values of removed devices are left out. */
async function named(db: Db, values: readonly Raw[]): Promise<ForwardValue[]> {
  const ids = [...new Set(values.map(({ probeId }) => probeId))];
  const probes = await db.$client<{ id: number; device: string; measure: Measure; hung: MountingSpan[] }[]>`
    select p.id::int, d.serial_number as device, p.measure, coalesce(m.hung, '[]') as hung
      from probe p
      join device d on d.id = p.device_id
      left join lateral (
        select json_agg(json_build_object('carrier', c.name, 'from', extract(epoch from m.mounted_at) * 1000,
                                          'to', extract(epoch from m.unmounted_at) * 1000)) as hung
          from mounting m join carrier c on c.id = m.carrier_id where m.probe_id = p.id) m on true
     where p.id = any(${ids}::bigint[])`;
  const known = new Map(probes.map((probe) => [probe.id, probe]));
  return values.flatMap(({ probeId, at, value }) => {
    const probe = known.get(probeId);
    if (!probe) return [];
    const hung = probe.hung.find(({ from, to }) => from <= at && (to === null || at < to));
    return [{ device: probe.device, measure: probe.measure, carrier: hung?.carrier ?? null, at, value }];
  });
}

/** Exceptions with the names of their carriers and devices, and their figures. */
async function describeExceptions(
  db: Db,
  changes: readonly Change[],
  figuresOf: FiguresOf,
): Promise<ForwardException[]> {
  const idsOf = (field: string) =>
    [...new Set(changes.map(({ exception }) => exception[field]).filter((id) => id !== null))] as number[];
  const carriers = await db.$client<{ id: number; name: string }[]>`
    select id::int, name from carrier where id = any(${idsOf("carrier_id")}::bigint[])`;
  const devices = await db.$client<{ id: number; name: string; kind: DeviceKind }[]>`
    select id::int, serial_number as name, kind from device where id = any(${idsOf("device_id")}::bigint[])`;
  const carrierNames = new Map(carriers.map(({ id, name }) => [id, name]));
  const deviceById = new Map(devices.map((device) => [device.id, device]));
  const figures = await figuresOf(idsWithFigures(changes.map(({ exception }) => exception)));
  return changes.map(({ change, exception }) => {
    const device = deviceById.get(exception.device_id as number);
    const owners = {
      carrier: carrierNames.get(exception.carrier_id as number) ?? null,
      device: device?.name ?? null,
      deviceKind: device?.kind ?? null,
    };
    return exceptionOf(change, exception, owners, exception.ended_at ? figures.get(exception.id as number) : undefined);
  });
}

/**
 * Finds the next hour from `cursor` in which the customer has something to send again, with its number of values; null
 * after `until`. In epoch milliseconds.
 */
export async function findHour(
  db: Db,
  target: SendingTarget,
  cursor: number,
  until: number,
): Promise<{ hour: number; count: number } | null> {
  const [row] = await db.$client<{ hour: number | null; count: number }[]>`
    with bounds as (
      select date_trunc('hour', to_timestamp(${cursor}::float8 / 1000), 'UTC') as start,
             to_timestamp(${cursor}::float8 / 1000) as cursor, to_timestamp(${until}::float8 / 1000) as until),
    next as materialized (
      select least(
        (select min(h.hour) from probe p cross join bounds
          cross join lateral oldest_hour(p.id, bounds.start, bounds.until) h
          where p.customer_id = ${target.customerId} and 'readings' = any(${target.kinds}::text[])),
        (select date_trunc('hour', min(e.started_at), 'UTC') from exception e cross join bounds
          where e.customer_id = ${target.customerId} and e.started_at >= bounds.cursor and e.started_at < bounds.until
            and 'exceptions' = any(${target.kinds}::text[]))) as hour)
    select (extract(epoch from next.hour) * 1000)::float8 as hour,
           (select coalesce(sum(h.count), 0)::float8 from probe p
             cross join lateral hours_between(p.id, next.hour, next.hour + interval '1 hour') h
             where p.customer_id = ${target.customerId} and 'readings' = any(${target.kinds}::text[])) as count
      from next`;
  return row && row.hour !== null ? { hour: row.hour, count: row.count } : null;
}

/** A withdrawn exception is sent as well, as the platform may still have it open. */
function changeOf({ withdrawn_at, ended_at }: Record<string, unknown>): string {
  if (withdrawn_at) return "withdrawn";
  return ended_at ? "closed" : "opened";
}

/** Messages for a time slice: readings by event time, then the exceptions that began in it, in their present state. */
export async function findReplayParts(
  db: Db,
  target: SendingTarget,
  key: string,
  slice: Slice,
  figuresOf: FiguresOf,
): Promise<Part[]> {
  const { from, to } = slice;
  const parts: Part[] = [];
  if (target.kinds.includes("readings")) {
    const values = await db.$client<Raw[]>`
      select p.id::int as "probeId", (extract(epoch from r.at) * 1000)::float8 as at, r.value
        from probe p
        join reading r on r.probe_id = p.id and r.at >= to_timestamp(${from}::float8 / 1000) and r.at < to_timestamp(${to}::float8 / 1000)
       where p.customer_id = ${target.customerId}
       order by r.at, p.id`;
    parts.push(...readingParts(target, `${key}-r`, readingsOf(await named(db, values)), true));
  }
  if (target.kinds.includes("exceptions")) {
    const rows = await db.$client<{ exception: Record<string, unknown> }[]>`
      select to_jsonb(e) as exception from exception e
       where e.customer_id = ${target.customerId} and e.started_at >= to_timestamp(${from}::float8 / 1000)
         and e.started_at < to_timestamp(${to}::float8 / 1000)
       order by e.started_at, e.id`;
    const changes = rows.map(({ exception }) => ({ change: changeOf(exception), exception }));
    parts.push(...exceptionParts(target, `${key}-e`, await describeExceptions(db, changes, figuresOf), true));
  }
  return parts;
}

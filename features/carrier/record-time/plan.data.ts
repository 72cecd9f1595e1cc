import "server-only";
import type { Db } from "@/db/client";
import { MONITORED_MEASURES, type RecordPreset } from "@/db/enums";
import { nextPlanned, type PlannedInstant, type RecordPlan } from "./plan.rules";

/** A record point; instants in epoch ms. */
export type RecordPoint = RecordPlan & {
  carrierId: number;
  customerId: number;
  timeZone: string;
  plannedUntil: number;
  version: number;
  /** Whether its values are due: the carrier is not retired, the customer not cancelled. */
  isActive: boolean;
};

type PointRow = Omit<RecordPoint, "minutes"> & { preset: RecordPreset; minutes: number[] | null };

const pointOf = ({ minutes, ...row }: PointRow): RecordPoint => ({ ...row, minutes: minutes ?? [] });

const selectPoints = ({ $client: sql }: Db) => sql`
  select p.carrier_id::int as "carrierId", p.customer_id::int as "customerId", u.time_zone as "timeZone", p.preset,
         p.interval_minutes as "intervalMinutes", p.tolerance_minutes as "toleranceMinutes", p.version,
         round(date_part('epoch', p.planned_until) * 1000) as "plannedUntil",
         c.status <> 'retirement' and u.status = 'active' as "isActive",
         (select array_agg(t.minute_of_day order by t.minute_of_day) from carrier_record_time t
           where t.carrier_id = p.carrier_id) as minutes
    from record_point p
    join carrier c on c.id = p.carrier_id
    join customer u on u.id = p.customer_id`;

/** The record point of a carrier that the caller may see. */
export async function findPoint(db: Db, carrierId: number): Promise<RecordPoint | undefined> {
  const rows = await db.$client<PointRow[]>`${selectPoints(db)} where p.carrier_id = ${carrierId}`;
  return rows.map(pointOf)[0];
}

/** The same, locked until the transaction ends. */
export async function lockPoint(tx: Db, carrierId: number): Promise<RecordPoint | undefined> {
  const rows = await tx.$client<PointRow[]>`
    ${selectPoints(tx)} where p.carrier_id = ${carrierId} for update of p`;
  return rows.map(pointOf)[0];
}

/** Locks record points whose next record is due, except those that another worker plans. */
export async function lockDuePoints(tx: Db, now: number, most: number): Promise<RecordPoint[]> {
  const rows = await tx.$client<PointRow[]>`
    ${selectPoints(tx)} where p.next_at <= to_timestamp(${now}::float8 / 1000)
     order by p.next_at limit ${most} for update of p skip locked`;
  return rows.map(pointOf);
}

/** Notes up to where (epoch ms) the records of a point are planned. */
export async function setPlanned(
  tx: Db,
  point: RecordPlan & Pick<RecordPoint, "carrierId" | "timeZone">,
  until: number,
): Promise<void> {
  const next = nextPlanned(point, point.timeZone, until);
  await tx.$client`
    update record_point set planned_until = to_timestamp(${until}::float8 / 1000),
           next_at = to_timestamp(${next}::float8 / 1000)
     where carrier_id = ${point.carrierId}`;
}

/**
 * Inserts records of a point as pending, for every probe mounted at their instant. A sheet exists from its first record
 * on; one that is signed gets no further records.
 */
export async function insertPending(tx: Db, point: RecordPoint, due: readonly PlannedInstant[]): Promise<void> {
  const sql = tx.$client;
  const { carrierId, customerId, toleranceMinutes } = point;
  const columns = [due.map(({ day }) => day), due.map(({ minute }) => minute), due.map(({ at }) => at)] as const;
  const planned = sql`
    select due.day::date as day, due.minute, to_timestamp(due.ms / 1000) as at, m.probe_id
      from unnest(${columns[0]}::text[], ${columns[1]}::int[], ${columns[2]}::float8[]) as due(day, minute, ms)
      join mounting m on m.carrier_id = ${carrierId} and m.mounted_at <= to_timestamp(due.ms / 1000)
       and (m.unmounted_at is null or m.unmounted_at > to_timestamp(due.ms / 1000))
      join probe p on p.id = m.probe_id and p.measure = any(${[...MONITORED_MEASURES]}::text[])`;
  await sql`
    insert into record_sheet (customer_id, carrier_id, month)
    select distinct ${customerId}::bigint, ${carrierId}::bigint, date_trunc('month', planned.day)::date
      from (${planned}) as planned
        on conflict (carrier_id, month) where is_current do nothing`;
  await sql`
    insert into record_value (sheet_id, probe_id, day, minute, planned_at, tolerance_minutes, due_at)
    select s.id, planned.probe_id, planned.day, planned.minute, planned.at, ${toleranceMinutes}::int,
           planned.at + make_interval(mins => ${toleranceMinutes}::int)
      from (${planned}) as planned
      join record_sheet s on s.carrier_id = ${carrierId} and s.month = date_trunc('month', planned.day)::date
       and s.is_current and s.status = 'open'
        on conflict do nothing`;
}

/** Stores a plan in place of the earlier one. Returns false if it has neither times nor an interval. */
export async function storePlan(
  tx: Db,
  { carrierId, customerId }: Pick<RecordPoint, "carrierId" | "customerId">,
  { preset, intervalMinutes, toleranceMinutes, minutes }: RecordPlan,
): Promise<boolean> {
  const sql = tx.$client;
  await sql`delete from carrier_record_time where carrier_id = ${carrierId}`;
  if (intervalMinutes === null && minutes.length === 0) {
    await sql`delete from record_point where carrier_id = ${carrierId}`;
    return false;
  }
  await sql`
    insert into carrier_record_time (carrier_id, minute_of_day)
    select ${carrierId}, minute from unnest(${[...minutes]}::int[]) as minute`;
  await sql`
    insert into record_point (carrier_id, customer_id, preset, interval_minutes, tolerance_minutes)
    values (${carrierId}, ${customerId}, ${preset}, ${intervalMinutes}, ${toleranceMinutes})
        on conflict (carrier_id) do update set preset = excluded.preset, interval_minutes = excluded.interval_minutes,
           tolerance_minutes = excluded.tolerance_minutes`;
  return true;
}

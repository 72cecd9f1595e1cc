import "server-only";
import type { Db } from "@/db/client";
import type { RecordPreset, RecordSheetStatus, RecordValueState } from "@/db/enums";
import type { Limits, Reading, Recorded } from "./collect.rules";

/** A record that is looked at, with the readings around it. */
export type Looked = Recorded & {
  id: number;
  sheetId: number;
  status: RecordSheetStatus;
  limits: Limits;
  readings: Reading[];
};

/** What becomes of it. */
export type Collected = Recorded & { id: number; limits: Limits; isChanged: boolean; dueAt: number | null };

/**
 * Locks records that are due, and their sheets against signing; those that are locked already are left to the next run.
 * Returns their ids.
 */
export async function lockDueRecords(tx: Db, now: number, most: number): Promise<number[]> {
  const rows = await tx.$client<{ id: number }[]>`
    select v.id::int from record_value v join record_sheet s on s.id = v.sheet_id
     where v.due_at <= to_timestamp(${now}::float8 / 1000)
     order by v.due_at limit ${most} for update of v skip locked for share of s skip locked`;
  return rows.map(({ id }) => id);
}

/** The records of a locked sheet that late readings may still change. */
export async function findWatched(tx: Db, sheetId: number): Promise<number[]> {
  const rows = await tx.$client<{ id: number }[]>`
    select id::int from record_value where sheet_id = ${sheetId} and due_at is not null order by id`;
  return rows.map(({ id }) => id);
}

type Row = {
  id: number;
  sheetId: number;
  status: RecordSheetStatus;
  state: RecordValueState;
  plannedAt: number;
  toleranceMinutes: number;
  value: number | null;
  measuredAt: number | null;
  newerAt: number | null;
  minimum: number | null;
  maximum: number | null;
  beforeAt: number | null;
  beforeValue: number | null;
  afterAt: number | null;
  afterValue: number | null;
};

const MINUTE_MS = 60_000;

/**
 * These records with the last reading at or before and the first one after their planned instants, while the probe was
 * mounted on the carrier. Two index lookups each.
 */
export async function findAround(db: Db, ids: readonly number[]): Promise<Looked[]> {
  const rows = await db.$client<Row[]>`
    select v.id::int, s.id::int as "sheetId", s.status, v.state, v.value, v.tolerance_minutes as "toleranceMinutes",
           round(date_part('epoch', v.planned_at) * 1000) as "plannedAt",
           round(date_part('epoch', v.measured_at) * 1000) as "measuredAt",
           round(date_part('epoch', v.newer_at) * 1000) as "newerAt", z.minimum, z.maximum,
           round(date_part('epoch', b.at) * 1000) as "beforeAt", b.value as "beforeValue",
           round(date_part('epoch', a.at) * 1000) as "afterAt", a.value as "afterValue"
      from unnest(${[...ids]}::bigint[]) as wanted(id)
      join record_value v on v.id = wanted.id
      join record_sheet s on s.id = v.sheet_id
      join probe p on p.id = v.probe_id
      left join carrier_zone cz on cz.carrier_id = s.carrier_id and cz.measure = p.measure
      left join zone z on z.id = cz.zone_id
      left join lateral (
        select m.mounted_at, m.unmounted_at from mounting m
         where m.probe_id = v.probe_id and m.carrier_id = s.carrier_id and m.mounted_at <= v.planned_at
           and (m.unmounted_at is null or m.unmounted_at > v.planned_at) limit 1) m on true
      left join lateral newest_readings(v.probe_id,
        greatest(v.planned_at - make_interval(mins => v.tolerance_minutes), m.mounted_at),
        v.planned_at + interval '1 millisecond', 1) b on m.mounted_at is not null
      left join lateral oldest_readings(v.probe_id, v.planned_at + interval '1 millisecond',
        least(v.planned_at + make_interval(mins => v.tolerance_minutes, secs => 0.001), m.unmounted_at), 1) a
        on m.mounted_at is not null`;
  return rows.map(({ minimum, maximum, toleranceMinutes, beforeAt, beforeValue, afterAt, afterValue, ...row }) => ({
    ...row,
    toleranceMs: toleranceMinutes * MINUTE_MS,
    limits: { minimum, maximum },
    readings: [
      ...(beforeAt !== null && beforeValue !== null ? [{ at: beforeAt, value: beforeValue }] : []),
      ...(afterAt !== null && afterValue !== null ? [{ at: afterAt, value: afterValue }] : []),
    ],
  }));
}

/** The regular records of a sheet. */
export async function findRegular(tx: Db, sheetId: number): Promise<number[]> {
  const rows = await tx.$client<{ id: number }[]>`
    select id::int from record_value where sheet_id = ${sheetId} and not is_extra order by id`;
  return rows.map(({ id }) => id);
}

/** Readings that were out of range, of one probe on one carrier; instants in epoch ms. */
export type OutOfRange = {
  carrierId: number;
  probeId: number;
  preset: RecordPreset;
  timeZone: string;
  instants: number[];
};

/**
 * The readings out of range between these regular records of open sheets and the ones before them, of record points with
 * one of the presets, while the probe was mounted on the carrier.
 */
export const findOutOfRange = (
  db: Db,
  ids: readonly number[],
  presets: readonly RecordPreset[],
): Promise<OutOfRange[]> =>
  db.$client<OutOfRange[]>`
    select s.carrier_id::int as "carrierId", v.probe_id::int as "probeId", rp.preset, u.time_zone as "timeZone",
           array_agg(round(date_part('epoch', r.at) * 1000) order by r.at) as instants
      from unnest(${[...ids]}::bigint[]) as wanted(id)
      join record_value v on v.id = wanted.id and not v.is_extra
      join record_sheet s on s.id = v.sheet_id and s.status = 'open' and s.is_current
      join customer u on u.id = s.customer_id
      join record_point rp on rp.carrier_id = s.carrier_id and rp.preset = any(${[...presets]}::text[])
      join probe p on p.id = v.probe_id
      join carrier_zone cz on cz.carrier_id = s.carrier_id and cz.measure = p.measure
      join zone z on z.id = cz.zone_id
      join mounting m on m.probe_id = v.probe_id and m.carrier_id = s.carrier_id and m.mounted_at <= v.planned_at
       and (m.unmounted_at is null or m.unmounted_at > v.planned_at - make_interval(mins => rp.interval_minutes))
     cross join lateral readings_between(v.probe_id,
        greatest(v.planned_at - make_interval(mins => rp.interval_minutes), m.mounted_at),
        least(v.planned_at, m.unmounted_at)) r
     where r.value < z.minimum or r.value > z.maximum
     group by 1, 2, 3, 4`;

type Extra = { carrierId: number; probeId: number; day: string; minute: number; at: number };

/** Inserts records beside the plan as pending, into the open sheets of their months. Returns the ids of the new ones. */
export async function insertExtra(tx: Db, extra: readonly Extra[], toleranceMinutes: number): Promise<number[]> {
  const column = <K extends keyof Extra>(name: K) => extra.map((one) => one[name]);
  const rows = await tx.$client<{ id: number }[]>`
    with open as (
      -- Against signing: its values are frozen from then on.
      select id, carrier_id, month from record_sheet
       where carrier_id = any(${column("carrierId")}::bigint[]) and is_current and status = 'open' for share)
    insert into record_value (sheet_id, probe_id, day, minute, planned_at, tolerance_minutes, is_extra, due_at)
    select open.id, n.probe, n.day::date, n.minute, to_timestamp(n.ms / 1000), ${toleranceMinutes}::int, true,
           to_timestamp(n.ms / 1000) + make_interval(mins => ${toleranceMinutes}::int)
      from unnest(${column("carrierId")}::bigint[], ${column("probeId")}::bigint[], ${column("day")}::text[],
                  ${column("minute")}::int[], ${column("at")}::float8[]) as n(carrier, probe, day, minute, ms)
      join open on open.carrier_id = n.carrier and open.month = date_trunc('month', n.day::date)::date
        on conflict do nothing
    returning id::int`;
  return rows.map(({ id }) => id);
}

/** The sheets of records, for those who watch them. */
export const findSubjects = (db: Db, sheetIds: readonly number[]): Promise<SheetSubject[]> =>
  db.$client<SheetSubject[]>`
    select id::int as "sheetId", carrier_id::int as "carrierId", customer_id::int as "customerId"
      from record_sheet where id = any(${[...sheetIds]}::bigint[])`;

export type SheetSubject = { sheetId: number; carrierId: number; customerId: number };

/** Stores records; the range of a record is that at the moment when its value was found. */
export async function saveCollected(tx: Db, all: readonly Collected[]): Promise<void> {
  const ms = (pick: (one: Collected) => number | null) => all.map(pick);
  await tx.$client`
    update record_value v
       set state = n.state, value = n.value, measured_at = to_timestamp(n.measured / 1000),
           newer_at = to_timestamp(n.newer / 1000), due_at = to_timestamp(n.due / 1000),
           minimum = case when n.changed then n.minimum else v.minimum end,
           maximum = case when n.changed then n.maximum else v.maximum end
      from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map(({ state }) => state)}::text[],
                  ${all.map(({ value }) => value)}::float8[], ${ms(({ measuredAt }) => measuredAt)}::float8[],
                  ${ms(({ newerAt }) => newerAt)}::float8[], ${ms(({ dueAt }) => dueAt)}::float8[],
                  ${all.map(({ isChanged }) => String(isChanged))}::text[]::boolean[],
                  ${all.map(({ limits }) => limits.minimum)}::float8[],
                  ${all.map(({ limits }) => limits.maximum)}::float8[])
        as n(id, state, value, measured, newer, due, changed, minimum, maximum)
     where v.id = n.id`;
}

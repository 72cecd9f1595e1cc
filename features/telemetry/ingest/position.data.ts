import "server-only";
import type { Db } from "@/db/client";
import type { CarrierType, PositionFault } from "@/db/enums";
import type { Position } from "./ingest.schema";
import type { Fix, Judged } from "./position.rules";

// Part of the ingest: raw SQL over arrays. `position` may be sharded, so no statement joins it with other tables.

export type PositionRow = Position & Fix & { carrierId: number };
export type JudgedPosition = PositionRow & Judged;

/** A carrier whose positions are stored. */
export type LocatedCarrier = {
  carrierId: number;
  type: CarrierType;
  /** Its newest valid position. */
  newest: (Fix & { isSettled: boolean }) | null;
  /** The instant of its newest invalid position, epoch ms. */
  invalidAt: number | null;
  /** Positions after the newest valid one contradict it. */
  isContradicted: boolean;
};

/**
 * The carriers whose GPS is switched on, locked in order of their ids until the transaction ends, since consecutive
 * batches change their positions.
 */
export async function lockLocated(tx: Db, carrierIds: readonly number[]): Promise<LocatedCarrier[]> {
  const sql = tx.$client;
  const ids = sql`${carrierIds as number[]}::bigint[]`;
  await sql`
    insert into carrier_state (carrier_id)
    select id from carrier where id = any(${ids}) and is_gps_on
       and not exists (select from carrier_state where carrier_id = id) order by id
    on conflict do nothing`;
  await sql`select from carrier_state where carrier_id = any(${ids}) order by carrier_id for update`;
  // A separate statement, so that it sees what the previous holder of the lock wrote.
  const rows = await sql<(NonNullable<LocatedCarrier["newest"]> & Omit<LocatedCarrier, "newest">)[]>`
    select c.id::int as "carrierId", c.type, (extract(epoch from s.position_at) * 1000)::float8 as at, s.longitude, s.latitude,
           s.is_settled as "isSettled",
           (select (extract(epoch from max(i.at)) * 1000)::float8 from invalid_position i where i.carrier_id = c.id) as "invalidAt",
           exists (select from invalid_position i where i.carrier_id = c.id and i.at > s.position_at and i.fault <> 'nowhere') as "isContradicted"
      from carrier c join carrier_state s on s.carrier_id = c.id
     where c.id = any(${ids}) and c.is_gps_on`;
  return rows.map(({ carrierId, type, invalidAt, isContradicted, ...newest }) => ({
    ...{ carrierId, type, invalidAt, isContradicted },
    newest: newest.at === null ? null : newest,
  }));
}

type Key = { carrierId: number; at: number };

/** The stored positions at these keys, valid or not, as `carrierId:at` → position. */
export async function findStoredPositions(tx: Db, keys: readonly Key[]): Promise<Map<string, PositionRow>> {
  const sql = tx.$client;
  const [ids, ats] = [keys.map(({ carrierId }) => carrierId), keys.map(({ at }) => at)];
  const found = new Map<string, PositionRow>();
  for (const table of ["position", "invalid_position"]) {
    const rows = await sql<PositionRow[]>`
      select p.carrier_id::int as "carrierId", (extract(epoch from p.at) * 1000)::float8 as at, p.longitude, p.latitude,
             p.speed_kmh as "speedKmh", p.course
        from unnest(${ids}::bigint[], ${ats}::float8[]) as w(carrier_id, at)
        join ${sql(table)} p on p.carrier_id = w.carrier_id and p.at = to_timestamp(w.at / 1000)`;
    for (const row of rows) found.set(`${row.carrierId}:${row.at}`, row);
  }
  return found;
}

/** The instant of the last settled position of a carrier before `before` (epoch ms); null if there is none. */
export async function findSettledBefore(tx: Db, carrierId: number, before: number): Promise<number | null> {
  const [row] = await tx.$client<{ at: number }[]>`
    select (extract(epoch from at) * 1000)::float8 as at from position
     where carrier_id = ${carrierId} and position.at < to_timestamp(${before}::float8 / 1000) and is_settled is not false
     order by position.at desc limit 1`;
  return row?.at ?? null;
}

/** All positions of a carrier within a span (epoch ms, both ends included), valid or not, in order of time. */
export async function findTrack(tx: Db, carrierId: number, from: number, to: number): Promise<JudgedPosition[]> {
  const sql = tx.$client;
  const columns = sql`carrier_id::int as "carrierId", (extract(epoch from at) * 1000)::float8 as at, longitude, latitude,
                      speed_kmh as "speedKmh", course`;
  const within = sql`carrier_id = ${carrierId} and at >= to_timestamp(${from}::float8 / 1000)
                     and at <= to_timestamp(${to}::float8 / 1000)`;
  // Positions stored before this validation existed count as settled.
  const valid = await sql<Omit<JudgedPosition, "fault">[]>`
    select ${columns}, is_settled is not false as "isSettled" from position where ${within}`;
  const invalid = await sql<
    Omit<JudgedPosition, "isSettled">[]
  >`select ${columns}, fault from invalid_position where ${within}`;
  return [
    ...valid.map((row) => ({ ...row, fault: null })),
    ...invalid.map((row) => ({ ...row, isSettled: false })),
  ].sort((a, b) => a.at - b.at);
}

const arraysOf = (rows: readonly PositionRow[]) => {
  const column = <K extends keyof PositionRow>(key: K) => rows.map((row) => row[key]);
  return [
    ...([column("carrierId"), column("at"), column("longitude"), column("latitude")] as const),
    ...([column("speedKmh"), column("course")] as const),
  ] as const;
};

/** As text: the driver infers the type of an array from its first element, and does not support booleans. */
const settledOf = (rows: readonly Pick<JudgedPosition, "isSettled">[]) =>
  rows.map(({ isSettled }) => String(isSettled));

/** Stores positions known to be new. */
export async function insertPositions(tx: Db, rows: readonly JudgedPosition[]): Promise<void> {
  const valid = rows.filter(({ fault }) => fault === null);
  const invalid = rows.filter(({ fault }) => fault !== null);
  if (valid.length > 0) {
    const [ids, ats, longitudes, latitudes, speeds, courses] = arraysOf(valid);
    await tx.$client`
      insert into position (carrier_id, at, longitude, latitude, speed_kmh, course, is_settled)
      select carrier_id, to_timestamp(at / 1000), longitude, latitude, speed_kmh, course, is_settled
        from unnest(${ids}::bigint[], ${ats}::float8[], ${longitudes}::float8[], ${latitudes}::float8[], ${speeds}::real[],
                    ${courses}::real[], ${settledOf(valid)}::text[]::boolean[])
             as p(carrier_id, at, longitude, latitude, speed_kmh, course, is_settled)`;
  }
  if (invalid.length === 0) return;
  const [ids, ats, longitudes, latitudes, speeds, courses] = arraysOf(invalid);
  await tx.$client`
    insert into invalid_position (carrier_id, at, longitude, latitude, speed_kmh, course, fault)
    select carrier_id, to_timestamp(at / 1000), longitude, latitude, speed_kmh, course, fault
      from unnest(${ids}::bigint[], ${ats}::float8[], ${longitudes}::float8[], ${latitudes}::float8[], ${speeds}::real[],
                  ${courses}::real[], ${invalid.map(({ fault }) => fault)}::text[])
           as p(carrier_id, at, longitude, latitude, speed_kmh, course, fault)`;
}

/** Stores whether validation can restart after these valid positions. */
export async function saveSettled(tx: Db, rows: readonly (Key & Pick<JudgedPosition, "isSettled">)[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$client`
    update position p set is_settled = n.is_settled
      from unnest(${rows.map(({ carrierId }) => carrierId)}::bigint[], ${rows.map(({ at }) => at)}::float8[],
                  ${settledOf(rows)}::text[]::boolean[]) as n(carrier_id, at, is_settled)
     where p.carrier_id = n.carrier_id and p.at = to_timestamp(n.at / 1000)`;
}

/** Deletes positions from the valid or the invalid ones, by their fault. */
export async function deletePositions(tx: Db, rows: readonly (Key & { fault: PositionFault | null })[]): Promise<void> {
  for (const isValid of [true, false]) {
    const some = rows.filter(({ fault }) => (fault === null) === isValid);
    if (some.length === 0) continue;
    const [ids, ats] = [some.map(({ carrierId }) => carrierId), some.map(({ at }) => at)];
    await tx.$client`
      delete from ${tx.$client(isValid ? "position" : "invalid_position")} p
       using unnest(${ids}::bigint[], ${ats}::float8[]) as w(carrier_id, at)
       where p.carrier_id = w.carrier_id and p.at = to_timestamp(w.at / 1000)`;
  }
}

type NewestPosition = PositionRow & Pick<JudgedPosition, "isSettled">;

/** The newest valid position of a carrier. */
export async function findNewestPosition(tx: Db, carrierId: number): Promise<NewestPosition | null> {
  const [row] = await tx.$client<NewestPosition[]>`
    select carrier_id::int as "carrierId", (extract(epoch from at) * 1000)::float8 as at, longitude, latitude,
           speed_kmh as "speedKmh", course, is_settled is not false as "isSettled"
      from position where carrier_id = ${carrierId} order by position.at desc limit 1`;
  return row ?? null;
}

/** Stores the current positions of carriers. */
export async function saveNewestPositions(tx: Db, rows: readonly NewestPosition[]): Promise<void> {
  const [ids, ats, longitudes, latitudes, speeds, courses] = arraysOf(rows);
  await tx.$client`
    update carrier_state s
       set position_at = to_timestamp(n.at / 1000), longitude = n.longitude, latitude = n.latitude,
           speed_kmh = n.speed_kmh, course = n.course, is_settled = n.is_settled
      from unnest(${ids}::bigint[], ${ats}::float8[], ${longitudes}::float8[], ${latitudes}::float8[], ${speeds}::real[],
                  ${courses}::real[], ${settledOf(rows)}::text[]::boolean[])
           as n(carrier_id, at, longitude, latitude, speed_kmh, course, is_settled)
     where s.carrier_id = n.carrier_id`;
}

/** Clears the current position of carriers without a valid one. */
export async function forgetNewestPositions(tx: Db, carrierIds: readonly number[]): Promise<void> {
  await tx.$client`
    update carrier_state set position_at = null, longitude = null, latitude = null, speed_kmh = null, course = null
     where carrier_id = any(${carrierIds as number[]}::bigint[])`;
}

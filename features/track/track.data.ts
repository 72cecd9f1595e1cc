import "server-only";
import type { Db } from "@/db/client";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import type { Fix } from "./track.rules";
import type { InvalidFix, TraceCarrier, TraceChoice } from "./track.schema";

/** Beyond this number of positions, only the first of each interval of equal length is read. */
const MAXIMUM_FIXES = 200_000;

type Span = { from: number; to: number };
type JsonColumns = { at: string | null; longitude: string; latitude: string; speedKmh: string; isJudged: string };

/**
 * Positions of a carrier in `[from, to)` in order of time, thinned beyond `maximum`, and their number. `isJudged` is
 * false for positions stored before the current validation existed.
 */
export async function findFixes(
  db: Db,
  carrierId: number,
  { from, to }: Span,
  maximum = MAXIMUM_FIXES,
): Promise<{ fixes: (Fix & { isJudged: boolean })[]; count: number }> {
  const sql = db.$client;
  const within = sql`carrier_id = ${carrierId} and at >= to_timestamp(${from} / 1000.0) and at < to_timestamp(${to} / 1000.0)`;
  const [counted] = await sql<{ count: number }[]>`select count(*)::int as count from position where ${within}`;
  const count = counted?.count ?? 0;
  const width = Math.max(1, (to - from) / maximum);
  const rows =
    count <= maximum
      ? sql`select at, longitude, latitude, speed_kmh, is_settled from position where ${within}`
      : sql`select distinct on (stretch) at, longitude, latitude, speed_kmh, is_settled
              from (select *, floor(date_part('epoch', at) * 1000 / ${width}::float8) as stretch from position where ${within}) w
             order by stretch, at`;
  // JSON text, not rows: the engine's own parser reads a hundred thousand numbers at once.
  const [columns] = await sql<JsonColumns[]>`
    select json_agg(round(date_part('epoch', p.at) * 1000) order by p.at)::text as at,
           json_agg(p.longitude order by p.at)::text as longitude, json_agg(p.latitude order by p.at)::text as latitude,
           json_agg(p.speed_kmh order by p.at)::text as "speedKmh", json_agg(p.is_settled is not null order by p.at)::text as "isJudged"
      from (${rows}) p`;
  if (!columns?.at) return { fixes: [], count };
  const longitude: number[] = JSON.parse(columns.longitude);
  const latitude: number[] = JSON.parse(columns.latitude);
  const speedKmh: (number | null)[] = JSON.parse(columns.speedKmh);
  const isJudged: boolean[] = JSON.parse(columns.isJudged);
  const fixes = (JSON.parse(columns.at) as number[]).map((at, index) => ({
    at,
    longitude: longitude[index] as number,
    latitude: latitude[index] as number,
    speedKmh: speedKmh[index] ?? null,
    isJudged: isJudged[index] ?? false,
  }));
  return { fixes, count };
}

/** Maximum number of invalid positions listed per track. */
export const INVALID_LISTED = 500;

/** The first invalid positions of a carrier in `[from, to)`, and their number. */
export async function findInvalidFixes(
  db: Db,
  carrierId: number,
  { from, to }: Span,
): Promise<{ invalid: InvalidFix[]; count: number }> {
  const rows = await db.$client<(InvalidFix & { count: number })[]>`
    select round(date_part('epoch', at) * 1000) as at, longitude, latitude, fault, (count(*) over ())::int as count
      from invalid_position
     where carrier_id = ${carrierId} and at >= to_timestamp(${from} / 1000.0) and at < to_timestamp(${to} / 1000.0)
     order by invalid_position.at limit ${INVALID_LISTED}`;
  return { invalid: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 };
}

export type FileRow = Fix & { course: number | null; temperature: number | null };

/**
 * Streams the positions in chunks, since a file may contain hundreds of thousands. Each has the newest temperature at
 * its time that is not older than `stepMs`.
 */
export async function* streamFixes(
  db: Db,
  carrierId: number,
  { from, to }: Span,
  probe: { probeId: number; stepMs: number } | null,
): AsyncGenerator<FileRow[]> {
  const sql = db.$client;
  const newest = probe
    ? sql`(select value from newest_readings(${probe.probeId}, p.at - make_interval(secs => ${(probe.stepMs - 1) / 1000}),
                                              p.at + interval '1 millisecond', 1))`
    : sql`null::float8`;
  yield* sql<FileRow[]>`
    select round(date_part('epoch', p.at) * 1000) as at, p.longitude, p.latitude, p.speed_kmh as "speedKmh", p.course,
           ${newest} as temperature
      from positions_between(${carrierId}, to_timestamp(${from} / 1000.0), to_timestamp(${to} / 1000.0)) p
     order by p.at`.cursor(2000);
}

/** The number of positions that `streamFixes` yields. */
export async function countFixes(db: Db, carrierId: number, { from, to }: Span): Promise<number> {
  const [row] = await db.$client<{ total: number }[]>`
    select count(*)::int as total
      from positions_between(${carrierId}, to_timestamp(${from} / 1000.0), to_timestamp(${to} / 1000.0))`;
  return row?.total ?? 0;
}

/** The carrier's name for the window; the caller has checked access. */
export async function findCarrier(db: Db, id: number): Promise<TraceCarrier | null> {
  const [row] = await db.$client<TraceCarrier[]>`
    select c.id::int, c.name, c.type, c.attributes ->> 'plateNumber' as plate, customer.name as "customerName"
      from carrier c join customer on customer.id = c.customer_id where c.id = ${id}`;
  return row ?? null;
}

/** Time of a carrier's newest position in epoch ms; null if it never sent one. */
export async function findLastAt(db: Db, id: number): Promise<number | null> {
  const [row] = await db.$client<{ at: number }[]>`
    select round(date_part('epoch', position_at) * 1000) as at from carrier_state
     where carrier_id = ${id} and position_at is not null`;
  return row?.at ?? null;
}

const OFFERED = 100;

/** Vehicles and other carriers that have sent positions, the most recently moved first. */
export function findChoices(db: Db, visibility: Visibility): Promise<TraceChoice[]> {
  const sql = db.$client;
  return sql<TraceChoice[]>`
    select c.id::int, c.name, p.name as place, round(date_part('epoch', s.position_at) * 1000) as "positionAt"
      from carrier c join scene p on p.id = c.scene_id left join carrier_state s on s.carrier_id = c.id
     where ${isVisible(sql, visibility, "carrier", "c")} and (c.type = 'vehicle' or s.position_at is not null)
     order by s.position_at desc nulls last, lower(c.name), c.id limit ${OFFERED}`;
}

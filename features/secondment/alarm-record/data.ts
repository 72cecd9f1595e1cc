import "server-only";
import type { Db } from "@/db/client";
import { findSubtree } from "@/lib/auth/subtree";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import type { Belonging, Possession } from "./schema";

type Asked = { deviceId: number; at: string };
type Found = { customerName: string; lender: string | null };

/** For each device at an instant: its customer, and from whom it was borrowed then. In the order of the input. */
export async function findBelongings(db: Db, asked: readonly Asked[]): Promise<(Found | undefined)[]> {
  const rows = await db.$client<(Found & { place: number })[]>`
    select w.place::int, cu.name as "customerName",
           (select s.lender_name from secondment s
             where s.borrower_device_id = d.id and not s.is_transfer and s.starts_at <= w.at
               and w.at < coalesce(s.ended_at, s.ends_at, 'infinity') order by s.id desc limit 1) as lender
      from unnest(${asked.map(({ deviceId }) => deviceId)}::bigint[], ${asked.map(({ at }) => at)}::text[]::timestamptz[])
        with ordinality as w(device_id, at, place)
      join device d on d.id = w.device_id
      join customer cu on cu.id = d.customer_id`;
  const found = new Map(rows.map(({ place, ...row }) => [place, row]));
  return asked.map((_, index) => found.get(index + 1));
}

/** A visible carrier by id; null if there is none. */
export async function findCarrier(
  db: Db,
  visibility: Visibility,
  id: number,
): Promise<{ id: number; name: string } | null> {
  const sql = db.$client;
  const [row] = await sql<{ id: number; name: string }[]>`
    select c.id::int, c.name from carrier c where c.id = ${id} and ${isVisible(sql, visibility, "carrier", "c")}`;
  return row ?? null;
}

type Place = { sceneId?: number | undefined; carrierId?: number | undefined };
type Row = Omit<Possession, "belonging"> & { is: Belonging["is"]; other: string | null };

/**
 * The devices at visible carriers of a place within a span, and where they were while lent, by carrier, device and time.
 * What a mounting began before the span is cut at its start.
 */
export async function findPossessions(
  db: Db,
  visibility: Visibility,
  { sceneId, carrierId }: Place,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<Possession[]> {
  const sql = db.$client;
  const nodes = await findSubtree(db, sceneId);
  const ms = (column: string) => sql`(extract(epoch from ${sql.unsafe(column)}) * 1000)::float8`;
  const rows = await sql<Row[]>`
    with mounted as (
      select c.id as carrier_id, c.name as carrier_name, d.id as device_id, d.name as device_name, d.serial_number, d.kind,
             m.mounted_at as began, max(m.unmounted_at) as ended, bool_or(m.unmounted_at is null) as is_current
        from mounting m join probe p on p.id = m.probe_id join device d on d.id = p.device_id join carrier c on c.id = m.carrier_id
       where ${isVisible(sql, visibility, "carrier", "c")} and ${isVisible(sql, visibility, "device", "d")}
         ${carrierId ? sql`and c.id = ${carrierId}` : sql``} ${nodes ? sql`and c.scene_id = any(${nodes}::bigint[])` : sql``}
       group by c.id, d.id, m.mounted_at),
    spans as (
      select m.carrier_id, m.carrier_name, m.device_id, m.device_name, m.serial_number, m.kind, m.began,
             case when not m.is_current then m.ended end as ended,
             case when s.id is null then 'own' else 'borrowed' end as belonging, s.lender_name as other
        from mounted m
        left join lateral (
          select s.id, s.lender_name from secondment s
           where s.borrower_device_id = m.device_id and not s.is_transfer and s.starts_at <= m.began
             and m.began < coalesce(s.ended_at, s.ends_at, 'infinity') order by s.id desc limit 1) s on true
      union all
      select m.carrier_id, m.carrier_name, m.device_id, m.device_name, m.serial_number, m.kind, s.starts_at,
             coalesce(s.ended_at, s.ends_at), 'lent', s.borrower_name
        from secondment s
       cross join lateral (
         select * from mounted m where m.device_id = s.lender_device_id and m.began < s.starts_at
          order by m.began desc limit 1) m
       where s.starts_at is not null and s.state not in ('planned'))
    select carrier_id::int as "carrierId", carrier_name as "carrierName", device_id::int as "deviceId", device_name as "deviceName",
           serial_number as "serialNumber", kind, ${ms("began")} as "from", ${ms("ended")} as until, belonging as "is", other
      from spans
     where began < ${to.toISOString()}::timestamptz and (ended is null or ended > ${from.toISOString()}::timestamptz)
       and (ended is null or ended > began)
     order by lower(carrier_name), carrier_id, lower(device_name), device_id, began
     limit ${limit}`;
  return rows.map(({ is, other, ...row }) => ({
    ...row,
    from: Math.max(row.from, from.getTime()),
    belonging: is === "own" ? { is } : { is, other: other ?? "" },
  }));
}

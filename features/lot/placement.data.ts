import "server-only";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { CarrierStatus, PlacementWay } from "@/db/enums";
import { lotPlacement } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { isLotVisible, isVisible, type Visibility, visibleName, visibleRef } from "@/lib/auth/visibility";
import type { StayDto } from "./lot.schema";

/** A placement as stored; null while the lot is there. */
export type Placement = { id: number; carrierId: number; placedAt: Date; removedAt: Date | null };

/** All placements of a locked lot, the first first. */
export const findPlacements = (tx: Db, lotId: number): Promise<Placement[]> =>
  tx
    .select({
      id: lotPlacement.id,
      carrierId: lotPlacement.carrierId,
      placedAt: lotPlacement.placedAt,
      removedAt: lotPlacement.removedAt,
    })
    .from(lotPlacement)
    .where(eq(lotPlacement.lotId, lotId))
    .orderBy(asc(lotPlacement.placedAt), asc(lotPlacement.id));

/** A visible carrier, which cannot be deleted until the transaction ends. */
export async function lockPlace(
  tx: Db,
  visibility: Visibility,
  id: number,
): Promise<{ customerId: number; name: string; status: CarrierStatus } | undefined> {
  const sql = tx.$client;
  const [row] = await sql<{ customerId: number; name: string; status: CarrierStatus }[]>`
    select c.customer_id::int as "customerId", c.name, c.status from carrier c
     where c.id = ${id} and ${isVisible(sql, visibility, "carrier", "c")} for share`;
  return row;
}

type Placing = { customerId: number; lotId: number; carrierId: number; placedAt: Date; how: PlacementWay };

export async function insertPlacement(tx: Db, row: Placing & { removedAt?: Date | null }): Promise<void> {
  await tx.insert(lotPlacement).values(row);
}

/** Ends the current placement of a lot. */
export async function endPlacement(tx: Db, lotId: number, at: Date): Promise<void> {
  await tx
    .update(lotPlacement)
    .set({ removedAt: at })
    .where(and(eq(lotPlacement.lotId, lotId), isNull(lotPlacement.removedAt)));
}

/** The placements of a lot that the caller has found, the last first; names of carriers that are not visible are null. */
export async function findStays(db: Db, visibility: Visibility, lotId: number): Promise<StayDto[]> {
  const sql = db.$client;
  const rows = await sql<StayDto[]>`
    select n.id::int, ${visibleRef(sql, visibility, "carrier", "c")} as carrier, n.how,
           round(date_part('epoch', n.placed_at) * 1000) as "placedAt",
           round(date_part('epoch', n.removed_at) * 1000) as "removedAt"
      from lot_placement n join carrier c on c.id = n.carrier_id
     where n.lot_id = ${lotId} order by n.placed_at desc, n.id desc`;
  return [...rows];
}

/** The active lots in a carrier now, of those that are visible. */
export async function findLotIdsIn(db: Db, scope: Scope, carrierId: number, limit: number): Promise<number[]> {
  const sql = db.$client;
  const rows = await sql<{ id: number }[]>`
    select l.id::int from lot_placement n join lot l on l.id = n.lot_id
     where n.carrier_id = ${carrierId} and n.removed_at is null and l.status = 'active' and ${isLotVisible(sql, scope)}
     order by l.expires_on nulls last, l.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** The visible lots that were in a carrier during a span (epoch ms), with when they were there. */
export async function findLotsDuring(
  db: Db,
  scope: Scope,
  { carrierId, from, to }: { carrierId: number; from: number; to: number },
  limit: number,
): Promise<{ lotId: number; from: number; to: number | null }[]> {
  const sql = db.$client;
  const rows = await sql<{ lotId: number; from: number; to: number | null }[]>`
    select l.id::int as "lotId", round(date_part('epoch', min(n.placed_at)) * 1000) as "from",
           case when bool_or(n.removed_at is null) then null else round(date_part('epoch', max(n.removed_at)) * 1000) end as "to"
      from lot_placement n join lot l on l.id = n.lot_id
     where n.carrier_id = ${carrierId} and n.placed_at <= to_timestamp(${to}::float8 / 1000)
       and (n.removed_at is null or n.removed_at > to_timestamp(${from}::float8 / 1000)) and ${isLotVisible(sql, scope)}
     group by l.id order by l.id limit ${limit}`;
  return [...rows];
}

/** The visible lots that were in any of these carriers during a span (epoch ms), and how many there are in all. */
export async function findLotsAt(
  db: Db,
  scope: Scope,
  { carrierIds, from, to }: { carrierIds: readonly number[]; from: number; to: number },
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  const sql = db.$client;
  const rows = await sql<{ id: number; total: number }[]>`
    select l.id::int, (count(*) over ())::int as total from lot l join product p on p.id = l.product_id
     where ${isLotVisible(sql, scope)} and exists (
       select from lot_placement n where n.lot_id = l.id and n.carrier_id = any(${[...carrierIds]}::bigint[])
          and n.placed_at < to_timestamp(${to}::float8 / 1000)
          and (n.removed_at is null or n.removed_at > to_timestamp(${from}::float8 / 1000)))
     order by lower(p.name), lower(l.number), l.id limit ${limit}`;
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** The carriers and the life of lots: instants in epoch ms, null for one that was never placed, or is still there. */
export type LotLife = {
  lotId: number;
  customerId: number;
  product: string;
  number: string;
  carrierIds: number[];
  from: number | null;
  to: number | null;
};

/** The lives of the visible ones of these lots. */
export async function findLives(db: Db, scope: Scope, lotIds: readonly number[]): Promise<LotLife[]> {
  const sql = db.$client;
  const rows = await sql<LotLife[]>`
    select l.id::int as "lotId", l.customer_id::int as "customerId", p.name as product, l.number,
           coalesce(array_agg(distinct n.carrier_id::int) filter (where n.id is not null), '{}') as "carrierIds",
           round(date_part('epoch', min(n.placed_at)) * 1000) as "from",
           case when not bool_or(n.removed_at is null)
             then round(date_part('epoch', max(n.removed_at)) * 1000) end as "to"
      from lot l join product p on p.id = l.product_id left join lot_placement n on n.lot_id = l.id
     where l.id = any(${[...lotIds]}::bigint[]) and ${isLotVisible(sql, scope)}
     group by l.id, p.name`;
  return [...rows];
}

/** The names of carriers, and of the devices of probes, in an arithmetic; null where not visible. */
export async function findNames(
  db: Db,
  visibility: Visibility,
  { carrierIds, probeIds }: { carrierIds: readonly number[]; probeIds: readonly number[] },
): Promise<{ carriers: Record<number, string | null>; probes: Record<number, string | null> }> {
  const sql = db.$client;
  const carriers = await sql<{ id: number; name: string | null }[]>`
    select c.id::int, ${visibleName(sql, visibility, "carrier", "c")} as name from carrier c where c.id = any(${[...carrierIds]}::bigint[])`;
  const probes = await sql<{ id: number; name: string | null }[]>`
    select p.id::int, ${visibleName(sql, visibility, "device", "d")} as name
      from probe p join device d on d.id = p.device_id where p.id = any(${[...probeIds]}::bigint[])`;
  const byId = (rows: readonly { id: number; name: string | null }[]) =>
    Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  return { carriers: byId(carriers), probes: byId(probes) };
}

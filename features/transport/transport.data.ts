import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { CarrierType } from "@/db/enums";
import { transport, transportLot, transportStop } from "@/db/schema";
import type { TransportState, TransportWay } from "@/db/transport-enums";
import { lockCustomers, lockOwners } from "@/lib/auth/lock-customer";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isLotVisible, isVisible, type Visibility, visibleRef } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { OPEN_STATES } from "./transport.rules";
import type { StopInput, TransportDto, TransportListQuery } from "./transport.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * SQL condition: the transport of this alias is visible. It follows its carriers: an account of a sub-tree sees the
 * transports in which a carrier of its nodes is or was.
 */
export function isTransportVisible(sql: Sql, scope: Scope, alias = "t"): Fragment {
  const { customerIds, sceneIds } = scopeArrays(scope);
  return sql`(${customerIds ? sql`${sql(alias)}.customer_id = any(${customerIds}::bigint[])` : sql`true`}
    ${
      sceneIds
        ? sql`and exists (select from transport_stop vs join carrier vc on vc.id = vs.carrier_id
                           where vs.transport_id = ${sql(alias)}.id and vc.scene_id = any(${sceneIds}::bigint[]))`
        : sql``
    })`;
}

const ms = (sql: Sql, column: string): Fragment => sql`round(date_part('epoch', ${sql(column)}) * 1000)`;

const columns = (sql: Sql, visibility: Visibility): Fragment => sql`
  t.id::int, t.customer_id::int as "customerId", cu.name as "customerName", t.number, t.reference, t.state, t.how,
  t.consignor, t.consignor_email as "consignorEmail", t.consignee, t.consignee_contact as "consigneeContact", t.note,
  ${visibleRef(sql, visibility, "carrier", "c")} as carrier, t.precooling_minutes as "precoolingMinutes", t.precooling,
  ${ms(sql, "t.loaded_at")} as "loadedAt", ${ms(sql, "t.closed_at")} as "closedAt", t.cancel_reason as "cancelReason",
  ${ms(sql, "t.created_at")} as "createdAt", t.version, cu.time_zone as "timeZone",
  (select json_agg(json_build_object(
            'place', s.place, 'name', s.name, 'geofenceId', s.geofence_id, 'geofenceName', g.name,
            'longitude', s.longitude, 'latitude', s.latitude,
            'plannedArriveAt', ${ms(sql, "s.planned_arrive_at")}, 'plannedDepartAt', ${ms(sql, "s.planned_depart_at")},
            'arrivedAt', ${ms(sql, "s.arrived_at")}, 'departedAt', ${ms(sql, "s.departed_at")},
            'carrier', case when sc.id is not null then ${visibleRef(sql, visibility, "carrier", "sc")} end) order by s.place)
     from transport_stop s left join geofence g on g.id = s.geofence_id left join carrier sc on sc.id = s.carrier_id
    where s.transport_id = t.id) as stops,
  coalesce((select json_agg(json_build_object('id', l.id, 'number', l.number, 'productName', p.name) order by lower(p.name), lower(l.number), l.id)
     from transport_lot tl join lot l on l.id = tl.lot_id join product p on p.id = l.product_id
    where tl.transport_id = t.id and ${isLotVisible(sql, visibility.scope)}), '[]') as lots`;

const joins = (sql: Sql): Fragment =>
  sql`transport t join customer cu on cu.id = t.customer_id join carrier c on c.id = t.carrier_id`;

const SORTS = {
  createdAt: "t.created_at",
  number: "lower(t.number)",
  arriveAt:
    "(select s.planned_arrive_at from transport_stop s where s.transport_id = t.id order by s.place desc limit 1)",
};

const PHASE_STATES = {
  open: [...OPEN_STATES],
  underway: ["loading", "underway", "arrived"],
  closed: ["delivered", "refused", "cancelled"],
};

/** A page of the visible transports. */
export async function findTransports(
  db: Db,
  visibility: Visibility,
  query: TransportListQuery,
): Promise<Page<TransportDto>> {
  const sql = db.$client;
  const { q, phase, state, carrierId, lotId, customerId, reference, sort, dir } = query;
  const pattern = q ? containsPattern(q) : null;
  const where = sql`${isTransportVisible(sql, visibility.scope)}
    ${
      pattern
        ? sql`and (t.number ilike ${pattern} or t.reference ilike ${pattern} or t.consignor ilike ${pattern}
                   or t.consignee ilike ${pattern}
                   or exists (select from transport_stop s where s.transport_id = t.id and s.name ilike ${pattern})
                   or (c.name ilike ${pattern} and ${isVisible(sql, visibility, "carrier", "c")}))`
        : sql``
    }
    ${phase ? sql`and t.state = any(${PHASE_STATES[phase]})` : sql``}
    ${state ? sql`and t.state = ${state}` : sql``}
    ${carrierId ? sql`and exists (select from transport_stop s where s.transport_id = t.id and s.carrier_id = ${carrierId})` : sql``}
    ${lotId ? sql`and exists (select from transport_lot l where l.transport_id = t.id and l.lot_id = ${lotId})` : sql``}
    ${customerId ? sql`and t.customer_id = ${customerId}` : sql``}
    ${reference ? sql`and t.reference = ${reference}` : sql``}`;
  const items = await sql<TransportDto[]>`
    select ${columns(sql, visibility)} from ${joins(sql)} where ${where}
     order by ${sql.unsafe(SORTS[sort])} ${dir === "asc" ? sql`asc` : sql`desc`} nulls last, t.id desc
     limit ${query.iDisplayLength} offset ${query.iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from ${joins(sql)} where ${where}`;
  return { items: [...items], total: counted?.total ?? 0 };
}

/** Throws NOT_FOUND outside the scope. */
export async function getTransport(db: Db, visibility: Visibility, id: number): Promise<TransportDto> {
  const sql = db.$client;
  const [row] = await sql<TransportDto[]>`
    select ${columns(sql, visibility)} from ${joins(sql)} where t.id = ${id} and ${isTransportVisible(sql, visibility.scope)}`;
  if (!row) throw notFound("transport", id);
  return row;
}

/** The transport of a code, for whoever has it; undefined if there is none, or its customer is not active. */
export async function findByCode(db: Db, codeId: string): Promise<{ id: number; customerId: number } | undefined> {
  const [row] = await db.$client<{ id: number; customerId: number }[]>`
    select t.id::int, t.customer_id::int as "customerId" from transport t join customer cu on cu.id = t.customer_id
     where t.code_id = ${codeId}::uuid and cu.status = 'active'`;
  return row;
}

export type LockedTransport = {
  id: number;
  customerId: number;
  state: TransportState;
  carrierId: number;
  codeId: string;
};

/** Locks a visible transport until the transaction ends. Throws NOT_FOUND outside the scope. */
export async function lockTransport(tx: Db, scope: Scope, id: number): Promise<LockedTransport> {
  const sql = tx.$client;
  const [row] = await sql<LockedTransport[]>`
    select t.id::int, t.customer_id::int as "customerId", t.state, t.carrier_id::int as "carrierId", t.code_id as "codeId"
      from transport t where t.id = ${id} and ${isTransportVisible(sql, scope)} for update`;
  if (!row) throw notFound("transport", id);
  return row;
}

/** The numbers that begin with a text; the customer's row is locked, so that two cannot take the same next one. */
export async function takenNumbers(tx: Db, customerId: number, stem: string): Promise<string[]> {
  const sql = tx.$client;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`transport ${customerId}`}, 0))`;
  const rows = await sql<{ number: string }[]>`
    select number from transport where customer_id = ${customerId} and number like ${`${stem}%`}`;
  return rows.map(({ number }) => number);
}

type Reference = { id: number; name: string };

const missing = (path: string) => {
  const issue = { path, rule: "reference", message: "refers to a record that does not exist" };
  return new AppError("NOT_FOUND", `${path}: not found`, { issues: [issue] });
};

/** Locks the customer of a transport, before it and its carriers are locked; one out of scope locks nothing. */
export async function lockOwnerOf(tx: Db, scope: Scope, id: number): Promise<void> {
  const sql = tx.$client;
  const rows = await sql<{ customerId: number }[]>`
    select t.customer_id::int as "customerId" from transport t where t.id = ${id} and ${isTransportVisible(sql, scope)}`;
  await lockCustomers(
    tx,
    rows.map(({ customerId }) => customerId),
  );
}

/**
 * The carriers of the stops, all visible and of one customer, which is locked before them; they stay until the
 * transaction ends.
 */
export async function lockCarriers(
  tx: Db,
  visibility: Visibility,
  stops: readonly { carrierId: number | null }[],
): Promise<number> {
  const sql = tx.$client;
  const ids = [...new Set(stops.flatMap(({ carrierId }) => carrierId ?? []))];
  await lockOwners(tx, visibility.scope, "carrier", ids);
  const rows = await sql<{ id: number; customerId: number }[]>`
    select c.id::int, c.customer_id::int as "customerId" from carrier c
     where c.id = any(${ids}::bigint[]) and ${isVisible(sql, visibility, "carrier", "c")} order by c.id for share`;
  const customerId = rows.find(({ id }) => id === stops[0]?.carrierId)?.customerId;
  for (const [place, { carrierId }] of stops.entries())
    if (carrierId !== null && !rows.some((row) => row.id === carrierId && row.customerId === customerId))
      throw missing(`stops.${place}.carrierId`);
  return customerId as number;
}

/** Throws NOT_FOUND for a geofence or lot that is not the customer's, or a lot outside the scope. */
export async function assertReferences(
  tx: Db,
  scope: Scope,
  customerId: number,
  { stops, lotIds }: { stops: readonly { geofenceId: number | null }[]; lotIds: readonly number[] },
): Promise<void> {
  const sql = tx.$client;
  const asked = stops.flatMap(({ geofenceId }) => geofenceId ?? []);
  const fences = await sql<Reference[]>`
    select id::int from geofence where id = any(${asked}::bigint[]) and customer_id = ${customerId}`;
  for (const [place, { geofenceId }] of stops.entries())
    if (geofenceId !== null && !fences.some(({ id }) => id === geofenceId)) throw missing(`stops.${place}.geofenceId`);
  const lots = await sql<Reference[]>`
    select l.id::int from lot l where l.id = any(${[...lotIds]}::bigint[]) and l.customer_id = ${customerId}
       and ${isLotVisible(sql, scope)}`;
  if (lots.length < lotIds.length) throw missing("lotIds");
}

type Values = {
  number: string;
  reference: string | null;
  consignor: string;
  consignorEmail: string;
  consignee: string;
  consigneeContact: string;
  note: string;
  precoolingMinutes: number;
};
type Inserted = Values & { customerId: number; how: TransportWay; carrierId: number; state?: TransportState };

const dateOf = (at: string | null) => (at === null ? null : new Date(at));

const stopRow = (transportId: number, place: number, stop: StopInput) => ({
  ...stop,
  transportId,
  place,
  plannedArriveAt: dateOf(stop.plannedArriveAt),
  plannedDepartAt: dateOf(stop.plannedDepartAt),
});

export async function insertTransport(
  tx: Db,
  row: Inserted & { loadedAt?: Date; followedAt?: Date; createdBy?: number | null },
  stops: readonly StopInput[],
  lotIds: readonly number[],
): Promise<number> {
  const [made] = await tx.insert(transport).values(row).returning({ id: transport.id });
  const { id } = made as { id: number };
  await tx.insert(transportStop).values(stops.map((stop, place) => stopRow(id, place, stop)));
  await addLots(tx, id, lotIds);
  return id;
}

export async function addLots(tx: Db, transportId: number, lotIds: readonly number[]): Promise<void> {
  if (lotIds.length === 0) return;
  await tx
    .insert(transportLot)
    .values(lotIds.map((lotId) => ({ transportId, lotId })))
    .onConflictDoNothing();
}

export async function removeLots(tx: Db, transportId: number, lotIds: readonly number[]): Promise<void> {
  if (lotIds.length === 0) return;
  await tx
    .delete(transportLot)
    .where(and(eq(transportLot.transportId, transportId), inArray(transportLot.lotId, [...lotIds])));
}

/** Changes a locked transport; its stops from `from` on are replaced, the earlier ones have happened. */
export async function updateTransport(
  tx: Db,
  id: number,
  values: Values & { carrierId: number },
  stops: readonly StopInput[],
  from: number,
): Promise<void> {
  await tx.update(transport).set(values).where(eq(transport.id, id));
  await tx.$client`delete from transport_stop where transport_id = ${id} and place >= ${from}`;
  const rows = stops.map((stop, place) => stopRow(id, place, stop)).slice(from);
  if (rows.length > 0) await tx.insert(transportStop).values(rows);
}

export type Change = Partial<
  Pick<
    typeof transport.$inferInsert,
    "state" | "carrierId" | "precooling" | "loadedAt" | "closedAt" | "cancelReason" | "codeId" | "followedAt"
  >
>;

export async function changeTransport(tx: Db, id: number, change: Change): Promise<void> {
  await tx.update(transport).set(change).where(eq(transport.id, id));
}

export async function changeStop(
  tx: Db,
  transportId: number,
  place: number,
  times: { arrivedAt?: Date | null; departedAt?: Date | null },
): Promise<void> {
  await tx
    .update(transportStop)
    .set(times)
    .where(and(eq(transportStop.transportId, transportId), eq(transportStop.place, place)));
}

/** Deletes a locked transport with its stops. */
export async function deleteTransport(tx: Db, id: number): Promise<void> {
  await tx.delete(transport).where(eq(transport.id, id));
}

/** The lots of a transport, locked in order. */
export async function lockLotsOf(tx: Db, id: number): Promise<{ id: number; customerId: number; number: string }[]> {
  const rows = await tx.$client<{ id: number; customerId: number; number: string }[]>`
    select l.id::int, l.customer_id::int as "customerId", l.number from lot l
     where l.id in (select lot_id from transport_lot where transport_id = ${id}) order by l.id for update`;
  return [...rows];
}

export type Holder = { number: string; isOpen: boolean };

/**
 * Another transport whose goods were in the carrier at some time after an instant: a carrier has them from the loading or
 * its departure up to the next departure or the end. Undefined if there is none; one that was cancelled never left.
 */
export async function findHolderSince(
  tx: Db,
  carrierId: number,
  at: Date,
  except: number,
): Promise<Holder | undefined> {
  const [row] = await tx.$client<Holder[]>`
    select t.number, u.until is null as "isOpen" from transport t join transport_stop s on s.transport_id = t.id
     cross join lateral (
       select coalesce(min(n.departed_at), t.closed_at) as until
         from transport_stop n where n.transport_id = t.id and n.place > s.place) u
     where s.carrier_id = ${carrierId} and t.id <> ${except} and t.loaded_at is not null and t.state <> 'cancelled'
       and (s.place = 0 or s.departed_at is not null) and (u.until is null or u.until > ${at.toISOString()}::timestamptz)
     order by u.until desc nulls first, t.id limit 1`;
  return row;
}

/** The numbers of other open transports that plan a carrier of this one for a time at which this one plans it. */
export async function findPlannedBeside(tx: Db, id: number): Promise<string[]> {
  const sql = tx.$client;
  const rows = await sql<{ number: string }[]>`
    with leg as (
      select s.transport_id, s.carrier_id, max(p.at) over (w rows unbounded preceding) as since,
             min(p.at) over (w rows between 1 following and unbounded following) as until
        from transport_stop s cross join lateral (select coalesce(s.planned_depart_at, s.planned_arrive_at) as at) p
       where s.transport_id in (
         select x.transport_id from transport_stop x join transport t on t.id = x.transport_id and t.state = any(${[...OPEN_STATES]})
          where x.carrier_id in (select carrier_id from transport_stop where transport_id = ${id}))
      window w as (partition by s.transport_id order by s.place))
    select distinct t.number from leg own join leg beside on beside.carrier_id = own.carrier_id
       and beside.transport_id <> own.transport_id and beside.since < own.until and own.since < beside.until
      join transport t on t.id = beside.transport_id
     where own.transport_id = ${id} order by t.number`;
  return rows.map(({ number }) => number);
}

/** The public part of a transport's code; the caller has opened the transport. */
export async function findCode(db: Db, id: number): Promise<string> {
  const [row] = await db.select({ codeId: transport.codeId }).from(transport).where(eq(transport.id, id));
  if (!row) throw notFound("transport", id);
  return row.codeId;
}

/** Another transport of the customer with this number or reference. */
export async function findByNumber(
  tx: Db,
  customerId: number,
  { number, reference }: { number: string; reference: string | null },
  except: number,
): Promise<{ number: string } | undefined> {
  const [row] = await tx.$client<{ number: string }[]>`
    select number from transport where customer_id = ${customerId} and id <> ${except}
       and (lower(number) = lower(${number}) or reference = ${reference}) limit 1`;
  return row;
}

export async function findTimeZone(db: Db, customerId: number): Promise<string> {
  const [row] = await db.$client<{ timeZone: string }[]>`
    select time_zone as "timeZone" from customer where id = ${customerId}`;
  if (!row) throw notFound("customer", customerId);
  return row.timeZone;
}

/** The type of a transport's carrier. */
export async function findCarrierType(db: Db, id: number): Promise<CarrierType> {
  const [row] = await db.$client<{ type: CarrierType }[]>`select type from carrier where id = ${id}`;
  if (!row) throw notFound("carrier", id);
  return row.type;
}

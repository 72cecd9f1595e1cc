import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { lot, product } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import type { Scope } from "@/lib/auth/scope";
import { isLotVisible, type Visibility, visibleRef } from "@/lib/auth/visibility";
import { AppError, notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { LotCreate, LotDto, LotListQuery, LotUpdate } from "./lot.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const columns = (sql: Sql, visibility: Visibility): Fragment => sql`
  l.id::int, l.customer_id::int as "customerId", cu.name as "customerName", l.product_id::int as "productId",
  p.name as "productName", p.code as "productCode", l.number, to_char(l.expires_on, 'YYYY-MM-DD') as "expiresOn",
  l.quantity, l.unit, l.status, l.note,
  case when c.id is not null then ${visibleRef(sql, visibility, "carrier", "c")} end as carrier,
  round(date_part('epoch', n.placed_at) * 1000) as "placedAt",
  to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", l.version`;

const joins = (sql: Sql): Fragment => sql`
  lot l join product p on p.id = l.product_id join customer cu on cu.id = l.customer_id
  left join lot_placement n on n.lot_id = l.id and n.removed_at is null
  left join carrier c on c.id = n.carrier_id`;

const SORTS = {
  number: "lower(l.number)",
  expiresOn: "l.expires_on",
  product: "lower(p.name)",
  createdAt: "l.created_at",
};

/** A page of the visible lots. */
export async function findLots(db: Db, visibility: Visibility, query: LotListQuery): Promise<Page<LotDto>> {
  const sql = db.$client;
  const { q, productId, carrierId, customerId, status, sort, dir, iDisplayLength, iDisplayStart } = query;
  const pattern = q ? containsPattern(q) : null;
  const where = sql`${isLotVisible(sql, visibility.scope)}
    ${pattern ? sql`and (l.number ilike ${pattern} or p.name ilike ${pattern} or p.code ilike ${pattern} or l.note ilike ${pattern})` : sql``}
    ${productId ? sql`and l.product_id = ${productId}` : sql``}
    ${carrierId ? sql`and n.carrier_id = ${carrierId}` : sql``}
    ${customerId ? sql`and l.customer_id = ${customerId}` : sql``}
    ${status ? sql`and l.status = ${status}` : sql``}`;
  const items = await sql<LotDto[]>`
    select ${columns(sql, visibility)} from ${joins(sql)} where ${where}
     order by ${sql.unsafe(SORTS[sort])} ${dir === "asc" ? sql`asc` : sql`desc`} nulls last, l.id desc
     limit ${iDisplayLength} offset ${iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from ${joins(sql)} where ${where}`;
  return { items: [...items], total: counted?.total ?? 0 };
}

/** The visible ones of these lots. */
export async function findLotsById(db: Db, visibility: Visibility, ids: readonly number[]): Promise<LotDto[]> {
  const sql = db.$client;
  const rows = await sql<LotDto[]>`
    select ${columns(sql, visibility)} from ${joins(sql)}
     where l.id = any(${[...ids]}::bigint[]) and ${isLotVisible(sql, visibility.scope)} order by lower(p.name), lower(l.number), l.id`;
  return [...rows];
}

/** Throws NOT_FOUND outside the scope. */
export async function getLot(db: Db, visibility: Visibility, id: number): Promise<LotDto> {
  const [row] = await findLotsById(db, visibility, [id]);
  if (!row) throw notFound("lot", id);
  return row;
}

/** The visible lots with this number; without regard to case. */
export async function findByNumber(db: Db, visibility: Visibility, number: string): Promise<LotDto[]> {
  const sql = db.$client;
  const rows = await sql<LotDto[]>`
    select ${columns(sql, visibility)} from ${joins(sql)}
     where lower(l.number) = lower(${number}) and ${isLotVisible(sql, visibility.scope)} order by l.status, l.id desc limit 20`;
  return [...rows];
}

/** Locks a visible lot until the transaction ends. Throws NOT_FOUND outside the scope. */
export async function lockLot(
  tx: Db,
  scope: Scope,
  id: number,
): Promise<{ id: number; customerId: number; number: string }> {
  const sql = tx.$client;
  const [row] = await sql<{ id: number; customerId: number; number: string }[]>`
    select l.id::int, l.customer_id::int as "customerId", l.number from lot l
     where l.id = ${id} and ${isLotVisible(sql, scope)} for update`;
  if (!row) throw notFound("lot", id);
  return row;
}

const missingProduct = () => {
  const issue = { path: "productId", rule: "reference", message: "refers to a record that does not exist" };
  return new AppError("NOT_FOUND", "productId: unknown", { issues: [issue] });
};

/** The customer of a product in the scope, for a lot of it. */
async function customerOfProduct(tx: Db, scope: Scope, id: number): Promise<number> {
  const [row] = await tx
    .select({ customerId: product.customerId })
    .from(product)
    .where(
      and(
        eq(product.id, id),
        scope.customerIds === "all" ? undefined : inArray(product.customerId, [...scope.customerIds]),
      ),
    );
  if (!row) throw missingProduct();
  return row.customerId;
}

type Values = Omit<LotCreate, "carrierId" | "placedAt">;

/** Inserts a lot of a product in the scope; returns its id. */
export async function insertLot(tx: Db, scope: Scope, values: Values): Promise<{ id: number; customerId: number }> {
  const customerId = await customerOfProduct(tx, scope, values.productId);
  await lockActiveCustomer(tx, customerId);
  const [row] = await tx
    .insert(lot)
    .values({ ...values, customerId })
    .returning({ id: lot.id });
  return { id: (row as { id: number }).id, customerId };
}

/** Changes a locked lot. Its product may change within the customer only. */
export async function updateLot(tx: Db, scope: Scope, customerId: number, { id, ...values }: LotUpdate): Promise<void> {
  if ((await customerOfProduct(tx, scope, values.productId)) !== customerId) throw missingProduct();
  await tx.update(lot).set(values).where(eq(lot.id, id));
}

/** Deletes a locked lot with its placements. */
export async function deleteLot(tx: Db, id: number): Promise<void> {
  await tx.delete(lot).where(eq(lot.id, id));
}

import "server-only";
import { eq } from "drizzle-orm";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import { deviceHolding, secondment } from "@/db/schema";
import type { SecondmentState } from "@/db/secondment-enums";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { Sides } from "./secondment.rules";
import type { SecondmentDto, SecondmentListQuery } from "./secondment.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type SecondmentRecord = typeof secondment.$inferSelect;
/** A secondment before it is known what the reader can do with it. */
export type SecondmentRow = Omit<SecondmentDto, "acts"> & Sides;

const ms = (sql: Sql, column: string): Fragment => sql`round(date_part('epoch', ${sql(column)}) * 1000)`;

/** SQL: the customer of this column is one of the reader's. Secondments concern customers as a whole. */
function isOwn(sql: Sql, scope: Scope, column: string): Fragment {
  const { customerIds, sceneIds } = scopeArrays(scope);
  if (sceneIds) return sql`false`;
  return customerIds
    ? sql`coalesce(${sql(column)} = any(${customerIds}::bigint[]), false)`
    : sql`${sql(column)} is not null`;
}

const isEither = (sql: Sql, scope: Scope): Fragment =>
  sql`(${isOwn(sql, scope, "s.lender_id")} or ${isOwn(sql, scope, "s.borrower_id")})`;

/** SQL: the device of the reader's side, the lender's first; an account of both sides has two. */
function columns(sql: Sql, visibility: Visibility): Fragment {
  const { scope } = visibility;
  const party = (side: "lender" | "borrower") => sql`
    json_build_object('id', case when ${isOwn(sql, scope, `s.${side}_id`)} then ${sql(`s.${side}_id`)} end, 'name', ${sql(`s.${side}_name`)})`;
  return sql`
    s.id::int, s.kind, s.serial_number as "serialNumber", s.is_transfer as "isTransfer", s.state,
    (select json_build_object('id', d.id, 'name', d.name) from device d
      where d.id in (s.lender_device_id, s.borrower_device_id) and ${isVisible(sql, visibility, "device", "d")}
      order by d.id = s.lender_device_id desc limit 1) as device,
    ${party("lender")} as lender, ${party("borrower")} as borrower,
    ${ms(sql, "s.starts_at")} as "startsAt", ${ms(sql, "s.ends_at")} as "endsAt", ${ms(sql, "s.ended_at")} as "endedAt",
    s.remark, s.end_reason as "endReason", ${ms(sql, "s.created_at")} as "createdAt",
    ${isOwn(sql, scope, "s.lender_id")} as "isLender", ${isOwn(sql, scope, "s.borrower_id")} as "isBorrower"`;
}

function matches(sql: Sql, scope: Scope, query: SecondmentListQuery): Fragment {
  const { q, state, direction, kind, deviceId, customer, from, to } = query;
  const pattern = q ? containsPattern(q) : null;
  const named = customer ? containsPattern(customer) : null;
  const side = direction && (direction === "out" ? "s.lender_id" : "s.borrower_id");
  return sql`${isEither(sql, scope)}
    ${pattern ? sql`and (s.serial_number ilike ${pattern} or s.lender_name ilike ${pattern} or s.borrower_name ilike ${pattern} or s.remark ilike ${pattern})` : sql``}
    ${named ? sql`and (s.lender_name ilike ${named} or s.borrower_name ilike ${named})` : sql``}
    ${state ? sql`and s.state = ${state}` : sql``}
    ${side ? sql`and ${isOwn(sql, scope, side)}` : sql``}
    ${kind ? sql`and s.kind = ${kind}` : sql``}
    ${deviceId ? sql`and (s.lender_device_id = ${deviceId} or s.borrower_device_id = ${deviceId})` : sql``}
    ${from ? sql`and s.created_at >= ${from}::timestamptz` : sql``}
    ${to ? sql`and s.created_at < ${to}::timestamptz` : sql``}`;
}

/** A page of the secondments of which the reader has a side. */
export async function findSecondments(
  db: Db,
  visibility: Visibility,
  query: SecondmentListQuery,
): Promise<Page<SecondmentRow>> {
  const sql = db.$client;
  const where = matches(sql, visibility.scope, query);
  const key = {
    createdAt: sql`s.created_at`,
    startsAt: sql`s.starts_at`,
    serialNumber: sql`upper(s.serial_number)`,
  }[query.sort];
  const items = await sql<SecondmentRow[]>`
    select ${columns(sql, visibility)} from secondment s where ${where}
     order by ${key} ${query.dir === "asc" ? sql`asc` : sql`desc`} nulls last, s.id desc
     limit ${query.iDisplayLength} offset ${query.iDisplayStart}`;
  const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from secondment s where ${where}`;
  return { items: [...items], total: counted?.total ?? 0 };
}

/** Throws NOT_FOUND unless the reader has a side of it. */
export async function getSecondment(db: Db, visibility: Visibility, id: number): Promise<SecondmentRow> {
  const sql = db.$client;
  const [row] = await sql<SecondmentRow[]>`
    select ${columns(sql, visibility)} from secondment s where s.id = ${id} and ${isEither(sql, visibility.scope)}`;
  if (!row) throw notFound("secondment", id);
  return row;
}

/** The customers of a secondment that exist. */
export async function findParties(tx: Db, id: number): Promise<number[]> {
  const [row] = await tx
    .select({ lenderId: secondment.lenderId, borrowerId: secondment.borrowerId })
    .from(secondment)
    .where(eq(secondment.id, id));
  return row ? [row.lenderId, row.borrowerId].filter((one) => one !== null) : [];
}

/** Locks a secondment's row. */
export async function lockSecondment(tx: Db, id: number): Promise<SecondmentRecord> {
  const [row] = await tx.select().from(secondment).where(eq(secondment.id, id)).for("update");
  if (!row) throw notFound("secondment", id);
  return row;
}

export async function insertSecondment(
  tx: Db,
  values: Omit<typeof secondment.$inferInsert, "id">,
): Promise<SecondmentRecord> {
  const [row] = await tx.insert(secondment).values(values).returning();
  return row as SecondmentRecord;
}

export async function saveSecondment(tx: Db, id: number, values: Partial<SecondmentRecord>): Promise<SecondmentRecord> {
  const [row] = await tx.update(secondment).set(values).where(eq(secondment.id, id)).returning();
  return row as SecondmentRecord;
}

/** Those whose start or end has come, the oldest first. */
export const findDue = (db: Db, now: Date): Promise<{ id: number; state: SecondmentState }[]> =>
  db.$client<{ id: number; state: SecondmentState }[]>`
    select id::int, state from secondment
     where (state = 'planned' and starts_at <= ${now.toISOString()}::timestamptz)
        or (state in ('planned', 'current') and ends_at <= ${now.toISOString()}::timestamptz)
     order by coalesce(ends_at, starts_at), id limit 100`;

/** The customer with this code, whoever asks, but none of the platform: its name is all that a caller learns. */
export async function findByCode(db: Db, code: string): Promise<{ id: number; name: string } | undefined> {
  const [row] = await db.$client<{ id: number; name: string }[]>`
    select id::int, name from customer where lower(code) = lower(${code}) and type = 'customer'`;
  return row;
}

export type Segment = { customerId: number; deviceId: number; from: Date; until: Date | null };

/**
 * Replaces the holdings of a physical device from an instant on. What was before without an end, or from the beginning
 * of time, is the lender's until then.
 */
export async function setHoldings(
  tx: Db,
  unitId: number,
  lender: { customerId: number; deviceId: number },
  from: Date,
  segments: readonly Segment[],
): Promise<void> {
  const sql = tx.$client;
  const at = from.toISOString();
  await sql`delete from device_holding where unit_id = ${unitId} and from_at >= ${at}::timestamptz`;
  await sql`
    update device_holding set until_at = ${at}::timestamptz
     where unit_id = ${unitId} and (until_at is null or until_at > ${at}::timestamptz)`;
  await sql`
    insert into device_holding (unit_id, customer_id, device_id, until_at)
    select ${unitId}, ${lender.customerId}, ${lender.deviceId}, ${at}::timestamptz
     where not exists (select from device_holding where unit_id = ${unitId})`;
  const some = segments.filter((one) => one.until === null || one.from < one.until);
  if (some.length === 0) return;
  await tx.insert(deviceHolding).values(
    some.map(({ customerId, deviceId, from: fromAt, until: untilAt }) => ({
      unitId,
      customerId,
      deviceId,
      fromAt,
      untilAt,
    })),
  );
}

/** Takes back the holdings of a physical device from an instant on: whoever had it before goes on having it. */
export async function undoHoldings(tx: Db, unitId: number, from: Date): Promise<void> {
  const sql = tx.$client;
  const at = from.toISOString();
  await sql`delete from device_holding where unit_id = ${unitId} and from_at >= ${at}::timestamptz`;
  await sql`update device_holding set until_at = null where unit_id = ${unitId} and until_at = ${at}::timestamptz`;
}

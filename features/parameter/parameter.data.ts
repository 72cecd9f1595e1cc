import "server-only";
import { and, asc, count, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, parameter } from "@/db/schema";
import { covers, type Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { ParameterListQuery, ParameterRow } from "./parameter.schema";

const ROW = {
  id: parameter.id,
  customerId: parameter.customerId,
  customerName: customer.name,
  code: parameter.code,
  name: parameter.name,
  description: parameter.description,
  type: parameter.type,
  content: parameter.content,
  isShipped: parameter.isShipped,
  version: parameter.version,
};

/** The installation's values are visible to every viewer; a customer's own only within the scope. */
const visible = (scope: Scope): SQL | undefined => {
  const ofCustomers = inScope(scope, { customerId: parameter.customerId });
  return ofCustomers && or(isNull(parameter.customerId), ofCustomers);
};

const rows = (db: Db) => db.select(ROW).from(parameter).leftJoin(customer, eq(customer.id, parameter.customerId));

type Filters = Pick<ParameterListQuery, "q" | "customerId" | "code" | "type">;

/** `named` are the shipped codes whose name contains the text, because localised names are not in the database. */
function matching(scope: Scope, { q, customerId, code, type }: Filters, named: readonly string[]): SQL | undefined {
  const pattern = q ? containsPattern(q) : "";
  return and(
    visible(scope),
    customerId ? eq(parameter.customerId, customerId) : undefined,
    code ? eq(parameter.code, code) : undefined,
    type ? eq(parameter.type, type) : undefined,
    q
      ? or(ilike(parameter.code, pattern), ilike(parameter.name, pattern), inArray(parameter.code, [...named]))
      : undefined,
  );
}

const SORT = { code: parameter.code, type: parameter.type, createdAt: parameter.createdAt };

export async function findParameters(
  db: Db,
  scope: Scope,
  query: ParameterListQuery,
  named: readonly string[],
): Promise<Page<ParameterRow>> {
  const where = matching(scope, query, named);
  const items = await rows(db)
    .where(where)
    .orderBy((query.dir === "asc" ? asc : desc)(SORT[query.sort]), asc(customer.name), asc(parameter.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db.select({ total: count() }).from(parameter).where(where);
  return { items, total: counted?.total ?? 0 };
}

/** The installation's parameters, each with the number of customers of the scope that override it. */
export async function findLines(
  db: Db,
  scope: Scope,
  { q, type }: Pick<Filters, "q" | "type">,
  named: readonly string[],
): Promise<(ParameterRow & { ownValues: number })[]> {
  const found = await rows(db)
    .where(and(matching(scope, { q, type }, named), isNull(parameter.customerId)))
    .orderBy(asc(parameter.id));
  const counts = await db
    .select({ code: parameter.code, total: count() })
    .from(parameter)
    .where(and(visible(scope), sql`${parameter.customerId} is not null`))
    .groupBy(parameter.code);
  return found.map((row) => ({ ...row, ownValues: counts.find(({ code }) => code === row.code)?.total ?? 0 }));
}

/** A customer's own values. */
export const findOwn = (db: Db, scope: Scope, customerId: number): Promise<ParameterRow[]> =>
  rows(db).where(and(visible(scope), eq(parameter.customerId, customerId)));

/** The customers of the scope that can have their own values, by name. */
export const findCustomers = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(
      and(eq(customer.status, "active"), eq(customer.type, "customer"), inScope(scope, { customerId: customer.id })),
    )
    .orderBy(asc(customer.name))
    .limit(1000);

/** The rows that determine the values for a customer or, with null, for the installation. */
export const findDeciding = (db: Db, customerId: number | null) =>
  db
    .select({
      code: parameter.code,
      type: parameter.type,
      content: parameter.content,
      customerId: parameter.customerId,
    })
    .from(parameter)
    .where(
      customerId === null
        ? isNull(parameter.customerId)
        : or(isNull(parameter.customerId), eq(parameter.customerId, customerId)),
    );

export async function getParameter(db: Db, scope: Scope, id: number): Promise<ParameterRow> {
  const [row] = await rows(db).where(and(eq(parameter.id, id), visible(scope)));
  if (!row) throw notFound("parameter", id);
  return row;
}

/** As `getParameter`, with the row locked until the transaction ends. */
export async function lockParameter(tx: Db, scope: Scope, id: number): Promise<ParameterRow> {
  await tx.select({ id: parameter.id }).from(parameter).where(eq(parameter.id, id)).for("update");
  return getParameter(tx, scope, id);
}

type Values = Omit<typeof parameter.$inferInsert, "id" | "createdAt" | "isShipped" | "version">;

/** Throws NOT_FOUND for a customer outside the scope. */
export async function insertParameter(tx: Db, scope: Scope, values: Values): Promise<ParameterRow> {
  const { customerId } = values;
  if (customerId) {
    const [found] = covers(scope, { customerId })
      ? await tx.select({ id: customer.id }).from(customer).where(eq(customer.id, customerId))
      : [];
    if (!found) throw notFound("customer", customerId);
  }
  const [made] = await tx.insert(parameter).values(values).returning({ id: parameter.id });
  return getParameter(tx, scope, made?.id as number);
}

export async function updateParameter(
  tx: Db,
  scope: Scope,
  id: number,
  values: Partial<Values>,
): Promise<ParameterRow> {
  if (Object.keys(values).length > 0) await tx.update(parameter).set(values).where(eq(parameter.id, id));
  return getParameter(tx, scope, id);
}

export async function deleteParameter(tx: Db, id: number): Promise<void> {
  await tx.delete(parameter).where(eq(parameter.id, id));
}

/** The number of custom parameters of the installation. Locks the rows until the transaction ends. */
export async function countOwn(tx: Db): Promise<number> {
  const own = and(isNull(parameter.customerId), eq(parameter.isShipped, false));
  return (await tx.select({ id: parameter.id }).from(parameter).where(own).for("update")).length;
}

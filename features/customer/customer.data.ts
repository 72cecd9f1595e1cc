import "server-only";
import { and, asc, count, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, role, scene } from "@/db/schema";
import { isOfPlatform } from "@/features/role/role.rules";
import { openChains } from "@/lib/audit/open-chains";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import type { CustomerCounts, CustomerDto, CustomerInput, CustomerListQuery, CustomerRowDto } from "./customer.schema";

export const isVisible = (scope: Scope): SQL | undefined => inScope(scope, { customerId: customer.id });

const toDto = ({ ingestTokenHash, createdAt, locale, ...row }: typeof customer.$inferSelect): CustomerDto => ({
  ...row,
  locale: toLocale(locale) ?? DEFAULT_LOCALE,
  hasIngestToken: ingestTokenHash !== null,
  createdAt: createdAt.toISOString(),
});

const TEXTS = [
  customer.name,
  customer.shortName,
  customer.code,
  customer.contact,
  customer.phone,
  customer.email,
] as const;

function filters(scope: Scope, { q, area, status, type, organisationType }: CustomerListQuery): SQL | undefined {
  const begins = area && containsPattern(area).slice(1);
  return and(
    isVisible(scope),
    q ? or(...TEXTS.map((column) => ilike(column, containsPattern(q)))) : undefined,
    area ? or(ilike(customer.area, containsPattern(area)), ilike(customer.areaCode, begins as string)) : undefined,
    status && eq(customer.status, status),
    type && eq(customer.type, type),
    organisationType && eq(customer.organisationType, organisationType),
  );
}

const ORDER = {
  createdAt: customer.createdAt,
  name: sql`lower(${customer.name})`,
  code: sql`lower(${customer.code})`,
  type: customer.type,
  organisationType: customer.organisationType,
  status: customer.status,
} as const;

/** The counts of these customers, in one query. */
async function countsOf(db: Db, ids: readonly number[]): Promise<Map<number, CustomerCounts>> {
  const rows = await db.$client<(CustomerCounts & { id: number })[]>`
    select c.id::int,
           (select count(*)::int from user_account where customer_id = c.id) as users,
           (select count(*)::int from carrier where customer_id = c.id) as carriers,
           (select count(*)::int from device where customer_id = c.id) as devices
      from unnest(${ids as number[]}::bigint[]) as c(id)`;
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

async function counted(db: Db, rows: readonly (typeof customer.$inferSelect)[]): Promise<CustomerRowDto[]> {
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toDto(row), ...(counts.get(row.id) as CustomerCounts) }));
}

export async function findCustomers(db: Db, scope: Scope, query: CustomerListQuery): Promise<Page<CustomerRowDto>> {
  const where = filters(scope, query);
  const direction = query.dir === "asc" ? asc : desc;
  const rows = await db
    .select()
    .from(customer)
    .where(where)
    // The id makes the order total, so that no row appears on two pages.
    .orderBy(direction(ORDER[query.sort]), direction(customer.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [all] = await db.select({ total: count() }).from(customer).where(where);
  return { items: await counted(db, rows), total: all?.total ?? 0 };
}

export async function getCustomer(db: Db, scope: Scope, id: number): Promise<CustomerRowDto> {
  const rows = await db
    .select()
    .from(customer)
    .where(and(eq(customer.id, id), isVisible(scope)));
  const [found] = await counted(db, rows);
  if (!found) throw notFound("customer", id);
  return found;
}

/**
 * Locks these customers in the order of their ids; those outside the scope are missing. Reads and changes to rows that
 * refer to them are not blocked.
 */
export async function lockCustomers(tx: Db, scope: Scope, ids: readonly number[]): Promise<CustomerDto[]> {
  const rows = await tx
    .select()
    .from(customer)
    .where(and(sql`${customer.id} = any(${sql.param(ids)}::bigint[])`, isVisible(scope)))
    .orderBy(asc(customer.id))
    .for("no key update");
  return rows.map(toDto);
}

export async function lockCustomer(tx: Db, scope: Scope, id: number): Promise<CustomerDto> {
  const [found] = await lockCustomers(tx, scope, [id]);
  if (!found) throw notFound("customer", id);
  return found;
}

/** Inserts a customer with the top node of its organisation tree and the start of its audit chain. */
export async function insertCustomer(tx: Db, values: CustomerInput): Promise<CustomerDto> {
  const [made] = await tx.insert(customer).values(values).returning();
  if (!made) throw new Error("no customer was made");
  await tx.insert(scene).values({ customerId: made.id, code: made.code, name: made.name });
  await openChains(tx, [made.id]);
  return toDto(made);
}

/** Updates the fields of a locked customer. The top node is renamed with it. */
export async function saveCustomer(tx: Db, old: CustomerDto, values: Partial<CustomerInput>): Promise<CustomerDto> {
  const [saved] = await tx.update(customer).set(values).where(eq(customer.id, old.id)).returning();
  if (!saved) throw notFound("customer", old.id);
  if (saved.name !== old.name)
    await tx
      .update(scene)
      .set({ name: saved.name })
      .where(and(eq(scene.customerId, old.id), sql`${scene.parentId} is null`, eq(scene.name, old.name)));
  return toDto(saved);
}

/** Whether the customer has a role that is only available to customers of the platform type. */
export async function hasPlatformRoles(db: Db, customerId: number): Promise<boolean> {
  const rows = await db.select({ scopeType: role.scopeType }).from(role).where(eq(role.customerId, customerId));
  return rows.some(({ scopeType }) => isOfPlatform(scopeType));
}

/** Replaces the token hash of a locked customer. */
export async function setCustomerToken(tx: Db, id: number, ingestTokenHash: string): Promise<void> {
  await tx.update(customer).set({ ingestTokenHash }).where(eq(customer.id, id));
}

import "server-only";
import { and, asc, count, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { apiKey, apiKeyPermission, customer, userAccount } from "@/db/schema";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { stateOf } from "./rules";
import type { ApiKeyDto, ApiKeyListQuery, ApiKeyState } from "./schema";

const visible = (scope: Scope) => inScope(scope, { customerId: apiKey.customerId });

const select = (db: Db) =>
  db
    .select({
      id: apiKey.id,
      customerId: apiKey.customerId,
      customerName: customer.name,
      name: apiKey.name,
      prefix: apiKey.prefix,
      codes: sql<string[]>`array(select p.code from api_key_permission p where p.api_key_id = ${apiKey.id})`,
      createdBy: userAccount.name,
      createdAt: apiKey.createdAt,
      expiresAt: apiKey.expiresAt,
      lastUsedAt: apiKey.lastUsedAt,
      revokedAt: apiKey.revokedAt,
    })
    .from(apiKey)
    .innerJoin(customer, eq(customer.id, apiKey.customerId))
    .leftJoin(userAccount, eq(userAccount.id, apiKey.createdBy));
type Row = Awaited<ReturnType<typeof select>>[number];

const text = (at: Date | null) => at?.toISOString() ?? null;

function toDto({ codes, createdAt, expiresAt, lastUsedAt, revokedAt, ...row }: Row, now: Date): ApiKeyDto {
  const held = new Set(codes);
  return {
    ...row,
    codes: ALL_PERMISSIONS.filter((code) => held.has(code)),
    state: stateOf({ expiresAt, revokedAt }, now),
    createdAt: createdAt.toISOString(),
    expiresAt: text(expiresAt),
    lastUsedAt: text(lastUsedAt),
    revokedAt: text(revokedAt),
  };
}

function inState(state: ApiKeyState, now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  const isOver = sql`(${apiKey.expiresAt} is not null and ${apiKey.expiresAt} <= ${at})`;
  if (state === "revoked") return sql`${apiKey.revokedAt} is not null`;
  return sql`${apiKey.revokedAt} is null and ${state === "expired" ? isOver : sql`not ${isOver}`}`;
}

const SORT: Record<ApiKeyListQuery["sort"], SQL> = {
  createdAt: sql`${apiKey.createdAt}`,
  name: sql`lower(${apiKey.name})`,
  customerName: sql`lower(${customer.name})`,
  lastUsedAt: sql`${apiKey.lastUsedAt}`,
  expiresAt: sql`${apiKey.expiresAt}`,
};

/** A page of keys, including revoked ones. Keys that were never used, or never expire, are sorted last. */
export async function findApiKeys(db: Db, scope: Scope, query: ApiKeyListQuery, now: Date): Promise<Page<ApiKeyDto>> {
  const { q, state, customerId } = query;
  const where = and(
    visible(scope),
    q ? or(...[apiKey.name, apiKey.prefix].map((column) => ilike(column, containsPattern(q)))) : undefined,
    state && inState(state, now),
    customerId ? eq(apiKey.customerId, customerId) : undefined,
  );
  const direction = query.dir === "asc" ? asc : desc;
  const [rows, [counted]] = await Promise.all([
    select(db)
      .where(where)
      .orderBy(sql`${direction(SORT[query.sort])} nulls last`, direction(apiKey.id))
      .limit(query.iDisplayLength)
      .offset(query.iDisplayStart),
    db.select({ total: count() }).from(apiKey).where(where),
  ]);
  return { items: rows.map((row) => toDto(row, now)), total: counted?.total ?? 0 };
}

/** One key. Throws NOT_FOUND. */
export async function getApiKey(db: Db, scope: Scope, id: number, now: Date): Promise<ApiKeyDto> {
  const [row] = await select(db).where(and(eq(apiKey.id, id), visible(scope)));
  if (!row) throw notFound("apiKey", id);
  return toDto(row, now);
}

/** The status of the customer, locked until the transaction ends. Throws NOT_FOUND outside the scope. */
export async function lockCustomerStatus(db: Db, scope: Scope, id: number): Promise<"active" | "cancelled"> {
  const [row] = await db
    .select({ status: customer.status })
    .from(customer)
    .where(and(eq(customer.id, id), inScope(scope, { customerId: customer.id })))
    .for("share");
  if (!row) throw notFound("customer", id);
  return row.status;
}

/** Inserts a key with its codes and returns its id. */
export async function insertApiKey(
  db: Db,
  values: typeof apiKey.$inferInsert,
  codes: readonly string[],
): Promise<number> {
  const [made] = await db.insert(apiKey).values(values).returning({ id: apiKey.id });
  const { id: apiKeyId } = made as { id: number };
  await db.insert(apiKeyPermission).values(codes.map((code) => ({ apiKeyId, code })));
  return apiKeyId;
}

/** Revokes the key. The time of an earlier revocation is retained. */
export async function revokeApiKey(db: Db, scope: Scope, id: number, now: Date): Promise<void> {
  const rows = await db
    .update(apiKey)
    .set({ revokedAt: sql`coalesce(${apiKey.revokedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(apiKey.id, id), visible(scope)))
    .returning({ id: apiKey.id });
  if (rows.length === 0) throw notFound("apiKey", id);
}

/** The most customers that the form offers. */
const CHOICES = 5000;

/** The active customers in scope by name. */
export const findCustomerNames = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(and(eq(customer.status, "active"), inScope(scope, { customerId: customer.id })))
    .orderBy(sql`lower(${customer.name})`)
    .limit(CHOICES);

import "server-only";
import { and, asc, count, eq, ilike, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Measure } from "@/db/enums";
import { carrier, carrierZone, customer, unit, zone } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { type Visibility, visibilityOf, visibleCarriers } from "@/lib/auth/visibility";
import type { OperationContext } from "@/lib/operation/context";
import type { Store } from "@/lib/resource/crud";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { tableStore } from "@/lib/resource/table-store";
import { inUse } from "./zone.rules";
import type { BoundCarrierDto, BoundCarrierQuery, ZoneDto, ZoneInput, ZoneListQuery, ZoneRowDto } from "./zone.schema";

const table = tableStore<typeof zone, ZoneDto, ZoneInput, Omit<ZoneListQuery, "unitId">>({
  entity: "zone",
  table: zone,
  search: [zone.name, zone.description],
  sort: { name: sql`lower(${zone.name})`, measure: zone.measure, createdAt: zone.createdAt },
  filters: { measure: zone.measure, customerId: zone.customerId },
  toDto: ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }),
});

/** The names of the carriers monitored by this range; null for a carrier that is not visible to the actor. */
async function boundCarriers(ctx: OperationContext, id: number): Promise<(string | null)[]> {
  const rows = await ctx.db
    .select({
      name: sql<string | null>`case when ${visibleCarriers(visibilityOf(ctx), carrier)} then ${carrier.name} end`,
    })
    .from(carrierZone)
    .innerJoin(carrier, eq(carrier.id, carrierZone.carrierId))
    .where(eq(carrierZone.zoneId, id))
    .orderBy(asc(carrier.name));
  return rows.map(({ name }) => name);
}

/** Carriers are bound to ranges of their own customer, per measure; so neither may change while a range is bound. */
export const zoneStore: Store<ZoneDto, ZoneInput, ZoneListQuery> = {
  ...table,
  async find(ctx, { unitId, ...query }) {
    const measure = unitId === undefined ? query.measure : await measureOfUnit(ctx.db, unitId);
    const isNone = measure === null || (query.measure !== undefined && measure !== query.measure);
    return isNone ? { items: [], total: 0 } : table.find(ctx, { ...query, measure });
  },
  async update(ctx, id, values) {
    const changed = await table.update(ctx, id, values);
    const moved = (["measure", "customerId"] as const).find((field) => changed.old[field] !== changed.new[field]);
    // The row is locked, so no carrier can be bound meanwhile.
    const carriers = moved ? await boundCarriers(ctx, id) : [];
    if (moved && carriers.length > 0) throw inUse(moved, carriers);
    return changed;
  },
  async remove(ctx, id) {
    await table.get(ctx, id);
    const carriers = await boundCarriers(ctx, id);
    if (carriers.length > 0) throw inUse("id", carriers);
    return table.remove(ctx, id);
  },
};

/** The measure of a unit; null if the unit does not exist. */
async function measureOfUnit(db: Db, id: number): Promise<Measure | null> {
  const [row] = await db.select({ measure: unit.measure }).from(unit).where(eq(unit.id, id));
  return row?.measure ?? null;
}

/** Adds the customers' names and the number of monitored carriers to a page of ranges. */
export async function withCarriers(db: Db, { items, total }: Page<ZoneDto>): Promise<Page<ZoneRowDto>> {
  const ids = items.map(({ id }) => id);
  if (ids.length === 0) return { items: [], total };
  const rows = await db
    .select({
      id: zone.id,
      customerName: customer.name,
      carrierCount: sql<number>`(select count(*)::int from ${carrierZone} where ${carrierZone.zoneId} = ${zone}.id)`,
    })
    .from(zone)
    .innerJoin(customer, eq(customer.id, zone.customerId))
    .where(inArray(zone.id, ids));
  const known = new Map(rows.map(({ id, ...row }) => [id, row]));
  return {
    items: items.map((item) => ({ ...item, ...(known.get(item.id) ?? { customerName: "", carrierCount: 0 }) })),
    total,
  };
}

/** The visible carriers monitored by a range, by name. */
export async function findBoundCarriers(
  db: Db,
  visibility: Visibility,
  { id, q, iDisplayStart, iDisplayLength }: BoundCarrierQuery,
): Promise<Page<BoundCarrierDto>> {
  const where = and(
    eq(carrierZone.zoneId, id),
    visibleCarriers(visibility, carrier),
    q ? ilike(carrier.name, containsPattern(q)) : undefined,
  );
  const items = await db
    .select({ id: carrier.id, name: carrier.name, type: carrier.type })
    .from(carrierZone)
    .innerJoin(carrier, eq(carrier.id, carrierZone.carrierId))
    .where(where)
    .orderBy(asc(sql`lower(${carrier.name})`), asc(carrier.id))
    .limit(iDisplayLength)
    .offset(iDisplayStart);
  const [counted] = await db
    .select({ total: count() })
    .from(carrierZone)
    .innerJoin(carrier, eq(carrier.id, carrierZone.carrierId))
    .where(where);
  return { items, total: counted?.total ?? 0 };
}

/** A reasonable maximum for a native select. */
const MAXIMUM_CHOICES = 500;

/** The customers in the scope, by name. */
export const findCustomers = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(inScope(scope, { customerId: customer.id }))
    .orderBy(asc(sql`lower(${customer.name})`))
    .limit(MAXIMUM_CHOICES);

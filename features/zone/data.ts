import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrier, carrierZone, zone } from "@/db/schema";
import type { Store } from "@/lib/resource/crud";
import { tableStore } from "@/lib/resource/table-store";
import { inUse } from "./rules";
import type { ZoneDto, ZoneInput, ZoneListQuery } from "./schema";

const table = tableStore<typeof zone, ZoneDto, ZoneInput, ZoneListQuery>({
  entity: "zone",
  table: zone,
  search: [zone.name],
  sort: { name: sql`lower(${zone.name})`, measure: zone.measure, createdAt: zone.createdAt },
  filters: { measure: zone.measure, customerId: zone.customerId },
  toDto: ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }),
});

/** The names of the carriers that are monitored by this range. */
async function boundCarriers(db: Db, id: number): Promise<string[]> {
  const rows = await db
    .select({ name: carrier.name })
    .from(carrierZone)
    .innerJoin(carrier, eq(carrier.id, carrierZone.carrierId))
    .where(eq(carrierZone.zoneId, id))
    .orderBy(asc(carrier.name));
  return rows.map(({ name }) => name);
}

/** A carrier is bound to a range of its own customer, measure by measure: neither may change under it. */
export const zoneStore: Store<ZoneDto, ZoneInput, ZoneListQuery> = {
  ...table,
  async update(db, scope, id, values) {
    const changed = await table.update(db, scope, id, values);
    const moved = (["measure", "customerId"] as const).find((field) => changed.old[field] !== changed.new[field]);
    // The row is locked by now, so nobody binds it in between.
    const carriers = moved ? await boundCarriers(db, id) : [];
    if (moved && carriers.length > 0) throw inUse(moved, carriers);
    return changed;
  },
  async remove(db, scope, id) {
    await table.get(db, scope, id);
    const carriers = await boundCarriers(db, id);
    if (carriers.length > 0) throw inUse("id", carriers);
    return table.remove(db, scope, id);
  },
};

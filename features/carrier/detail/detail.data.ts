import "server-only";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { alarmTrigger, audit, carrierType, scene, zone } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, ofCustomers } from "@/lib/auth/scope-filter";
import type { Place } from "../record-time/data";
import type { OperationDto, OperationListQuery } from "./detail.schema";

/** The id of the trigger bound to a carrier; null without. */
export async function triggerIdOf(db: Db, carrierId: number): Promise<number | null> {
  const [row] = await db.$client<[{ id: number | null }]>`
    select alarm_trigger_id::int as id from carrier where id = ${carrierId}`;
  return row.id;
}

/** The audit rows of a carrier, newest first; ids within the values are not resolved. */
export async function findOperations(
  db: Db,
  scope: Scope,
  { id, customerId }: Pick<Place, "id" | "customerId">,
  { iDisplayStart, iDisplayLength, q }: OperationListQuery,
): Promise<{ items: OperationDto[]; total: number }> {
  const matching = and(
    eq(audit.entity, "carrier"),
    eq(audit.entityId, String(id)),
    eq(audit.customerId, customerId),
    ofCustomers(scope, audit.customerId),
    q ? sql`strpos(lower(${audit.actorName}), lower(${q})) > 0` : undefined,
  );
  const [rows, [count]] = await Promise.all([
    db
      .select({
        id: audit.id,
        at: audit.at,
        actorType: audit.actorType,
        actorName: audit.actorName,
        operation: audit.operation,
        oldValues: audit.oldValues,
        newValues: audit.newValues,
        reason: audit.reason,
      })
      .from(audit)
      .where(matching)
      .orderBy(desc(audit.at), desc(audit.id))
      .limit(iDisplayLength)
      .offset(iDisplayStart),
    db.select({ total: sql<number>`count(*)::int` }).from(audit).where(matching),
  ]);
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: count?.total ?? 0 };
}

const TABLES = { sceneId: scene, alarmTriggerId: alarmTrigger, carrierTypeId: carrierType, zoneId: zone };

/** Names by id; deleted records are omitted. */
export async function findNames(
  db: Db,
  scope: Scope,
  field: keyof typeof TABLES,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const table = TABLES[field];
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(
      and(
        inArray(table.id, [...ids]),
        // Carrier types belong to no customer.
        table === scene
          ? inScope(scope, { customerId: scene.customerId, sceneId: scene.id })
          : "customerId" in table
            ? ofCustomers(scope, table.customerId)
            : undefined,
      ),
    );
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

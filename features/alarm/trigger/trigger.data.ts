import "server-only";
import { and, asc, count, desc, eq, exists, ilike, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { SEVERITIES } from "@/db/enums";
import { alarmCondition, alarmTrigger, carrier, customer, notificationPlanRow } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope, ofCustomers } from "@/lib/auth/scope-filter";
import { type Visibility, visibleCarriers } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { findConditions } from "../condition/condition.data";
import type { ConditionDto } from "../condition/condition.schema";
import type { Ending } from "./detaching.data";
import { findTriggerPlans } from "./plan.data";
import type {
  AlarmTriggerDto,
  AlarmTriggerInput,
  AlarmTriggerListQuery,
  AlarmTriggerRowDto,
  PlanRowDto,
} from "./trigger.schema";

const ROW = {
  id: alarmTrigger.id,
  customerId: alarmTrigger.customerId,
  name: alarmTrigger.name,
  severity: alarmTrigger.severity,
  isEnabled: alarmTrigger.isEnabled,
  calendar: alarmTrigger.calendar,
  createdAt: alarmTrigger.createdAt,
  version: alarmTrigger.version,
};
type Row = Omit<AlarmTriggerDto, "createdAt" | "conditions" | "plan"> & { createdAt: Date };

/** Orders the worst first. */
const BY_SEVERITY = sql`array_position(${sql.raw(`array['${SEVERITIES.join("','")}']`)}, ${alarmTrigger.severity})`;

/** The conditions and plans of triggers, by the trigger's id. */
async function partsOf(db: Db, ids: readonly number[]) {
  const [conditions, plan] = await Promise.all([findConditions(db, ids), findTriggerPlans(db, ids)]);
  const of = <T extends { triggerId: number }>(rows: readonly T[], id: number) =>
    rows.filter((row) => row.triggerId === id).map(({ triggerId: _, ...row }) => row);
  return (id: number): { conditions: ConditionDto[]; plan: PlanRowDto[] } => ({
    conditions: of(conditions, id),
    plan: of(plan, id),
  });
}

/** Triggers are visible to the customer's accounts, also those bound to nodes, whose carriers they apply to. */
const visible = (scope: Scope) => ofCustomers(scope, alarmTrigger.customerId);

const holding = (db: Db, table: typeof alarmCondition | typeof notificationPlanRow, where: SQL): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(table)
      .where(and(eq(table.triggerId, alarmTrigger.id), where)),
  );

function matching(db: Db, scope: Scope, query: AlarmTriggerListQuery): SQL | undefined {
  const { q, severity, isEnabled, kind, isBound, contactGroupId, customerId } = query;
  const bound = exists(db.select({ one: sql`1` }).from(carrier).where(eq(carrier.alarmTriggerId, alarmTrigger.id)));
  return and(
    visible(scope),
    q ? ilike(alarmTrigger.name, containsPattern(q)) : undefined,
    severity && eq(alarmTrigger.severity, severity),
    isEnabled === undefined ? undefined : eq(alarmTrigger.isEnabled, isEnabled),
    kind && holding(db, alarmCondition, eq(alarmCondition.kind, kind)),
    isBound === undefined ? undefined : isBound ? bound : not(bound),
    contactGroupId === undefined
      ? undefined
      : holding(db, notificationPlanRow, eq(notificationPlanRow.contactGroupId, contactGroupId)),
    customerId === undefined ? undefined : eq(alarmTrigger.customerId, customerId),
  );
}

/** A page of triggers with their conditions and plans. */
export async function findTriggers(
  db: Db,
  scope: Scope,
  query: AlarmTriggerListQuery,
): Promise<Page<AlarmTriggerRowDto>> {
  const where = matching(db, scope, query);
  const keys = { name: sql`lower(${alarmTrigger.name})`, severity: BY_SEVERITY, createdAt: alarmTrigger.createdAt };
  const rows = await db
    .select(ROW)
    .from(alarmTrigger)
    .where(where)
    .orderBy((query.dir === "asc" ? asc : desc)(keys[query.sort]), asc(alarmTrigger.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db.select({ total: count() }).from(alarmTrigger).where(where);
  return { items: await withCarriers(db, await complete(db, rows)), total: counted?.total ?? 0 };
}

async function complete(db: Db, rows: readonly Row[]): Promise<AlarmTriggerDto[]> {
  if (rows.length === 0) return [];
  const parts = await partsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ createdAt, ...row }) => ({ ...row, ...parts(row.id), createdAt: createdAt.toISOString() }));
}

/** Adds the customer's name and the number of bound carriers, visible or not. */
export async function withCarriers(db: Db, items: readonly AlarmTriggerDto[]): Promise<AlarmTriggerRowDto[]> {
  if (items.length === 0) return [];
  const rows = await db
    .select({
      id: alarmTrigger.id,
      customerName: customer.name,
      timeZone: customer.timeZone,
      carrierCount: sql<number>`(select count(*)::int from ${carrier} where ${carrier.alarmTriggerId} = ${alarmTrigger}.id)`,
    })
    .from(alarmTrigger)
    .innerJoin(customer, eq(customer.id, alarmTrigger.customerId))
    .where(
      inArray(
        alarmTrigger.id,
        items.map(({ id }) => id),
      ),
    );
  const known = new Map(rows.map(({ id, ...row }) => [id, row]));
  return items.flatMap((item) => {
    const row = known.get(item.id);
    return row ? [{ ...item, ...row }] : [];
  });
}

async function dtoOf(db: Db, row: Row | undefined, id: number): Promise<AlarmTriggerDto> {
  const [dto] = row ? await complete(db, [row]) : [];
  if (!dto) throw notFound("alarm trigger", id);
  return dto;
}

/** A visible trigger; null without. */
export async function findTrigger(db: Db, scope: Scope, id: number): Promise<AlarmTriggerDto | null> {
  const rows = await db
    .select(ROW)
    .from(alarmTrigger)
    .where(and(eq(alarmTrigger.id, id), visible(scope)));
  const [dto] = await complete(db, rows);
  return dto ?? null;
}

/** A visible trigger. Throws NOT_FOUND. */
export async function getTrigger(db: Db, scope: Scope, id: number): Promise<AlarmTriggerDto> {
  const trigger = await findTrigger(db, scope, id);
  if (!trigger) throw notFound("alarm trigger", id);
  return trigger;
}

/**
 * Locks a trigger for a change, which requires the whole customer in scope; no carrier can be bound to it meanwhile.
 * Throws NOT_FOUND.
 */
export async function lockTrigger(tx: Db, scope: Scope, id: number): Promise<AlarmTriggerDto> {
  const [row] = await tx
    .select(ROW)
    .from(alarmTrigger)
    .where(and(eq(alarmTrigger.id, id), inScope(scope, { customerId: alarmTrigger.customerId })))
    .for("update");
  return dtoOf(tx, row, id);
}

/** Locks the given triggers that may be changed, in one order, and returns the conditions of each. */
export function lockTriggers(tx: Db, scope: Scope, ids: readonly number[]): Promise<Ending[]> {
  const conditionIds = sql<
    number[]
  >`array(select ac.id::int from alarm_condition ac where ac.trigger_id = ${alarmTrigger.id})`;
  return tx
    .select({ triggerId: alarmTrigger.id, customerId: alarmTrigger.customerId, conditionIds })
    .from(alarmTrigger)
    .where(and(inArray(alarmTrigger.id, [...ids]), inScope(scope, { customerId: alarmTrigger.customerId })))
    .orderBy(asc(alarmTrigger.id))
    .for("update");
}

/** The names of the carriers bound to a trigger, by name; null for one that is not visible. */
export async function boundCarriers(db: Db, visibility: Visibility, id: number): Promise<(string | null)[]> {
  const rows = await db
    .select({ name: sql<string | null>`case when ${visibleCarriers(visibility, carrier)} then ${carrier.name} end` })
    .from(carrier)
    .where(eq(carrier.alarmTriggerId, id))
    .orderBy(asc(sql`lower(${carrier.name})`));
  return rows.map(({ name }) => name);
}

type Values = Pick<AlarmTriggerInput, "name" | "severity" | "calendar">;

/** Inserts a trigger without conditions; returns its id. */
export async function insertTrigger(tx: Db, values: Values & { customerId: number }): Promise<number> {
  const [row] = await tx.insert(alarmTrigger).values(values).returning({ id: alarmTrigger.id });
  return row?.id as number;
}

export const updateTrigger = (tx: Db, id: number, values: Values) =>
  tx.update(alarmTrigger).set(values).where(eq(alarmTrigger.id, id));

export const setEnabled = (tx: Db, id: number, isEnabled: boolean) =>
  tx.update(alarmTrigger).set({ isEnabled }).where(eq(alarmTrigger.id, id));

/** Deletes a trigger with its conditions and plan. */
export const deleteTrigger = (tx: Db, id: number) => tx.delete(alarmTrigger).where(eq(alarmTrigger.id, id));

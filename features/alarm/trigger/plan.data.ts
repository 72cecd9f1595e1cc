import "server-only";
import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { contact, contactGroup, customer, dutyRota, notificationPlanRow } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import type { GroupReachDto, LevelReach, PlanRowDto, PlanRowInput } from "./trigger.schema";

/** The given contact groups that belong to the customer, locked until the transaction ends. */
export async function lockGroups(
  tx: Db,
  scope: Scope,
  customerId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await tx
    .select({ id: contactGroup.id })
    .from(contactGroup)
    .where(
      and(
        inArray(contactGroup.id, [...ids]),
        eq(contactGroup.customerId, customerId),
        inScope(scope, { customerId: contactGroup.customerId }),
      ),
    )
    .orderBy(asc(contactGroup.id))
    .for("share");
  return new Set(rows.map(({ id }) => id));
}

/** The owner of a plan: a trigger, or the connection watch of a customer. */
export type PlanOwner = { triggerId: number } | { customerId: number };

const isOf = (owner: PlanOwner) =>
  "triggerId" in owner
    ? eq(notificationPlanRow.triggerId, owner.triggerId)
    : eq(notificationPlanRow.customerId, owner.customerId);

/** Inserts new rows of a plan, updates known ones in place, and deletes the others. */
export async function savePlan(tx: Db, owner: PlanOwner, rows: readonly PlanRowInput[]): Promise<void> {
  const kept = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const known = await tx.select({ id: notificationPlanRow.id }).from(notificationPlanRow).where(isOf(owner));
  const gone = known.map(({ id }) => id).filter((id) => !kept.includes(id));
  if (gone.length > 0) await tx.delete(notificationPlanRow).where(inArray(notificationPlanRow.id, gone));
  for (const { id, ...values } of rows) {
    if (id === undefined) await tx.insert(notificationPlanRow).values({ ...owner, ...values });
    else await tx.update(notificationPlanRow).set(values).where(eq(notificationPlanRow.id, id));
  }
}

const HAS_ROTA = sql<boolean>`exists (select from ${dutyRota} where ${dutyRota.groupId} = ${contactGroup}.id)`;

/** The given contact groups that have a rota. */
export async function withRota(tx: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: dutyRota.groupId })
    .from(dutyRota)
    .where(inArray(dutyRota.groupId, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

const COLUMNS = {
  id: notificationPlanRow.id,
  afterMinutes: notificationPlanRow.afterMinutes,
  contactGroupId: notificationPlanRow.contactGroupId,
  groupName: contactGroup.name,
  level: notificationPlanRow.level,
  isOnDuty: notificationPlanRow.isOnDuty,
  usesContactTiming: notificationPlanRow.usesContactTiming,
  channels: notificationPlanRow.channels,
  repeatTimes: notificationPlanRow.repeatTimes,
  repeatIntervalMinutes: notificationPlanRow.repeatIntervalMinutes,
};

/** The rows of a plan, by time. */
export const findPlan = (db: Db, owner: PlanOwner): Promise<PlanRowDto[]> =>
  db
    .select(COLUMNS)
    .from(notificationPlanRow)
    .leftJoin(contactGroup, eq(contactGroup.id, notificationPlanRow.contactGroupId))
    .where(isOf(owner))
    .orderBy(asc(notificationPlanRow.afterMinutes), asc(notificationPlanRow.id));

/** The rows of the plans of triggers, each with the id of its trigger, by time. */
export const findTriggerPlans = (
  db: Db,
  triggerIds: readonly number[],
): Promise<(PlanRowDto & { triggerId: number })[]> =>
  db
    // The plan of a connection watch has no trigger; it is not among these.
    .select({
      ...COLUMNS,
      triggerId: sql<number>`${notificationPlanRow.triggerId}`.mapWith(notificationPlanRow.triggerId),
    })
    .from(notificationPlanRow)
    .leftJoin(contactGroup, eq(contactGroup.id, notificationPlanRow.contactGroupId))
    .where(inArray(notificationPlanRow.triggerId, [...triggerIds]))
    .orderBy(asc(notificationPlanRow.afterMinutes), asc(notificationPlanRow.id));

const reaching = (channel: string, isOn: SQL | PgColumn = sql`true`) =>
  sql<number>`(count(*) filter (where ${isOn} and ${channel} = any(${contact.channels})))::int`;

/**
 * The contact groups of a customer by name, with the number of people that each level reaches by each channel: nobody by
 * one that the customer has switched off.
 */
export async function findReach(db: Db, scope: Scope, customerId: number): Promise<GroupReachDto[]> {
  const groups = await db
    .select({ id: contactGroup.id, name: contactGroup.name, hasRota: HAS_ROTA })
    .from(contactGroup)
    .where(and(eq(contactGroup.customerId, customerId), inScope(scope, { customerId: contactGroup.customerId })))
    .orderBy(asc(sql`lower(${contactGroup.name})`));
  if (groups.length === 0) return [];
  const rows = await db
    .select({
      groupId: contact.groupId,
      level: contact.level,
      people: count(),
      email: reaching("email", customer.notifyByEmail),
      sms: reaching("sms", customer.notifyBySms),
      voice: reaching("voice"),
      push: reaching("push"),
    })
    .from(contact)
    .innerJoin(customer, eq(customer.id, contact.customerId))
    .where(
      inArray(
        contact.groupId,
        groups.map(({ id }) => id),
      ),
    )
    .groupBy(contact.groupId, contact.level)
    .orderBy(asc(contact.level));
  const levelsOf = (id: number): LevelReach[] =>
    rows
      .filter(({ groupId }) => groupId === id)
      .map(({ level, people, email, sms, voice, push }) => ({ level, people, reach: { email, sms, voice, push } }));
  return groups.map((group) => ({ ...group, levels: levelsOf(group.id) }));
}

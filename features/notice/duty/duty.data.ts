import "server-only";
import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contact, contactGroup, customer, dutyRota } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import { dutySpans } from "./duty.rules";
import type { DutyRotaDto, DutyRotaInput } from "./duty.schema";

/** How many days ahead the calendar of a rota is computed. */
export const CALENDAR_DAYS = 28;
const DAY_MS = 86_400_000;

const TRIGGERS = sql<
  string[]
>`array(select distinct coalesce(t.name, '') from notification_plan_row r left join alarm_trigger t on t.id = r.trigger_id
  where r.contact_group_id = ${contactGroup.id} and r.is_on_duty order by 1)`;

/** A group with its rota and the contacts that the rota can name. Throws NOT_FOUND outside the scope. */
export async function getDutyRota(db: Db, scope: Scope, groupId: number, now: Date): Promise<DutyRotaDto> {
  const [group] = await db
    .select({
      id: contactGroup.id,
      customerId: contactGroup.customerId,
      groupName: contactGroup.name,
      timeZone: customer.timeZone,
      triggers: TRIGGERS,
      rota: dutyRota,
    })
    .from(contactGroup)
    .innerJoin(customer, eq(customer.id, contactGroup.customerId))
    .leftJoin(dutyRota, eq(dutyRota.groupId, contactGroup.id))
    .where(and(eq(contactGroup.id, groupId), inScope(scope, { customerId: contactGroup.customerId })));
  if (!group) throw notFound("contact group", groupId);
  const people = await db
    .select({ id: contact.id, name: contact.name, level: contact.level })
    .from(contact)
    .where(eq(contact.groupId, groupId))
    .orderBy(asc(contact.level), asc(sql`lower(${contact.name})`), asc(contact.id));
  const { rota: row, ...facts } = group;
  const rota = row && {
    allowsOverlap: row.allowsOverlap,
    shifts: row.shifts,
    holidays: row.holidays,
    absences: row.absences,
    version: row.version,
  };
  const from = now.getTime();
  const calendar = rota ? dutySpans(rota, from, from + CALENDAR_DAYS * DAY_MS, group.timeZone) : [];
  return { ...facts, people, rota, calendar };
}

/** Creates or replaces the rota of a group. */
export async function saveDutyRota(
  tx: Db,
  group: { id: number; customerId: number },
  { version: _, acceptsGaps: __, ...rota }: DutyRotaInput,
  now: Date,
): Promise<void> {
  const values = { ...rota, version: randomUUID(), updatedAt: now };
  await tx
    .insert(dutyRota)
    .values({ ...values, groupId: group.id, customerId: group.customerId })
    .onConflictDoUpdate({ target: dutyRota.groupId, set: values });
}

export const removeDutyRota = (tx: Db, groupId: number) => tx.delete(dutyRota).where(eq(dutyRota.groupId, groupId));

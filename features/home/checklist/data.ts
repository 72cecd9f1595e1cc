import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { userAccount } from "@/db/schema";
import type { ChecklistFacts } from "./rules";

/** What is stored of a customer's setup; none for platform customers, and once the account has closed the checklist. */
export async function findFacts(db: Db, userId: number, customerId: number): Promise<ChecklistFacts | undefined> {
  const sql = db.$client;
  const [row] = await sql<ChecklistFacts[]>`
    with monitored as (
      select c.id, c.alarm_trigger_id from carrier c
       where c.customer_id = ${customerId}
         and exists (select from mounting m where m.carrier_id = c.id and m.unmounted_at is null)),
    planned as (
      select from alarm_trigger t
        join notification_plan_row r on r.trigger_id = t.id
        join contact c on c.group_id = r.contact_group_id and (r.is_on_duty or c.level = r.level)
       where t.customer_id = ${customerId} and t.is_enabled),
    alarmed as (
      select n.channel from notice n left join outbox o on o.id = n.outbox_id
       where n.customer_id = ${customerId} and n.status = 'sent'
         and (n.type = 'alarm' or (n.type = 'test' and o.payload ? 'alarm')))
    select round(date_part('epoch', k.created_at) * 1000)::float8 as "createdAt",
           exists (select from device where customer_id = k.id) as "hasDevice",
           exists (select from device d join probe p on p.device_id = d.id join probe_state s on s.probe_id = p.id
                    where d.customer_id = k.id and s.last_at is not null) as "hasValue",
           exists (select from unknown_device x where x.customer_id = k.id and x.device_id is null) as "hasUnknownDevice",
           exists (select from monitored) as "isMonitored",
           exists (select from monitored m join alarm_trigger t on t.id = m.alarm_trigger_id and t.is_enabled
                    where exists (select from carrier_zone z where z.carrier_id = m.id)
                       or exists (select from alarm_condition a where a.trigger_id = t.id and a.kind = 'range'
                                     and num_nonnulls(a.minimum, a.maximum) > 0)) as "hasAlarm",
           coalesce((select min(id) from monitored), (select min(id) from carrier where customer_id = k.id))::int
             as "carrierId",
           (select min(m.id)::int from monitored m join alarm_trigger t on t.id = m.alarm_trigger_id and t.is_enabled
             where exists (select from notification_plan_row r where r.trigger_id = t.id)) as "alarmCarrierId",
           exists (select from contact where customer_id = k.id) as "hasContact",
           exists (select from notice n join outbox o on o.id = n.outbox_id
                     join contact c on c.customer_id = k.id and c.id = (o.payload->>'contactId')::bigint
                    where n.customer_id = k.id and n.status = 'sent' and n.channel <> 'popup') as "hasReached",
           exists (select from planned) as "hasPlan",
           exists (select from alarmed where channel <> 'popup') as "hasAlarmed",
           exists (select from alarmed where channel = 'popup') as "hasPoppedUp"
      from customer k cross join user_account u
     where k.id = ${customerId} and k.type = 'customer' and u.id = ${userId} and u.checklist_closed_at is null`;
  return row;
}

/**
 * Whether the account changed its password itself, and whether there is a customer with an account; undefined as soon
 * as there is a carrier, and once the account has closed the checklist.
 */
export async function findPlatformFacts(
  db: Db,
  userId: number,
): Promise<{ hasChangedPassword: boolean; hasCustomer: boolean } | undefined> {
  const sql = db.$client;
  const [row] = await sql<{ hasChangedPassword: boolean; hasCustomer: boolean }[]>`
    select exists (select from audit a where a.entity = 'user' and a.entity_id = u.id::text
                      and a.operation = 'password.change') as "hasChangedPassword",
           exists (select from customer k join user_account p on p.customer_id = k.id where k.type = 'customer')
             as "hasCustomer"
      from user_account u
     where u.id = ${userId} and u.checklist_closed_at is null and not exists (select from carrier)`;
  return row;
}

/** Closes the checklist for an account; returns its customer and when it was closed before. */
export async function closeFor(tx: Db, userId: number, now: Date): Promise<{ customerId: number; old: Date | null }> {
  const [before] = await tx
    .select({ customerId: userAccount.customerId, old: userAccount.checklistClosedAt })
    .from(userAccount)
    .where(eq(userAccount.id, userId))
    .for("update");
  if (!before) throw new Error("the signed-in account is gone");
  if (before.old === null)
    await tx.update(userAccount).set({ checklistClosedAt: now }).where(eq(userAccount.id, userId));
  return before;
}

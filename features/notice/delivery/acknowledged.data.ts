import "server-only";
import type { Db } from "@/db/client";
import type { Notified, Person } from "./acknowledged.rules";
import type { PlanCustomer } from "./plan.rules";

// Runs in the worker, as the system, on exceptions that were acknowledged.

export type Acknowledged = {
  id: number;
  customerId: number;
  /** Identifies who acknowledged, independently of the name. Only alarms with the same value can share a message. */
  by: string;
  customer: PlanCustomer;
  /** The contacts that belong to the person who acknowledged. */
  takers: Person[];
  /** The contacts whom an alarm of the exception has reached, in order of delivery. */
  notified: Notified[];
};

/** Acknowledged exceptions, each with the contacts whom an alarm has reached. */
export async function findNotified(db: Db, exceptionIds: readonly number[]): Promise<Acknowledged[]> {
  return db.$client<Acknowledged[]>`
    select e.id::int, e.customer_id::int as "customerId",
           coalesce('user ' || e.acknowledged_by, 'contact ' || e.acknowledged_by_contact_id, e.acknowledged_by_contact, '') as by,
           jsonb_build_object('notifyByEmail', cu.notify_by_email, 'notifyBySms', cu.notify_by_sms, 'timeZone', cu.time_zone) as customer,
           coalesce((select jsonb_agg(jsonb_build_object('userId', c.user_id, 'phone', c.phone, 'email', c.email))
              from contact c where c.customer_id = e.customer_id
               and (c.id = e.acknowledged_by_contact_id or c.user_id = e.acknowledged_by)), '[]') as takers,
           coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'userId', t.user_id, 'phone', t.phone, 'email', t.email,
                      'channels', t.channels, 'by', t.by,
                      'hasDevice', exists(select from push_subscription p join user_account u on u.id = p.user_id
                                           where p.user_id = t.user_id and p.ended_at is null and u.status = 'active')) order by t.first_at, t.id)
              from (select c.id, c.user_id, c.phone, c.email, c.channels, array_agg(distinct n.channel) as by, min(n.at) as first_at
                      from notice n
                      join outbox o on o.id = n.outbox_id
                      join contact c on c.id = (o.payload->>'contactId')::bigint
                     where n.exception_id = e.id and n.status = 'sent' and n.type = 'alarm' and n.channel <> 'popup'
                     group by c.id) t), '[]') as notified
      from exception e join customer cu on cu.id = e.customer_id
     where e.id = any(${exceptionIds as number[]}::bigint[]) and e.acknowledged_at is not null and e.withdrawn_at is null
     order by e.id`;
}

/** The acknowledged ones among these exceptions. */
export async function findAcknowledged(db: Db, exceptionIds: readonly number[]): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select id::int from exception where id = any(${exceptionIds as number[]}::bigint[]) and acknowledged_at is not null`;
  return rows.map(({ id }) => id);
}

import "server-only";
import type { Db } from "@/db/client";
import { DELIVER_NOTICE } from "../notice.schema";
import { addressedFields, ms, pushedOnlyWithDevice } from "./plan.data";
import type { PlanContact, PlanCustomer, PlanExcursion, Planned } from "./plan.rules";

type Pending = {
  customerId: number;
  excursion: PlanExcursion;
  customer: PlanCustomer;
  contacts: PlanContact[];
  planned: Planned[];
};

/**
 * The messages about an exception that are not sent yet, with their recipients as far as they are known. The caller has
 * found the exception in scope.
 */
export async function findPending(db: Db, id: number): Promise<Pending | undefined> {
  const sql = db.$client;
  const [row] = await sql<Pending[]>`
    with waiting as materialized (
      select o.payload || jsonb_build_object('dueAt', floor(extract(epoch from o.due_at) * 1000)::float8) as planned,
             (o.payload->>'contactId')::bigint as contact_id
        from outbox o
       where o.customer_id = (select x.customer_id from exception x where x.id = ${id}) and o.status = 'pending' and o.kind = ${DELIVER_NOTICE.name}
         and o.payload->>'exceptionId' = ${String(id)} and coalesce(o.payload->>'type', 'alarm') <> 'acknowledged'
       order by o.due_at, o.id)
    select e.customer_id::int as "customerId", jsonb_build_object('id', e.id, 'kind', e.kind, 'severity', e.severity, 'raisedAt', ${ms(db, "e.raised_at")},
             'foundAt', ${ms(db, "e.raised_at")}, 'endedAt', ${ms(db, "e.ended_at")},
             'acknowledgedAt', ${ms(db, "e.acknowledged_at")}, 'isDetectedLate', e.is_detected_late, 'sceneId', null) as excursion,
           jsonb_build_object('notifyByEmail', k.notify_by_email, 'notifyBySms', k.notify_by_sms, 'timeZone', k.time_zone) as customer,
           coalesce((select jsonb_agg(${addressedFields(db)}) from contact c where c.id in (select contact_id from waiting)), '[]') as contacts,
           coalesce((select jsonb_agg(planned) from waiting), '[]') as planned
      from exception e join customer k on k.id = e.customer_id
     where e.id = ${id} and e.withdrawn_at is null`;
  return row && { ...row, contacts: await pushedOnlyWithDevice(db, row.contacts) };
}

/** The names of a customer's contacts. */
export async function findNames(db: Db, customerId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.$client<{ id: number; name: string }[]>`
    select id::int, name from contact where customer_id = ${customerId} and id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

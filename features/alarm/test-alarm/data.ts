import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { alarmTrigger, carrier, contact, customer, mounting } from "@/db/schema";
import type { AlarmLimits } from "@/features/notice/health/schema";
import { DELIVER_DIRECT } from "@/features/notice/health/schema";
import { type Visibility, visibleCarriers } from "@/lib/auth/visibility";
import { notFound } from "@/lib/errors";
import type { Person } from "./rules";
import type { StoredTest } from "./schema";

/** A carrier with what decides whether it raises alarms, its customer's channels, and its trigger. Throws NOT_FOUND. */
export async function getSubject(db: Db, visibility: Visibility, id: number) {
  const [row] = await db
    .select({
      name: carrier.name,
      customerId: carrier.customerId,
      customerName: customer.name,
      sceneId: carrier.sceneId,
      carrierStatus: carrier.status,
      alarmSwitch: carrier.alarmSwitch,
      pausedUntil: carrier.alarmPausedUntil,
      defrostUntil: carrier.defrostUntil,
      hasSensor: sql<boolean>`exists (
        select from ${mounting} where ${mounting.carrierId} = ${carrier.id} and ${mounting.unmountedAt} is null)`,
      timeZone: customer.timeZone,
      temperatureUnit: customer.temperatureUnit,
      notifyByEmail: customer.notifyByEmail,
      notifyBySms: customer.notifyBySms,
      trigger: {
        id: alarmTrigger.id,
        name: alarmTrigger.name,
        severity: alarmTrigger.severity,
        isEnabled: alarmTrigger.isEnabled,
        calendar: alarmTrigger.calendar,
      },
    })
    .from(carrier)
    .innerJoin(customer, eq(customer.id, carrier.customerId))
    .leftJoin(alarmTrigger, eq(alarmTrigger.id, carrier.alarmTriggerId))
    .where(and(eq(carrier.id, id), visibleCarriers(visibility, carrier)));
  if (!row) throw notFound("carrier", id);
  return row;
}

/** The limits that a trigger's range conditions apply at a carrier: their own, or those of its ranges. */
export const findLimits = (db: Db, triggerId: number, carrierId: number): Promise<AlarmLimits[]> =>
  db.$client<AlarmLimits[]>`
    select distinct l.measure, l.minimum, l.maximum
      from (select ac.measure, case when num_nonnulls(ac.minimum, ac.maximum) > 0 then ac.minimum else z.minimum end as minimum,
                   case when num_nonnulls(ac.minimum, ac.maximum) > 0 then ac.maximum else z.maximum end as maximum
              from alarm_condition ac
              left join carrier_zone cz on cz.carrier_id = ${carrierId} and cz.measure = ac.measure
              left join zone z on z.id = cz.zone_id
             where ac.trigger_id = ${triggerId} and ac.kind = 'range') l
     where num_nonnulls(l.minimum, l.maximum) > 0
     order by 1, 2, 3`;

/** The contacts of these groups, by name and address. */
export const findContacts = (db: Db, groupIds: readonly number[]): Promise<Person[]> =>
  db
    .select({
      id: contact.id,
      name: contact.name,
      email: sql<string>`coalesce(${contact.email}, '')`,
      phone: sql<string>`coalesce(${contact.phone}, '')`,
    })
    .from(contact)
    .where(inArray(contact.groupId, [...groupIds]))
    .orderBy(asc(contact.id));

/** The messages of tests of a carrier that the caller has found in scope, with their last attempt. */
export const findTests = (db: Db, carrierId: number, ids: readonly number[]): Promise<StoredTest[]> =>
  db.$client<StoredTest[]>`
    select o.id::int, o.payload->>'channel' as channel, coalesce(n.contact_name, c.name, '') as name,
           coalesce(n.recipient, '') as recipient, o.status, coalesce(n.status = 'sent', false) as "isSent",
           round(extract(epoch from n.at - o.created_at) * 1000)::float8 as "tookMs", coalesce(n.reason, '') as reason
      from outbox o
      left join contact c on c.id = (o.payload->>'contactId')::bigint
      left join lateral (select contact_name, recipient, status, reason, at from notice where outbox_id = o.id order by id desc limit 1) n
        on true
     where o.id = any(${[...ids]}::bigint[]) and o.kind = ${DELIVER_DIRECT.name}
       and o.payload->'alarm'->>'carrierId' = ${String(carrierId)}
     order by o.id`;

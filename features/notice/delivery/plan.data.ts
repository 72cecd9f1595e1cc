import "server-only";
import type { Db } from "@/db/client";
import { findContactsWithDevice } from "../push/push.data";
import {
  keyOf,
  type People,
  type Plan,
  type PlanContact,
  type Planned,
  type PlannedExcursion,
  type PlannedWord,
  type Plans,
} from "./plan.rules";

// Runs in the worker, as the system, on rows that the alarm evaluation found.

/**
 * New exceptions with the plans that notify about them. Silences that were found while all alarms behind their
 * gateway were suppressed are excluded. The silence of a gateway counts from the time at which there is somebody to
 * notify, which may be long after it began. The same applies to what a pause, a silence or the calendar suppressed.
 */
export async function findPlans(
  tx: Db,
  exceptionIds: readonly number[],
): Promise<{ excursions: PlannedExcursion[]; plans: Plans }> {
  const excursions = await tx.$client<PlannedExcursion[]>`
    select e.id::int, e.customer_id::int as "customerId", ac.trigger_id::int as "triggerId", e.kind, e.severity,
           e.probe_id is null and e.kind <> 'geofence' and case when e.kind = 'blackout' then coalesce(w.is_power_enabled, true) else coalesce(w.is_enabled, true) end as "isOfWatch",
           case when e.probe_id is null and e.kind <> 'geofence' then ${ms(tx, "now()")} else greatest(${ms(tx, "e.raised_at")}, (e.context->>'notifiableFrom')::float8) end as "raisedAt", ${ms(tx, "now()")} as "foundAt", ${ms(tx, "e.ended_at")} as "endedAt",
           ${ms(tx, "e.acknowledged_at")} as "acknowledgedAt", e.is_detected_late as "isDetectedLate",
           coalesce(ca.scene_id, d.scene_id)::int as "sceneId"
      from exception e
      left join alarm_condition ac on ac.id = e.condition_id
      left join connection_watch w on w.customer_id = e.customer_id
      join device d on d.id = e.device_id
      left join carrier ca on ca.id = e.carrier_id
     where e.id = any(${exceptionIds as number[]}::bigint[]) and not e.context ? 'isUnnotified'
     order by e.id`;
  const triggerIds = [...new Set(excursions.flatMap(({ triggerId }) => triggerId ?? []))];
  const customerIds = [...new Set(excursions.flatMap((one) => (one.isOfWatch ? one.customerId : [])))];
  const plans = await tx.$client<(Plan & { triggerId: number | null; watchedId: number | null })[]>`
    with owner as (
      select id as trigger_id, null::bigint as watched_id, customer_id from alarm_trigger where id = any(${triggerIds}::bigint[])
      union all
      select null, id, id from customer where id = any(${customerIds}::bigint[]))
    select t.trigger_id::int as "triggerId", t.watched_id::int as "watchedId",
           jsonb_build_object('notifyByEmail', cu.notify_by_email, 'notifyBySms', cu.notify_by_sms, 'timeZone', cu.time_zone) as customer,
           coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'afterMinutes', r.after_minutes, 'contactGroupId', r.contact_group_id,
                      'level', r.level, 'isOnDuty', r.is_on_duty, 'usesContactTiming', r.uses_contact_timing, 'channels', r.channels, 'repeatTimes', r.repeat_times,
                      'repeatIntervalMinutes', r.repeat_interval_minutes) order by r.after_minutes, r.id)
              from notification_plan_row r where r.trigger_id = t.trigger_id or r.customer_id = t.watched_id), '[]') as rows,
           coalesce((select jsonb_agg(${contactFields(tx)} order by c.id)
              from contact c where exists (select from notification_plan_row r
                                            where (r.trigger_id = t.trigger_id or r.customer_id = t.watched_id)
                                              and r.contact_group_id = c.group_id and (r.is_on_duty or r.level = c.level))), '[]') as contacts,
           '[]'::jsonb as rotas
      from owner t join customer cu on cu.id = t.customer_id`;
  const by = (key: "triggerId" | "watchedId") =>
    new Map(plans.flatMap((plan): [number, Plan][] => (plan[key] === null ? [] : [[plan[key], plan]])));
  return { excursions, plans: { triggers: by("triggerId"), watches: by("watchedId") } };
}

/** The contact fields that plans need, of the table `c`. */
export const contactFields = ({ $client }: Db) => $client`
  jsonb_build_object('id', c.id, 'groupId', c.group_id, 'level', c.level, 'channels', c.channels, 'quietHours', c.quiet_hours,
    'delayMinutes', c.delay_minutes, 'repeatTimes', c.repeat_times, 'repeatIntervalMinutes', c.repeat_interval_minutes)`;

/** The same with the contact's address for each channel; that of push counts only with a device. */
export const addressedFields = (db: Db) => db.$client`
  ${contactFields(db)} || jsonb_build_object('addresses', jsonb_strip_nulls(jsonb_build_object(
    'email', nullif(lower(c.email), ''), 'sms', nullif(c.phone, ''), 'voice', nullif(c.phone, ''), 'push', 'user ' || c.user_id)))`;

/** Removes the address of push from contacts without a device for it. */
export async function pushedOnlyWithDevice(db: Db, contacts: readonly PlanContact[]): Promise<PlanContact[]> {
  const ids = contacts.flatMap(({ id, channels }) => (channels.includes("push") ? [id] : []));
  const withDevice = await findContactsWithDevice(db, ids);
  return contacts.map((one) => {
    if (withDevice.has(one.id)) return one;
    const { push: _, ...addresses } = one.addresses ?? {};
    return { ...one, addresses };
  });
}

/** The contacts of a group with their addresses and its current rota; undefined if the group is deleted. */
export async function findDutyPeople(tx: Db, groupId: number): Promise<People | undefined> {
  const [row] = await tx.$client<People[]>`
    select jsonb_build_object('notifyByEmail', cu.notify_by_email, 'notifyBySms', cu.notify_by_sms, 'timeZone', cu.time_zone) as customer,
           coalesce((select jsonb_agg(${addressedFields(tx)} order by c.id)
              from contact c where c.group_id = g.id), '[]') as contacts,
           coalesce((select jsonb_agg(jsonb_build_object('groupId', g.id, 'allowsOverlap', r.allows_overlap, 'shifts', r.shifts,
                      'holidays', r.holidays, 'absences', r.absences)) from duty_rota r where r.group_id = g.id), '[]') as rotas
      from contact_group g join customer cu on cu.id = g.customer_id
     where g.id = ${groupId}`;
  return row && { ...row, contacts: await pushedOnlyWithDevice(tx, row.contacts) };
}

/** An instant in whole epoch ms. The SQL text is one of these literals, never user input. */
export const ms = ({ $client }: Db, instant: "e.raised_at" | "e.ended_at" | "e.acknowledged_at" | "now()") =>
  $client.unsafe(`floor(extract(epoch from ${instant}) * 1000)::float8`);

type Job = { name: string; maximumAttempts: number };

/**
 * Inserts messages into the outbox, each with a job that delivers it when due. Existing messages are not changed,
 * except that with `isAgain` those that were skipped are planned again.
 */
export async function insertPlanned(
  tx: Db,
  customerId: number,
  planned: readonly (Planned | PlannedWord)[],
  job: Job,
  isAgain = false,
): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map((message) => {
    const { dueAt, round, rowId, risenTo, duty, ...rest } = message;
    // The messages that it expands to later are identified by the same row, round and rise.
    const payload = duty ? { ...rest, duty: { ...duty, rowId, round, ...(risenTo && { risenTo }) } } : rest;
    return { key: keyOf(message), due_at: new Date(dueAt).toISOString(), payload };
  });
  await tx.$client`
    with planned as (
      insert into outbox (customer_id, kind, idempotency_key, payload, due_at)
      select ${customerId}, ${job.name}, n.key, n.payload, n.due_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n(key text, payload jsonb, due_at timestamptz)
      on conflict (idempotency_key) do update
         set status = 'pending', due_at = excluded.due_at, payload = excluded.payload, last_error = null, done_at = null
       where ${isAgain} and outbox.status = 'skipped'
      returning id, due_at, nullif(payload->>'channel', 'popup') as channel)
    select graphile_worker.add_job(${job.name}::text, payload := json_build_object('outboxId', id), run_at := due_at,
             max_attempts := ${job.maximumAttempts}::int, job_key := 'outbox:' || id, flags := case when channel is not null then array[channel] end)
      from planned`;
}

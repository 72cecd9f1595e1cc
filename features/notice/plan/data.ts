import "server-only";
import type { Db } from "@/db/client";
import type { Plan, PlanExcursion, Planned } from "./rules";

// The worker's side: it acts as the system on rows that the alarm evaluation found.

type PlannedExcursion = PlanExcursion & { triggerId: number; customerId: number };

/**
 * New exceptions with the plans of their triggers. One whose condition is gone has nobody to tell, and is left out.
 * A gateway's counts from when there is somebody to tell, which may be long after it fell silent; so does what was held
 * back by a pause, a silence or the calendar.
 */
export async function findPlans(
  tx: Db,
  exceptionIds: readonly number[],
): Promise<{ excursions: PlannedExcursion[]; plans: Map<number, Plan> }> {
  const excursions = await tx.$client<PlannedExcursion[]>`
    select e.id::int, e.customer_id::int as "customerId", ac.trigger_id::int as "triggerId", e.kind, e.severity,
           case when e.probe_id is null then ${ms(tx, "now()")} else greatest(${ms(tx, "e.raised_at")}, (e.context->>'tellableFrom')::float8) end as "raisedAt", ${ms(tx, "now()")} as "foundAt", ${ms(tx, "e.ended_at")} as "endedAt",
           ${ms(tx, "e.acknowledged_at")} as "acknowledgedAt", e.is_detected_late as "isDetectedLate",
           coalesce(ca.scene_id, d.scene_id)::int as "sceneId"
      from exception e
      join alarm_condition ac on ac.id = e.condition_id
      join device d on d.id = e.device_id
      left join carrier ca on ca.id = e.carrier_id
     where e.id = any(${exceptionIds as number[]}::bigint[])
     order by e.id`;
  const triggerIds = [...new Set(excursions.map(({ triggerId }) => triggerId))];
  const plans = await tx.$client<(Plan & { triggerId: number })[]>`
    select t.id::int as "triggerId",
           jsonb_build_object('notifyByEmail', cu.notify_by_email, 'notifyBySms', cu.notify_by_sms, 'timeZone', cu.time_zone) as customer,
           coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'afterMinutes', r.after_minutes, 'contactGroupId', r.contact_group_id,
                      'level', r.level, 'channels', r.channels, 'repeatTimes', r.repeat_times,
                      'repeatIntervalMinutes', r.repeat_interval_minutes) order by r.after_minutes, r.id)
              from notification_plan_row r where r.trigger_id = t.id), '[]') as rows,
           coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'groupId', c.group_id, 'level', c.level, 'channels', c.channels,
                      'quietHours', c.quiet_hours) order by c.id)
              from contact c where (c.group_id, c.level) in (select r.contact_group_id, r.level
                                                               from notification_plan_row r where r.trigger_id = t.id)), '[]') as contacts
      from alarm_trigger t join customer cu on cu.id = t.customer_id
     where t.id = any(${triggerIds}::bigint[])`;
  return { excursions, plans: new Map(plans.map(({ triggerId, ...plan }) => [triggerId, plan])) };
}

/** An instant in whole epoch ms. The text is ours, never a caller's. */
const ms = ({ $client }: Db, instant: "e.raised_at" | "e.ended_at" | "e.acknowledged_at" | "now()") =>
  $client.unsafe(`floor(extract(epoch from ${instant}) * 1000)::float8`);

type Job = { name: string; maximumAttempts: number };

/** What the same message is known by, however often it is planned. */
const keyOf = ({ type, exceptionId, rowId, channel, contactId, round }: Planned): string =>
  type === "digest"
    ? `digest:${exceptionId}:${contactId ?? 0}`
    : `exception:${exceptionId}:${rowId}:${channel}:${contactId ?? 0}:${round}`;

/**
 * Writes messages into the outbox, each with a job that delivers it at its time; what is there already stays, or comes
 * back, with `isAgain`, where it was left out.
 */
export async function insertPlanned(
  tx: Db,
  customerId: number,
  planned: readonly Planned[],
  job: Job,
  isAgain = false,
): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map((message) => {
    const { dueAt, round: _round, rowId: _rowId, ...payload } = message;
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

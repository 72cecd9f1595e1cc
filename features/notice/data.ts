import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { NoticeChannel, OutboxStatus } from "@/db/enums";
import { notice, outbox } from "@/db/schema";
import type { AlarmFacts } from "./rules";

// The worker's side: it acts as the system on rows that the alarm evaluation planned.

/**
 * An alarm found long after its time comes out of a buffer that is still being sent: its message waits this long, so
 * that the rest of the buffer can withdraw it.
 */
const BACKFILL_SECONDS = 20;

/**
 * Writes what the notification plan asks for into the outbox: one row per exception, plan row, contact, channel that the
 * contact allows and repeat, each with its time and a job that delivers it. Where a plan row reaches nobody by any
 * channel, one row a channel stands for that, and fails when its time has come. What was found late and is over is left
 * to the digest.
 */
export async function insertPlanned(
  tx: Db,
  exceptionIds: readonly number[],
  job: { name: string; maximumAttempts: number },
): Promise<void> {
  await tx.$client`
    with planned as (
      insert into outbox (customer_id, kind, idempotency_key, payload, due_at)
      select e.customer_id, ${job.name}, format('exception:%s:%s:%s:%s:%s', e.id, r.id, ch.channel, coalesce(c.id, 0), k.round),
             jsonb_build_object('exceptionId', e.id, 'channel', ch.channel, 'contactId', c.id, 'isFollowUp', r.after_minutes > 0 or k.round > 0),
             now() + make_interval(mins => r.after_minutes + k.round * r.repeat_interval_minutes,
                                   secs => case when e.raised_at < now() - interval '2 minutes' then ${BACKFILL_SECONDS}::float8 else 0 end)
        from exception e
        join alarm_condition ac on ac.id = e.condition_id
        join notification_plan_row r on r.trigger_id = ac.trigger_id
        cross join lateral unnest(r.channels) as ch(channel)
        cross join lateral generate_series(0, case when ch.channel = 'popup' then 0 else r.repeat_times end) as k(round)
        left join contact c on ch.channel <> 'popup' and c.group_id = r.contact_group_id and c.level = r.level and ch.channel = any(c.channels)
       where e.id = any(${exceptionIds as number[]}::bigint[]) and not e.is_detected_late
         and (ch.channel = 'popup' or c.id is not null
              or (k.round = 0 and not exists (select from contact other where other.group_id = r.contact_group_id
                                                and other.level = r.level and other.channels && r.channels)))
      on conflict (idempotency_key) do nothing
      returning id, due_at)
    select graphile_worker.add_job(${job.name}::text, payload := json_build_object('outboxId', id), run_at := due_at,
             max_attempts := ${job.maximumAttempts}::int, job_key := 'outbox:' || id)
      from planned`;
}

export type Delivery = {
  id: number;
  customerId: number;
  status: OutboxStatus;
  idempotencyKey: string;
  attempts: number;
  channel: NoticeChannel;
  isFollowUp: boolean;
  isCustomerCancelled: boolean;
  /** Null for a pop-up, and where there is nobody to tell (any more). */
  contactId: number | null;
  contactName: string;
  contactEmail: string | null;
  contactLocale: string;
  exception: AlarmFacts & { id: number; carrierId: number | null; isAcknowledged: boolean; isWithdrawn: boolean };
};

/** An outbox row with all that its message says. Undefined if it is gone. */
export async function findDelivery(tx: Db, outboxId: number): Promise<Delivery | undefined> {
  const [row] = await tx.$client<Delivery[]>`
    select o.id::int, o.customer_id::int as "customerId", o.status, o.idempotency_key as "idempotencyKey", o.attempts,
           cu.status = 'cancelled' as "isCustomerCancelled", o.payload->>'channel' as channel, (o.payload->>'isFollowUp')::boolean as "isFollowUp",
           c.id::int as "contactId", coalesce(c.name, '') as "contactName", c.email as "contactEmail", coalesce(c.locale, 'zh-CN') as "contactLocale",
           jsonb_build_object('id', e.id, 'carrierId', e.carrier_id, 'carrierName', coalesce(ca.name, d.name), 'deviceName', d.name,
             'customerName', cu.name, 'timeZone', cu.time_zone, 'kind', e.kind, 'measure', e.measure, 'side', e.side,
             'severity', e.severity, 'minimum', e.minimum, 'maximum', e.maximum, 'peak', e.peak,
             'startedAt', (extract(epoch from e.started_at) * 1000)::float8, 'endedAt', (extract(epoch from e.ended_at) * 1000)::float8,
             'isAcknowledged', e.acknowledged_at is not null, 'isWithdrawn', e.withdrawn_at is not null) as exception
      from outbox o
      join exception e on e.id = (o.payload->>'exceptionId')::bigint
      join device d on d.id = e.device_id
      join customer cu on cu.id = e.customer_id
      left join carrier ca on ca.id = e.carrier_id
      left join contact c on c.id = (o.payload->>'contactId')::bigint
     where o.id = ${outboxId}`;
  return row;
}

/** Settles an outbox row, or leaves it pending with the error of this try. */
export async function saveDelivery(
  tx: Db,
  outboxId: number,
  result: { status: OutboxStatus; attempts: number; lastError: string | null; now: Date },
): Promise<void> {
  await tx
    .update(outbox)
    .set({
      status: result.status,
      attempts: result.attempts,
      lastError: result.lastError,
      doneAt: result.status === "pending" ? null : result.now,
    })
    .where(eq(outbox.id, outboxId));
}

/** One row of the notice log: one attempt. */
export const insertNotice = (tx: Db, values: typeof notice.$inferInsert) => tx.insert(notice).values(values);

/** Whether anything is waiting to leave; for health and tests. */
export async function countPending(db: Db): Promise<number> {
  const [row] = await db.select({ value: sql<number>`count(*)::int` }).from(outbox).where(eq(outbox.status, "pending"));
  return row?.value ?? 0;
}

import "server-only";
import { inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { OutboxStatus } from "@/db/enums";
import { type ExceptionContext, notice, outbox } from "@/db/schema";
import { factsOf } from "@/features/exception/phrase.rules";
import { BATCH_WINDOW_MS } from "./delivery/plan.rules";
import { DELIVER_NOTICE, type Delivery } from "./notice.schema";

// Runs in the worker, as the system, on rows that the alarm evaluation planned.

type Exception = Delivery["exception"];
type Row = Omit<Delivery, "exception"> & {
  exception: Omit<Exception, "exposure" | "forecast" | "crossing"> & { context: ExceptionContext };
};

/** The prefix of the job key; the id of the outbox row follows. */
export const JOB_KEY = "outbox:";
const keyOf = (id: number) => `${JOB_KEY}${id}`;

/** The most planned messages that are combined into one; a longer mail would not be read. */
const MAXIMUM_MESSAGES = 200;

/**
 * Claims the planned messages that the job of `outboxId` has to deliver as one message: all for the same person,
 * channel and cause that are due by `until`, or soon after this one if its job runs ahead of time. The claim is
 * permanent, so that a retry sends the same content. Empty if there is nothing to do: the row is no longer pending,
 * travels with another whose job delivers it, or now has another job than `jobId`.
 */
export async function claimBatch(tx: Db, outboxId: number, until: Date, jobId?: string): Promise<number[]> {
  const client = tx.$client;
  const [own] = await client<{ recipient: string | null; isOnDuty: boolean }[]>`
    select case when payload->>'contactId' is not null and payload->>'channel' <> 'popup'
                then format('%s %s %s %s', customer_id, payload->>'contactId', payload->>'channel', payload->>'gather')
                when payload->'duty' is not null
                then format('%s duty %s %s %s', customer_id, payload->'duty'->>'groupId', payload->>'channel', payload->>'gather')
           end as recipient, payload->'duty' is not null as "isOnDuty"
      from outbox where id = ${outboxId} and status = 'pending'`;
  if (!own) return [];
  if (own.recipient === null) return [outboxId];
  const sameRecipient = own.isOnDuty
    ? client`o.payload->'duty'->>'groupId' = own.payload->'duty'->>'groupId'`
    : client`o.payload->>'contactId' = own.payload->>'contactId'`;
  // Claims are serialised, so that no row is missed between two of them.
  await client`select pg_advisory_xact_lock(hashtextextended(${own.recipient}, 20261120))`;
  const rows = await client<{ id: number }[]>`
    with own as (
      select o.*, o.payload->>'batch' as batch from outbox o
       where o.id = ${outboxId} and o.status = 'pending'
         and not exists (select from outbox leader where leader.id = (o.payload->>'batch')::bigint
                            and leader.id <> o.id and leader.status = 'pending')
         and not exists (select from graphile_worker.jobs j where j.key = ${JOB_KEY} || o.id
                            and j.id <> ${jobId ?? null}::bigint)),
    gathered as (
      select o.id from outbox o join own on o.customer_id = own.customer_id
       where o.status = 'pending' and o.kind = own.kind
         and o.due_at <= greatest(own.due_at + make_interval(secs => ${BATCH_WINDOW_MS / 1000}), ${until.toISOString()}::timestamptz)
         and ${sameRecipient} and o.payload->>'channel' = own.payload->>'channel'
         and o.payload->>'gather' is not distinct from own.payload->>'gather'
         and case when own.batch = own.id::text then o.payload->>'batch' = own.batch
                  else o.id = own.id or o.payload->>'batch' is null end
       order by o.id <> own.id, o.due_at, o.id
       limit ${MAXIMUM_MESSAGES})
    update outbox set payload = payload || jsonb_build_object('batch', ${outboxId}::bigint)
     where id in (select id from gathered)
    returning id::int`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** The marker in place of an error during delivery. A row found with it was interrupted. */
const SENDING = "sending";

/** Planned messages with their content, in the order in which their exceptions started. */
export async function findDeliveries(db: Db, outboxIds: readonly number[]): Promise<Delivery[]> {
  const rows = await db.$client<Row[]>`
    select o.id::int, o.customer_id::int as "customerId", o.idempotency_key as "idempotencyKey", o.attempts,
           coalesce(o.payload->>'type', 'alarm') as type, o.payload->>'channel' as channel, o.payload->>'bar' as bar,
           o.payload->'duty' as duty, o.payload->>'remark' as remark, coalesce(o.payload->>'gather', '') as gather,
           (o.payload->>'isFollowUp')::boolean as "isFollowUp", coalesce((o.payload->>'isAcknowledgedBefore')::boolean, false) as "isAcknowledgedBefore", coalesce(o.last_error = ${SENDING}, false) as "isCutShort", coalesce((o.payload->>'isHeld')::boolean, false) as "isHeld",
           jsonb_build_object('notifyByEmail', cu.notify_by_email, 'notifyBySms', cu.notify_by_sms, 'timeZone', cu.time_zone,
             'isCancelled', cu.status = 'cancelled') as customer,
           c.id::int as "contactId", coalesce(c.name, '') as "contactName", c.email as "contactEmail", c.phone as "contactPhone",
           coalesce(c.locale, cu.locale) as "contactLocale", coalesce(c.channels, '{}') as "contactChannels", c.quiet_hours as "quietHours", c.pin_hash is not null as "hasPin",
           jsonb_build_object('id', e.id, 'carrierId', e.carrier_id, 'carrierName', coalesce(ca.name, n.name, d.name), 'deviceName', d.name,
             'sceneId', case when e.carrier_id is null then d.scene_id end,
             'device', jsonb_build_object('kind', d.kind), 'customerName', cu.name, 'timeZone', cu.time_zone, 'temperatureUnit', cu.temperature_unit, 'kind', e.kind, 'measure', e.measure, 'side', e.side,
             'severity', e.severity, 'minimum', e.minimum, 'maximum', e.maximum, 'peak', e.peak, 'context', e.context,
             'startedAt', (extract(epoch from e.started_at) * 1000)::float8, 'endedAt', (extract(epoch from e.ended_at) * 1000)::float8,
             'isAcknowledged', e.acknowledged_at is not null,
             'acknowledgedAt', (extract(epoch from e.acknowledged_at) * 1000)::float8, 'acknowledgedBy', coalesce(u.name, e.acknowledged_by_contact), 'isWithdrawn', e.withdrawn_at is not null) as exception
      from outbox o
      join exception e on e.id = (o.payload->>'exceptionId')::bigint
      join device d on d.id = e.device_id
      join customer cu on cu.id = e.customer_id
      left join carrier ca on ca.id = e.carrier_id
      left join scene n on n.id = d.scene_id
      left join contact c on c.id = (o.payload->>'contactId')::bigint
      left join user_account u on u.id = e.acknowledged_by
     where o.id = any(${outboxIds as number[]}::bigint[]) and o.status = 'pending'
     order by e.started_at, e.id, o.id`;
  return rows.map(({ exception: { context, ...exception }, ...row }) => ({
    ...row,
    exception: { ...exception, ...factsOf(context) },
  }));
}

/**
 * Defers planned messages until `until` (epoch ms). They then share a message with all others of the same `gather`;
 * null leaves it unchanged.
 */
export async function deferDeliveries(tx: Db, rows: readonly { id: number; until: number; gather: string | null }[]) {
  for (const { id, until, gather } of rows)
    await tx.$client`
      update outbox set due_at = ${new Date(until).toISOString()}::timestamptz,
             payload = (payload - 'batch') || jsonb_build_object('isHeld', true, 'gather', coalesce(${gather}::text, payload->>'gather'))
       where id = ${id}`;
  await queueDeliveries(
    tx,
    rows.map(({ id }) => id),
    CLOCKS_APART_SECONDS,
  );
}

/** Removes planned messages from the message that they were to share, and delivers them separately. */
export async function freeDeliveries(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.$client`update outbox set payload = payload - 'batch' where id = any(${ids as number[]}::bigint[])`;
  await queueDeliveries(tx, ids);
}

/** The delay of another check if the worker's clock is behind and quiet hours are over only by the database's clock. */
const CLOCKS_APART_SECONDS = 5;

/** Gives planned messages a job at their due time, at least `minimumSeconds` from now, replacing the existing one. */
export async function queueDeliveries(tx: Db, ids: readonly number[], minimumSeconds = 0): Promise<void> {
  if (ids.length === 0) return;
  // The job is removed first because `add_job` drops the successor of a job that is being fetched at that moment. The
  // keys are sorted to avoid deadlocks.
  const keys = [...ids].sort((a, b) => a - b).map(keyOf);
  await tx.$client`select graphile_worker.remove_job(key) from unnest(${keys}::text[]) as key`;
  await tx.$client`
    select graphile_worker.add_job(${DELIVER_NOTICE.name}::text, payload := json_build_object('outboxId', id),
             run_at := greatest(due_at, now() + make_interval(secs => ${minimumSeconds})),
             max_attempts := ${DELIVER_NOTICE.maximumAttempts}::int, job_key := ${JOB_KEY} || id,
             flags := case when payload->>'channel' <> 'popup' then array[payload->>'channel'] end)
      from outbox where id = any(${ids as number[]}::bigint[])`;
}

/**
 * Records that these messages are about to be sent, so that an interrupted attempt is recognised. Returns false,
 * without a record, if one of the unacknowledged exceptions (`openIds`) has been acknowledged meanwhile.
 */
export async function noteSending(db: Db, outboxIds: readonly number[], openIds: readonly number[]): Promise<boolean> {
  const { count } = await db.$client`
    update outbox set last_error = ${SENDING}
     where id = any(${outboxIds as number[]}::bigint[])
       and not exists (select from exception e where e.id = any(${openIds as number[]}::bigint[]) and e.acknowledged_at is not null)`;
  return count > 0;
}

/** Finalises outbox rows, or leaves them pending with the error of this attempt. */
export async function saveDeliveries(
  tx: Db,
  outboxIds: readonly number[],
  result: { status: OutboxStatus; isAttempt: boolean; lastError: string | null; now: Date },
): Promise<void> {
  if (outboxIds.length === 0) return;
  const { status, isAttempt, lastError, now } = result;
  await tx
    .update(outbox)
    .set({
      status,
      ...(isAttempt && { attempts: sql`${outbox.attempts} + 1` }),
      lastError,
      doneAt: status === "pending" ? null : now,
    })
    .where(inArray(outbox.id, [...outboxIds]));
}

/** Inserts rows into the notice log, one per attempt and exception. */
export const insertNotices = (tx: Db, values: (typeof notice.$inferInsert)[]) => tx.insert(notice).values(values);

import "server-only";
import type { Db } from "@/db/client";
import { addressOf, queueDirect } from "../health/data";
import { DELIVER_DIRECT } from "../health/schema";
import { JOB_KEY, queueDeliveries } from "../notice.data";
import { DELIVER_NOTICE } from "../notice.schema";

/** The jobs that are recovered: planned notices, and tests and outage reports. */
const KINDS: string[] = [DELIVER_NOTICE.name, DELIVER_DIRECT.name];

/** A message this late has no job that is merely queued. */
const LATE_SECONDS = 60;
const AT_ONCE = 1000;

/**
 * Creates jobs for messages that are overdue and have none; returns their number. A message that travels with another
 * needs no job while that one is pending.
 */
export async function requeueLost(tx: Db): Promise<number> {
  const rows = await tx.$client<{ id: number; kind: string }[]>`
    select o.id::int, o.kind from outbox o
     where o.status = 'pending' and o.kind = any(${KINDS}) and o.due_at < now() - make_interval(secs => ${LATE_SECONDS})
       and (o.kind = ${DELIVER_DIRECT.name} or exists (select from exception e where e.id = (o.payload->>'exceptionId')::bigint))
       and not exists (select from graphile_worker.jobs j where j.key = ${JOB_KEY} || o.id)
       and not exists (select from outbox leader where leader.id = (o.payload->>'batch')::bigint and leader.id <> o.id
                          and leader.status = 'pending')
     order by o.due_at, o.id limit ${AT_ONCE}`;
  const idsOf = (wanted: string) => rows.flatMap(({ id, kind }) => (kind === wanted ? [id] : []));
  await queueDeliveries(tx, idsOf(DELIVER_NOTICE.name));
  await queueDirect(tx, idsOf(DELIVER_DIRECT.name));
  return rows.length;
}

/** Pending messages whose jobs have no attempts left: the result of the last one was not recorded. */
export async function findExhausted(db: Db): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select o.id::int from graphile_worker.jobs j
      join outbox o on ${JOB_KEY} || o.id = j.key
     where o.status = 'pending' and o.kind = any(${KINDS}) and o.due_at < now() - make_interval(secs => ${LATE_SECONDS})
       and j.locked_at is null and j.attempts >= j.max_attempts
     order by o.id limit ${AT_ONCE}`;
  return rows.map(({ id }) => id);
}

/**
 * Marks messages, and all that travel with them, as failed and logs the reason, for attempts that ended before a result
 * was recorded. It reads as little as possible because one of the rows may be unreadable.
 */
export async function giveUp(tx: Db, outboxIds: readonly number[], reason: string): Promise<void> {
  const ids = outboxIds as number[];
  await tx.$client`
    with given as (
      update outbox o set status = 'failed', attempts = attempts + 1, last_error = ${reason}, done_at = now()
       where o.status = 'pending' and o.kind = any(${KINDS})
         and ((o.payload->>'batch')::bigint = any(${ids}::bigint[])
              or (o.id = any(${ids}::bigint[])
                  and not exists (select from outbox leader where leader.id = (o.payload->>'batch')::bigint
                                     and leader.id <> o.id and leader.status = 'pending')))
      returning o.*, coalesce((o.payload->>'batch')::bigint, o.id) as leader_id)
    insert into notice (customer_id, exception_id, outbox_id, channel, type, status, contact_name, recipient, content, reason, attempt)
    select distinct on (o.leader_id, e.id)
           o.customer_id, e.id, o.leader_id, o.payload->>'channel', coalesce(o.payload->>'type', 'alarm'), 'failed',
           coalesce(c.name, u.name, ''), coalesce(${addressOf(tx)}, ''), '', ${reason}, o.attempts
      from given o
      left join exception e on e.id = (o.payload->>'exceptionId')::bigint
      left join contact c on c.id = (o.payload->>'contactId')::bigint
      left join user_account u on u.id = (o.payload->>'userId')::bigint
     order by o.leader_id, e.id, o.id`;
}

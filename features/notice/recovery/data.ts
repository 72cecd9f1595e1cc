import "server-only";
import type { Db } from "@/db/client";
import { JOB_KEY, queueDeliveries } from "../data";
import { DELIVER_NOTICE } from "../schema";

/** Whoever is this late has no job that is merely waiting for its turn. */
const LATE_SECONDS = 60;
const AT_ONCE = 1000;

/**
 * Gives jobs anew to planned messages that are late and have none; returns how many. What travels with another needs
 * none as long as that is on its way.
 */
export async function requeueLost(tx: Db): Promise<number> {
  const rows = await tx.$client<{ id: number }[]>`
    select o.id::int from outbox o
     where o.status = 'pending' and o.kind = ${DELIVER_NOTICE.name} and o.due_at < now() - make_interval(secs => ${LATE_SECONDS})
       and exists (select from exception e where e.id = (o.payload->>'exceptionId')::bigint)
       and not exists (select from graphile_worker._private_jobs j where j.key = ${JOB_KEY} || o.id)
       and not exists (select from outbox leader where leader.id = (o.payload->>'batch')::bigint and leader.id <> o.id
                          and leader.status = 'pending')
     order by o.due_at, o.id limit ${AT_ONCE}`;
  await queueDeliveries(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Pending messages whose jobs have no try left: nobody came to note how the last one ended. */
export async function findExhausted(db: Db): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select o.id::int from graphile_worker._private_jobs j
      join outbox o on ${JOB_KEY} || o.id = j.key
     where o.status = 'pending' and o.kind = ${DELIVER_NOTICE.name} and o.due_at < now() - make_interval(secs => ${LATE_SECONDS})
       and j.locked_at is null and j.attempts >= j.max_attempts
     order by o.id limit ${AT_ONCE}`;
  return rows.map(({ id }) => id);
}

/**
 * Settles messages as failed with all that travels with them, and has the log say why: for tries that ended before
 * anything could be noted. It reads nothing but what it must, as one of them may be what cannot be read.
 */
export async function giveUp(tx: Db, outboxIds: readonly number[], reason: string): Promise<void> {
  const ids = outboxIds as number[];
  await tx.$client`
    with given as (
      update outbox o set status = 'failed', attempts = attempts + 1, last_error = ${reason}, done_at = now()
       where o.status = 'pending' and o.kind = ${DELIVER_NOTICE.name}
         and ((o.payload->>'batch')::bigint = any(${ids}::bigint[])
              or (o.id = any(${ids}::bigint[])
                  and not exists (select from outbox leader where leader.id = (o.payload->>'batch')::bigint
                                     and leader.id <> o.id and leader.status = 'pending')))
      returning o.*, coalesce((o.payload->>'batch')::bigint, o.id) as leader_id)
    insert into notice (customer_id, exception_id, outbox_id, channel, type, status, contact_name, recipient, content, reason, attempt)
    select distinct on (g.leader_id, e.id)
           g.customer_id, e.id, g.leader_id, g.payload->>'channel', coalesce(g.payload->>'type', 'alarm'), 'failed',
           coalesce(c.name, ''),
           coalesce(case g.payload->>'channel' when 'email' then c.email when 'popup' then '' else c.phone end, ''),
           '', ${reason}, g.attempts
      from given g
      left join exception e on e.id = (g.payload->>'exceptionId')::bigint
      left join contact c on c.id = (g.payload->>'contactId')::bigint
     order by g.leader_id, e.id, g.id`;
}

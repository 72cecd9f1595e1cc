import "server-only";
import { type Db, transaction } from "@/db/client";
import type { OutboundError } from "@/lib/outbound/outbound-error";
import { backOffSeconds, type Part, type Slice, type Waiting } from "./delivery.rules";
import type { SendingTarget } from "./delivery.schema";

// Used by the sender, which acts as the system. The worker with the lease on a target serves it. Progress is only saved
// under that lease, so a worker that lost it changes nothing.

/** A lease is renewed every few seconds. After a crash another worker takes over once it has expired. */
const LEASE_SECONDS = 30;
const NUMBERED_AT_ONCE = 5000;

/**
 * Assigns numbers to rows committed since the last call. Only one writer numbers rows, and only visible ones, so no row
 * can be committed behind a cursor that has passed it, which could happen with numbers assigned before the commit. Rows
 * locked by the removal of their customer wait for it; no others do.
 */
export async function numberBatches(db: Db): Promise<void> {
  const [fresh] = await db.$client`select 1 from forward_batch where position is null limit 1`;
  if (!fresh) return;
  await transaction(db, async (tx) => {
    const [head] = await tx.$client<{ position: number }[]>`
      insert into forward_head (id, position) values (1, 0)
      on conflict (id) do update set position = forward_head.position returning position::float8`;
    const rows = await tx.$client`
      with fresh as (
        select id, row_number() over (order by id) as number from (
          select id from forward_batch where position is null order by id limit ${NUMBERED_AT_ONCE}
             for update skip locked) f)
      update forward_batch b set position = ${head?.position ?? 0}::bigint + fresh.number
        from fresh where b.id = fresh.id returning 1`;
    await tx.$client`update forward_head set position = position + ${rows.length}`;
  });
}

/** Takes leases on targets that have something to send and are free, except those that are already being served. */
export async function claimTargets(
  db: Db,
  owner: string,
  served: readonly number[],
  limit: number,
): Promise<SendingTarget[]> {
  return db.$client<SendingTarget[]>`
    with due as (
      select s.target_id
        from forward_state s
        join forward_target t on t.id = s.target_id
        join customer c on c.id = t.customer_id
       where t.is_enabled and c.status = 'active' and s.next_try_at <= now()
         and (s.lease_until is null or s.lease_until < now() or s.lease_owner = ${owner})
         and not s.target_id = any(${served as number[]}::bigint[])
         and (s.replay_cursor is not null
              -- The last of a kind is one look into the index; for exists the planner reads what waits for others.
              or (t.sends_readings and s.cursor < (select max(b.position) from forward_batch b
                   where b.customer_id = t.customer_id and b.kind = 'readings'))
              or (t.sends_exceptions and s.cursor < (select max(b.position) from forward_batch b
                   where b.customer_id = t.customer_id and b.kind = 'exceptions')))
       order by s.next_try_at limit ${limit}
         for update of s skip locked)
    update forward_state s
       set lease_owner = ${owner}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from due, forward_target t
     where s.target_id = due.target_id and t.id = s.target_id
    returning t.id::int, t.customer_id::int as "customerId", t.name, t.type, t.host, t.port, t.is_tls as "isTls", t.path,
              t.client_id as "clientId", t.username, t.sealed_password as "sealedPassword", t.sealed_app_key as "sealedAppKey",
              t.qos, t.timeout_seconds as "timeoutSeconds", t.heartbeat_seconds as "heartbeatSeconds",
              t.subscribe_topic as "subscribeTopic", t.publish_topic as "publishTopic",
              t.platform_code as "platformCode", t.platform_name as "platformName", t.vendor_code as "vendorCode",
              t.app_id as "appId", t.may_reach_private as "mayReachPrivate",
              array_remove(array[case when t.sends_readings then 'readings' end,
                                 case when t.sends_exceptions then 'exceptions' end], null) as kinds,
              (extract(epoch from t.changed_at) * 1000)::float8 as "changedAt", s.failures`;
}

/**
 * Renews this owner's leases and returns their targets; targets that are disabled or removed are released. Locked
 * targets are skipped, because waiting for one would delay all others.
 */
export async function renewLeases(db: Db, owner: string): Promise<Map<number, { changedAt: number }>> {
  await db.$client`
    update forward_state set lease_owner = null, lease_until = null, connected_at = null
     where target_id in (
       select s.target_id from forward_state s
         join forward_target t on t.id = s.target_id join customer c on c.id = t.customer_id
        where s.lease_owner = ${owner} and not (t.is_enabled and c.status = 'active') for update of s skip locked)`;
  await db.$client`
    update forward_state set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
     where target_id in (select target_id from forward_state where lease_owner = ${owner} for update skip locked)`;
  const rows = await db.$client<{ id: number; changedAt: number }[]>`
    select t.id::int, (extract(epoch from t.changed_at) * 1000)::float8 as "changedAt"
      from forward_state s join forward_target t on t.id = s.target_id where s.lease_owner = ${owner}`;
  return new Map(rows.map(({ id, changedAt }) => [id, { changedAt }]));
}

/** Releases leases: of one target, or all. */
export async function releaseLeases(db: Db, owner: string, targetId: number | null): Promise<void> {
  await db.$client`
    update forward_state set lease_owner = null, lease_until = null, connected_at = null
     where lease_owner = ${owner} and (${targetId}::bigint is null or target_id = ${targetId}::bigint)`;
}

/** Progress of a target; instants in epoch ms. */
export type Progress = {
  cursor: number;
  sendingTo: number | null;
  sentParts: number;
  replayFrom: number | null;
  replayUntil: number | null;
  replayCursor: number | null;
  replayTo: number | null;
  replayParts: number;
};

/** Loads the progress. Undefined if the lease is lost or the target was changed: the rest goes to its new address. */
export async function findProgress(
  db: Db,
  owner: string,
  { id, changedAt }: SendingTarget,
): Promise<Progress | undefined> {
  const [row] = await db.$client<Progress[]>`
    select s.cursor::float8, sending_to::float8 as "sendingTo", sent_parts as "sentParts",
           (extract(epoch from replay_from) * 1000)::float8 as "replayFrom",
           (extract(epoch from replay_until) * 1000)::float8 as "replayUntil",
           (extract(epoch from replay_cursor) * 1000)::float8 as "replayCursor",
           (extract(epoch from replay_to) * 1000)::float8 as "replayTo", replay_parts as "replayParts"
      from forward_state s join forward_target t on t.id = s.target_id
     where s.target_id = ${id} and s.lease_owner = ${owner} and t.is_enabled
       and (extract(epoch from t.changed_at) * 1000)::float8 = ${changedAt}::float8`;
  return row;
}

const LOOK_AHEAD = 500;

/** The batches that wait after a cursor, in order. */
export const findWaiting = (db: Db, { customerId, kinds }: SendingTarget, cursor: number): Promise<Waiting[]> =>
  db.$client<Waiting[]>`
    select w.position::float8, k.kind, w.size
      from unnest(${kinds}::text[]) k (kind)
     cross join lateral (
       select b.position, b.size from forward_batch b
        where b.customer_id = ${customerId} and b.kind = k.kind and b.position > ${cursor}
        order by b.position limit ${LOOK_AHEAD}) w
     order by w.position limit ${LOOK_AHEAD}`;

/**
 * Saves the range of the next messages before the first is sent, so that a retry sends the same ones. False if the
 * lease is lost.
 */
export async function beginRange(db: Db, owner: string, targetId: number, cursor: number, to: number) {
  const rows = await db.$client`
    update forward_state set sending_to = ${to}, sent_parts = 0
     where target_id = ${targetId} and lease_owner = ${owner} and cursor = ${cursor} returning 1`;
  return rows.length > 0;
}

export async function beginSlice(db: Db, owner: string, targetId: number, slice: Slice): Promise<boolean> {
  const rows = await db.$client`
    update forward_state set replay_cursor = to_timestamp(${slice.from}::float8 / 1000),
           replay_to = to_timestamp(${slice.to}::float8 / 1000), replay_parts = 0
     where target_id = ${targetId} and lease_owner = ${owner} and replay_cursor is not null returning 1`;
  return rows.length > 0;
}

/**
 * Saves the delivery of a message: progress, success and traffic together. False if the lease is lost or the position
 * was changed.
 */
export async function noteArrival(
  db: Db,
  owner: string,
  targetId: number,
  part: Part,
  lane: { cursor: number; to: number } | { replayTo: number },
): Promise<boolean> {
  const sql = db.$client;
  const [step, course] =
    "cursor" in lane
      ? [sql`sent_parts = sent_parts + 1`, sql`cursor = ${lane.cursor} and sending_to = ${lane.to}`]
      : [sql`replay_parts = replay_parts + 1`, sql`replay_to = to_timestamp(${lane.replayTo}::float8 / 1000)`];
  const rows = await sql`
    with moved as (
      update forward_state
         set ${step}, failures = 0, next_try_at = now(), last_success_at = now()
       where target_id = ${targetId} and lease_owner = ${owner} and ${course}
      returning target_id)
    insert into forward_hour as h (target_id, hour, messages, readings, exceptions, bytes)
    select target_id, date_trunc('hour', now(), 'UTC'), 1, ${part.readings}, ${part.exceptions}, ${Buffer.byteLength(part.text)}
      from moved
    on conflict (target_id, hour) do update
       set messages = h.messages + 1, readings = h.readings + excluded.readings,
           exceptions = h.exceptions + excluded.exceptions, bytes = h.bytes + excluded.bytes
    returning 1`;
  return rows.length > 0;
}

/** Saves that all messages of a range were delivered. */
export async function endRange(db: Db, owner: string, targetId: number, cursor: number, to: number): Promise<boolean> {
  const rows = await db.$client`
    update forward_state set cursor = ${to}, sending_to = null, sent_parts = 0
     where target_id = ${targetId} and lease_owner = ${owner} and cursor = ${cursor} and sending_to = ${to} returning 1`;
  return rows.length > 0;
}

/** Saves that all messages of a time slice were delivered; with null, those of the whole replay. */
export async function endSlice(db: Db, owner: string, targetId: number, to: number | null): Promise<boolean> {
  const sql = db.$client;
  const rows =
    to === null
      ? await sql`
          update forward_state set replay_from = null, replay_until = null, replay_cursor = null, replay_to = null, replay_parts = 0
           where target_id = ${targetId} and lease_owner = ${owner} returning 1`
      : await sql`
          update forward_state set replay_cursor = replay_to, replay_to = null, replay_parts = 0
           where target_id = ${targetId} and lease_owner = ${owner} and replay_to = to_timestamp(${to}::float8 / 1000) returning 1`;
  return rows.length > 0;
}

/** Saves a failure and releases the target until the next attempt. */
export async function noteFailure(db: Db, owner: string, target: SendingTarget, error: OutboundError): Promise<void> {
  const pause = backOffSeconds(target.failures + 1);
  await db.$client`
    with failed as (
      update forward_state
         set failures = failures + 1, next_try_at = now() + make_interval(secs => ${pause}::float8),
             error_code = ${error.failure}, error_detail = ${error.detail}, error_at = now(),
             connected_at = null, lease_owner = null, lease_until = null
       where target_id = ${target.id} and lease_owner = ${owner}
      returning target_id)
    insert into forward_hour as h (target_id, hour, failures)
    select target_id, date_trunc('hour', now(), 'UTC'), 1 from failed
    on conflict (target_id, hour) do update set failures = h.failures + 1`;
}

export async function noteConnection(db: Db, owner: string, targetId: number, isUp: boolean): Promise<void> {
  await db.$client`
    update forward_state set connected_at = case when ${isUp} then now() end
     where target_id = ${targetId} and lease_owner = ${owner}`;
}

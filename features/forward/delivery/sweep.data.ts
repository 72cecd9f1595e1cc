import "server-only";
import type { Db } from "@/db/client";

/** Retention of waiting batches. Older data is read from the stored readings when the target is available again. */
export const KEPT_HOURS = 72;
const KEPT_EVENTS = 200;
const KEPT_TRAFFIC_DAYS = 90;
/** Readings are accepted up to this far ahead of our clock. */
const AHEAD_MINUTES = 10;
/** Rows of a customer and kind per statement. */
const DROPPED_AT_ONCE = 5000;

/**
 * Moves targets that are behind for longer than the retention: new data continues from now, and everything since the
 * oldest waiting instant becomes a replay, including readings ahead of our clock. So nothing is lost and the outbox is
 * bounded. Returns the ids of the targets.
 */
export async function turnIntoReplay(db: Db): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    with wanted as (
      select s.target_id, s.cursor, t.customer_id, k.kind
        from forward_state s
        join forward_target t on t.id = s.target_id
       cross join lateral (values ('readings', t.sends_readings), ('exceptions', t.sends_exceptions)) k (kind, is_sent)
       where t.is_enabled and k.is_sent),
    -- The oldest row tells; only what is late is read as a whole.
    due as materialized (
      select distinct w.target_id
        from wanted w
       cross join lateral (
         select b.created_at from forward_batch b
          where b.customer_id = w.customer_id and b.kind = w.kind and b.position > w.cursor
          order by b.position limit 1) oldest
       where oldest.created_at < now() - make_interval(hours => ${KEPT_HOURS})),
    late as (
      select w.target_id, min(b.first_at) as first_at, max(b.position) as position
        from due
        join wanted w on w.target_id = due.target_id
        join forward_batch b on b.customer_id = w.customer_id and b.kind = w.kind and b.position > w.cursor
       group by w.target_id)
    update forward_state s
       set cursor = late.position, sending_to = null, sent_parts = 0,
           replay_from = least(s.replay_cursor, late.first_at), replay_cursor = least(s.replay_cursor, late.first_at),
           replay_until = now() + make_interval(mins => ${AHEAD_MINUTES}), replay_to = null, replay_parts = 0
      from late where late.target_id = s.target_id
    returning s.target_id::int as id`;
  return rows.map(({ id }) => id);
}

/** Deletes batches that every interested target has received, and events and traffic past their retention. */
export async function dropPassed(db: Db): Promise<void> {
  while ((await dropBatches(db)) > 0);
  await db.$client`
    delete from forward_event e
     where e.id <= (select f.id from forward_event f where f.target_id = e.target_id order by f.id desc offset ${KEPT_EVENTS} limit 1)`;
  await db.$client`delete from forward_hour where hour < now() - make_interval(days => ${KEPT_TRAFFIC_DAYS})`;
}

/** Deletes some of the batches that all targets have passed; returns their number. Waiting batches are not scanned. */
async function dropBatches(db: Db): Promise<number> {
  const { count } = await db.$client`
    delete from forward_batch where id = any(array(
      select passed.id
        from customer c
       cross join (values ('readings'), ('exceptions')) k (kind)
       cross join lateral (
         select coalesce(min(s.cursor), 9223372036854775807) as cursor
           from forward_target t join forward_state s on s.target_id = t.id
          where t.customer_id = c.id and t.is_enabled
            and case k.kind when 'readings' then t.sends_readings else t.sends_exceptions end) reached
       cross join lateral (
         select b.id from forward_batch b
          where b.customer_id = c.id and b.kind = k.kind and b.position <= reached.cursor
          order by b.position limit ${DROPPED_AT_ONCE}) passed))`;
  return count;
}

import "server-only";
import type { Db } from "@/db/client";

/** How long something waits as it came; what waits longer is read from the stored readings when the target is back. */
export const KEPT_HOURS = 72;
const KEPT_EVENTS = 200;
const KEPT_TRAFFIC_DAYS = 90;

/**
 * Targets that are behind for longer than is kept: they go on from now, and all since the earliest instant that waited is
 * sent again. Nothing is left out, and what is kept is bounded. Returns their ids.
 */
export async function turnIntoReplay(db: Db): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    with late as (
      select s.target_id, min(b.first_at) as first_at, max(b.position) as position
        from forward_state s
        join forward_target t on t.id = s.target_id
        join forward_batch b on b.customer_id = t.customer_id and b.position > s.cursor
         and ((b.kind = 'readings' and t.sends_readings) or (b.kind = 'exceptions' and t.sends_exceptions))
       where t.is_enabled
       group by s.target_id
      having min(b.created_at) < now() - make_interval(hours => ${KEPT_HOURS}))
    update forward_state s
       set cursor = late.position, sending_to = null, sent_parts = 0,
           replay_from = least(s.replay_cursor, late.first_at), replay_cursor = least(s.replay_cursor, late.first_at),
           replay_until = now(), replay_to = null, replay_parts = 0
      from late where late.target_id = s.target_id
    returning s.target_id::int as id`;
  return rows.map(({ id }) => id);
}

/** Drops what every target has that wants it, and what was kept long enough of events and traffic. */
export async function dropPassed(db: Db): Promise<void> {
  await db.$client`
    delete from forward_batch b
     where b.position is not null and not exists (
       select from forward_target t join forward_state s on s.target_id = t.id
        where t.customer_id = b.customer_id and t.is_enabled and s.cursor < b.position
          and ((b.kind = 'readings' and t.sends_readings) or (b.kind = 'exceptions' and t.sends_exceptions)))`;
  await db.$client`
    delete from forward_event e
     where e.id <= (select f.id from forward_event f where f.target_id = e.target_id order by f.id desc offset ${KEPT_EVENTS} limit 1)`;
  await db.$client`delete from forward_hour where hour < now() - make_interval(days => ${KEPT_TRAFFIC_DAYS})`;
}

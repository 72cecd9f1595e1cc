import "server-only";
import type { Db } from "@/db/client";

/**
 * Until when the alarm switch of each carrier was off or paused at its instant (epoch ms), in the order given; null if
 * it was on. Read from the switch log, because the present setting may differ.
 */
export async function findSwitchedOffUntil(
  tx: Db,
  asked: readonly { carrierId: number; at: number }[],
): Promise<(number | null)[]> {
  const rows = await tx.$client<{ until: number | null }[]>`
    select (extract(epoch from case when held.to_switch is not null then least(behind.at, held.paused_until) end) * 1000)::float8 as until
      from unnest(${asked.map(({ carrierId }) => carrierId)}::bigint[], ${asked.map(({ at }) => at)}::float8[])
           with ordinality as w(carrier_id, at, place)
      left join lateral (
        select to_switch, paused_until from (
          select to_switch, paused_until from alarm_switch_log
           where carrier_id = w.carrier_id and at <= to_timestamp(w.at / 1000) order by at desc, id desc limit 1) newest
         where to_switch <> 'on') held on true
      left join lateral (
        select at from alarm_switch_log
         where carrier_id = w.carrier_id and at > to_timestamp(w.at / 1000) order by at, id limit 1) behind on true
     order by w.place`;
  return rows.map(({ until }) => until);
}

import "server-only";
import type { Db } from "@/db/client";
import { at, reaches } from "./silence.data";
import { stateOf } from "./silence.rules";
import type { CarrierSilenceDto } from "./silence.schema";

/** Instants in epoch ms. */
type Row = { id: number; reason: string; startsAt: number; endsAt: number; createdBy: string | null };

/** The active and planned silences of a carrier that the caller has found in scope, by start. */
export async function findSilencesOf(db: Db, carrierId: number, now: Date): Promise<CarrierSilenceDto[]> {
  const sql = db.$client;
  const rows = await sql<Row[]>`
    select s.id::int, s.reason, ${at(sql, "s.starts_at")} as "startsAt", ${at(sql, "s.ends_at")} as "endsAt", maker.name as "createdBy"
      from alarm_silence s
      left join user_account maker on maker.id = s.created_by
     where s.ended_at is null and s.ends_at > ${now.toISOString()}::timestamptz and ${reaches(sql, sql`${carrierId}::bigint`)}
     order by s.starts_at, s.id limit 20`;
  return rows.map(({ startsAt, endsAt, ...row }) => ({
    ...row,
    state: stateOf({ startsAt, endsAt, endedAt: null }, now.getTime()),
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
  }));
}

/** Until when a carrier is silenced (epoch ms), and why. */
export type Silenced = { until: number; reason: string };

/** The given carriers, found in scope by the caller, that are silenced now: each with the silence that ends last. */
export async function findSilenced(db: Db, carrierIds: readonly number[], now: Date): Promise<Map<number, Silenced>> {
  const sql = db.$client;
  const instant = sql`${now.toISOString()}::timestamptz`;
  const rows = await sql<(Silenced & { id: number })[]>`
    with recursive held as materialized (
      select id, customer_id, scene_id, alarm_trigger_id from carrier where id = any(${[...carrierIds]}::bigint[])),
    -- Once for all carriers; nobody asks for it while nothing is silenced.
    up as (
      select id as carrier_id, scene_id from held
      union all
      select up.carrier_id, n.parent_id from up join scene n on n.id = up.scene_id where n.parent_id is not null)
    select distinct on (held.id) held.id::int, ${at(sql, "s.ends_at")} as until, s.reason
      from alarm_silence s
      join alarm_silence_target t on t.silence_id = s.id
      join held on held.customer_id = s.customer_id
               and (t.carrier_id = held.id or t.trigger_id = held.alarm_trigger_id
                    or (held.id, t.scene_id) in (select carrier_id, scene_id from up))
     where s.ended_at is null and s.starts_at <= ${instant} and s.ends_at > ${instant}
     order by held.id, s.ends_at desc`;
  return new Map(rows.map(({ id, ...silenced }) => [id, silenced]));
}

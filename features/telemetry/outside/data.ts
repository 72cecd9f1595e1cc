import "server-only";
import type { Db } from "@/db/client";
import { columnsOf, type Limits, type ProbeSpan } from "../probe/rules";
import type { Stretch } from "./rules";

/** The hours of the spans in which a value lay outside of its limits, epoch ms; `place` is that of the span. */
export async function findHours(
  db: Db,
  spans: readonly (ProbeSpan & Limits)[],
): Promise<{ place: number; hour: number; count: number }[]> {
  const { ids, froms, tos } = columnsOf(spans);
  return db.$client<{ place: number; hour: number; count: number }[]>`
    select (s.place - 1)::int as place, round(date_part('epoch', h.hour) * 1000) as hour, h.count::float8 as count
      from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[], ${spans.map(({ minimum }) => minimum)}::float8[],
                  ${spans.map(({ maximum }) => maximum)}::float8[]) with ordinality as s(probe_id, lo, hi, minimum, maximum, place)
      join reading_hour h on h.probe_id = s.probe_id and h.hour < to_timestamp(s.hi / 1000)
       and h.hour > to_timestamp(s.lo / 1000) - interval '1 hour'
     where h.minimum < s.minimum or h.maximum > s.maximum
     order by 1, 2`;
}

/**
 * Value beyond the limit × minutes, above and below, of each probe. A reading holds until the next one of its stretch;
 * a step that is longer than `stepMs`, and than twice the one before it, is a gap and counts for nothing.
 */
export async function sumOutside(
  db: Db,
  stretches: readonly Stretch[],
): Promise<{ probeId: number; above: number; below: number }[]> {
  const { ids, froms, tos } = columnsOf(stretches);
  const column = <K extends "minimum" | "maximum" | "stepMs">(key: K) => stretches.map((stretch) => stretch[key]);
  return db.$client<{ probeId: number; above: number; below: number }[]>`
    select probe_id::int as "probeId",
           coalesce(sum((value - maximum) * held) filter (where value > maximum), 0) / 60000 as above,
           coalesce(sum((minimum - value) * held) filter (where value < minimum), 0) / 60000 as below
      from (
        select probe_id, value, minimum, maximum,
               case when step > allowed and step > 2 * coalesce(before, 0) then 0 else coalesce(step, 0) end as held
          from (
            select r.probe_id, r.value, s.minimum, s.maximum, s.allowed,
                   date_part('epoch', lead(r.at) over way - r.at) * 1000 as step,
                   date_part('epoch', r.at - lag(r.at) over way) * 1000 as before
              from unnest(${ids}::bigint[], ${froms}::float8[], ${tos}::float8[], ${column("minimum")}::float8[],
                          ${column("maximum")}::float8[], ${column("stepMs")}::float8[])
                   with ordinality as s(probe_id, lo, hi, minimum, maximum, allowed, place)
              join reading r on r.probe_id = s.probe_id and r.at >= to_timestamp(s.lo / 1000) and r.at < to_timestamp(s.hi / 1000)
            window way as (partition by r.probe_id, s.place order by r.at)) steps) judged
     group by probe_id`;
}

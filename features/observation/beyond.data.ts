import "server-only";
import type { Db } from "@/db/client";
import type { Run } from "./beyond.rules";
import { HOUR_MS, type Observation } from "./observation.rules";

/**
 * Runs of values beyond the one limit of each span, one row per span, in their order. Only hours whose stored minimum or
 * maximum is beyond it are read; the value carried into the span by the reading before it counts as well.
 */
export async function readRuns(db: Db, spans: readonly Observation[], now: number): Promise<Run[][]> {
  const found: Run[][] = spans.map(() => []);
  if (spans.length === 0) return found;
  const rows = await db.$client<(Run & { place: number })[]>`
    with given as materialized (
      select * from unnest(
        ${spans.map(({ probeId }) => probeId)}::bigint[], ${spans.map(({ from, period }) => Math.max(from, period.from))}::float8[],
        ${spans.map(({ to, period }) => Math.min(to, period.to, now))}::float8[], ${spans.map(({ period }) => period.from)}::float8[],
        ${spans.map(({ period }) => Math.min(period.to, now))}::float8[],
        ${spans.map(({ minimum }) => minimum)}::float8[], ${spans.map(({ maximum }) => maximum)}::float8[])
        with ordinality as s(probe_id, lo, hi, period_lo, period_hi, minimum, maximum, place)
       where lo < hi),
    hours as materialized (
      select s.place, h.hour from given s
       cross join lateral hours_between(s.probe_id, to_timestamp(s.lo / 1000 - ${HOUR_MS / 1000}), to_timestamp(s.hi / 1000)) h
       where h.minimum < s.minimum or h.maximum > s.maximum),
    entered as materialized (
      select s.place, r.at, r.value from given s
       cross join lateral newest_readings(s.probe_id, to_timestamp(s.period_lo / 1000), to_timestamp(s.lo / 1000), 1) r),
    near as (
      select place, at, value from entered
      union
      select h.place, r.at, r.value from hours h join given s on s.place = h.place
       cross join lateral readings_between(s.probe_id, greatest(h.hour, to_timestamp(s.lo / 1000)), h.hour + interval '1 hour') r
      union
      select h.place, r.at, r.value from hours h join given s on s.place = h.place
       cross join lateral oldest_readings(s.probe_id, greatest(h.hour + interval '1 hour', to_timestamp(s.lo / 1000)), to_timestamp(s.period_hi / 1000), 1) r
      union
      select e.place, r.at, r.value from entered e join given s on s.place = e.place
       cross join lateral oldest_readings(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.period_hi / 1000), 1) r),
    judged as (
      select s.place, s.lo, s.hi, s.period_hi, s.minimum, round(date_part('epoch', n.at) * 1000) as at, n.value,
             coalesce(n.value < s.minimum, false) or coalesce(n.value > s.maximum, false) as is_beyond
        from near n join given s on s.place = n.place
       where n.at >= to_timestamp(s.period_lo / 1000) and n.at < to_timestamp(s.period_hi / 1000)),
    steps as (
      select *, lead(at) over way as next,
             count(*) filter (where not is_beyond) over way as run
        from judged window way as (partition by place order by at)),
    runs as (
      select place, lo, hi, min(at) as first, max(coalesce(next, 'infinity'::float8)) as until, bool_or(minimum is not null) as is_low,
             (array_agg(value order by case when minimum is null then -value else value end, at)
               filter (where at < hi and coalesce(next, 'infinity'::float8) > lo))[1] as extreme,
             (array_agg(at order by case when minimum is null then -value else value end, at)
               filter (where at < hi and coalesce(next, 'infinity'::float8) > lo))[1] as extreme_at
        from steps where is_beyond group by place, lo, hi, run)
    select (place - 1)::int as place, greatest(first, lo)::float8 as "from", least(until, hi)::float8 as "to",
           extreme::float8 as extreme, greatest(extreme_at, lo)::float8 as "extremeAt",
           until > hi as "isRunning"
      from runs where first < hi and until > lo
     order by place, first`;
  for (const { place, ...run } of rows) found[place]?.push(run);
  return found;
}

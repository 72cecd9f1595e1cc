import "server-only";
import type { Db } from "@/db/client";
import type { Limits, ProbeSpan, Span } from "../ingest/probe.rules";
import { GAPS_LISTED, LATE_SHARE, type Recorded } from "./completeness.rules";

/** A span to examine: limits, and the intervals at which records are due within and outside them. */
export type Examination = ProbeSpan &
  Limits & {
    /** The period for which the probe is visible. */
    period: Span;
    intervalMs: number;
    outsideMs: number;
  };

type Row = Omit<Recorded, "span" | "period" | "gaps"> & { gapFrom: number[]; gapTo: number[]; gapMissing: number[] };

/**
 * The records due between the readings of each span, and those missing (`missingBetween`). The readings next to a span
 * are read as well, if they are visible. One row per span, in their order.
 */
export async function readRecorded(db: Db, spans: readonly Examination[], now: Date): Promise<Recorded[]> {
  const column = <K extends keyof Examination>(key: K) => spans.map((span) => span[key]);
  const rows = await db.$client<Row[]>`
    select x.*
      from unnest(${column("probeId")}::bigint[], ${column("from")}::float8[], ${spans.map(({ to }) => Math.min(to, now.getTime()))}::float8[],
                  ${spans.map(({ period }) => period.from)}::float8[], ${spans.map(({ period }) => period.to)}::float8[],
                  ${column("minimum")}::float8[], ${column("maximum")}::float8[],
                  ${column("intervalMs")}::float8[], ${column("outsideMs")}::float8[])
           with ordinality as s(probe_id, lo, hi, period_lo, period_hi, minimum, maximum, interval_ms, outside_ms, place)
     cross join lateral (
       select coalesce((select at from newest_readings(s.probe_id, to_timestamp(s.period_lo / 1000), to_timestamp(s.lo / 1000), 1)),
                       to_timestamp(s.lo / 1000)) as outer_lo,
              coalesce((select at from oldest_readings(s.probe_id, to_timestamp(s.hi / 1000), to_timestamp(s.period_hi / 1000), 1)),
                       to_timestamp(s.hi / 1000)) as outer_hi) o
     cross join lateral (
       select min(at) as "firstAt", max(at) as "lastAt",
              coalesce(bool_or(outside) filter (where isfirst), false) as "firstIsOutside",
              coalesce(bool_or(outside) filter (where next is null), false) as "lastIsOutside",
              coalesce(sum(greatest(0, least(next, s.hi) - greatest(at, s.lo)) / due), 0) as due,
              coalesce(sum(missing), 0)::float8 as missing,
              coalesce((array_agg(greatest(at, s.lo) order by missing desc, at) filter (where missing > 0))[1:${GAPS_LISTED}], '{}') as "gapFrom",
              coalesce((array_agg(least(next, s.hi) order by missing desc, at) filter (where missing > 0))[1:${GAPS_LISTED}], '{}') as "gapTo",
              coalesce((array_agg(missing order by missing desc, at) filter (where missing > 0))[1:${GAPS_LISTED}], '{}') as "gapMissing"
         from (
           select *, greatest(0, least(ceil((next - at) / due - ${LATE_SHARE}) - 1, ceil((s.hi - at) / due) - 1)
                                 - greatest(1, ceil((s.lo - at) / due)) + 1) as missing
             from (
               select at, next, outside, isfirst, case when outside or next_outside then s.outside_ms else s.interval_ms end as due
                 from (
                   select at, outside, lead(at) over way as next, lead(outside) over way as next_outside,
                          lag(at) over way is null as isfirst
                     from (
                       select date_part('epoch', at) * 1000 as at, coalesce(value < s.minimum, false) or coalesce(value > s.maximum, false) as outside
                         from readings_between(s.probe_id, o.outer_lo, least(o.outer_hi + interval '1 millisecond', to_timestamp(s.period_hi / 1000)))) r
                   window way as (order by at)) paired) timed) counted) x
     order by s.place`;
  return rows.map(({ gapFrom, gapTo, gapMissing, ...row }, index) => {
    const { from, to, period } = spans[index] as Examination;
    const gaps = gapFrom.map((start, gap) => ({
      from: start,
      to: gapTo[gap] as number,
      missing: gapMissing[gap] as number,
    }));
    return { ...row, span: { from, to }, period, gaps };
  });
}

/** Those of these carriers that are used for transport. */
export async function findTransporting(db: Db, carrierIds: readonly number[]): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select id::int from carrier where id = any(${carrierIds as number[]}::bigint[]) and (type = 'vehicle' or mode = 'transport')`;
  return rows.map(({ id }) => id);
}

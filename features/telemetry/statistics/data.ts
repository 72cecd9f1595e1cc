import "server-only";
import type { Db } from "@/db/client";
import type { Reads } from "../history/rules";
import { columnsOf, type Limits, ON_FROM, type ProbeSpan, type Span } from "../probe/rules";
import type { Observation } from "./rules";

export type Totals = {
  probeId: number;
  count: number;
  sum: number;
  minimum: number;
  maximum: number;
  arrheniusSum: number | null;
};

/** Sums over the spans: whole hours from the roll-ups, the rest from the readings. Probes without readings are left out. */
export async function readTotals(
  db: Db,
  { hours: hourSpans, raw: rawSpans }: Reads,
  temperatureIds: readonly number[],
): Promise<Totals[]> {
  const hours = columnsOf(hourSpans);
  const raw = columnsOf(rawSpans);
  return db.$client<Totals[]>`
    with part as (
      select s.probe_id, h.count, h.sum, h.minimum, h.maximum, h.arrhenius_sum
        from unnest(${hours.ids}::bigint[], ${hours.froms}::float8[], ${hours.tos}::float8[]) as s(probe_id, lo, hi)
       cross join lateral hours_between(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000)) h
      union all
      select s.probe_id, 1, r.value, r.value, r.value,
             -- Below −259 °C the term is under 1e−306, and exp() refuses to round to nothing.
             case when s.probe_id <> all(${temperatureIds as number[]}::bigint[]) then null
                  when r.value > -259 then exp(-10000 / (r.value + 273.15)) else 0 end
        from unnest(${raw.ids}::bigint[], ${raw.froms}::float8[], ${raw.tos}::float8[]) as s(probe_id, lo, hi)
       cross join lateral readings_between(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000)) r)
    select probe_id::int as "probeId", sum(count)::float8 as count, sum(sum) as sum, min(minimum) as minimum,
           max(maximum) as maximum, sum(arrhenius_sum) as "arrheniusSum"
      from part group by probe_id`;
}

/** A span to examine reading by reading: judged against limits, watched for steps that are too long. */
export type Examination = ProbeSpan &
  Limits & {
    /** The period for which the probe may be seen at all. */
    period: Span;
    stepMs: number;
    /** The extremes whose time is wanted. */
    low: number;
    high: number;
  };

/** The observation of a span with the moments of its readings and the first time of each extreme. */
export type Examined = Observation & {
  probeId: number;
  count: number;
  mean: number;
  squares: number;
  lowAt: number | null;
  highAt: number | null;
};

type ExaminedRow = Omit<Examined, "probeId" | "span" | "period" | "gaps"> & { gapFrom: number[]; gapTo: number[] };

const DAY_MS = 86_400_000;

/** How many gaps of a span are named; all are counted. */
const GAPS_READ = 100;

/**
 * Reads every reading of the spans and how long it held. The three readings around each end (within a day) are read as
 * well, so that the ends are judged like the middle. A step is a gap where it is longer than `stepMs`, unless it is one
 * of three in a row none of which is shorter than half of it. One row for each span, in their order.
 */
export async function examine(db: Db, spans: readonly Examination[]): Promise<Examined[]> {
  const column = <K extends keyof Examination>(key: K) => spans.map((span) => span[key]);
  const periodFrom = spans.map(({ from, period }) => Math.max(from - DAY_MS, period.from));
  const periodTo = spans.map(({ to, period }) => Math.min(to + DAY_MS, period.to));
  const rows = await db.$client<ExaminedRow[]>`
    select x.*
      from unnest(${column("probeId")}::bigint[], ${column("from")}::float8[], ${column("to")}::float8[],
                  ${periodFrom}::float8[], ${periodTo}::float8[], ${column("stepMs")}::float8[],
                  ${column("minimum")}::float8[], ${column("maximum")}::float8[],
                  ${column("low")}::float8[], ${column("high")}::float8[])
           with ordinality as s(probe_id, lo, hi, period_lo, period_hi, step, minimum, maximum, low, high, place)
     cross join lateral (
       select coalesce((select min(at) from newest_readings(s.probe_id, to_timestamp(s.period_lo / 1000), to_timestamp(s.lo / 1000), 3)),
                       to_timestamp(s.lo / 1000)) as outer_lo,
              coalesce((select max(at) from oldest_readings(s.probe_id, to_timestamp(s.hi / 1000), to_timestamp(s.period_hi / 1000), 3)),
                       to_timestamp(s.hi / 1000)) as outer_hi) o
     cross join lateral (
       select count(*) filter (where inside)::float8 as count,
              coalesce(avg(value) filter (where inside), 0) as mean,
              coalesce(var_pop(value) filter (where inside) * count(*) filter (where inside), 0) as squares,
              min(at) filter (where inside and value = s.low) as "lowAt",
              min(at) filter (where inside and value = s.high) as "highAt",
              min(at) as "firstAt", max(at) as "lastAt", min(value) filter (where step is null) as "lastValue",
              min(pace) filter (where step is null) as "lastPaceMs",
              coalesce(sum(held) filter (where held > 0 and not silent), 0) as "observedMs",
              coalesce(sum(held) filter (where held > 0 and not silent and within), 0) as "withinMs",
              coalesce(sum(held) filter (where held > 0 and not silent and value >= ${ON_FROM}), 0) as "onMs",
              coalesce(sum(held) filter (where held > 0 and silent), 0) as "gapMs",
              (count(*) filter (where held > 0 and silent))::float8 as "gapCount",
              coalesce((array_agg(greatest(at, s.lo) order by held desc, at) filter (where held > 0 and silent))[1:${GAPS_READ}], '{}') as "gapFrom",
              coalesce((array_agg(least(at + step, s.hi) order by held desc, at) filter (where held > 0 and silent))[1:${GAPS_READ}], '{}') as "gapTo"
         from (
           select at, value, step, pace, at >= s.lo and at < s.hi as inside,
                  step > s.step and step > 2 * pace as silent,
                  least(at + step, s.hi) - greatest(at, s.lo) as held,
                  (s.minimum is null or value >= s.minimum) and (s.maximum is null or value <= s.maximum) as within
             from (
               select at, value, step,
                      greatest(least(before, before2), least(before, behind), least(behind, behind2)) as pace
                 from (
                   select at, value, step,
                          coalesce(lag(step) over way, 0) as before, coalesce(lag(step, 2) over way, 0) as before2,
                          coalesce(lead(step) over way, 0) as behind, coalesce(lead(step, 2) over way, 0) as behind2
                     from (
                       select taken, at, value, lead(at) over (order by taken) - at as step
                         from (
                           select at as taken, round(date_part('epoch', at) * 1000) as at, value
                             from readings_between(s.probe_id, o.outer_lo, least(o.outer_hi + interval '1 millisecond', to_timestamp(s.period_hi / 1000)))) r) steps
                   window way as (order by taken)) neighbours) paced) judged) x
     order by s.place`;
  return rows.map(({ gapFrom, gapTo, ...row }, index) => {
    const { probeId, from, to, period } = spans[index] as Examination;
    const gaps = gapFrom.map((start, gap) => ({ from: start, to: gapTo[gap] as number }));
    return { ...row, probeId, span: { from, to }, period, gaps };
  });
}

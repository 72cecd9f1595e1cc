import "server-only";
import type { Db } from "@/db/client";
import { columnsOf, type ProbeSpan } from "../ingest/probe.rules";
import type { Reads } from "./history.rules";

export type Totals = { probeId: number; count: number; minimum: number; maximum: number };

/**
 * Counts and extremes of the spans: whole hours from the roll-ups, the rest from the readings. Probes without readings
 * are omitted.
 */
export async function readTotals(db: Db, { hours: hourSpans, raw: rawSpans }: Reads): Promise<Totals[]> {
  const hours = columnsOf(hourSpans);
  const raw = columnsOf(rawSpans);
  return db.$client<Totals[]>`
    with part as (
      select s.probe_id, h.count, h.minimum, h.maximum
        from unnest(${hours.ids}::bigint[], ${hours.froms}::float8[], ${hours.tos}::float8[]) as s(probe_id, lo, hi)
       cross join lateral hours_between(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000)) h
      union all
      select s.probe_id, 1, r.value, r.value
        from unnest(${raw.ids}::bigint[], ${raw.froms}::float8[], ${raw.tos}::float8[]) as s(probe_id, lo, hi)
       cross join lateral readings_between(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000)) r)
    select probe_id::int as "probeId", sum(count)::float8 as count, min(minimum) as minimum, max(maximum) as maximum
      from part group by probe_id`;
}

/** When each extreme of a probe occurred first in its spans, epoch ms. */
export type Extremes = { probeId: number; minimumAt: number | null; maximumAt: number | null };

/** Finds when the extremes in `totals` occurred; reads only those whole hours that contain one. */
export async function findExtremes(
  db: Db,
  { hours: hourSpans, raw: rawSpans }: Reads,
  totals: readonly Totals[],
): Promise<Extremes[]> {
  const known = new Map(totals.map((one) => [one.probeId, one]));
  const given = (all: readonly ProbeSpan[]) => {
    const spans = all.filter(({ probeId }) => known.has(probeId));
    const lows = spans.map(({ probeId }) => known.get(probeId)?.minimum ?? null);
    return { ...columnsOf(spans), lows, highs: spans.map(({ probeId }) => known.get(probeId)?.maximum ?? null) };
  };
  const hours = given(hourSpans);
  const raw = given(rawSpans);
  return db.$client<Extremes[]>`
    with part as (
      select s.probe_id,
             (select min(r.at) from readings_between(s.probe_id, h.low_hour, h.low_hour + interval '1 hour') r where r.value = s.low) as low_at,
             (select min(r.at) from readings_between(s.probe_id, h.high_hour, h.high_hour + interval '1 hour') r where r.value = s.high) as high_at
        from unnest(${hours.ids}::bigint[], ${hours.froms}::float8[], ${hours.tos}::float8[], ${hours.lows}::float8[],
                    ${hours.highs}::float8[]) as s(probe_id, lo, hi, low, high)
       cross join lateral (
          select min(hour) filter (where minimum = s.low) as low_hour, min(hour) filter (where maximum = s.high) as high_hour
            from hours_between(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000))) h
      union all
      select s.probe_id, r.low_at, r.high_at
        from unnest(${raw.ids}::bigint[], ${raw.froms}::float8[], ${raw.tos}::float8[], ${raw.lows}::float8[],
                    ${raw.highs}::float8[]) as s(probe_id, lo, hi, low, high)
       cross join lateral (
          select min(at) filter (where value = s.low) as low_at, min(at) filter (where value = s.high) as high_at
            from readings_between(s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.hi / 1000))) r)
    select probe_id::int as "probeId", round(date_part('epoch', min(low_at)) * 1000) as "minimumAt",
           round(date_part('epoch', min(high_at)) * 1000) as "maximumAt"
      from part group by probe_id`;
}

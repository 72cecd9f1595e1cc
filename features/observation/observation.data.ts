import "server-only";
import type { Db, Sql } from "@/db/client";
import { DAY_MS, HOUR_MS, longestPacedMs, type Observation, type Stretch, type Sums } from "./observation.rules";

// SQL over columns of spans. Access is checked where the spans are made.

/** How far around an hour or a stretch the nearest readings are searched (ms); a longer step is never observed. */
const REACH_MS = 3 * 86_400_000;

const columnsOf = (spans: readonly Observation[], now: number) => ({
  probeIds: spans.map(({ probeId }) => probeId),
  froms: spans.map(({ from }) => from),
  tos: spans.map(({ to }) => Math.min(to, now)),
  periodFroms: spans.map(({ period }) => period.from),
  periodTos: spans.map(({ period }) => Math.min(period.to, now)),
  steps: spans.map(({ stepMs }) => stepMs),
  minimums: spans.map(({ minimum }) => minimum),
  maximums: spans.map(({ maximum }) => maximum),
  temperatures: spans.map(({ isTemperature }) => Number(isTemperature)),
});

type SumsRow = Omit<Sums, "gaps" | "gapMs" | "arrheniusArea"> & { arrheniusArea: number | null };

/**
 * Sums of a span by bucket from the stored sums of its hours, and the rest of the span, which has to be read: all
 * outside `taken`.
 */
export type Summed = {
  buckets: { bucket: number; sums: Sums }[];
  taken: { from: number; to: number }[];
  /** Number of readings in the hours of the span that the stored sums do not cover. */
  left: number;
};

/**
 * Reads the stored sums, one row per span, in their order; `edges` (epoch ms, in order) cut the spans into buckets. A
 * day or an hour counts if it lies in the span as a whole, no step in it is longer than the span's own, and its values
 * lie on one side of each limit. The sums are therefore valid for whatever limits and report interval are in force at
 * the time of the query. Hours are read where no day counts.
 */
export async function readSummed(
  db: Db,
  spans: readonly Observation[],
  edges: readonly number[],
  now: number,
): Promise<Summed[]> {
  if (spans.length === 0) return [];
  const given = columnsOf(spans, now);
  const cut = (ms: number) => edges.filter((at) => at % ms !== 0).map((at) => Math.floor(at / ms) * ms);
  const [cutHours, cutDays] = [cut(HOUR_MS), cut(DAY_MS)];
  const sql = db.$client;
  const bucket = sql`width_bucket(at / 1000, ${edges.map((at) => at / 1000)}::float8[])`;
  // Of rows of this length. `spread` is the sum of squares, from which that about a common mean follows.
  const sums = (ms: number) => sql`
    sum(count)::float8 as count, sum(sum) as sum, min(minimum) as minimum, max(maximum) as maximum,
    sum(squares + sum * sum / count) as spread, count(*) * ${ms}::float8 as ms,
    (count(*) filter (where (s.minimum is null or low >= s.minimum) and (s.maximum is null or high <= s.maximum))) * ${ms}::float8 as within_ms,
    sum(held_area) as area, sum(held_arrhenius_area) as arrhenius,
    coalesce(sum(held_area - s.maximum * ${ms}::float8) filter (where low > s.maximum), 0) as above,
    coalesce(sum(s.minimum * ${ms}::float8 - held_area) filter (where high < s.minimum), 0) as below`;
  const rows = await sql<
    { place: number; left: number; froms: number[]; tos: number[]; buckets: (SumsRow & { bucket: number })[] | null }[]
  >`
    with given as materialized (
      select s.*,
             to_timestamp(ceil(greatest(s.lo, case when s.period_lo > '-infinity' then coalesce((
               select date_part('epoch', at) * 1000 from oldest_readings(
                 s.probe_id, to_timestamp(s.period_lo / 1000), to_timestamp(s.hi / 1000), 1)), s.hi) end)
               / ${HOUR_MS}) * ${HOUR_MS / 1000}) as since,
             to_timestamp(floor(least(s.hi, case when s.period_hi < ${now} then coalesce((
               select date_part('epoch', at) * 1000 from newest_readings(
                 s.probe_id, to_timestamp(s.lo / 1000), to_timestamp(s.period_hi / 1000), 1)), s.lo) else s.hi end)
               / ${HOUR_MS}) * ${HOUR_MS / 1000}) as until
        from unnest(${given.probeIds}::bigint[], ${given.froms}::float8[], ${given.tos}::float8[], ${given.periodFroms}::float8[],
                    ${given.periodTos}::float8[], ${given.steps}::float8[], ${given.minimums}::float8[], ${given.maximums}::float8[],
                    ${given.temperatures}::int[])
             with ordinality as s(probe_id, lo, hi, period_lo, period_hi, step, minimum, maximum, is_temperature, place)),
    -- Neighbouring days of a bucket are one run: of very many days, few rows are left.
    days as materialized (
      select s.place, r.*
        from given s
       cross join lateral (
         select ${bucket} as bucket, min(at) as at, max(at) + ${DAY_MS} as until, ${sums(DAY_MS)}
           from (select d.*, date_part('epoch', d.day) * 1000 as at, row_number() over (order by d.day) as n
                   from reading_day d
                  where d.probe_id = s.probe_id and d.day >= s.since and d.day <= s.until - interval '1 day'
                    and d.longest_ms <= s.step and date_part('epoch', d.day) * 1000 <> all(${cutDays}::float8[])
                    and (s.minimum is null or d.low >= s.minimum or d.high < s.minimum)
                    and (s.maximum is null or d.high <= s.maximum or d.low > s.maximum)) d
          group by 1, at - n * ${DAY_MS}) r),
    -- What the days leave, in which the hours are read.
    rest as materialized (
      select place, since, until
        from (select place, lag(until) over (partition by place order by at) as since, at as until from days
              union all
              select s.place, max(d.until), null from given s left join days d on d.place = s.place group by s.place) every
       where since is null or until is null or since <> until),
    hours as materialized (
      select s.place, h.*
        from given s join rest r on r.place = s.place
       cross join lateral (
         select is_taken, ${bucket} as bucket, min(at) as at, max(at) + ${HOUR_MS} as until, ${sums(HOUR_MS)}
           from (select *, count(*) filter (where is_taken) over (order by at) as n
                   from (select h.*, least(h.minimum, h.entry) as low, greatest(h.maximum, h.entry) as high,
                                date_part('epoch', h.hour) * 1000 as at,
                                coalesce(h.hour >= s.since and h.hour < s.until and h.longest_ms <= s.step
                                  and date_part('epoch', h.hour) * 1000 <> all(${cutHours}::float8[])
                                  and (s.minimum is null or least(h.minimum, h.entry) >= s.minimum or greatest(h.maximum, h.entry) < s.minimum)
                                  and (s.maximum is null or greatest(h.maximum, h.entry) <= s.maximum or least(h.minimum, h.entry) > s.maximum),
                                  false) as is_taken
                           from held_hours_between(s.probe_id, to_timestamp(coalesce(r.since, s.lo - ${HOUR_MS}) / 1000),
                                                   to_timestamp(coalesce(r.until, s.hi) / 1000)) h) judged) h
          group by 1, 2, case when is_taken then at - n * ${HOUR_MS} end) h),
    taken as materialized (
      select true as is_taken, place, bucket, at, until, count, sum, minimum, maximum, spread, ms, within_ms, area, arrhenius, above, below
        from days
      union all
      select is_taken, place, bucket, at, until, count, sum, minimum, maximum, spread, ms, within_ms, area, arrhenius, above, below
        from hours where is_taken)
    select (s.place - 1)::int as place, coalesce(l.readings, 0) as "left", coalesce(i.froms, '{}') as froms,
           coalesce(i.tos, '{}') as tos, b.buckets
      from given s
      left join (select place, sum(count) as readings from hours where not is_taken group by place) l on l.place = s.place
      left join (
        select place, array_agg(at order by at) as froms, array_agg(until order by at) as tos
          from (select place, at, lead(before, 1, last) over (partition by place order by at) as until
                  from (select place, at, lag(until) over (partition by place order by at) as before,
                               max(until) over (partition by place) as last from taken) every
                 where before is null or before < at) islands
         group by place) i on i.place = s.place
      left join (
        select place, json_agg(summed) as buckets
          from (
            select place, bucket, sum(count) as count, sum(sum) as sum, min(minimum) as minimum, max(maximum) as maximum,
                   greatest(0, sum(spread) - sum(sum) * sum(sum) / sum(count)) as squares,
                   sum(ms) as "observedMs", sum(within_ms) as "withinMs", sum(area) as area, sum(arrhenius) as "arrheniusArea",
                   sum(above) as "aboveArea", sum(below) as "belowArea"
              from taken group by place, bucket) summed
         group by place) b on b.place = s.place
     order by s.place`;
  return rows.map(({ left, froms, tos, buckets }) => ({
    left,
    taken: froms.map((from, index) => ({ from, to: tos[index] as number })),
    buckets: (buckets ?? []).map(({ bucket, ...sums }) => ({ bucket, sums: { ...sums, gapMs: 0, gaps: [] } })),
  }));
}

type StretchRow = Omit<Stretch, "gaps"> & { gapFrom: number[]; gapTo: number[] };

/**
 * Sums of the readings of each span, one row per span, in their order. The three readings around each end are read as
 * well, so that the ends are evaluated like the middle. The last reading of a period is valid until its end, or until
 * `now`.
 */
export async function readStretches(db: Db, spans: readonly Observation[], now: number): Promise<Stretch[]> {
  if (spans.length === 0) return [];
  const given = columnsOf(spans, now);
  const reaches = spans.map(({ stepMs }) => longestPacedMs(stepMs));
  const sql = db.$client;
  const rows = await sql<StretchRow[]>`
    select x.*
      from unnest(${given.probeIds}::bigint[], ${given.froms}::float8[], ${given.tos}::float8[], ${given.periodFroms}::float8[],
                  ${given.periodTos}::float8[], ${given.steps}::float8[], ${reaches}::float8[], ${given.minimums}::float8[],
                  ${given.maximums}::float8[], ${given.temperatures}::int[])
           with ordinality as s(probe_id, lo, hi, period_lo, period_hi, step, reach, minimum, maximum, is_temperature, place)
     cross join lateral (
       select coalesce((select min(at) from newest_readings(s.probe_id, to_timestamp((s.lo - 3 * s.reach) / 1000), to_timestamp(s.lo / 1000), 3)),
                       to_timestamp(s.lo / 1000)) as outer_lo,
              coalesce((select max(at) from oldest_readings(s.probe_id, to_timestamp(s.hi / 1000), to_timestamp((s.hi + 3 * s.reach) / 1000), 3)),
                       to_timestamp(s.hi / 1000)) as outer_hi) o
     cross join lateral (
       select (count(*) filter (where inside))::float8 as count,
              coalesce(sum(value) filter (where inside), 0) as sum,
              min(value) filter (where inside) as minimum, max(value) filter (where inside) as maximum,
              coalesce(var_pop(value) filter (where inside) * count(*) filter (where inside), 0) as squares,
              min(at) as "firstAt",
              coalesce(sum(held) filter (where not silent), 0) as "observedMs",
              coalesce(sum(held) filter (where not silent and (s.minimum is null or value >= s.minimum)
                                                          and (s.maximum is null or value <= s.maximum)), 0) as "withinMs",
              coalesce(sum(held * value) filter (where not silent), 0) as area,
              -- Below −259 °C the term is under 1e−306, and exp() refuses to round to nothing.
              case when s.is_temperature = 1 then coalesce(
                sum(held * case when value > -259 then exp(-10000 / (value + 273.15)) else 0 end) filter (where not silent), 0) end as "arrheniusArea",
              coalesce(sum(held * (value - s.maximum)) filter (where not silent and value > s.maximum), 0) as "aboveArea",
              coalesce(sum(held * (s.minimum - value)) filter (where not silent and value < s.minimum), 0) as "belowArea",
              coalesce(sum(held) filter (where silent), 0) as "gapMs",
              coalesce(array_agg(greatest(at, s.lo) order by at) filter (where silent and held > 0), '{}') as "gapFrom",
              coalesce(array_agg(least(until, s.hi) order by at) filter (where silent and held > 0), '{}') as "gapTo"
         from (
           select at, value, until, at >= s.lo and at < s.hi as inside,
                  greatest(0, least(until, s.hi) - greatest(at, s.lo)) as held,
                  until - at > s.step and until - at > least(s.reach, 2 * greatest(
                    least(before, before2), least(before, behind), least(behind, behind2))) as silent
             from (
               select at, value, least(coalesce(next, s.period_hi), s.period_hi) as until,
                      case when before <= s.reach then before else 0 end as before,
                      case when before2 <= s.reach then before2 else 0 end as before2,
                      case when behind <= s.reach then behind else 0 end as behind,
                      case when behind2 <= s.reach then behind2 else 0 end as behind2
                 from (
                   select at, value, lead(at) over way as next,
                          at - lag(at) over way as before, lag(at) over way - lag(at, 2) over way as before2,
                          lead(at, 2) over way - lead(at) over way as behind, lead(at, 3) over way - lead(at, 2) over way as behind2
                     from (
                       select round(date_part('epoch', at) * 1000) as at, value
                         from readings_between(s.probe_id, o.outer_lo, o.outer_hi + interval '1 millisecond')) r
                   window way as (order by at)) steps) paced
            where at >= s.period_lo and at < s.period_hi) judged) x
     order by s.place`;
  return rows.map(({ gapFrom, gapTo, ...row }) => ({
    ...row,
    gaps: gapFrom.map((from, index) => ({ from, to: gapTo[index] as number })),
  }));
}

/** From this value on a door is open. */
const OPEN_FROM = 0.5;

/**
 * How often the doors of these spans opened, one number per span, in their order; null if more than `most` readings
 * would have to be read. Only hours in which a state may have changed are read.
 */
export async function countOpenings(
  db: Db,
  spans: readonly Pick<Observation, "probeId" | "from" | "to">[],
  most: number,
): Promise<number[] | null> {
  if (spans.length === 0) return [];
  const sql = db.$client;
  const hours = sql`
    with hours as (
      select s.place, s.probe_id, s.lo, s.hi, date_part('epoch', h.hour) * 1000 as at, h.count
        from unnest(${spans.map(({ probeId }) => probeId)}::bigint[], ${spans.map(({ from }) => from)}::float8[],
                    ${spans.map(({ to }) => to)}::float8[]) with ordinality as s(probe_id, lo, hi, place)
       cross join lateral held_hours_between(s.probe_id, to_timestamp(s.lo / 1000 - 3600), to_timestamp(s.hi / 1000)) h
       where h.maximum >= ${OPEN_FROM} and not (h.minimum >= ${OPEN_FROM} and coalesce(h.entry, 0) >= ${OPEN_FROM}))`;
  const [all] = await sql<
    { readings: number }[]
  >`${hours} select coalesce(sum(count), 0)::float8 as readings from hours`;
  if ((all?.readings ?? 0) > most) return null;
  const rows = await sql<{ place: number; openings: number }[]>`
    ${hours}
    select h.place::int as place, sum(x.openings)::int as openings
      from hours h
     cross join lateral (
       select count(*) as openings
         from (select date_part('epoch', at) * 1000 as at, value, lag(value) over (order by at) as before
                 from (select * from newest_readings(h.probe_id, to_timestamp((h.at - ${REACH_MS}) / 1000), to_timestamp(h.at / 1000), 1)
                       union all
                       select * from readings_between(h.probe_id, to_timestamp(h.at / 1000), to_timestamp((h.at + ${HOUR_MS}) / 1000))) r) steps
        where at >= greatest(h.at, h.lo) and at < h.hi and value >= ${OPEN_FROM} and before < ${OPEN_FROM}) x
     group by h.place`;
  const found = new Map(rows.map(({ place, openings }) => [place, openings]));
  return spans.map((_, index) => found.get(index + 1) ?? 0);
}

/** An hour of a probe; start in epoch ms. */
export type ProbeHour = { probeId: number; hour: number };

/**
 * Hours before `now` without stored sums, newest first, up to `cursor` (exclusive). The order is by the columns, which
 * the index has: an order by the output names would sort all hours each time.
 */
export async function findUnsummed(db: Db, now: number, cursor: ProbeHour | null, limit: number): Promise<ProbeHour[]> {
  const before = cursor ?? { hour: Math.floor(now / HOUR_MS) * HOUR_MS, probeId: 0 };
  return db.$client<ProbeHour[]>`
    select probe_id::int as "probeId", (date_part('epoch', hour) * 1000)::float8 as hour
      from reading_hour
     where longest_ms is null and (hour, probe_id) < (to_timestamp(${before.hour}::float8 / 1000), ${before.probeId}::bigint)
     order by reading_hour.hour desc, reading_hour.probe_id desc limit ${limit}`;
}

/** Locks those of these probes that are not locked already; returns their newest readings, epoch ms. */
export async function lockProbes(tx: Db, probeIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.$client<{ probeId: number; lastAt: number }[]>`
    select probe_id::int as "probeId", (date_part('epoch', last_at) * 1000)::float8 as "lastAt" from probe_state
     where probe_id = any(${probeIds as number[]}::bigint[]) and last_at is not null
     order by probe_id for no key update skip locked`;
  return new Map(rows.map(({ probeId, lastAt }) => [probeId, lastAt]));
}

/**
 * Computes and stores the sums of hours, where each value is valid until the next. `longest_ms` is the longest step
 * that touches the hour, infinite if the next reading before or after is out of reach. Requires the lock of the probes.
 */
export async function saveSums(tx: Db, hours: readonly ProbeHour[]): Promise<void> {
  if (hours.length === 0) return;
  const sql = tx.$client;
  const rows = await sql<
    (ProbeHour & { entry: number | null; longest: number; area: number; arrhenius: number | null; squares: number })[]
  >`
    select n.probe_id::int as "probeId", n.at as hour, x.*
      from unnest(${hours.map(({ probeId }) => probeId)}::bigint[], ${hours.map(({ hour }) => hour)}::float8[]) as n(probe_id, at)
      join probe p on p.id = n.probe_id
     cross join lateral (
       select (array_agg(value order by at desc) filter (where at <= n.at))[1] as entry,
              case when min(at) <= n.at and max(at) >= n.at + ${HOUR_MS} then max(next - at) else 'infinity' end as longest,
              coalesce(sum(value * held), 0) as area,
              case when p.measure = 'temperature'
                   then coalesce(sum(held * case when value > -259 then exp(-10000 / (value + 273.15)) else 0 end), 0) end as arrhenius,
              coalesce(var_pop(value) filter (where inside) * count(*) filter (where inside), 0) as squares
         from (
           select at, value, next, at >= n.at and at < n.at + ${HOUR_MS} as inside,
                  greatest(0, least(next, n.at + ${HOUR_MS}) - greatest(at, n.at)) as held
             from (
               select at, value, lead(at) over (order by at) as next
                 from (
                   select round(date_part('epoch', r.at) * 1000) as at, r.value
                     from (select * from newest_readings(n.probe_id, to_timestamp((n.at - ${REACH_MS}) / 1000), to_timestamp(n.at / 1000), 1)
                           union all
                           select * from readings_between(n.probe_id, to_timestamp(n.at / 1000), to_timestamp((n.at + ${HOUR_MS}) / 1000))
                           union all
                           select * from oldest_readings(n.probe_id, to_timestamp((n.at + ${HOUR_MS}) / 1000),
                                                         to_timestamp((n.at + ${HOUR_MS + REACH_MS}) / 1000), 1)) r) read) steps) held) x`;
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key]);
  await sql`
    update reading_hour h
       set entry = n.entry, longest_ms = n.longest, held_area = n.area, held_arrhenius_area = n.arrhenius, squares = n.squares
      from unnest(${column("probeId")}::bigint[], ${column("hour")}::float8[], ${column("entry")}::float8[], ${column("longest")}::float8[],
                  ${column("area")}::float8[], ${column("arrhenius")}::float8[], ${column("squares")}::float8[])
           as n(probe_id, hour, entry, longest, area, arrhenius, squares)
     where h.probe_id = n.probe_id and h.hour = to_timestamp(n.hour / 1000)`;
}

/**
 * Computes and stores the sums of those UTC days of the hours that are over at `now` (epoch ms) and whose 24 hours all
 * have their sums, without an open end. Requires the lock of the probes.
 */
export async function saveDays(tx: Db, hours: readonly ProbeHour[], now: number): Promise<void> {
  const days = new Map(
    hours.map(({ probeId, hour }) => {
      const day = Math.floor(hour / DAY_MS) * DAY_MS;
      return [`${probeId}:${day}`, { probeId, day }];
    }),
  );
  const over = [...days.values()].filter(({ day }) => day + DAY_MS <= now);
  if (over.length === 0) return;
  await tx.$client`
    insert into reading_day (probe_id, day, count, sum, minimum, maximum, squares, low, high, held_area, held_arrhenius_area, longest_ms)
    select n.probe_id, to_timestamp(n.day / 1000), x.*
      from unnest(${over.map(({ probeId }) => probeId)}::bigint[], ${over.map(({ day }) => day)}::float8[]) as n(probe_id, day)
     cross join lateral (
       select sum(count) as count, sum(sum) as sum, min(minimum), max(maximum),
              greatest(0, sum(squares + sum * sum / count) - sum(sum) * sum(sum) / sum(count)),
              min(least(minimum, entry)), max(greatest(maximum, entry)), sum(held_area), sum(held_arrhenius_area), max(longest_ms)
         from held_hours_between(n.probe_id, to_timestamp(n.day / 1000), to_timestamp((n.day + ${DAY_MS}) / 1000))
       having count(*) = 24 and count(longest_ms) = 24 and max(longest_ms) < 'infinity') x
    on conflict (probe_id, day) do update
       set count = excluded.count, sum = excluded.sum, minimum = excluded.minimum, maximum = excluded.maximum,
           squares = excluded.squares, low = excluded.low, high = excluded.high, held_area = excluded.held_area,
           held_arrhenius_area = excluded.held_arrhenius_area, longest_ms = excluded.longest_ms`;
}

/** A probe and the first and last instant of its changed readings, epoch ms. */
export type Touched = { probeId: number; from: number; to: number };

/**
 * Invalidates the stored figures of closed exceptions that depend on readings between these instants; open ones are
 * recomputed anyway. Requires the lock of the probes.
 */
export async function forgetFigures(tx: Db, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return;
  await tx.$client`
    update exception e set figures_due_at = now()
      from unnest(${touched.map(({ probeId }) => probeId)}::bigint[], ${touched.map(({ from }) => from)}::float8[],
                  ${touched.map(({ to }) => to)}::float8[]) as t(probe_id, lo, hi)
     where e.probe_id = t.probe_id and e.figures_due_at is null and e.ended_at >= to_timestamp((t.lo - ${REACH_MS}) / 1000)
       and e.started_at <= to_timestamp((t.hi + ${REACH_MS}) / 1000)`;
}

/**
 * Deletes the sums of the hours and days that depend on readings between these instants: from the hour of the reading before to
 * that of the reading after. Requires the lock of the probes.
 */
export async function forgetSums(tx: Db, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return;
  const sql: Sql = tx.$client;
  const spans = await sql<Touched[]>`
    select t.probe_id::int as "probeId",
           coalesce((select date_part('epoch', at) * 1000 from newest_readings(t.probe_id, to_timestamp((t.lo - ${REACH_MS}) / 1000), to_timestamp(t.lo / 1000), 1)), t.lo) as "from",
           coalesce((select date_part('epoch', at) * 1000 from oldest_readings(t.probe_id, to_timestamp((t.hi + 1) / 1000), to_timestamp((t.hi + ${REACH_MS}) / 1000), 1)), t.hi) as "to"
      from unnest(${touched.map(({ probeId }) => probeId)}::bigint[], ${touched.map(({ from }) => from)}::float8[],
                  ${touched.map(({ to }) => to)}::float8[]) as t(probe_id, lo, hi)`;
  await sql`
    update reading_hour h set longest_ms = null
      from unnest(${spans.map(({ probeId }) => probeId)}::bigint[], ${spans.map(({ from }) => from)}::float8[],
                  ${spans.map(({ to }) => to)}::float8[]) as t(probe_id, lo, hi)
     where h.probe_id = t.probe_id and h.hour > to_timestamp(t.lo / 1000) - interval '1 hour' and h.hour <= to_timestamp(t.hi / 1000)
       and h.longest_ms is not null`;
  await sql`
    delete from reading_day d
     using unnest(${spans.map(({ probeId }) => probeId)}::bigint[], ${spans.map(({ from }) => from)}::float8[],
                  ${spans.map(({ to }) => to)}::float8[]) as t(probe_id, lo, hi)
     where d.probe_id = t.probe_id and d.day > to_timestamp(t.lo / 1000) - interval '1 day' and d.day <= to_timestamp(t.hi / 1000)`;
}

import { openDb } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { saveDays } from "@/features/observation/observation.data";
import { readRows } from "@/features/statistics/statistic.service";
import { systemScope } from "@/lib/auth/scope";
import type { OperationContext } from "@/lib/operation/context";
import { makeFleet, median, sql } from "./support";

/**
 * Statistics of a year of 1,000 carriers, grouped by carrier, from the stored sums: minimum, mean, maximum, kinetic
 * temperature, pass rate, completeness, excursions and degree-minutes. Each carrier has an excursion a quarter, whose
 * hours and, where the limit is crossed, readings are read. The rows are written by SQL, the days by the product.
 */
const BOUND_MS = 1000;
const CARRIERS = 1000;
const DAYS = 365;
const ROUNDS = 7;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Between two excursions of a carrier. */
const QUARTER_MS = 90 * DAY_MS;
const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const from = to - DAYS * DAY_MS;

const fleet = await makeFleet(CARRIERS);
await sql`update device set report_interval_seconds = 300 where customer_id = ${fleet.customerId}`;
const probes = await sql<{ id: number }[]>`
  select id::int from probe where customer_id = ${fleet.customerId} and measure = 'temperature' order by id`;
const probeIds = probes.map(({ id }) => id);
const [node] = await sql<{ id: number }[]>`select id::int from scene where customer_id = ${fleet.customerId}`;
const db = openDb(process.env.DATABASE_URL as string, 4);

await fill();
await measure();
await db.$client.end();
await sql.end();

/** Hours of 5 °C; on every ninetieth day 8 °C is crossed in the eleventh hour and in the thirteenth. */
async function fill() {
  const start = performance.now();
  await ensurePartitions(sql, from, to);
  for (let day = from; day < to; day += QUARTER_MS) {
    await sql`
      insert into reading_hour (probe_id, hour, count, sum, minimum, maximum, squares, entry, held_area, held_arrhenius_area, longest_ms)
      select p, hour, 12, 12 * v, v - 0.5, v + 0.5, 1, v, v * ${HOUR_MS}::float8, exp(-10000 / (v + 273.15)) * ${HOUR_MS}::float8, 300000
        from unnest(${probeIds}::bigint[]) p,
             generate_series(to_timestamp(${day / 1000}::float8), to_timestamp(${Math.min(to, day + QUARTER_MS) / 1000 - 3600}::float8), '1 hour') hour
       cross join lateral (select 5 + 0.5 * sin(extract(epoch from hour) / 9000 + p)::float8 as v) x`;
    await sql`
      update reading_hour h set entry = x.entry, minimum = x.low, maximum = x.high, sum = 12 * x.mean, held_area = x.mean * ${HOUR_MS}::float8,
             held_arrhenius_area = exp(-10000 / (x.mean + 273.15)) * ${HOUR_MS}::float8
        from (values (10, 5, 5, 9.5, 7.25), (11, 9.5, 9.5, 9.5, 9.5), (12, 9.5, 5, 9.5, 7.25)) as x(hour, entry, low, high, mean)
       where h.probe_id = any(${probeIds}::bigint[]) and h.hour = to_timestamp(${day / 1000}::float8) + x.hour * interval '1 hour'`;
    await sql`
      insert into reading (probe_id, at, value)
      select p, at, case when at >= to_timestamp(${day / 1000}::float8) + interval '10.5 hours'
                          and at < to_timestamp(${day / 1000}::float8) + interval '12.5 hours' then 9.5 else 5 end
        from unnest(${probeIds}::bigint[]) p,
             generate_series(to_timestamp(${day / 1000}::float8) + interval '9 hours', to_timestamp(${day / 1000}::float8) + interval '14 hours', '5 minutes') at`;
  }
  await sql`
    insert into reading (probe_id, at, value)
    select p, to_timestamp(${to / 1000}::float8), 5 from unnest(${probeIds}::bigint[]) p`;
  await sql`vacuum (analyze) reading_hour, reading`;
  const filled = performance.now();
  for (let day = from; day < to; day += DAY_MS)
    await saveDays(
      db,
      probeIds.map((probeId) => ({ probeId, hour: day })),
      to,
    );
  await sql`vacuum (analyze) reading_day`;
  const [counted] = await sql<{ hours: number; days: number }[]>`
    select (select count(*)::int from reading_hour where probe_id = any(${probeIds}::bigint[])) as hours,
           (select count(*)::int from reading_day where probe_id = any(${probeIds}::bigint[])) as days`;
  console.log(
    `statistics: ${counted?.hours} hours written in ${((filled - start) / 1000).toFixed(0)} s, ` +
      `${counted?.days} days summed in ${((performance.now() - filled) / 1000).toFixed(0)} s`,
  );
}

async function measure() {
  const ctx: OperationContext = {
    db,
    scope: systemScope(),
    actor: { type: "system", job: "bench" },
    now: new Date(to + HOUR_MS),
    locale: "en-US",
    ...{ requestId: "bench", address: "", userAgent: "" },
  };
  const query = { by: "carrier", measure: "temperature", range: "year", sceneId: node?.id } as const;
  // The customer's midnight: the first and the last day are cut.
  const range = { from: from + 16 * HOUR_MS, to: to - 8 * HOUR_MS };
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = performance.now();
    const { rows, all } = await readRows(ctx, "carrier", query, range);
    if (round > 0) times.push(performance.now() - start);
    const hours = (all.outsideSeconds ?? 0) / 3600 / CARRIERS;
    if (rows.length !== CARRIERS || all.completeness !== 1 || hours < 6 || hours > 12)
      throw new Error(`wrong figures: ${rows.length} rows, ${JSON.stringify(all)}`);
  }
  const time = median(times);
  const holds = time <= BOUND_MS;
  console.log(
    `statistics: a year of ${CARRIERS} carriers ${time.toFixed(0)} ms (${times.map((one) => one.toFixed(0)).join(", ")}), ` +
      `bound ${BOUND_MS} ms: ${holds ? "holds" : "FAILS"}`,
  );
  if (!holds) process.exitCode = 1;
}

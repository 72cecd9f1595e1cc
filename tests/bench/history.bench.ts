import { openDb } from "@/db/client";
import { reindexPartition } from "@/db/reindex-partitions";
import { sumHours } from "@/features/observation/observation.jobs";
import { degreeMinutesOf, kineticOf, passRateOf } from "@/features/observation/observation.rules";
import { observeSpans } from "@/features/observation/observation.service";
import { readBuckets } from "@/features/telemetry/history/history.data";
import { planAll } from "@/features/telemetry/history/history.rules";
import { cool, prepareCooling } from "./cold";
import { cookieOf, fillMinutes, makeFleet, median, millisecondsOf, sql } from "./support";

/**
 * 90 days of one probe at a reading a minute as 1,000 buckets: from the readings relative to the plainest SQL on the
 * best possible layout (rows in key order, a covering index built afterwards), and from the roll-ups relative to the
 * readings. Warm, and with all caches empty. Also prints the time of the call that a chart makes. Then the figures of a
 * year of minutes of one probe: mean kinetic temperature, pass rate and degree-minutes from hourly sums, where hours
 * that cross a limit are read in full.
 */
const BOUND = 1.5;
const ROLLUP_BOUND = 10;
const DAYS = 90;
const BUCKETS = 1000;
/** Forty probes share the table as in production: the rows of one are spread among those of all. */
const DEVICES = 20;
const WARM_ROUNDS = 15;
const COLD_ROUNDS = 5;

const YEAR_BOUND_MS = 50;

const DAY_MS = 86_400_000;
const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const from = to - DAYS * DAY_MS;
const width = (to - from) / BUCKETS;
const starts = Array.from({ length: BUCKETS }, (_, bucket) => from + bucket * width);

const fleet = await makeFleet(DEVICES);
await fill();
const db = openDb(process.env.DATABASE_URL as string, 1);
const probeId = fleet.probeIds[DEVICES] as number;
const spans = [{ probeId, from, to }];
const cookie = await cookieOf("root");

type Reader = () => Promise<unknown>;
const readers: Record<"plain" | "readings" | "hours" | "call", Reader> = {
  plain,
  readings: async () => assertFull(await readBuckets(db, { hours: [], raw: spans }, starts)),
  hours: async () => assertFull(await readBuckets(db, planAll(spans, wholeHours()), wholeHours())),
  call: () =>
    millisecondsOf(`/service/share/history?probeIds=${probeId}&from=${from}&to=${to}&points=${BUCKETS}`, cookie),
};
type Name = keyof typeof readers;
const NAMES = Object.keys(readers) as Name[];

await prepareCooling();
report("warm", await measure(WARM_ROUNDS, async () => true));
if (await cool()) report("cold", await measure(COLD_ROUNDS, cool));
else console.log("history: cold is left out, for the page cache of this machine may not be dropped here");
await sql`drop table bench_best`;
await measureYear();
await db.$client.end();
await sql.end();

/** A probe of its own: 8 °C is crossed for 90 minutes on every tenth day. */
async function measureYear() {
  const [yearly] = (await makeFleet(1)).probeIds;
  const since = to - 365 * DAY_MS;
  await fillMinutes([yearly as number], since, to);
  await sql`
    update reading set value = 9 where probe_id = ${yearly as number} and extract(hour from at at time zone 'UTC') = 12
       and extract(doy from at at time zone 'UTC')::int % 10 = 0`;
  await sql`
    update reading_hour h set minimum = r.minimum, maximum = r.maximum, sum = r.sum
      from (select date_trunc('hour', at) as hour, min(value) as minimum, max(value) as maximum, sum(value) as sum
              from reading where probe_id = ${yearly as number} group by 1) r
     where h.probe_id = ${yearly as number} and h.hour = r.hour`;
  await sql`update probe_state set last_at = to_timestamp(${to / 1000 - 60}::float8) where probe_id = ${yearly as number}`;
  const now = new Date(to + 3_600_000);
  // The product's worker processes the same hours; each skips the other's. The last hour has no reading after it.
  for (let unsummed = 2; unsummed > 1; ) {
    await sumHours.run({}, { db, now, attempt: 1, maximumAttempts: 1, signal: new AbortController().signal });
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int from reading_hour where probe_id = ${yearly as number} and longest_ms is null`;
    unsummed = row?.count ?? 0;
  }
  await sql`vacuum (analyze) reading_hour`;
  const span = { probeId: yearly as number, from: since + 1_234_567, to: to - 1_234_567, minimum: null, maximum: 8 };
  const period = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const times: number[] = [];
  for (let round = 0; round <= WARM_ROUNDS; round += 1) {
    const start = performance.now();
    const [sums] = (await observeSpans({ db, now }, [{ ...span, period, stepMs: 120_000, isTemperature: true }])) ?? [];
    if (!sums || kineticOf(sums) === null || passRateOf(sums) === null || degreeMinutesOf(sums).above === 0)
      throw new Error("the year gives no figures");
    if (round > 0) times.push(performance.now() - start);
  }
  const holds = median(times) <= YEAR_BOUND_MS;
  console.log(
    `history: a year of one probe with kinetic temperature, pass rate and degree-minutes ${median(times).toFixed(1)} ms, ` +
      `bound ${YEAR_BOUND_MS} ms: ${holds ? "holds" : "FAILS"}`,
  );
  if (!holds) process.exitCode = 1;
}

/** The medians in milliseconds. The readers alternate, and the first round is discarded. */
async function measure(rounds: number, before: () => Promise<boolean>): Promise<Record<Name, number>> {
  const times: Record<Name, number[]> = { plain: [], readings: [], hours: [], call: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const name of NAMES) {
      await before();
      const start = performance.now();
      await readers[name]();
      if (round > 0) times[name].push(performance.now() - start);
    }
  return Object.fromEntries(NAMES.map((name) => [name, median(times[name])])) as Record<Name, number>;
}

function report(state: "warm" | "cold", { plain, readings, hours, call }: Record<Name, number>): void {
  const [ratio, gain] = [readings / plain, readings / hours];
  const holds = ratio <= BOUND && gain >= ROLLUP_BOUND;
  console.log(
    `history, ${state}: readings ${readings.toFixed(1)} ms, plain SQL ${plain.toFixed(1)} ms, ratio ${ratio.toFixed(2)}, bound ${BOUND}; ` +
      `roll-ups ${hours.toFixed(1)} ms, ${gain.toFixed(1)} times faster, bound ${ROLLUP_BOUND}: ${holds ? "holds" : "FAILS"}`,
  );
  console.log(
    `history, ${state}: the call of a chart ${call.toFixed(1)} ms, ${(call / plain).toFixed(2)} of plain SQL`,
  );
  if (!holds) process.exitCode = 1;
}

/** Buckets that the roll-ups can answer: three whole hours each, as the call chooses for a range of this length. */
function wholeHours(): number[] {
  return Array.from({ length: DAYS * 8 }, (_, bucket) => from + bucket * 3 * 3_600_000);
}

async function plain() {
  const rows = await sql`
    select date_bin(${width / 1000}::float8 * interval '1 second', at, to_timestamp(${from / 1000}::float8)) as bucket,
           min(value), avg(value), max(value)
      from bench_best
     where probe_id = ${probeId} and at >= to_timestamp(${from / 1000}::float8) and at < to_timestamp(${to / 1000}::float8)
     group by 1 order by 1`;
  if (rows.length !== BUCKETS) throw new Error(`plain SQL gives ${rows.length} buckets`);
}

function assertFull([series]: { at: number[] }[]) {
  const count = series?.at.length ?? 0;
  if (count !== BUCKETS && count !== DAYS * 8) throw new Error(`the history gives ${count} buckets`);
}

/** The history in order of time, as in production, with its roll-ups; and the same rows in the best order. */
async function fill() {
  const { probeIds } = fleet;
  await fillMinutes(probeIds, from, to);
  await sql`drop table if exists bench_best`;
  await sql`
    create table bench_best as select probe_id, at, value from reading
     where probe_id = any(${probeIds}::bigint[]) order by probe_id, at`;
  await sql`create unique index on bench_best (probe_id, at) include (value)`;
  // Autovacuum and the worker do this in production.
  await sql`vacuum (analyze)`;
  while (await reindexPartition(sql, Date.now()));
}

import { ensurePartitions } from "@/db/partitions";
import { cookieOf, makeFleet, median, millisecondsOf, post, seconds, settled, sql, summed } from "./support";

/**
 * The size of the table must not matter: ingest, latest values and the last 24 hours over 200 million readings,
 * relative to a single day of them, in one run. Runs only when named: it needs 25 GB beside the product and most of an
 * hour. `BENCH_READINGS` sets the size.
 */
const READINGS = Number(process.env.BENCH_READINGS ?? 200_000_000);
const INGEST_BOUND = 0.8;
const READ_BOUND = 1.3;
/** 1,600 probes with one reading a minute each. */
const DEVICES = 800;
const PER_DAY = 2 * DEVICES * 1440;
const DAYS = Math.max(2, Math.round(READINGS / PER_DAY));
const INSTANTS = 10;
const REQUESTS = 8;
const ROUNDS = 5;
const READS = 40;

const DAY_MS = 86_400_000;
/** The end of the generated past; readings through the endpoint come after it. */
const edge = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;

const fleet = await makeFleet(DEVICES);
const [node] = await sql<{ id: number }[]>`select id::int from scene where customer_id = ${fleet.customerId}`;
await ensurePartitions(sql, edge - DAYS * DAY_MS, edge + DAY_MS);
const cookie = await cookieOf("root");

await fillDay(edge - DAY_MS);
const small = await measure(0);
const filled = await seconds(async () => {
  for (let day = edge - DAYS * DAY_MS; day < edge - DAY_MS; day += DAY_MS) await fillDay(day);
});
const [stored] = await sql<{ gigabytes: number }[]>`
  select (sum(pg_total_relation_size(inhrelid)) / 1e9)::float8 as gigabytes from pg_inherits where inhparent = 'reading'::regclass`;
console.log(
  `volume: ${(DAYS * PER_DAY).toLocaleString("en")} readings of ${2 * DEVICES} probes, ${stored?.gigabytes.toFixed(1)} GB, made in ${(filled / 60).toFixed(1)} min`,
);
const large = await measure(1);

verdict("ingest", `${Math.round(small.rate)} → ${Math.round(large.rate)} values/s`, large.rate / small.rate, (ratio) =>
  ratio >= INGEST_BOUND ? null : INGEST_BOUND,
);
for (const name of ["newest", "day"] as const)
  verdict(
    { newest: "newest values", day: "24 hours of a probe" }[name],
    `${small[name].toFixed(1)} → ${large[name].toFixed(1)} ms`,
    large[name] / small[name],
    (ratio) => (ratio <= READ_BOUND ? null : READ_BOUND),
  );
await sql.end();

function verdict(what: string, figures: string, ratio: number, broken: (ratio: number) => number | null): void {
  const bound = what === "ingest" ? INGEST_BOUND : READ_BOUND;
  const fails = broken(ratio) !== null;
  console.log(`volume: ${what} ${figures}, ratio ${ratio.toFixed(2)}, bound ${bound}: ${fails ? "FAILS" : "holds"}`);
  if (fails) process.exitCode = 1;
}

/** Medians once the database is idle: the rate of the endpoint, and two calls in milliseconds. */
async function measure(part: number) {
  // Readings that come by the endpoints are summed hour by hour, not in one heap beside what is measured.
  await summed(fleet.probeIds);
  await sql`vacuum (analyze) reading`;
  await sql`vacuum (analyze) reading_hour`;
  await sql`checkpoint`;
  await settled();
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rate = await ingestRate(part * (ROUNDS + 1) + round);
    if (round > 0) rates.push(rate);
  }
  await settled();
  const newest: number[] = [];
  const day: number[] = [];
  for (let turn = -5; turn < READS; turn += 1) {
    // A different probe each time: a single one would soon be in every cache.
    const probeId = fleet.probeIds[((turn + 5) * 37) % fleet.probeIds.length];
    const one = await millisecondsOf(`/service/carrier/monitoring?sceneId=${node?.id}&iDisplayLength=100`, cookie);
    const two = await millisecondsOf(
      `/service/share/history?probeIds=${probeId}&from=${edge - DAY_MS}&to=${edge}&points=5000`,
      cookie,
    );
    if (turn < 0) continue;
    newest.push(one);
    day.push(two);
  }
  return { rate: median(rates), newest: median(newest), day: median(day) };
}

async function ingestRate(round: number): Promise<number> {
  const bodies = Array.from({ length: REQUESTS }, (_, request) => {
    const first = (round * REQUESTS + request) * INSTANTS;
    const readings = Array.from({ length: INSTANTS }, (_, index) => edge + (first + index) * 60_000).flatMap((at) =>
      fleet.serialNumbers.map((device, index) => ({
        device,
        at,
        values: { temperature: 5 + ((at / 60_000 + index) % 20) / 10, humidity: 55 + ((at / 60_000 + index) % 9) },
      })),
    );
    return JSON.stringify({ readings });
  });
  const taken = await seconds(async () => {
    for (const body of bodies) await post(fleet.token, body, DEVICES * INSTANTS);
  });
  return (REQUESTS * DEVICES * INSTANTS * 2) / taken;
}

/** One day of all probes with its hours, in order of time. */
async function fillDay(day: number): Promise<void> {
  const { probeIds } = fleet;
  const [first, last] = [day / 1000, (day + DAY_MS) / 1000 - 60];
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`
      insert into reading (probe_id, at, value)
      select p, at, 5 + (extract(epoch from at)::bigint / 60 + p) % 20 / 10.0
        from generate_series(to_timestamp(${first}::float8), to_timestamp(${last}::float8), '1 minute') at,
             unnest(${probeIds}::bigint[]) p`;
    await tx`
      insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
      select p, hour, 60, 360, 5, 6.9
        from generate_series(to_timestamp(${first}::float8), to_timestamp(${last}::float8), '1 hour') hour,
             unnest(${probeIds}::bigint[]) p`;
    await tx`
      update probe_state set last_at = to_timestamp(${last}::float8), last_value = 6, received_at = now()
       where probe_id = any(${probeIds}::bigint[]) and (last_at is null or last_at < to_timestamp(${last}::float8))`;
  });
}

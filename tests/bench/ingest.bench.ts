import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeFleet, median, post, seconds, settled, sql } from "./support";

/**
 * Values per second through the HTTP ingest endpoint (stored, evaluated, rolled up, committed before the answer)
 * relative to a plain COPY of the same rows into a table with the same key, in the same run. Zabbix 6 reaches about
 * 0.12 on such a machine.
 */
const BOUND = 0.25;
const DEVICES = 1000;
/** Rounds that count, after one that warms up. */
const ROUNDS = 5;
/** Two senders with half of the devices each, because the readings of a device arrive by one path and in order. */
const SENDERS = 2;
/** Ten instants of every device of a sender per request: 5,000 readings, 10,000 values. */
const INSTANTS = 10;
const REQUESTS = 6;

const START = Date.UTC(2026, 9, 1);
const temperature = (device: number, instant: number) =>
  Math.round((5 + 2 * Math.sin(instant / 9 + device)) * 100) / 100;
const humidity = (device: number, instant: number) => Math.round((55 + 10 * Math.sin(instant / 13 + device)) * 10) / 10;

function* instants(round: number, request: number) {
  const first = (round * REQUESTS + request) * INSTANTS;
  for (let instant = first; instant < first + INSTANTS; instant += 1) yield instant;
}

const ratios: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const fleet = await makeFleet(DEVICES);
  // The worker's processing of a thousand new refrigerators must not affect either side.
  await settled();
  const bodies: string[][] = Array.from({ length: SENDERS }, () => []);
  const rows: string[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const readings: unknown[][] = Array.from({ length: SENDERS }, () => []);
    for (const instant of instants(round, request)) {
      const at = START + instant * 60_000;
      fleet.serialNumbers.forEach((device, index) => {
        const values = { temperature: temperature(index, instant), humidity: humidity(index, instant) };
        readings[index % SENDERS]?.push({ device, at, values });
        rows.push(`${fleet.probeIds[2 * index]}\t${new Date(at).toISOString()}\t${values.temperature}\n`);
        rows.push(`${fleet.probeIds[2 * index + 1]}\t${new Date(at).toISOString()}\t${values.humidity}\n`);
      });
    }
    readings.forEach((own, sender) => {
      bodies[sender]?.push(JSON.stringify({ readings: own }));
    });
  }
  const values = rows.length;
  const copySeconds = await seconds(() => copy(rows));
  const doorSeconds = await seconds(async () => {
    const send = async (own: readonly string[]) => {
      for (const body of own) await post(fleet.token, body, (DEVICES * INSTANTS) / SENDERS);
    };
    await Promise.all(bodies.map(send));
  });
  const [stored] = await sql<
    { n: number }[]
  >`select count(*)::int as n from reading where probe_id = any(${fleet.probeIds}::bigint[])`;
  if (stored?.n !== values) throw new Error(`${stored?.n} of ${values} values are stored`);
  const ratio = copySeconds / doorSeconds;
  if (round > 0) ratios.push(ratio);
  console.log(
    `round ${round}: door ${Math.round(values / doorSeconds)} values/s, COPY ${Math.round(values / copySeconds)} rows/s, ratio ${ratio.toFixed(3)}`,
  );
}
const result = median(ratios);
console.log(`ingest: median ratio ${result.toFixed(3)}, bound ${BOUND}: ${result >= BOUND ? "holds" : "FAILS"}`);
if (result < BOUND) process.exitCode = 1;
await sql.end();

async function copy(rows: readonly string[]) {
  await sql`drop table if exists bench_reading`;
  await sql`create table bench_reading (probe_id bigint not null, at timestamptz(3) not null, value float8 not null, primary key (probe_id, at) include (value))`;
  await sql.begin(async (tx) => {
    const sink = await tx`copy bench_reading (probe_id, at, value) from stdin`.writable();
    await pipeline(Readable.from(chunks(rows), { objectMode: false }), sink);
  });
}

function* chunks(rows: readonly string[]) {
  for (let index = 0; index < rows.length; index += 4000) yield rows.slice(index, index + 4000).join("");
}

import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { ensurePartitions } from "@/db/partitions";

const DAY_MS = 86_400_000;

/** From `npm run bench`: a built product with its own database. */
export const BASE_URL = process.env.BASE_URL as string;
export const sql = postgres(process.env.DATABASE_URL as string, { max: 4, onnotice: () => {} });

export type Fleet = { token: string; customerId: number; serialNumbers: string[]; probeIds: number[] };

/**
 * A customer with `count` refrigerators, each with a sensor for temperature and humidity and a trigger with a range for
 * both.
 */
export async function makeFleet(count: number): Promise<Fleet> {
  const mark = randomBytes(4).toString("hex").toUpperCase();
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const [owner] = await sql<{ id: number }[]>`
    insert into customer (code, name, ingest_token_hash) values (${`B${mark}`}, ${`Bench ${mark}`}, ${hash}) returning id::int`;
  const customerId = owner?.id as number;
  const [node] = await sql<
    { id: number }[]
  >`insert into scene (customer_id, code, name) values (${customerId}, ${mark}, 'Bench') returning id::int`;
  const [trigger] = await sql<
    { id: number }[]
  >`insert into alarm_trigger (customer_id, name) values (${customerId}, 'Bench') returning id::int`;
  await sql`
    insert into alarm_condition (trigger_id, kind, measure, minimum, maximum, delay_seconds, dead_band)
    values (${trigger?.id as number}, 'range', 'temperature', 2, 8, 600, 0.5), (${trigger?.id as number}, 'range', 'humidity', 30, 80, 600, 2)`;
  await sql`
    insert into carrier (customer_id, scene_id, name, type, alarm_trigger_id)
    select ${customerId}, ${node?.id as number}, format('Fridge %s', lpad(n::text, 5, '0')), 'refrigerator', ${trigger?.id as number} from generate_series(1, ${count}::int) n`;
  await sql`
    insert into device (customer_id, kind, type_code, serial_number, name, report_interval_seconds)
    select ${customerId}, 'sensor', 'zbp_2', format('%s-%s', ${mark}::text, lpad(n::text, 5, '0')), format('Sensor %s', n), 60 from generate_series(1, ${count}::int) n`;
  await sql`
    insert into probe (customer_id, device_id, measure)
    select customer_id, id, measure from device, unnest(array['temperature', 'humidity']) measure where customer_id = ${customerId}`;
  await sql`
    insert into mounting (customer_id, probe_id, carrier_id, mounted_at)
    select p.customer_id, p.id, c.id, '2000-01-01' from probe p join device d on d.id = p.device_id
      join carrier c on c.customer_id = d.customer_id and right(c.name, 5) = right(d.serial_number, 5) where p.customer_id = ${customerId}`;
  await sql`insert into probe_state (probe_id) select id from probe where customer_id = ${customerId}`;
  await sql`analyze`;
  const devices = await sql<
    { serialNumber: string }[]
  >`select serial_number as "serialNumber" from device where customer_id = ${customerId} order by id`;
  const probes = await sql<{ id: number }[]>`select id::int from probe where customer_id = ${customerId} order by id`;
  return {
    token,
    customerId,
    serialNumbers: devices.map((row) => row.serialNumber),
    probeIds: probes.map((row) => row.id),
  };
}

/** One reading a minute for these probes over whole days (epoch milliseconds, end exclusive), with the roll-ups. */
export async function fillMinutes(probeIds: readonly number[], from: number, to: number): Promise<void> {
  await ensurePartitions(sql, from, to);
  for (let day = from; day < to; day += DAY_MS)
    await sql`
      insert into reading (probe_id, at, value)
      select p, at, round((5 + 2 * sin(extract(epoch from at) / 3000 + p))::numeric, 2)
        from generate_series(to_timestamp(${day / 1000}::float8), to_timestamp(${(day + DAY_MS) / 1000 - 60}::float8), '1 minute') at,
             unnest(${probeIds as number[]}::bigint[]) p`;
  await sql`
    insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
    select probe_id, date_trunc('hour', at), count(*), sum(value), min(value), max(value)
      from reading where probe_id = any(${probeIds as number[]}::bigint[]) group by 1, 2 order by 2, 1`;
}

/** Waits until the worker has summed the hours of these probes, as it has where they were measured. */
export async function summed(probeIds: readonly number[]): Promise<void> {
  const ids = probeIds as number[];
  await sql`
    update probe_state set last_at = now(), received_at = now(), last_value = coalesce(last_value, 5)
     where probe_id = any(${ids}::bigint[]) and last_at is null`;
  for (;;) {
    const [left] = await sql<{ count: number }[]>`
      select count(*)::int as count from reading_hour h join probe_state s on s.probe_id = h.probe_id
       where h.probe_id = any(${ids}::bigint[]) and h.longest_ms is null and h.hour + interval '1 hour' <= s.last_at`;
    if (left?.count === 0) return;
    await pause(500);
  }
}

/** Waits until the worker has computed the states of everything inserted without the ingest endpoints. */
export async function settled(): Promise<void> {
  for (;;) {
    const [left] = await sql<{ count: number }[]>`
      select (select count(*) from monitoring_recheck)::int + (select count(*) from device_recheck)::int
           + (select count(*) from monitoring_state where check_at <= now())::int
           + (select count(*) from device_state where check_at <= now())::int as count`;
    if (left?.count === 0) return;
    await pause(500);
  }
}

/** Posts a batch and returns the answer; throws unless everything is accepted. */
export async function post(token: string, body: string, expected: number): Promise<void> {
  const response = await fetch(`${BASE_URL}/service/ingest/readings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
  });
  const answer = (await response.json()) as {
    result: { accepted: number; rejected: unknown[] } | null;
    state: unknown;
  };
  if (answer.result?.accepted !== expected)
    throw new Error(`${response.status} ${JSON.stringify(answer).slice(0, 400)}`);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] as number;
}

/** The duration of the work in seconds. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Logs a demo account in; the cookie opens pages and calls. */
export async function cookieOf(username: string, password = "Frost2026"): Promise<string> {
  const login = await fetch(`${BASE_URL}/service/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  return `next-auth.session-token=${data.token}`;
}

/** The time to the complete answer of an address; throws unless the status is 200. */
export async function millisecondsOf(path: string, cookie: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${BASE_URL}${path}`, { headers: { cookie }, redirect: "manual" });
  await response.text();
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  return performance.now() - start;
}

const WARM_UP = 10;

/** The median time of each address in milliseconds; one request at a time, alternating. */
export async function mediansOf(
  paths: readonly (readonly [name: string, path: string])[],
  cookie: string,
  rounds = 40,
): Promise<Map<string, number>> {
  const samples = new Map<string, number[]>(paths.map(([name]) => [name, []]));
  for (let round = 0; round < WARM_UP + rounds; round += 1)
    for (const [name, path] of paths) {
      const taken = await millisecondsOf(path, cookie);
      if (round >= WARM_UP) samples.get(name)?.push(taken);
    }
  return new Map([...samples].map(([name, times]) => [name, median(times)]));
}

/** Prints the growth of each time, and fails the run if one is more than `bound` times as long. */
export function printGrowth(
  bench: string,
  small: ReadonlyMap<string, number>,
  large: ReadonlyMap<string, number>,
  bound: number,
): void {
  for (const [name, after] of large) {
    const before = small.get(name) as number;
    const ratio = after / before;
    const verdict = ratio <= bound ? "holds" : "FAILS";
    console.log(
      `${bench}: ${name} ${before.toFixed(1)} → ${after.toFixed(1)} ms, ratio ${ratio.toFixed(2)}, bound ${bound}: ${verdict}`,
    );
    if (ratio > bound) process.exitCode = 1;
  }
}

/** Prints times that grow with the amount of data, and fails the run if one exceeds `bound` milliseconds. */
export function printWithin(
  bench: string,
  small: ReadonlyMap<string, number>,
  large: ReadonlyMap<string, number>,
  bound: number,
): void {
  for (const [name, after] of large) {
    const before = small.get(name) as number;
    const verdict = after <= bound ? "holds" : "FAILS";
    console.log(`${bench}: ${name} ${before.toFixed(1)} → ${after.toFixed(1)} ms, bound ${bound} ms: ${verdict}`);
    if (after > bound) process.exitCode = 1;
  }
}

/** Resident memory of the worker on this database. */
export function workerMegabytes(): number {
  const own = `DATABASE_URL=${process.env.DATABASE_URL}`;
  const sizes = readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("worker/main")) return [];
      if (!readFileSync(`/proc/${pid}/environ`, "utf8").includes(own)) return [];
      return [Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024];
    } catch {
      return [];
    }
  });
  return Math.round(Math.max(0, ...sizes));
}

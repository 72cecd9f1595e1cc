import { setTimeout as pause } from "node:timers/promises";
import { ensurePartitions } from "@/db/partitions";
import { MAKE_REPORT } from "@/features/report/report.schema";
import { BASE_URL, cookieOf, fillMinutes, makeFleet, seconds, sql, summed, workerMegabytes } from "./support";

/**
 * A month of 50 carriers as a report with charts and data: it is there within 20 s. The largest report, 400 carriers and
 * five years: the worker's memory, how far the time said before is right, and how soon a cancelled one stops.
 * REPORT_CARRIERS, REPORT_LARGE and REPORT_YEARS make them smaller; REPORT_STEP is the step of the large one in hours.
 */
const CARRIERS = Number(process.env.REPORT_CARRIERS ?? 50);
const LARGE = Number(process.env.REPORT_LARGE ?? 400);
const YEARS = Number(process.env.REPORT_YEARS ?? 5);
const STEP_HOURS = Number(process.env.REPORT_STEP ?? 1);
const BOUND_SECONDS = 20;
/** The product's own bounds of the large one: memory beyond that of the idle worker, and the time to stop. */
const BOUND_MEGABYTES = 300;
const BOUND_STOP_SECONDS = 5;
const DAY_MS = 86_400_000;
const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;

type Report = { id: number; state: string; failure: string | null; progress: number };
type Asked = { carrierIds: number[]; from: number; to: number; sections: string[] };
const cookie = await cookieOf("root");

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${BASE_URL}/service/report${path}`, {
    method,
    headers: { cookie, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { result: T | null };
  if (!answer.result) throw new Error(`${path} answers ${response.status} ${JSON.stringify(answer).slice(0, 400)}`);
  return answer.result;
}

const create = (name: string, asked: Asked) =>
  call<Report>("POST", "", { type: "record", name, locales: ["en-US"], ...asked });
const estimate = (asked: Asked) =>
  call<{ pages: number; seconds: number; readings: number }>("POST", "/estimate", { type: "record", ...asked });

/** Waits for a report; resolves with the seconds that it took and the most memory of the worker. */
async function made({ id }: Report) {
  const start = performance.now();
  let peak = 0;
  for (;;) {
    peak = Math.max(peak, workerMegabytes());
    const { state, failure } = await call<Report>("GET", `/${id}`);
    if (state === "failed") throw new Error(`the report failed: ${failure}`);
    if (state === "generated") return { taken: (performance.now() - start) / 1000, peak };
    await pause(200);
  }
}

async function carriersOf(customerId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select id::int from carrier where customer_id = ${customerId} order by id`;
  return rows.map(({ id }) => id);
}

const verdict = (isHeld: boolean) => {
  if (!isHeld) process.exitCode = 1;
  return isHeld ? "holds" : "FAILS";
};

async function month() {
  const fleet = await makeFleet(CARRIERS);
  const from = to - 30 * DAY_MS;
  await fillMinutes(fleet.probeIds, from, to);
  await summed(fleet.probeIds);
  const sections = ["statistics", "charts", "excursions", "calibration", "data"];
  const asked = { carrierIds: await carriersOf(fleet.customerId), from, to, sections };
  const said = await estimate(asked);
  const { taken, peak } = await made(await create("month", asked));
  console.log(
    `report: a month of ${CARRIERS} carriers, ${said.readings} readings: ${taken.toFixed(1)} s (said ${said.seconds} s), ` +
      `worker ${peak} MB at most, bound ${BOUND_SECONDS} s: ${verdict(taken <= BOUND_SECONDS)}`,
  );
}

/** Readings at every step of the years, with the sums of their hours. */
async function fillYears(probeIds: readonly number[], from: number) {
  await ensurePartitions(sql, from, to);
  const step = `${STEP_HOURS} hours`;
  for (let part = from; part < to; part += 90 * DAY_MS) {
    const end = Math.min(to, part + 90 * DAY_MS);
    await sql`
      insert into reading (probe_id, at, value)
      select p, at, round((5 + 2 * sin(extract(epoch from at) / 90000 + p))::numeric, 2)
        from generate_series(to_timestamp(${part / 1000}::float8), to_timestamp(${end / 1000 - 1}::float8), ${step}::interval) at,
             unnest(${probeIds as number[]}::bigint[]) p`;
  }
  await sql`
    insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
    select probe_id, at, 1, value, value, value from reading where probe_id = any(${probeIds as number[]}::bigint[])`;
  await sql`vacuum (analyze) reading, reading_hour`;
}

async function largest() {
  const fleet = await makeFleet(LARGE);
  const from = to - Math.round(YEARS * 365 * DAY_MS);
  await sql`update device set report_interval_seconds = ${STEP_HOURS * 3600} where customer_id = ${fleet.customerId}`;
  const probes = await sql<{ id: number }[]>`
    select id::int from probe where customer_id = ${fleet.customerId} and measure = 'temperature' order by id`;
  const filled = await seconds(() =>
    fillYears(
      probes.map(({ id }) => id),
      from,
    ),
  );
  const sections = ["statistics", "excursions", "calibration", "data"];
  const asked = { carrierIds: await carriersOf(fleet.customerId), from, to, sections };
  const said = await estimate(asked);
  console.log(`report: ${said.readings} readings of ${LARGE} carriers written in ${filled.toFixed(0)} s`);

  const stopped = await create("stopped", asked);
  while ((await call<Report>("GET", `/${stopped.id}`)).progress < 5) await pause(100);
  await call("POST", `/${stopped.id}/cancel`, {});
  const stopping = await seconds(async () => {
    while ((await working()) > 0) await pause(50);
  });
  const { state, failure } = await call<Report>("GET", `/${stopped.id}`);
  console.log(
    `report: ${state} (${failure}), the worker has stopped after ${stopping.toFixed(1)} s, ` +
      `bound ${BOUND_STOP_SECONDS} s: ${verdict(failure === "cancelled" && stopping <= BOUND_STOP_SECONDS)}`,
  );

  const before = workerMegabytes();
  const { taken, peak } = await made(await create("largest", asked));
  console.log(
    `report: ${YEARS} years of ${LARGE} carriers ${taken.toFixed(1)} s (said ${said.seconds} s, ${said.pages} pages), ` +
      `worker ${before} MB before, ${peak} MB at most, bound ${BOUND_MEGABYTES} MB more: ${verdict(peak - before <= BOUND_MEGABYTES)}`,
  );
}

/** The reports that the worker still makes; nothing else asks for any. */
async function working(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = ${MAKE_REPORT.name}`;
  return row?.count ?? 0;
}

await month();
await largest();
await sql.end({ timeout: 5 });

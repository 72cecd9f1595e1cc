import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { BASE_URL, cookieOf, fillMinutes, makeFleet, seconds, sql, workerMegabytes } from "./support";

/**
 * Exports of many readings by the worker: a CSV file of 10 million relative to `COPY … TO STDOUT` of the same rows, a
 * workbook of 1 million, and the worker's memory meanwhile. EXPORT_ROWS and EXPORT_XLSX_ROWS set other numbers.
 */
const ROWS = {
  csv: Number(process.env.EXPORT_ROWS ?? 10_000_000),
  xlsx: Number(process.env.EXPORT_XLSX_ROWS ?? 1_000_000),
};
/** The product's own bounds: at least this part of the speed of COPY, and megabytes above the worker at rest. */
const BOUND = 0.3;
const MEMORY_BOUND = 200;
/** Growth, in megabytes, between the second and the last quarter of a file: what is kept of each row adds up. */
const GROWTH_BOUND = 40;
const PROBES = 20;
const DAY_MS = 86_400_000;
const MEGABYTE = 1024 * 1024;

const daysOf = (rows: number) => Math.max(1, Math.ceil(rows / PROBES / 1440));

type Progress = { key: string; end: boolean; detail: string | null };

async function bench() {
  const { probeIds } = await makeFleet(PROBES / 2);
  const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const days = Math.max(daysOf(ROWS.csv), daysOf(ROWS.xlsx));
  await fillMinutes(probeIds, to - days * DAY_MS, to);
  const cookie = await cookieOf("root");
  for (const format of ["csv", "xlsx"] as const) {
    const from = to - daysOf(ROWS[format]) * DAY_MS;
    const copy = await seconds(() => copied(probeIds, from));
    const { taken, samples, before, size } = await exported(cookie, format, { probeIds: probeIds.join(","), from, to });
    const [ratio, above] = [copy / taken, Math.max(...samples) - before];
    const growth = medianOf(samples, 0.75, 1) - medianOf(samples, 0.25, 0.5);
    const told = (text: string, isMet: boolean) => (isMet ? text : `${text} MISSED`);
    const figures = [
      `${PROBES * daysOf(ROWS[format]) * 1440} rows in ${taken.toFixed(1)} s, ${(size / MEGABYTE).toFixed(0)} MB`,
      format === "csv"
        ? told(`${ratio.toFixed(2)} of COPY (${copy.toFixed(1)} s; bound ${BOUND})`, ratio >= BOUND)
        : `COPY ${copy.toFixed(1)} s`,
      told(`worker ${before} MB at rest, ${above} MB above at most (bound ${MEMORY_BOUND})`, above <= MEMORY_BOUND),
      told(`growth ${growth} MB from second to last quarter (bound ${GROWTH_BOUND})`, growth <= GROWTH_BOUND),
    ];
    console.log(`${format}: ${figures.join("; ")}`);
  }
  await sql.end({ timeout: 5 });
}

/** The median of the samples between two parts of the time. */
function medianOf(samples: readonly number[], from: number, to: number): number {
  const part = samples
    .slice(Math.floor(samples.length * from), Math.ceil(samples.length * to))
    .toSorted((a, b) => a - b);
  return part[Math.floor(part.length / 2)] ?? 0;
}

async function copied(probeIds: readonly number[], from: number): Promise<void> {
  const ids = probeIds.join(",");
  // A connection of its own: after a copy that was longer than its buffer, the library reads no more from it.
  const own = postgres(process.env.DATABASE_URL as string, { max: 1 });
  const stream = await own
    .unsafe(
      `copy (select probe_id, at, value from reading where probe_id in (${ids}) and at >= to_timestamp(${from / 1000})) to stdout (format csv)`,
    )
    .readable();
  for await (const _chunk of stream);
  await own.end({ timeout: 0 });
}

async function exported(cookie: string, format: string, query: Record<string, unknown>) {
  const call = async <T>(path: string, body: unknown): Promise<T> => {
    const response = await fetch(`${BASE_URL}/service/download/record/${path}`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { result: T | null };
    if (!answer.result) throw new Error(`${path} answers ${response.status} ${JSON.stringify(answer)}`);
    return answer.result;
  };
  const before = workerMegabytes();
  const samples: number[] = [];
  const start = performance.now();
  const { key } = await call<Progress>("add", { kind: "history", format, query });
  for (;;) {
    samples.push(workerMegabytes());
    const [progress] = await call<Progress[]>("progress", [key]);
    if (progress?.detail) throw new Error(`the export failed: ${progress.detail}`);
    if (progress?.end) break;
    await pause(100);
  }
  const taken = (performance.now() - start) / 1000;
  const [row] = await sql<{ size: number }[]>`select size::float8 from download_record where key = ${key}`;
  return { taken, samples, before, size: row?.size ?? 0 };
}

await bench();

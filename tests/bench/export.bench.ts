import { setTimeout as pause } from "node:timers/promises";
import { BASE_URL, cookieOf, fillMinutes, makeFleet, seconds, sql, workerMegabytes } from "./support";

/**
 * Exports of many readings by the worker, relative to `COPY … TO STDOUT` of the same rows, and the worker's memory
 * meanwhile. EXPORT_ROWS sets the number of rows.
 */
const ROWS = Number(process.env.EXPORT_ROWS ?? 1_000_000);
/** The product's own bound: at least this part of the speed of COPY. */
const BOUND = 0.3;
const PROBES = 20;
const DAY_MS = 86_400_000;
const DAYS = Math.ceil(ROWS / PROBES / 1440);
const MEGABYTE = 1024 * 1024;

type Progress = { key: string; end: boolean; detail: string | null };

async function bench() {
  const { probeIds } = await makeFleet(PROBES / 2);
  const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const from = to - DAYS * DAY_MS;
  await fillMinutes(probeIds, from, to);
  const rows = PROBES * DAYS * 1440;
  const copy = await seconds(() => copied(probeIds));
  console.log(`${rows} rows; COPY ${copy.toFixed(1)} s`);
  const cookie = await cookieOf("root");
  const query = { probeIds: probeIds.join(","), from, to };
  for (const format of ["csv", "xlsx"]) {
    const { taken, peak, before, size } = await exported(cookie, format, query);
    const ratio = copy / taken;
    const verdict =
      format === "csv" ? ` = ${ratio.toFixed(2)} of COPY (bound ${BOUND})${ratio < BOUND ? " MISSED" : ""}` : "";
    const memory = `${before} MB before, ${peak} MB at most`;
    console.log(`${format}: ${taken.toFixed(1)} s${verdict}; ${(size / MEGABYTE).toFixed(0)} MB; worker ${memory}`);
  }
  await sql.end({ timeout: 5 });
}

async function copied(probeIds: readonly number[]): Promise<void> {
  const ids = probeIds.join(",");
  const stream = await sql
    .unsafe(`copy (select probe_id, at, value from reading where probe_id in (${ids})) to stdout (format csv)`)
    .readable();
  for await (const _chunk of stream);
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
  let peak = before;
  const start = performance.now();
  const { key } = await call<Progress>("add", { kind: "history", format, query });
  for (;;) {
    peak = Math.max(peak, workerMegabytes());
    const [progress] = await call<Progress[]>("progress", [key]);
    if (progress?.detail) throw new Error(`the export failed: ${progress.detail}`);
    if (progress?.end) break;
    await pause(100);
  }
  const taken = (performance.now() - start) / 1000;
  const [row] = await sql<{ size: number }[]>`select size::float8 from download_record where key = ${key}`;
  return { taken, peak, before, size: row?.size ?? 0 };
}

await bench();

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { MEASURES, type Measure } from "@/db/enums";
import { chainKeysOf } from "@/lib/audit/chain-keys";
import { SUPERUSER } from "./embedded-postgres/cluster.mjs";
import { authSecret, readSettings } from "./product/settings.mjs";
import { sendReadings } from "./replay/send";
import { readSeries } from "./replay/series";
import { prepareWorld, serialOf } from "./replay/world";

const USAGE = `npm run replay -- <file.csv> [--measure temperature] [--minimum 2] [--maximum 8] [--delay 600] [--zone Europe/Brussels]

Sends a file's readings in through the ingest door of the running product and lists the exceptions that they give.
Columns: those of a logger's file (docs/decisions/021-logger-files.md), each measure optionally with a number for the Nth device.`;

const number = (name: string, text: string | undefined): number | null => {
  if (text === undefined) return null;
  if (text.trim() === "" || !Number.isFinite(Number(text))) throw new Error(`--${name}: "${text}" is no number`);
  return Number(text);
};

/** The database of the running product: `DATABASE_URL`, or the embedded one below `DATA_DIR`. */
function databaseUrl(): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const file = join(process.env.DATA_DIR || ".data", "postgres.json");
  if (!existsSync(file)) throw new Error(`no ${file}: start the product first (npm start), or set DATABASE_URL`);
  const { port, password } = JSON.parse(readFileSync(file, "utf8")) as { port: number; password: string };
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/frostline`;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      measure: { type: "string", default: "temperature" },
      minimum: { type: "string" },
      maximum: { type: "string" },
      delay: { type: "string", default: "600" },
      zone: { type: "string", default: "UTC" },
    },
  });
  const [path] = positionals;
  if (!path) throw new Error(USAGE);
  const measure = values.measure as Measure;
  if (!MEASURES.includes(measure)) throw new Error(`--measure: one of ${MEASURES.join(", ")}`);
  const minimum = number("minimum", values.minimum);
  const maximum = number("maximum", values.maximum);
  const limits = minimum === null && maximum === null ? { minimum: 2, maximum: 8 } : { minimum, maximum };
  const trigger = { measure, ...limits, delaySeconds: number("delay", values.delay) ?? 0 };

  const file = basename(path);
  const devices = readSeries(readFileSync(path, "utf8"), values.zone);
  const sql = postgres(databaseUrl(), { max: 1, onnotice: () => {} });
  try {
    const keys = chainKeysOf([authSecret(readSettings(process.env), process.env.AUTH_SECRET)]);
    const { token, probes } = await prepareWorld(sql, file, devices, trigger, keys);
    const readings = devices.flatMap(({ suffix, readings }) =>
      readings.map(({ at, values }) => ({
        device: serialOf(file, suffix),
        at,
        values: values as Record<string, number>,
      })),
    );
    const baseUrl = process.env.BASE_URL || `http://localhost:${process.env.PORT || 3000}`;
    const { accepted, duplicates, rejected } = await sendReadings(baseUrl, token, readings);
    console.log(
      `${file}: ${readings.length} readings, ${accepted} accepted, ${duplicates} repeats, ${rejected.length} refused`,
    );
    for (const { device, at, reason } of rejected)
      console.log(`  refused ${device} ${new Date(at).toISOString()} ${reason} (the first value stays)`);
    await listExceptions(sql, [...probes.values()]);
  } finally {
    await sql.end();
  }
}

async function listExceptions(sql: postgres.Sql, probeIds: number[]) {
  const rows = await sql<
    {
      device: string;
      measure: string;
      side: string;
      startedAt: string;
      endedAt: string | null;
      peak: number;
      minutes: number;
    }[]
  >`
    select d.serial_number as device, e.measure, e.side, e.peak, to_char(e.started_at, 'YYYY-MM-DD HH24:MI') as "startedAt",
           to_char(e.ended_at, 'YYYY-MM-DD HH24:MI') as "endedAt", round(extract(epoch from e.ended_at - e.started_at) / 60)::int as minutes
      from exception e join device d on d.id = e.device_id
     where e.probe_id = any(${probeIds}::bigint[]) and e.kind = 'range' and e.withdrawn_at is null order by e.started_at`;
  console.log(`${rows.length} exceptions (UTC)`);
  for (const row of rows) {
    const end = row.endedAt ? `until ${row.endedAt}, ${row.minutes} min` : "still open";
    console.log(
      `  ${row.device} ${row.measure} ${row.side} from ${row.startedAt} ${end}, extreme ${row.peak.toFixed(2)}`,
    );
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

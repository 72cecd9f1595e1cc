import { chromium } from "@playwright/test";
import { ensurePartitions } from "@/db/partitions";
import { browserLaunchOptions } from "../support/browser.mjs";
import { BASE_URL, cookieOf, makeFleet, median, quantile, sql } from "./support";

/**
 * Zooming a year of minutes with the wheel, from the whole of it down to an hour and back: what scripts and drawing cost
 * in each animation frame of a Chromium without a graphics card, and how long the year takes to open.
 */
const FRAME_BOUND_MS = 50;
const OPEN_BOUND_MS = 1000;
const DAYS = 365;
const PROBES = 4;
const TURNS = 120;
const OPENS = 5;
const DAY_MS = 86_400_000;

const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const from = to - DAYS * DAY_MS;
const fleet = await makeFleet(PROBES / 2);
await fill();

const options = await browserLaunchOptions();
const browser = await chromium.launch(options);
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
const [name, value] = (await cookieOf("root")).split("=") as [string, string];
await context.addCookies([{ name, value, url: BASE_URL }]);
const page = await context.newPage();
const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
const address = `${BASE_URL}/en-US/historyData?probeIds=${fleet.probeIds.join(",")}&${range}`;

const opened: number[] = [];
for (let round = 0; round <= OPENS; round += 1) {
  const start = performance.now();
  const series = page.waitForResponse((response) => new URL(response.url()).pathname === "/service/share/history");
  await page.goto(address, { waitUntil: "commit" });
  await series;
  await page.locator("[data-chart=drawn]").waitFor();
  if (round > 0) opened.push(performance.now() - start);
}

const box = await page.locator("[data-chart=drawn]").boundingBox();
if (!box) throw new Error("the chart has no place");
await page.mouse.move(box.x + box.width / 2, box.y + 90);
const session = await context.newCDPSession(page);
const frames: number[] = [];
await session.send("Performance.enable");
for (let turn = 0; turn < TURNS; turn += 1) {
  const before = await spent();
  await page.mouse.wheel(0, turn < TURNS / 2 ? -120 : 120);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  frames.push((await spent()) - before);
}
await browser.close();

const [middle, worst] = [median(frames), quantile(frames, 0.95)];
const isSmooth = worst <= FRAME_BOUND_MS;
const isQuick = median(opened) <= OPEN_BOUND_MS;
console.log(
  `zoom: a turn of the wheel costs ${middle.toFixed(1)} ms of scripts, 95 of 100 at most ${worst.toFixed(1)} ms, bound ${FRAME_BOUND_MS} ms: ${isSmooth ? "holds" : "FAILS"}`,
);
console.log(
  `zoom: a year of minutes of ${PROBES} probes opens in ${median(opened).toFixed(0)} ms, bound ${OPEN_BOUND_MS} ms: ${isQuick ? "holds" : "FAILS"}`,
);
if (!isSmooth || !isQuick) process.exitCode = 1;
await sql.end();

/** Milliseconds that the page has spent in scripts so far. */
async function spent(): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find((metric) => metric.name === "ScriptDuration")?.value ?? 0) * 1000;
}

/** A reading a minute of each probe, with the hours that roll them up. */
async function fill(): Promise<void> {
  await ensurePartitions(sql, from, to);
  for (let day = from; day < to; day += DAY_MS)
    await sql`
      insert into reading (probe_id, at, value)
      select p, at, round((5 + 2 * sin(extract(epoch from at) / 3000 + p))::numeric, 2)
        from generate_series(to_timestamp(${day / 1000}::float8), to_timestamp(${(day + DAY_MS) / 1000 - 60}::float8), '1 minute') at,
             unnest(${fleet.probeIds}::bigint[]) p`;
  await sql`
    insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
    select probe_id, date_trunc('hour', at), count(*), sum(value), min(value), max(value)
      from reading where probe_id = any(${fleet.probeIds}::bigint[]) group by 1, 2`;
  await sql`vacuum (analyze)`;
}

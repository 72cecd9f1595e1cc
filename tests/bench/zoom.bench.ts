import { chromium } from "@playwright/test";
import { browserLaunchOptions } from "../support/browser.mjs";
import { BASE_URL, cookieOf, fillMinutes, makeFleet, median, quantile, sql } from "./support";

/**
 * Zooming a year of minutes with the wheel, from the whole year to an hour and back. Measures the script time per turn
 * as CPU time of the page's main thread (server, database and drawing share the cores with it), the wall-clock time per
 * turn including everything, and the time to open the year.
 */
const FRAME_BOUND_MS = 50;
const OPEN_BOUND_MS = 1500;
const DAYS = 365;
const PROBES = 4;
const TURNS = 120;
const OPENS = 5;
const DAY_MS = 86_400_000;

const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const from = to - DAYS * DAY_MS;
const fleet = await makeFleet(PROBES / 2);
await fillMinutes(fleet.probeIds, from, to);
await sql`vacuum (analyze)`;

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
const walls: number[] = [];
await session.send("Performance.enable", { timeDomain: "threadTicks" });
for (let turn = 0; turn < TURNS; turn += 1) {
  const before = await spent();
  const began = performance.now();
  await page.mouse.wheel(0, turn < TURNS / 2 ? -120 : 120);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  walls.push(performance.now() - began);
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
  `zoom: by the clock, on the machine that serves it too, a turn takes ${median(walls).toFixed(0)} ms, 95 of 100 at most ${quantile(walls, 0.95).toFixed(0)} ms`,
);
console.log(
  `zoom: a year of minutes of ${PROBES} probes opens in ${median(opened).toFixed(0)} ms, bound ${OPEN_BOUND_MS} ms: ${isQuick ? "holds" : "FAILS"}`,
);
if (!isSmooth || !isQuick) process.exitCode = 1;
await sql.end();

/** Milliseconds of CPU time that the page has spent in scripts so far. */
async function spent(): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find((metric) => metric.name === "ScriptDuration")?.value ?? 0) * 1000;
}

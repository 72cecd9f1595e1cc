import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { browserLaunchOptions } from "../support/browser.mjs";
import { BASE_URL, cookieOf, makeFleet, median, settled, sql } from "./support";

/**
 * Largest contentful paint of the monitoring list of 5,000 carriers in Chromium, relative to a static copy of it: the
 * same elements, styles and fonts from a plain file server, without a script. Alternating, in a fresh context each time
 * that is idle first, because creating one costs the browser more than any page. Machine and pixels are the same on
 * both sides. Also the time until the list is usable: until a click on a row is answered.
 */
const BOUND = 2.5;
const CARRIERS = 5000;
const ROUNDS = 15;
const WARM_UP = 2;
const REST_MS = 800;
const VIEWPORT = { width: 1440, height: 900 };

const fleet = await makeFleet(CARRIERS);
await sql`
  update probe_state set last_at = now(), last_value = 5, received_at = now(), trend = 0 where probe_id = any(${fleet.probeIds}::bigint[])`;
await settled();
const [node] = await sql<{ id: number }[]>`select id::int from scene where customer_id = ${fleet.customerId}`;
const [name, value] = (await cookieOf("root")).split("=") as [string, string];
const address = `${BASE_URL}/en-US/databoard/monitoringPoint?sceneId=${node?.id}`;

const browser = await chromium.launch(await browserLaunchOptions());
const copy = await serveCopy();
type Paint = { first: number; largest: number; scripts: number; usable: number };
const sides: Record<"product" | "copy", { url: string; paints: Paint[] }> = {
  product: { url: address, paints: [] },
  copy: { url: copy.url, paints: [] },
};
for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
  for (const side of Object.values(sides)) {
    const paint = await visit(side.url);
    if (round >= WARM_UP) side.paints.push(paint);
  }
await browser.close();
copy.close();
await sql.end();

const figure = (side: keyof typeof sides, key: keyof Paint) => median(sides[side].paints.map((paint) => paint[key]));
for (const side of ["product", "copy"] as const)
  console.log(
    `paint: ${side} first ${figure(side, "first").toFixed(0)} ms, largest ${figure(side, "largest").toFixed(0)} ms, scripts ${(figure(side, "scripts") / 1000).toFixed(0)} kB over the wire`,
  );
console.log(`paint: a press on a row is answered after ${figure("product", "usable").toFixed(0)} ms`);
const ratio = figure("product", "largest") / figure("copy", "largest");
console.log(`paint: ratio of the largest ${ratio.toFixed(2)}, bound ${BOUND}: ${ratio <= BOUND ? "holds" : "FAILS"}`);
if (ratio > BOUND) process.exitCode = 1;

async function open<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const context: BrowserContext = await browser.newContext({ viewport: VIEWPORT });
  await context.addCookies([{ name, value, url: BASE_URL }]);
  try {
    const page = await context.newPage();
    await page.addInitScript(pressUntilAnswered);
    await page.waitForTimeout(REST_MS);
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Clicks the checkbox of the first row on every frame until the selection bar appears, and records when it did. */
function pressUntilAnswered(): void {
  const press = () => {
    if (document.querySelector("[data-batch-bar]")) performance.mark("usable");
    else {
      document.querySelector<HTMLInputElement>("tbody [data-select]")?.click();
      requestAnimationFrame(press);
    }
  };
  requestAnimationFrame(press);
}

/** Milliseconds from the request to the paints, once no larger one follows, and the transferred bytes of scripts. */
function visit(url: string): Promise<Paint> {
  return open(async (page) => {
    await page.goto(url, { waitUntil: "load" });
    await page
      .getByText(/Fridge 0000\d/)
      .first()
      .waitFor();
    await page.waitForTimeout(700);
    return page.evaluate(
      () =>
        new Promise<Paint>((resolve) => {
          const first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
          const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
          const scripts = resources
            .filter((one) => one.initiatorType === "script" || one.name.endsWith(".js"))
            .reduce((sum, one) => sum + one.transferSize, 0);
          const usable = performance.getEntriesByName("usable")[0]?.startTime ?? Number.NaN;
          new PerformanceObserver((list) => {
            resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? Number.NaN, scripts, usable });
          }).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
  });
}

/** The complete list without scripts, and everything that its styles reference. */
async function serveCopy() {
  const html = await open(async (page) => {
    await page.goto(address, { waitUntil: "load" });
    await page
      .getByText(/Fridge 0000\d/)
      .first()
      .waitFor();
    return page.evaluate(() => {
      for (const element of document.querySelectorAll("script, link[rel=preload][as=script], link[rel=modulepreload]"))
        element.remove();
      return `<!doctype html>${document.documentElement.outerHTML}`;
    });
  });
  const files = new Map<string, { type: string; body: Buffer }>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (path === "/") return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
    let file = files.get(path);
    if (!file) {
      const found = await fetch(`${BASE_URL}${path}`, { headers: { cookie: `${name}=${value}` } });
      file = { type: found.headers.get("content-type") ?? "", body: Buffer.from(await found.arrayBuffer()) };
      files.set(path, file);
    }
    return response.writeHead(200, { "content-type": file.type }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

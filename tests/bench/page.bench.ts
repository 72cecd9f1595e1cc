import { BASE_URL, cookieOf, fillMinutes, makeFleet, median, settled, sql } from "./support";

/**
 * Time to first byte of the most used pages, relative to a trivial server-rendered page (the login page: language, no
 * session, no query), one request at a time, alternating.
 */
const BOUND = 3.5;
/** A skeleton alone would meet the bound above, so the rows have a bound of their own. */
const FIRST_ROW_BOUND = 6;
const CARRIERS = 5000;
const DAYS = 90;
const ROUNDS = 60;
const WARM_UP = 10;
const DAY_MS = 86_400_000;

const fleet = await makeFleet(CARRIERS);
const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const from = to - DAYS * DAY_MS;
const probeId = fleet.probeIds[0] as number;
await fillMinutes([probeId], from, to);
await sql`
  update probe_state set last_at = now(), last_value = 5, received_at = now(), trend = 0 where probe_id = any(${fleet.probeIds}::bigint[])`;
await settled();
// Excludes the fleets of other benches in the same database.
const [node] = await sql<{ id: number }[]>`select id::int from scene where customer_id = ${fleet.customerId}`;
const cookie = await cookieOf("root");

type Page = { name: string; path: string; headers: Record<string, string>; mark: RegExp };
const TRIVIAL: Page = { name: "login", path: "/en-US/login", headers: {}, mark: /name="password"/ };
const LIST: Page = {
  name: `monitoringPoint, ${CARRIERS.toLocaleString("en")} carriers`,
  path: `/en-US/databoard/monitoringPoint?sceneId=${node?.id}`,
  headers: { cookie },
  mark: /Fridge \d{5}/,
};
const PAGES: readonly Page[] = [
  { name: "home", path: "/en-US/home", headers: { cookie }, mark: /<h1/ },
  LIST,
  {
    name: `historyData, ${DAYS} days`,
    path: `/en-US/historyData?probeIds=${probeId}&from=${from}&to=${to}`,
    headers: { cookie },
    mark: /Fridge 00001/,
  },
];

type Load = { first: number; marked: number; whole: number };

/**
 * Milliseconds to the first byte of the body, to the first that contains `mark`, and to the last. The first byte may
 * belong to a skeleton; the mark, the name of a carrier, shows when the rows arrive.
 */
async function load({ path, headers, mark }: Page): Promise<Load> {
  const start = performance.now();
  const response = await fetch(`${BASE_URL}${path}`, { headers, redirect: "manual" });
  if (response.status !== 200 || !response.body) throw new Error(`${path} answers ${response.status}`);
  let first = 0;
  let marked = 0;
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const now = performance.now() - start;
    first ||= now;
    if (marked) continue;
    text += decoder.decode(chunk, { stream: true });
    if (mark.test(text)) marked = now;
  }
  if (!marked) throw new Error(`${path} shows no ${mark}`);
  return { first, marked, whole: performance.now() - start };
}

const loads = new Map<Page, Load[]>([TRIVIAL, ...PAGES].map((page) => [page, []]));
for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
  for (const [page, taken] of loads) {
    const one = await load(page);
    if (round >= WARM_UP) taken.push(one);
  }

const figure = (page: Page, key: keyof Load) => median((loads.get(page) ?? []).map((one) => one[key]));
const told = (page: Page) =>
  `first byte ${figure(page, "first").toFixed(1)} ms, whole ${figure(page, "whole").toFixed(1)} ms`;
console.log(`page: ${TRIVIAL.name} ${told(TRIVIAL)}`);
for (const page of PAGES) {
  const ratio = figure(page, "first") / figure(TRIVIAL, "first");
  const holds = ratio <= BOUND;
  console.log(
    `page: ${page.name} ${told(page)}, ratio ${ratio.toFixed(2)}, bound ${BOUND}: ${holds ? "holds" : "FAILS"}`,
  );
  if (!holds) process.exitCode = 1;
}
const rowRatio = figure(LIST, "marked") / figure(TRIVIAL, "marked");
console.log(
  `page: first row ${figure(LIST, "marked").toFixed(1)} ms, login form ${figure(TRIVIAL, "marked").toFixed(1)} ms, ratio ${rowRatio.toFixed(2)}, bound ${FIRST_ROW_BOUND}: ${rowRatio <= FIRST_ROW_BOUND ? "holds" : "FAILS"}`,
);
if (rowRatio > FIRST_ROW_BOUND) process.exitCode = 1;
await sql.end();

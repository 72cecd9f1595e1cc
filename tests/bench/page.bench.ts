import { BASE_URL, makeFleet, median, sql } from "./support";

/**
 * Time to first byte of the monitoring list of a customer with 1,000 carriers, over that of a trivial server-rendered
 * page (the login page: language, no session, no query), one request at a time, alternating.
 */
const BOUND = 3;
/** The rows come behind a skeleton: without a bound of their own the one above would prove little. */
const FIRST_ROW_BOUND = 5;
const ROUNDS = 60;

type Load = { first: number; marked: number; whole: number };

const WARM_UP = 10;

const fleet = await makeFleet(1000);
await sql`
  update probe_state set last_at = now(), last_value = 5, received_at = now(), trend = 0 where probe_id = any(${fleet.probeIds}::bigint[])`;
// The fleets of other benches in the same database are none of this list's business.
const [node] = await sql<{ id: number }[]>`select id::int from scene where customer_id = ${fleet.customerId}`;
const login = await fetch(`${BASE_URL}/service/user/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ username: "root", password: "Frost2026" }),
});
const { data } = (await login.json()) as { data: { token: string } };
const cookie = `next-auth.session-token=${data.token}`;

/**
 * Milliseconds to the first byte of the body, to the first that shows `mark`, and to the last. The list streams a skeleton
 * first, so its first byte says nothing about the rows: the mark is a carrier's name.
 */
async function load(path: string, headers: Record<string, string>, mark: RegExp): Promise<Load> {
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

const list: Load[] = [];
const trivial: Load[] = [];
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const one = await load(`/en-US/databoard/monitoringPoint?sceneId=${node?.id}`, { cookie }, /Fridge \d{5}/);
  const two = await load("/en-US/login", {}, /name="password"/);
  if (round < WARM_UP) continue;
  list.push(one);
  trivial.push(two);
}
const figure = (loads: Load[], key: keyof Load) => median(loads.map((load) => load[key]));
const ratio = figure(list, "first") / figure(trivial, "first");
console.log(
  `page: monitoringPoint first byte ${figure(list, "first").toFixed(1)} ms, whole ${figure(list, "whole").toFixed(1)} ms`,
);
console.log(
  `page: login first byte ${figure(trivial, "first").toFixed(1)} ms, whole ${figure(trivial, "whole").toFixed(1)} ms`,
);
console.log(`page: ratio of first bytes ${ratio.toFixed(2)}, bound ${BOUND}: ${ratio <= BOUND ? "holds" : "FAILS"}`);
const rowRatio = figure(list, "marked") / figure(trivial, "marked");
console.log(
  `page: first row ${figure(list, "marked").toFixed(1)} ms, login form ${figure(trivial, "marked").toFixed(1)} ms, ratio ${rowRatio.toFixed(2)}, bound ${FIRST_ROW_BOUND}: ${rowRatio <= FIRST_ROW_BOUND ? "holds" : "FAILS"}`,
);
console.log(`page: ratio of whole pages ${(figure(list, "whole") / figure(trivial, "whole")).toFixed(2)} (no bound)`);
if (ratio > BOUND || rowRatio > FIRST_ROW_BOUND) process.exitCode = 1;
await sql.end();

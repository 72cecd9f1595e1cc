import { BASE_URL, makeFleet, median, sql } from "./support";

/**
 * Time to first byte of the monitoring list of a customer with 1,000 carriers, over that of a trivial server-rendered
 * page (the login page: language, no session, no query), one request at a time, alternating.
 */
const BOUND = 3;
const ROUNDS = 60;
const WARM_UP = 10;

const fleet = await makeFleet(1000);
await sql`
  update probe_state set last_at = now(), last_value = 5, received_at = now(), trend = 0 where probe_id = any(${fleet.probeIds}::bigint[])`;
const login = await fetch(`${BASE_URL}/service/user/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ username: "root", password: "Frost2026" }),
});
const { data } = (await login.json()) as { data: { token: string } };
const cookie = `next-auth.session-token=${data.token}`;

/** Milliseconds to the first byte of the body, and to the last. */
async function load(path: string, headers: Record<string, string>): Promise<[number, number]> {
  const start = performance.now();
  const response = await fetch(`${BASE_URL}${path}`, { headers, redirect: "manual" });
  if (response.status !== 200 || !response.body) throw new Error(`${path} answers ${response.status}`);
  let first = 0;
  for await (const _chunk of response.body as unknown as AsyncIterable<Uint8Array>) first ||= performance.now() - start;
  return [first, performance.now() - start];
}

const list: [number, number][] = [];
const trivial: [number, number][] = [];
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const one = await load("/en-US/databoard/monitoringPoint", { cookie });
  const two = await load("/en-US/login", {});
  if (round < WARM_UP) continue;
  list.push(one);
  trivial.push(two);
}
const figure = (loads: [number, number][], index: 0 | 1) => median(loads.map((load) => load[index]));
const ratio = figure(list, 0) / figure(trivial, 0);
console.log(
  `page: monitoringPoint first byte ${figure(list, 0).toFixed(1)} ms, whole ${figure(list, 1).toFixed(1)} ms`,
);
console.log(`page: login first byte ${figure(trivial, 0).toFixed(1)} ms, whole ${figure(trivial, 1).toFixed(1)} ms`);
console.log(`page: ratio of first bytes ${ratio.toFixed(2)}, bound ${BOUND}: ${ratio <= BOUND ? "holds" : "FAILS"}`);
console.log(`page: ratio of whole pages ${(figure(list, 1) / figure(trivial, 1)).toFixed(2)} (no bound)`);
if (ratio > BOUND) process.exitCode = 1;
await sql.end();

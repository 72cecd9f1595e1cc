import { createHash } from "node:crypto";
import { BASE_URL, fillMinutes, makeFleet, median, settled, sql, summed } from "./support";

/**
 * Pages of codes without a login: how many a second one process serves, each with its chart, and their time to first
 * byte relative to the login page, one request at a time, alternating.
 */
const RATE = 200;
const BOUND = 3;
const CARRIERS = 40;
/** Codes of each carrier: readers share a page that was made a few seconds ago, but not all of them the same. */
const CODES = 6;
const DAYS = 7;
const DAY_MS = 86_400_000;
const ROUNDS = 60;
const WARM_UP = 10;
const READERS = 12;
const SECONDS = 15;

const fleet = await makeFleet(CARRIERS);
const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
await fillMinutes(fleet.probeIds, to - DAYS * DAY_MS, to);
await sql`
  update probe_state set last_at = now(), last_value = 5, received_at = now(), trend = 0 where probe_id = any(${fleet.probeIds}::bigint[])`;
await settled();
await summed(fleet.probeIds);

const keys = Array.from({ length: CARRIERS * CODES }, (_, index) =>
  createHash("sha256").update(`${fleet.token} ${index}`).digest("base64url").slice(0, 24),
);
const fields = ["owner", "place", "value", "range", "chart", "figures", "excursions"];
await sql`
  insert into share_code (customer_id, kind, code_hash, sealed_code, name, carrier_id, subject, from_at, fields, expires_at, author)
  select ${fleet.customerId}, 'page', k.hash, '', format('Code %s', k.place), c.id, c.name, now() - make_interval(days => ${DAYS}),
         ${fields}, now() + interval '1 day', 'bench'
    from unnest(${keys.map((key) => createHash("sha256").update(key).digest("hex"))}::text[]) with ordinality k(hash, place)
    join (select id, name, row_number() over (order by id) - 1 as number from carrier where customer_id = ${fleet.customerId}) c
      on c.number = (k.place - 1) % ${CARRIERS}`;

const PHONE = "Mozilla/5.0 (Linux; Android 15; Mobile) Chrome/142.0";

/** Milliseconds to the first byte of the body; throws unless the page shows `mark`. */
async function load(path: string, mark: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${BASE_URL}${path}`, { headers: { "user-agent": PHONE }, redirect: "manual" });
  if (response.status !== 200 || !response.body) throw new Error(`${path} answers ${response.status}`);
  let first = 0;
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    first ||= performance.now() - start;
    text += decoder.decode(chunk, { stream: true });
  }
  if (!text.includes(mark)) throw new Error(`${path} shows no ${mark}`);
  return first;
}

const page = (index: number) => load(`/en-US/queryCode?key=${keys[index % keys.length]}`, "Fridge 000");
const login = () => load("/en-US/login", 'name="password"');

// Each page is made once before: what is measured is a reader among many.
for (let index = 0; index < keys.length; index += 1) await page(index);
const firsts = { page: [] as number[], login: [] as number[] };
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const [one, other] = [await page(round), await login()];
  if (round < WARM_UP) continue;
  firsts.page.push(one);
  firsts.login.push(other);
}

async function rateOf(ask: (index: number) => Promise<number>): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      while (performance.now() < end) {
        count += 1;
        await ask(count);
      }
    }),
  );
  return count / SECONDS;
}
const rates = { login: await rateOf(login), page: await rateOf(page) };
await sql.end();

const ratio = median(firsts.page) / median(firsts.login);
console.log(
  `public: first byte ${median(firsts.page).toFixed(1)} ms, login page ${median(firsts.login).toFixed(1)} ms, ratio ${ratio.toFixed(2)}, bound ${BOUND}: ${ratio <= BOUND ? "holds" : "FAILS"}`,
);
console.log(
  `public: ${rates.page.toFixed(0)} pages/s to ${READERS} readers, login page ${rates.login.toFixed(0)}/s, wanted ${RATE}: ${rates.page >= RATE ? "holds" : "FAILS"}`,
);
if (ratio > BOUND || rates.page < RATE) process.exitCode = 1;

import { afterAll, beforeAll, expect, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import { makeCustomer, makeFridge } from "../factories/world";
import { hurryQueue } from "../support/queue";
import { type Product, startProduct } from "../support/server";
import { type Mailbox, startMailbox } from "../support/smtp";

const SECRET = "the-secret-of-the-timer";

let mailbox: Mailbox;
let product: Product;
let db: Db;

beforeAll(async () => {
  mailbox = await startMailbox();
  const env = { CRON_SECRET: SECRET, SMTP_URL: `smtp://127.0.0.1:${mailbox.port}` };
  product = await startProduct({ env, hasWorker: false });
  db = openDb(product.databaseUrl, 2);
}, 300_000);
afterAll(async () => {
  await db?.$client.end({ timeout: 5 });
  await product?.stop();
  await mailbox?.close();
});

const post = (path: string, token?: string, body?: unknown) =>
  fetch(product.baseUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

it("judges alarms where readings come in, and does the rest when the host's timer calls", async () => {
  const owner = await makeCustomer(db);
  const contacts = [{ name: "Ada", email: "ada@example.com", channels: ["email" as const] }];
  const fridge = await makeFridge(db, owner, { contacts, plan: [{ channels: ["email"] }] });
  const readings = [{ device: fridge.sensor.serialNumber, at: Date.now(), values: { temperature: 12 } }];
  const answer = await post("/service/ingest/readings", owner.token, { readings });
  expect(await answer.json()).toMatchObject({ result: { accepted: 1 } });
  const open =
    await db.$client`select status from exception where carrier_id = ${fridge.carrier.id} and ended_at is null`;
  expect(open).toHaveLength(1);
  expect(await (await fetch(`${product.baseUrl}/service/health`)).json()).toMatchObject({ db: true, worker: false });
  expect(mailbox.mails).toEqual([]);
  // A message waits for others of the same cause first.
  await db.$client`update outbox set due_at = now() - interval '1 second'`;
  await hurryQueue(db);

  const calls = await Promise.all([post("/service/cron?seconds=3", SECRET), post("/service/cron?seconds=3", SECRET)]);
  const seconds = await Promise.all(calls.map(async (call) => (await call.json()).result.seconds));
  expect(seconds.sort()).toEqual([0, 3]);
  expect(mailbox.mails).toHaveLength(1);
  // Between two calls the worker is where it is expected; once the timer is overdue it is missing.
  const health = async () => {
    const response = await fetch(`${product.baseUrl}/service/health`);
    return [response.status, ((await response.json()) as { worker: boolean }).worker];
  };
  expect(await health()).toEqual([200, true]);
  await db.$client`update queue_uptime set timer_until = now() - interval '1 second'`;
  expect(await health()).toEqual([503, false]);
});

it("tells that something fell silent, however often the web server was new", async () => {
  const owner = await makeCustomer(db);
  const fridge = await makeFridge(db, owner, { noData: true, device: { reportIntervalSeconds: 60 } });
  const open = () => db.$client`select from exception where carrier_id = ${fridge.carrier.id} and kind = 'no-data'`;
  await db.$client`
    update probe_state set last_at = now() - interval '1 hour', received_at = now() - interval '1 hour', last_value = 5
     where probe_id = ${fridge.probes.temperature as number}`;
  await post("/service/cron?seconds=1", SECRET);
  // Nobody has listened for so long yet.
  expect(await open()).toHaveLength(0);
  await db.$client`update queue_uptime set since = now() - interval '1 hour'`;
  await post("/service/cron?seconds=1", SECRET);
  expect(await open()).toHaveLength(1);
});

it("lets nobody in without the secret", async () => {
  for (const token of [undefined, "wrong", `${SECRET}x`]) {
    const refused = await post("/service/cron", token);
    expect([refused.status, (await refused.json()).state.error]).toEqual([401, "UNAUTHENTICATED"]);
  }
  const wrong = await post("/service/cron?seconds=0", SECRET);
  expect([wrong.status, (await wrong.json()).state.issues[0].path]).toEqual([422, "seconds"]);
});

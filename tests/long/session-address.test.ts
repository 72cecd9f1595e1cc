import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import { audit } from "@/db/schema";
import { type Product, startProduct } from "../support/server";

let product: Product;
let db: Db;

beforeAll(async () => {
  product = await startProduct({ env: { TRUSTED_PROXIES: "0" }, hasWorker: false });
  db = openDb(product.databaseUrl, 2);
}, 300_000);
afterAll(async () => {
  await db?.$client.end({ timeout: 5 });
  await product?.stop();
});

const attempt = (headers: Record<string, string>) =>
  fetch(`${product.baseUrl}/service/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ username: "nobody", password: "x" }),
  });

it("without a trusted proxy the caller on the socket counts, whatever addresses he claims", async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 33; count += 1) {
    const claim = `203.0.113.${count}`;
    const headers = { "x-forwarded-for": claim, "x-real-ip": claim, "x-peer-address": claim };
    statuses.push((await attempt(headers)).status);
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
  expect(statuses.slice(-2)).toEqual([429, 429]);
  const rows = await db.select().from(audit).where(eq(audit.operation, "session.login.refused"));
  expect([...new Set(rows.map(({ address }) => address))]).toEqual([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]);
});

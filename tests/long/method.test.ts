import { afterAll, beforeAll, expect, it } from "vitest";
import { ROUTES } from "@/app/service/routes";
import { type Db, openDb } from "@/db/client";
import { ERRORS, type ErrorCode } from "@/lib/errors";
import { grouped } from "@/lib/grouped";
import { makeUser, openSessionOf } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { type Product, startProduct } from "../support/server";

let product: Product;
let db: Db;
let token: string;

beforeAll(async () => {
  product = await startProduct({ hasWorker: false });
  db = openDb(product.databaseUrl, 2);
  token = (await openSessionOf(db, await makeUser(db, (await makeCustomer(db)).id))).token;
}, 300_000);
afterAll(async () => {
  await db?.$client.end({ timeout: 5 });
  await product?.stop();
});

/** That the call is refused with this error, in the envelope, under an id that the caller can name. */
async function expectRefused(method: string, path: string, error: ErrorCode, isSignedIn = true) {
  const body = method === "GET" || method === "DELETE" ? {} : { body: '{"a":1}' };
  const headers: Record<string, string> = isSignedIn ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(product.baseUrl + path, { method, headers, ...body });
  const { status, code } = ERRORS[error];
  const call = `${method} ${path}`;
  const text = await response.text();
  expect([response.status, response.headers.get("content-type")], call).toEqual([status, "application/json"]);
  const requestId = response.headers.get("x-request-id");
  expect(requestId, call).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(text), call).toMatchObject({ state: { code, error, requestId }, result: null });
  expect(response.headers.get("cache-control"), call).toContain("no-store");
}

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"];

it("a method that a call does not have is refused in the envelope, whoever asks", async () => {
  // What other makers' clients ask at the root of the host is answered as these expect.
  const ours = ROUTES.filter(([, path]) => path.startsWith("/service"));
  const methodsOf = grouped(ours, ([, path]) => path);
  expect(methodsOf.size).toBeGreaterThan(50);
  for (const [path, routes] of methodsOf)
    for (const method of METHODS)
      if (!routes.some(([known]) => known === method))
        await expectRefused(method, path.replace(/\[\w+\]/g, "1"), "METHOD_NOT_ALLOWED", method !== "PATCH");
}, 120_000);

it.each(["/service", "/service?a=1", "/service/nowhere", "/service/zone/1/nowhere"])(
  "%s is no call: 404 in the envelope, and of strangers a session is asked first",
  async (path) => {
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      await expectRefused(method, path, "NOT_FOUND");
      await expectRefused(method, path, "UNAUTHENTICATED", false);
    }
    await expectRefused("PATCH", path, "METHOD_NOT_ALLOWED");
  },
);

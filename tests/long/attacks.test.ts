import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ROUTES } from "@/app/service/routes";
import { type Db, openDb } from "@/db/client";
import { CRON, INGEST_TOKEN } from "@/lib/operation/define-operation";
import { prepareCall, sendCall } from "../contract/access-call";
import { FIXTURES } from "../contract/access-fixtures";
import { makeWorld, type World } from "../contract/access-world";
import type { Fixture } from "../contract/fixture";
import { type RowWatch, watchRows } from "../contract/row-watch";
import { openSessionOf } from "../factories/account";
import { type Product, startProduct } from "../support/server";

// What is tried against every call alike, by the one caller whom nothing else holds back.

let product: Product;
let db: Db;
let own: World;
let watch: RowWatch;

beforeAll(async () => {
  // What a worker does with what a call has left would count as the doing of the next one.
  product = await startProduct({ hasWorker: false });
  db = openDb(product.databaseUrl, 4);
  own = await makeWorld(db);
  watch = await watchRows(db.$client, own.customer.id);
}, 300_000);
afterAll(async () => {
  await db?.$client.end({ timeout: 5 });
  await product?.stop();
});

type Route = (typeof ROUTES)[number];

/** The call as it would succeed, sent with Root's cookie; and the tables in which it changed rows of the customer. */
async function attempt([method, path, { name }]: Route, headers: Record<string, string>, extra = {}) {
  const fixture = FIXTURES[name] as Fixture;
  const sent = await prepareCall({ db, own, baseUrl: product.baseUrl }, [method, path], fixture, "done", extra);
  const cookie = `next-auth.session-token=${(await openSessionOf(db, { id: 1 })).token}`;
  await watch.start();
  const { status, text } = await sendCall(sent, { cookie, ...headers });
  const { state } = text.startsWith("{") ? JSON.parse(text) : { state: {} };
  return { status, code: state.code, issues: state.issues ?? [], touched: await watch.touched() };
}

const titled = (routes: readonly Route[]) => routes.map((route) => [`${route[0]} ${route[1]}`, route] as const);
// Devices and the host's timer come with a token of their own and without a cookie.
const writes = ROUTES.filter(
  ([method, , { permission }]) => method !== "GET" && permission !== INGEST_TOKEN && permission !== CRON,
);
const keysOf = (input: z.ZodType) => (input instanceof z.ZodObject ? Object.keys(input.shape) : undefined);
// A gateway for text messages sends fields of its maker, and nothing that it names is written as it is.
const filled = writes.filter(
  ([, , { name, input }]) => keysOf(input)?.join() !== "id" && name !== "noticeReply.receive",
);
const lists = ROUTES.filter(([method, , { input }]) => method === "GET" && keysOf(input)?.includes("iDisplayLength"));

describe(`another site, at each of ${writes.length} writes`, () => {
  it.each(titled(writes))("%s", async (_, route) => {
    const answer = await attempt(route, { origin: "https://evil.test" });
    expect(answer).toMatchObject({ status: 403, touched: [] });
  });
});

describe(`a field that nobody asked for, at each of ${filled.length} writes that take more than an id`, () => {
  it.each(titled(filled))("%s", async (_, route) => {
    const answer = await attempt(route, {}, { isRoot: true });
    expect(answer).toMatchObject({ status: 422, touched: [] });
    expect(answer.issues).toEqual([expect.objectContaining({ rule: "unrecognized_keys" })]);
  });
});

describe(`each of ${lists.length} lists`, () => {
  it.each(titled(lists))("%s", async (_, route) => {
    expect(await attempt(route, {}, { iDisplayLength: "100000" })).toMatchObject({
      status: 422,
      issues: [{ path: "iDisplayLength", rule: "too_big" }],
    });
    expect(await attempt(route, {}, { sort: "passwordHash" })).toMatchObject({
      status: 422,
      issues: [{ path: "sort" }],
    });
  });
});

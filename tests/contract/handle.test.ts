import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { db } from "@/db/client";
import { resetEnvironment } from "@/lib/env/env";
import { AppError, notFound } from "@/lib/errors";
import { handlerOf } from "@/lib/http/handle";
import { RawReply, Reply } from "@/lib/http/reply";
import {
  type BodyRule,
  defineOperation,
  INGEST_TOKEN,
  PUBLIC,
  type Requirement,
  SIGNED_IN,
} from "@/lib/operation/define-operation";
import { makeUser, openSessionOf } from "../factories/account";
import { makeCustomer } from "../factories/world";

let token: string;
let ingestToken: string;

beforeAll(async () => {
  const owner = await makeCustomer(db());
  ingestToken = owner.token;
  token = (await openSessionOf(db(), await makeUser(db(), owner.id, { permissions: ["viewEx"] }))).token;
});
afterAll(() => db().$client.end({ timeout: 5 }));

type Call = { method?: string; url?: string; headers?: Record<string, string>; body?: string };
type Answer = { state: { code: number; msg: string; requestId?: string; issues?: unknown }; result: unknown };

const signedIn = () => ({ authorization: `Bearer ${token}` });

/** An operation that gives its input back. */
const echo = (permission: Requirement = PUBLIC, kind: "query" | "intake" = "query", body?: BodyRule) =>
  defineOperation({
    name: "x.echo",
    kind,
    permission,
    input: z.looseObject({}),
    run: async (_ctx, input) => input,
    ...(body && { body }),
  });

async function call(
  operation: Parameters<typeof handlerOf>[0],
  { method = "GET", url = "http://frost.test/service/x", headers = {}, body }: Call = {},
  params: Record<string, string> = {},
) {
  const request = new Request(url, { method, headers: { host: "frost.test", ...headers }, ...(body ? { body } : {}) });
  const response = await handlerOf(operation)(request, { params: Promise.resolve(params) });
  return { response, body: (await response.clone().json()) as Answer };
}

const codeOf = async (...given: Parameters<typeof call>) => {
  const { response, body } = await call(...given);
  return [response.status, body.state.code];
};

const failing = (error: unknown) =>
  defineOperation({
    name: "x.fail",
    kind: "query",
    permission: PUBLIC,
    input: z.object({}),
    run: () => Promise.reject(error),
  });

describe("an answer", () => {
  it("is enveloped, never cached, and carries the request's id", async () => {
    const { response, body } = await call(echo(), { url: "http://frost.test/service/x?a=1" });
    expect(response.status).toBe(200);
    expect(body).toEqual({ state: { code: 200000, msg: "ok" }, result: { a: "1" } });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ["a-request.id_01", true],
    ["short", false],
    ["x".repeat(65), false],
    ["with a blank", false],
    ['"quoted-and-long"', false],
  ])("takes over the caller's request id %j: %s", async (given, isTaken) => {
    const { response } = await call(echo(), { headers: { "x-request-id": given } });
    const id = response.headers.get("x-request-id");
    if (isTaken) expect(id).toBe(given);
    else expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("of nothing is null; of a reply has its envelope, status and headers; of a raw reply is itself", async () => {
    const returning = (value: unknown) =>
      defineOperation({
        name: "x.give",
        kind: "query",
        permission: PUBLIC,
        input: z.object({}),
        run: async () => value,
      });
    expect((await call(returning(undefined))).body.result).toBeNull();
    const reply = await call(
      returning(new Reply({ a: 1 }, { envelope: "data", status: 201, headers: { "x-own": "1" } })),
    );
    expect(reply.body).toEqual({ state: { code: 200000, msg: "ok" }, data: { a: 1 } });
    expect([reply.response.status, reply.response.headers.get("x-own")]).toEqual([201, "1"]);
    const raw = await handlerOf(returning(new RawReply("a,b\n", { "content-type": "text/csv" })))(
      new Request("http://frost.test/service/x"),
      { params: Promise.resolve({}) },
    );
    expect([await raw.text(), raw.headers.get("content-type")]).toEqual(["a,b\n", "text/csv"]);
    expect([raw.headers.get("cache-control"), raw.headers.has("x-request-id")]).toEqual(["private, no-store", true]);
  });

  it("merges query, body and path: the path wins, then the body", async () => {
    const { body } = await call(
      echo(),
      {
        method: "POST",
        url: "http://frost.test/service/x/7?id=1&a=query&b=query",
        body: JSON.stringify({ id: 2, a: "body" }),
      },
      { id: "7" },
    );
    expect(body.result).toEqual({ id: "7", a: "body", b: "query" });
  });

  it("has all values of a list in the query, and the last of anything else", async () => {
    const url = "http://frost.test/service/x?ids=5&ids=71&probeIds=1,2&kids=a&kids=b";
    const { body } = await call(echo(), { method: "DELETE", url });
    expect(body.result).toEqual({ ids: "5,71", probeIds: "1,2", kids: "b" });
  });

  it("is in the account's language, else in its customer's, where the caller names none", async () => {
    const owner = await makeCustomer(db(), { locale: "en-US" });
    const refused = async (own: { locale?: string }, headers: Record<string, string> = {}) => {
      const session = await openSessionOf(db(), await makeUser(db(), owner.id, { permissions: ["viewEx"], ...own }));
      const authorization = `Bearer ${session.token}`;
      return (await call(echo("editDataZone"), { headers: { ...headers, authorization } })).body.state.msg;
    };
    const english = await refused({}, { "accept-language": "en-US" });
    expect(await refused({})).toBe(english);
    expect(await refused({}, { "accept-language": "*" })).toBe(english);
    const spanish = await refused({}, { "accept-language": "es" });
    expect(spanish).not.toBe(english);
    expect(await refused({ locale: "es" })).toBe(spanish);
    expect(await refused({ locale: "es" }, { "accept-language": "en" })).toBe(english);
  });
});

describe("a refusal", () => {
  const CASES: [string, unknown, number, number][] = [
    ["a row outside the scope", notFound("zone", 7), 404, 404],
    ["a conflict", new AppError("CONFLICT", "taken"), 409, 409],
    ["a full door", new AppError("RATE_LIMITED", "later", { retryAfterSeconds: 9 }), 429, 429],
    ["what nobody foresaw", new Error("relation secret_table does not exist"), 500, 500000],
    ["what is no error at all", "secret", 500, 500000],
  ];

  it.each(CASES)("of %s", async (_, error, status, code) => {
    const { response, body } = await call(failing(error), { headers: { "x-request-id": "request-0001" } });
    expect([response.status, body.state.code, body.result]).toEqual([status, code, null]);
    expect([body.state.requestId, response.headers.get("x-request-id")]).toEqual(["request-0001", "request-0001"]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(JSON.stringify(body)).not.toContain("secret");
  });

  it("of an unknown error says nothing but the request id", async () => {
    const { body } = await call(failing(new Error("secret")), { headers: { "x-request-id": "request-0001" } });
    expect(body).toEqual({
      state: {
        code: 500000,
        error: "INTERNAL",
        msg: "服务器出错，请稍后重试。",
        detail: "internal error",
        requestId: "request-0001",
      },
      result: null,
    });
  });

  it("of an input names every field and its rule", async () => {
    const strict = defineOperation({
      name: "x.strict",
      kind: "query",
      permission: PUBLIC,
      input: z.strictObject({ id: z.coerce.number().int(), name: z.string().max(3) }),
      run: async () => 1,
    });
    const url = "http://frost.test/service/x?id=a&name=long&extra=1";
    const wrong = [
      expect.objectContaining({ path: "id", rule: "invalid_type" }),
      expect.objectContaining({ path: "name", rule: "too_big" }),
    ];
    // What a GET has besides is the caller's own, such as `_` against caches.
    const { response, body } = await call(strict, { url });
    expect([response.status, body.state.code]).toEqual([422, 422]);
    expect(body.state.issues).toEqual(wrong);
    expect((await call(strict, { url: "http://frost.test/service/x?id=1&name=a&sEcho=3&_=17" })).body.result).toBe(1);
    const sent = await call(strict, { url, method: "POST" });
    expect(sent.body.state.issues).toEqual([
      ...wrong,
      expect.objectContaining({ path: "", rule: "unrecognized_keys" }),
    ]);
  });
});

describe("who calls", () => {
  it("is told by bearer token or cookie; anything else is nobody", async () => {
    const whoami = (headers: Record<string, string>) => codeOf(echo(SIGNED_IN), { headers });
    const cookie = (value: string) => ({ cookie: `a=b; next-auth.session-token=${value}; c` });
    expect(await whoami(signedIn())).toEqual([200, 200000]);
    expect(await whoami(cookie(token))).toEqual([200, 200000]);
    const forged: Record<string, string>[] = [
      {},
      { authorization: `Basic ${token}` },
      { authorization: "Bearer" },
      { authorization: `Bearer ${token.slice(0, -2)}xx` },
      cookie(""),
      cookie("%zz"),
      cookie(`${token}x`),
      { cookie: `session-token=${token}` },
      { authorization: `Bearer ${ingestToken}` },
    ];
    for (const headers of forged) expect(await whoami(headers), JSON.stringify(headers)).toEqual([401, 500100]);
  });

  it("needs the permission", async () => {
    expect(await codeOf(echo("viewEx"), { headers: signedIn() })).toEqual([200, 200000]);
    expect(await codeOf(echo("handleEx"), { headers: signedIn() })).toEqual([403, 500102]);
    expect(await codeOf(echo("handleEx"))).toEqual([401, 500100]);
  });

  it("at the ingest door is a token's owner and no account", async () => {
    const knock = (headers: Record<string, string>) =>
      codeOf(echo(INGEST_TOKEN, "intake"), { method: "POST", body: "{}", headers });
    expect(await knock({ authorization: `Bearer ${ingestToken}` })).toEqual([200, 200000]);
    expect(await knock(signedIn())).toEqual([401, 500100]);
    expect(await knock({ cookie: `next-auth.session-token=${token}` })).toEqual([401, 500100]);
    expect(await knock({})).toEqual([401, 500100]);
  });

  it("is asked before the body is read", async () => {
    let isRead = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          isRead = true;
          controller.enqueue(new Uint8Array(1000));
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request("http://frost.test/service/x", { method: "POST", body, duplex: "half" } as RequestInit);
    const response = await handlerOf(echo("handleEx"))(request, { params: Promise.resolve({}) });
    expect([response.status, isRead]).toEqual([401, false]);
  });
});

describe("a body", () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    codeOf(echo(SIGNED_IN), { method: "POST", body, headers: { ...signedIn(), ...headers } });

  it("is at most 256 KiB unless the operation says otherwise", async () => {
    const text = (bytes: number) => JSON.stringify({ a: "x".repeat(bytes - 8) });
    expect(await send(text(262_144))).toEqual([200, 200000]);
    expect(await send(text(262_145))).toEqual([413, 413]);
    const wide = echo(PUBLIC, "query", { maximumBytes: 300_000 });
    expect(await codeOf(wide, { method: "POST", body: text(262_145) })).toEqual([200, 200000]);
  });

  it("that is malformed is 400", async () => {
    for (const body of ['{"a":', "[1]", "null", "a=1", "{'a':1}"]) expect(await send(body), body).toEqual([400, 400]);
  });
});

describe("a write", () => {
  const write = (headers: Record<string, string>, method = "POST") =>
    codeOf(echo(SIGNED_IN), { method, headers: { ...signedIn(), ...headers } });
  const DONE = [200, 200000];
  const FOREIGN = [403, 403];

  it.each<[string, Record<string, string>, number[]]>([
    ["a program, which names none", {}, DONE],
    ["this site", { origin: "http://frost.test" }, DONE],
    ["this site behind a proxy", { origin: "https://cold.test", "x-forwarded-host": "cold.test" }, DONE],
    ["another site", { origin: "http://evil.test" }, FOREIGN],
    ["another port", { origin: "http://frost.test:81" }, FOREIGN],
    ["a longer name", { origin: "http://frost.test.evil.test" }, FOREIGN],
    ["a page without an origin", { origin: "null" }, FOREIGN],
    ["nonsense", { origin: "evil" }, FOREIGN],
    ["another site's form in an old browser", { "sec-fetch-site": "cross-site" }, FOREIGN],
    ["this site's own form", { "sec-fetch-site": "same-origin" }, DONE],
    ["a form of another port", { "sec-fetch-site": "same-site" }, FOREIGN],
    ["a page of another port, in a browser that says no more", { referer: "http://frost.test:81/x" }, FOREIGN],
    ["a page of this site, in a browser that says no more", { referer: "http://frost.test/en-US/login" }, DONE],
    ["a page that somebody on the line made", { origin: "http://frost.test", "x-forwarded-proto": "https" }, FOREIGN],
    ["this site by TLS", { origin: "https://frost.test", "x-forwarded-proto": "https" }, DONE],
  ])("may come from %s", async (_, headers, expected) => {
    for (const method of ["POST", "PUT", "DELETE"]) expect(await write(headers, method)).toEqual(expected);
  });

  it("may come from the public address", async () => {
    process.env.PUBLIC_URL = "https://public.test";
    resetEnvironment();
    try {
      expect(await codeOf(echo(), { method: "POST", headers: { origin: "https://public.test" } })).toEqual(DONE);
      expect(await codeOf(echo(), { method: "POST", headers: { origin: "https://evil.test" } })).toEqual(FOREIGN);
      // The same host without TLS is whoever sits on the line.
      const open = { origin: "http://public.test", host: "public.test" };
      expect(await codeOf(echo(), { method: "POST", headers: open })).toEqual(FOREIGN);
    } finally {
      delete process.env.PUBLIC_URL;
      resetEnvironment();
    }
  });

  it("by a link is none from another site; a query is", async () => {
    const leave = defineOperation({
      name: "kit.leave",
      kind: "mutation",
      permission: SIGNED_IN,
      input: z.object({}),
      run: async () => 1,
      audit: { entity: "kit", id: () => 1 },
    });
    const led = { ...signedIn(), "sec-fetch-site": "cross-site" };
    expect(await codeOf(leave, { headers: led })).toEqual(FOREIGN);
    // A picture whose address is the logout, on a page of another port.
    expect(await codeOf(leave, { headers: { ...led, "sec-fetch-site": "same-site" } })).toEqual(FOREIGN);
    expect(await codeOf(leave, { headers: { ...led, "sec-fetch-site": "same-origin" } })).toEqual(DONE);
    expect(await codeOf(leave, { headers: { ...signedIn(), "sec-fetch-site": "none" } })).toEqual(DONE);
    expect(await codeOf(echo(SIGNED_IN), { headers: led })).toEqual(DONE);
    expect(await codeOf(echo(SIGNED_IN), { headers: { ...signedIn(), origin: "http://evil.test" } })).toEqual(DONE);
    // By plain http the picture names neither its page nor how that is related: the cookie alone writes nothing.
    const cookie = { cookie: `next-auth.session-token=${token}` };
    const basic = { authorization: `Basic ${Buffer.from("a:b").toString("base64")}` };
    for (const headers of [cookie, { ...cookie, ...basic }]) expect(await codeOf(leave, { headers })).toEqual(FOREIGN);
    expect(await codeOf(leave, { headers: { ...cookie, "x-requested-with": "frostline" } })).toEqual(DONE);
    expect(await codeOf(leave, { headers: { ...cookie, ...signedIn() } })).toEqual(DONE);
    expect(await codeOf(echo(SIGNED_IN), { headers: cookie })).toEqual(DONE);
    const { body } = await call(leave, { headers: cookie });
    expect(body.state).toMatchObject({ error: "FOREIGN_ORIGIN", detail: expect.stringContaining("x-requested-with") });
  });
});

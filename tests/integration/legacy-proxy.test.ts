import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { db } from "@/db/client";
import { parameter } from "@/db/schema";
import { SECOND_FACTOR_PARAMETER } from "@/lib/auth/principal";
import { env, resetEnvironment } from "@/lib/env/env";
import { handlerOf } from "@/lib/http/handle";
import { callLegacy, forwardIfListed, LEGACY_TIMEOUT_MS } from "@/lib/http/legacy-proxy";
import { defineOperation, INGEST_TOKEN, PUBLIC, type Requirement, SIGNED_IN } from "@/lib/operation/define-operation";
import { contextOf } from "@/lib/operation/request-context";
import { makeApiKey } from "../contract/fixture";
import { makeUser, openSessionOf } from "../factories/account";
import { makeCustomer } from "../factories/world";

type Heard = { method: string; url: string; headers: IncomingMessage["headers"]; body: Buffer };

let older: Server;
let olderUrl: string;
let answer: RequestListener;
const heard: Heard[] = [];

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let user: Awaited<ReturnType<typeof makeUser>>;
let token: string;

beforeAll(async () => {
  older = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    heard.push({ method, url, headers, body: Buffer.concat(chunks) });
    answer(request, response);
  });
  await new Promise<void>((resolve) => older.listen(0, "127.0.0.1", resolve));
  olderUrl = `http://127.0.0.1:${(older.address() as AddressInfo).port}`;
  owner = await makeCustomer(db());
  user = await makeUser(db(), owner.id, { permissions: ["viewEx"] });
  token = (await openSessionOf(db(), user)).token;
});
afterAll(async () => {
  older.closeAllConnections();
  older.close();
  forward();
  await db().$client.end({ timeout: 5 });
});

/** Sets the two variables; without arguments nothing is forwarded. */
function forward(paths = "", url = paths ? olderUrl : ""): void {
  process.env.LEGACY_API_URL = url;
  process.env.LEGACY_PATHS = paths;
  resetEnvironment();
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { "content-type": "application/json;charset=UTF-8", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));

beforeEach(() => {
  heard.length = 0;
  answer = json(200, { state: { code: 200000, msg: "成功" }, result: "older" });
  forward("/service/old,/service/share/unit");
});

const operation = (permission: Requirement = SIGNED_IN, name: `${string}.${string}` = "x.here") =>
  defineOperation({ name, kind: "query", permission, input: z.looseObject({}), run: async () => "here" });

type Call = { method?: string; path?: string; headers?: Record<string, string>; body?: string | Uint8Array };

function requestOf({ method = "GET", path = "/service/old", headers = {}, body }: Call = {}): Request {
  const init = { method, headers: { host: "frost.test", authorization: `Bearer ${token}`, ...headers }, body };
  return new Request(`http://frost.test${path}`, init as RequestInit);
}

const call = (given: Call = {}, behind: Parameters<typeof handlerOf>[0] = operation()) =>
  handlerOf(behind)(requestOf(given), { params: Promise.resolve({}) });

async function told(given: Call = {}, behind?: Parameters<typeof handlerOf>[0]) {
  const response = await call(given, behind);
  const body = (await response.json()) as { state: { code: number; error?: string; msg: string }; result: unknown };
  return { status: response.status, headers: response.headers, ...body };
}

describe("which calls go to the older API", () => {
  it.each([
    ["/service/old", true],
    ["/service/old/", true],
    ["/service/old/7/detail?a=1", true],
    ["/service/share/unit", true],
    ["/service/oldX", false],
    ["/service/share/unitX", false],
    ["/service/share", false],
    ["/service/Old", false],
    ["/service/new/old", false],
    ["/service/o%6Cd/7", true],
    ["/service/old;v=1/7", false],
  ])("%s: %s", async (path, isForwarded) => {
    expect((await told({ path })).result).toBe(isForwarded ? "older" : "here");
    expect(heard.map(({ url }) => url)).toEqual(isForwarded ? [path] : []);
  });

  it("none while only one of the two is set, or neither", async () => {
    forward("", olderUrl);
    expect((await told()).result).toBe("here");
    forward();
    expect((await told()).result).toBe("here");
    expect(heard).toEqual([]);
  });

  it.each([
    "/service/old/..%2f..%2fadmin",
    "/service/old/..%5cadmin",
    "/service/old/..;/admin",
    "/service/old/%252e%252e/admin",
    "/service/old/a%00b",
    "/service/old/%zz",
  ])("not what might leave the prefix: %s", async (path) => {
    expect(await told({ path })).toMatchObject({ status: 400, state: { code: 400 } });
    expect(heard).toEqual([]);
  });

  it("not those that open a session or need none, for they carry no caller", async () => {
    expect((await told({}, operation(PUBLIC))).result).toBe("here");
    expect((await told({}, operation(SIGNED_IN, "session.leave"))).result).toBe("here");
    const ingest = { method: "POST", body: "{}", headers: { authorization: `Bearer ${owner.token}` } };
    expect((await told(ingest, operation(INGEST_TOKEN))).result).toBe("here");
    expect(heard).toEqual([]);
  });

  it("below a base path of the older API", async () => {
    forward("/service/old", `${olderUrl}/app/`);
    await call({ path: "/service/old/7?x=1&y=%E5%86%B7" });
    expect(heard[0]?.url).toBe("/app/service/old/7?x=1&y=%E5%86%B7");
  });

  it("also such as have no operation here; an unknown one is a 404 in the envelope", async () => {
    expect((await told({ method: "POST", path: "/service/old/rare", body: "{}" }, callLegacy)).result).toBe("older");
    const unknown = { path: "/service/nowhere", method: "POST", body: "no json" };
    expect(await told(unknown, callLegacy)).toMatchObject({ status: 404, state: { code: 404 }, result: null });
    expect(await told({ path: "/service/nowhere" }, callLegacy)).toMatchObject({ status: 404, state: { code: 404 } });
    const anonymous = { path: "/service/nowhere", headers: { authorization: "" } };
    expect(await told(anonymous, callLegacy)).toMatchObject({ status: 401, state: { code: 500100 } });
  });
});

describe("the checks before", () => {
  it.each<[string, Call, Requirement, number, number]>([
    ["no session", { headers: { authorization: "" } }, SIGNED_IN, 401, 500100],
    ["a forged one", { headers: { authorization: "Bearer x.y" } }, SIGNED_IN, 401, 500100],
    ["no permission", {}, "handleEx", 403, 500102],
    ["another site", { method: "POST", headers: { origin: "http://evil.test" } }, SIGNED_IN, 403, 403],
    ["too long a body", { method: "POST", body: "x".repeat(262_145) }, SIGNED_IN, 413, 413],
  ])("hold back: %s", async (_, given, permission, status, code) => {
    expect(await told(given, operation(permission))).toMatchObject({ status, state: { code }, result: null });
    expect(heard).toEqual([]);
  });

  it("let a holder of the permission through", async () => {
    expect((await told({}, operation("viewEx"))).result).toBe("older");
  });

  it("hold back who must change the password, and an agent before a choice", async () => {
    const fresh = await makeUser(db(), owner.id, { mustChangePassword: true });
    const agent = await makeUser(db(), 1, { scopeType: -1, customerIds: [owner.id] });
    for (const [account, code] of [
      [fresh, 500110],
      [agent, 500102],
    ] as const) {
      const authorization = `Bearer ${(await openSessionOf(db(), account)).token}`;
      expect(await told({ headers: { authorization } })).toMatchObject({ status: 403, state: { code } });
    }
    expect(heard).toEqual([]);
  });

  it("hold back who must set up a second factor", async () => {
    const require = (content: string) =>
      db().update(parameter).set({ content }).where(eq(parameter.code, SECOND_FACTOR_PARAMETER));
    const headers = { authorization: `Bearer ${token}` };
    await require("true");
    expect(await told({ headers })).toMatchObject({ status: 403, state: { code: 500102 } });
    expect(heard).toEqual([]);
    await require("false");
    expect((await told({ headers })).result).toBe("older");
  });
});

describe("what the older API hears", () => {
  it("is the caller's method, query and body, who calls and in which language, and no secret of ours", async () => {
    await call({
      method: "PUT",
      path: "/service/old/7?locale=zh_CN&name=%E5%86%B7%26",
      body: '{"名":"冷库"}',
      headers: {
        "content-type": "application/json; charset=utf-8",
        accept: "application/json",
        "x-request-id": "request-0001",
        cookie: `LOCALE=zh-CN; next-auth.session-token=${token}; locale=xx`,
        authorization: `Bearer ${token}`,
        origin: "http://frost.test",
        referer: "http://frost.test/zh-CN/home",
        connection: "keep-alive, x-hop",
        "x-hop": "1",
        "keep-alive": "timeout=5",
        te: "trailers",
        "x-user": "1",
        "x-customer": "1",
        "x-forwarded-for": "10.0.0.1",
      },
    });
    const [{ method, url, headers, body } = {} as Heard] = heard;
    expect([method, url, body.toString()]).toEqual([
      "PUT",
      "/service/old/7?locale=zh_CN&name=%E5%86%B7%26",
      '{"名":"冷库"}',
    ]);
    expect(headers).toMatchObject({
      host: new URL(olderUrl).host,
      accept: "application/json",
      "accept-language": "zh-CN",
      cookie: "locale=zh_CN",
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength('{"名":"冷库"}')),
      "x-request-id": "request-0001",
      "x-user": String(user.id),
      "x-customer": String(owner.id),
    });
    for (const name of ["authorization", "origin", "referer", "x-hop", "keep-alive", "te", "x-forwarded-for"])
      expect(headers, name).not.toHaveProperty(name);
    expect(JSON.stringify(headers)).not.toContain(token);
  });

  it.each([
    ["en-US", "en_US"],
    ["es", "es"],
    ["ja", "ja"],
  ])("is %s as %s", async (locale, spelling) => {
    await call({ headers: { "accept-language": locale } });
    expect(heard[0]?.headers).toMatchObject({ "accept-language": locale, cookie: `locale=${spelling}` });
  });

  it("is the customer that an agent has chosen, and the key of another system", async () => {
    const agent = await makeUser(db(), 1, { scopeType: -1, customerIds: [owner.id] });
    const session = await openSessionOf(db(), agent, { proxyCustomerId: owner.id });
    await call({ headers: { authorization: `Bearer ${session.token}` } });
    expect(heard[0]?.headers).toMatchObject({ "x-user": String(agent.id), "x-customer": String(owner.id) });
    const { id, key } = await makeApiKey(db(), owner.id, ["viewEx"]);
    await call({ headers: { authorization: `Bearer ${key}` } }, operation("viewEx"));
    expect(heard[1]?.headers).toMatchObject({ "x-key": String(id), "x-customer": String(owner.id) });
    expect(heard[1]?.headers).not.toHaveProperty("x-user");
    expect(JSON.stringify(heard[1]?.headers)).not.toContain(key);
  });

  it("is an upload byte by byte, larger where nothing is known of the call", async () => {
    const body = randomBytes(1_000_000);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    expect((await told({ method: "POST", body, headers }, callLegacy)).result).toBe("older");
    expect(heard[0]?.headers["content-type"]).toBe("multipart/form-data; boundary=x");
    expect(heard[0]?.body.equals(body)).toBe(true);
  });
});

type Answered = { status: number; code: number; error?: string | undefined };

describe("an answer", () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    ["a result", { state: { code: 200000, msg: "成功" }, result: [1] }, { result: [1] }],
    ["data, as the login has it", { state: { code: 200000 }, data: { token: "t" } }, { data: { token: "t" } }],
    ["the old success code", { state: { code: 200, msg: "odd words" }, result: null }, { result: null }],
    ["a code in a text", { state: { code: "200000" }, result: 0 }, { result: 0 }],
    ["nothing but a state", { state: { code: 200 } }, { result: null }],
  ])("passes as ours: %s", async (_, body, expected) => {
    answer = json(200, body, { "set-cookie": "JSESSIONID=1", "x-own": "1", "cache-control": "public" });
    const response = await call({ headers: { "x-request-id": "request-0001" } });
    const { state, ...rest } = (await response.json()) as { state: { code: number; msg: string } };
    expect([response.status, state.code, rest]).toEqual([200, 200000, expected]);
    expect(state.msg).toBe((body as { state: { msg?: string } }).state.msg ?? "ok");
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "application/json",
      "cache-control": "private, no-store",
      "x-request-id": "request-0001",
    });
  });

  it.each<[number, unknown, Answered]>([
    [200, { state: { code: 500000, msg: "名称重复" } }, { status: 500, code: 500000, error: "INTERNAL" }],
    [200, { state: { code: 500100, msg: "名称重复" } }, { status: 401, code: 500100, error: "UNAUTHENTICATED" }],
    [200, { state: { code: 500102, msg: "名称重复" } }, { status: 403, code: 500102, error: "FORBIDDEN" }],
    [200, { state: { code: 500104, msg: "名称重复" } }, { status: 401, code: 500104, error: "LOGIN_REPLACED" }],
    [200, { state: { code: 418, msg: "名称重复" } }, { status: 418, code: 418 }],
    [200, { state: { code: 50098, msg: "名称重复" } }, { status: 401, code: 50098, error: "LOGIN_FAILED" }],
    [200, { state: { code: 3, msg: "名称重复" } }, { status: 422, code: 3 }],
    [200, { state: { code: 0, msg: "名称重复" } }, { status: 422, code: 0 }],
    [200, { state: { code: 201, msg: "名称重复" } }, { status: 422, code: 201 }],
    [500, { state: { code: 409, msg: "名称重复" } }, { status: 409, code: 409, error: "CONFLICT" }],
    [403, { state: { code: 77, msg: "名称重复" } }, { status: 403, code: 77 }],
  ])("with status %d and %j is refused by its code", async (status, body, expected) => {
    answer = json(status, body);
    const refused = await told();
    expect(refused).toMatchObject({ status: expected.status, result: null });
    expect(refused.state).toMatchObject({ code: expected.code, msg: "名称重复" });
    expect(refused.state.error).toBe(expected.error);
  });

  it("with an error status and a success code is a success: the code wins", async () => {
    answer = json(500, { state: { code: 200000 }, result: 1 });
    expect(await told()).toMatchObject({ status: 200, state: { code: 200000 }, result: 1 });
  });

  it.each([
    [400, 400, 400, "BAD_REQUEST"],
    [401, 401, 500100, "UNAUTHENTICATED"],
    [403, 401, 500100, "UNAUTHENTICATED"],
    [404, 404, 404, "NOT_FOUND"],
    [405, 405, 405, "METHOD_NOT_ALLOWED"],
    [409, 409, 409, "CONFLICT"],
    [413, 413, 413, "TOO_LARGE"],
    [418, 400, 400, "BAD_REQUEST"],
    [429, 429, 429, "RATE_LIMITED"],
    [500, 500, 500000, "INTERNAL"],
    [501, 500, 500000, "INTERNAL"],
    [502, 502, 502, "LEGACY_UNAVAILABLE"],
    [503, 502, 502, "LEGACY_UNAVAILABLE"],
    [504, 504, 504, "LEGACY_TIMEOUT"],
  ])("with status %d and no code is %d %d %s", async (given, status, code, error) => {
    for (const body of ["", "<html>Tomcat</html>", { timestamp: 1, error: "x" }]) {
      answer = json(given, body);
      expect(await told()).toMatchObject({ status, state: { code, error }, result: null });
    }
  });

  it.each<[string, RequestListener]>([
    ["none at all", (_request, response) => response.writeHead(200).end()],
    ["no content", (_request, response) => response.writeHead(204).end()],
    ["half of one", json(200, '{"state":{"code":2000')],
    ["a list", json(200, [1])],
    ["null", json(200, null)],
    ["no state", json(200, { result: 1 })],
    ["no code", json(200, { state: { msg: "ok" }, result: 1 })],
    ["a page", (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>")],
  ])("that is missing is a server error: %s", async (_, listener) => {
    answer = listener;
    expect(await told()).toMatchObject({ status: 500, state: { code: 500000, error: "INTERNAL" }, result: null });
  });

  it("is read whatever type it is sent as", async () => {
    answer = json(200, { state: { code: 200000 }, result: 7 }, { "content-type": "text/html;charset=UTF-8" });
    expect((await told()).result).toBe(7);
    answer = (_request, response) => response.writeHead(200).end('{"state":{"code":200},"result":8}');
    expect((await told()).result).toBe(8);
  });

  it("that leads elsewhere is not followed", async () => {
    answer = (_request, response) => response.writeHead(302, { location: `${olderUrl}/service/old/secret` }).end();
    expect(await told()).toMatchObject({ status: 502, state: { code: 502, error: "LEGACY_UNAVAILABLE" } });
    expect(heard).toHaveLength(1);
  });
});

describe("a file", () => {
  const file =
    (body: Buffer | string, headers: Record<string, string>): RequestListener =>
    (_request, response) =>
      response.writeHead(200, { "set-cookie": "a=b", ...headers }).end(body);

  it("passes with its type, name and length, and without cookies", async () => {
    const bytes = randomBytes(300_000);
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    const disposition = "attachment; filename*=UTF-8''GM_%E5%86%B7.xlsx";
    answer = file(bytes, { "content-type": type, "content-disposition": disposition, "content-length": "300000" });
    const response = await call({ path: "/service/old/download?file=a" });
    expect([...response.headers.keys()]).not.toContain("set-cookie");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": type,
      "content-disposition": disposition,
      "content-length": "300000",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox",
      "cache-control": "private, no-store",
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("is unpacked, and JSON or a page by name is a file as well", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    answer = file(gzipSync('{"a":1}'), { ...headers, "content-disposition": "attachment; filename=a.json" });
    const response = await call({ path: "/service/old/download" });
    expect(response.headers.has("content-length")).toBe(false);
    expect(await response.text()).toBe('{"a":1}');
  });

  it("comes as it is made: the first part before the last", async () => {
    let finish = () => {};
    answer = (_request, response) => {
      response.writeHead(200, { "content-type": "text/csv" }).write("first");
      finish = () => response.end("last");
    };
    const reader = ((await call()).body as ReadableStream<Uint8Array>).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("first");
    finish();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("last");
  });

  it.each<[string, Call]>([
    ["by the path", { path: "/service/old/download?file=a" }],
    ["by what the caller takes", { headers: { accept: "application/pdf, image/*" } }],
  ])("that was expected %s and is JSON is corrupted", async (_, given) => {
    for (const code of [500000, 200000, 404]) {
      answer = json(200, { state: { code, msg: "missing" }, result: null });
      expect(await told(given)).toMatchObject({ status: 502, state: { code: 500113, error: "FILE_CORRUPTED" } });
    }
    answer = json(401, { state: { code: 500100, msg: "expired" } });
    expect(await told(given)).toMatchObject({ status: 401, state: { code: 500100 } });
  });
});

describe("time", () => {
  const TIMEOUT_MS = 150;
  const attempt = async (given: Call = {}) => {
    const request = requestOf(given);
    return forwardIfListed(await contextOf(request, SIGNED_IN, "request-0001"), operation(), request, TIMEOUT_MS);
  };

  it("is ten seconds", () => expect(LEGACY_TIMEOUT_MS).toBe(10_000));

  it("runs out without an answer, and within one", async () => {
    answer = () => {};
    await expect(attempt()).rejects.toMatchObject({ code: "LEGACY_TIMEOUT" });
    answer = (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"state":');
    };
    await expect(attempt()).rejects.toMatchObject({ code: "LEGACY_TIMEOUT" });
  });

  it("within a file counts anew with each part, and not while nobody reads", async () => {
    answer = async (_request, response) => {
      response.writeHead(200, { "content-type": "text/csv" });
      for (let part = 0; part < 4; part += 1) {
        response.write("x".repeat(100_000));
        await sleep(TIMEOUT_MS * 0.6);
      }
      response.end();
    };
    const response = await attempt();
    await sleep(TIMEOUT_MS * 3);
    expect((await response?.text())?.length).toBe(400_000);
    answer = (_request, stalled) => {
      stalled.writeHead(200, { "content-type": "text/csv" }).write("half");
    };
    await expect((await attempt())?.text()).rejects.toThrow();
  });

  it("is not waited for where nobody listens", async () => {
    forward("/service/old", "http://127.0.0.1:1");
    expect(await told()).toMatchObject({ status: 502, state: { code: 502, error: "LEGACY_UNAVAILABLE" } });
    answer = (request) => request.socket.destroy();
    forward("/service/old");
    expect(await told()).toMatchObject({ status: 502, state: { code: 502, error: "LEGACY_UNAVAILABLE" } });
  });
});

describe("the two variables", () => {
  it.each([
    ["/service/a", ["/service/a"]],
    [" /service/a/ , /service/share/unit,", ["/service/a", "/service/share/unit"]],
  ])("take %j", (paths, expected) => {
    forward(paths);
    expect(env().LEGACY_PATHS).toEqual(expected);
  });

  it.each([
    ["/service", "http://older.test", /LEGACY_PATHS: "\/service" must start with \/service\//],
    ["/api/a", "http://older.test", /LEGACY_PATHS: "\/api\/a" must start with/],
    ["service/a", "http://older.test", /LEGACY_PATHS: "service\/a" must start with/],
    ["/service/a,/service/../b", "http://older.test", /LEGACY_PATHS: "\/service\/..\/b" must start/],
    ["/service/a*", "http://older.test", /LEGACY_PATHS/],
    ["/service/a", "", /LEGACY_PATHS: needs LEGACY_API_URL/],
    ["/service/a", "older.test", /LEGACY_API_URL: must be an http or https address/],
    ["/service/a", "ftp://older.test", /LEGACY_API_URL: must be an http or https address/],
    ["/service/a", "http://user:secret@older.test", /LEGACY_API_URL: must have no password, query or fragment/],
    ["/service/a", "http://older.test/?a=1", /LEGACY_API_URL: must have no password, query or fragment/],
  ])("are refused in one line: %j at %j", (paths, url, message) => {
    forward(paths, url);
    expect(() => env()).toThrow(message);
    expect(() => env()).toThrow(/^environment: [^\n]*$/);
  });
});

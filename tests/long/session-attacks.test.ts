import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { session, userAccount } from "@/db/schema";
import { sealSession } from "@/lib/auth/session-token";
import { totpCode } from "@/lib/auth/totp";
import { OWN_REQUEST } from "@/lib/http/own-request";
import { login } from "../factories/account";
import { TEST_ENVIRONMENT, TEST_PASSWORD } from "../support/environment";
import { bearer, type SessionProduct, startSessionProduct } from "../support/session-product";

let running: SessionProduct;
let { product, db, captcha, enter, member } = {} as SessionProduct;

beforeAll(async () => {
  running = await startSessionProduct();
  ({ product, db, captcha, enter, member } = running);
}, 300_000);
afterAll(() => running?.stop());

async function send(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const response = await fetch(product.baseUrl + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    redirect: "manual",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = text.startsWith("{") ? JSON.parse(text) : {};
  return { status: response.status, code: answer.state?.code as number, headers: response.headers, text, answer };
}

const me = (headers: Record<string, string>) => send("GET", "/service/mine/me", headers);
const NEW_PASSWORD = { oldPassword: TEST_PASSWORD, newPassword: "Snow2027", confirmPassword: "Snow2027" };

describe("another site that rides on the cookie", () => {
  const WRITES: [string, string, unknown][] = [
    ["PUT", "/service/mine/password", NEW_PASSWORD],
    ["POST", "/service/mine/totp", { password: TEST_PASSWORD }],
    ["DELETE", "/service/mine/totp", { password: TEST_PASSWORD, code: "123456" }],
    ["POST", "/service/mine/switch", { customerId: 1 }],
    ["POST", "/service/user/qrLogin", { key: "x" }],
    ["POST", "/service/user/login", { username: "root", password: "x" }],
    ["POST", "/api/home/login", { username: "root", password: "x" }],
    ["GET", "/service/user/logout", undefined],
    ["GET", "/service/mine/loginQrcode/get", undefined],
    ["GET", "/service/mine/loginQrcode/refresh", undefined],
  ];

  it.each(WRITES)("cannot %s %s", async (method, path, body) => {
    const user = await member();
    const { cookie } = await enter(user.username);
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.test" },
      { origin: "null" },
      { origin: product.baseUrl.replace("localhost", "localhost.evil.test") },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    // A picture on a page of another port, by plain http and without a referrer.
    if (method === "GET") foreign.push({}, { authorization: "Basic YTpi" });
    for (const headers of foreign) {
      const answer = await send(method, path, { cookie, ...headers }, body);
      expect([answer.status, answer.code], JSON.stringify(headers)).toEqual([403, 403]);
      expect(answer.headers.has("set-cookie")).toBe(false);
    }
    expect((await me({ cookie })).status).toBe(200);
    const [row] = await db.select().from(userAccount).where(eq(userAccount.id, user.id));
    expect(row).toMatchObject({ passwordHash: user.passwordHash, totpSecret: null });
  });
});

describe("a cookie that was planted before the login", () => {
  it("is not taken over, whatever it holds", async () => {
    const victim = await member();
    const planted = [randomUUID(), await sealSession(victim.id, randomUUID()), "x"];
    for (const token of planted) {
      const cookie = `next-auth.session-token=${token}`;
      const body = { username: victim.username, password: TEST_PASSWORD, ...(await captcha()) };
      const answer = await send("POST", "/service/user/login", { cookie }, body);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("set-cookie")?.split(";")[0]).not.toBe(cookie);
      expect((await me({ cookie })).status).toBe(401);
    }
  });
});

describe("a stolen cookie", () => {
  const enterTimes = async (username: string, times: number) => {
    for (let count = 0; count < times; count += 1) await enter(username);
  };
  const ENDINGS: [string, (cookie: string, username: string) => Promise<unknown>, number][] = [
    ["logout", (cookie) => send("GET", "/service/user/logout", { cookie, ...OWN_REQUEST }), 500100],
    ["a change of the password", (cookie) => send("PUT", "/service/mine/password", { cookie }, NEW_PASSWORD), 500100],
    ["one login too many", (_, username) => enterTimes(username, 5), 500104],
  ];

  it.each(ENDINGS)("is worth nothing after %s, and next-auth does not bring it back", async (_, end, code) => {
    const { username } = await member();
    const { cookie, token } = await enter(username);
    await end(cookie, username);
    expect((await me({ cookie })).code).toBe(code);
    expect((await me(bearer(token))).code).toBe(code);
    const renewed = await send("GET", "/api/auth/session", { cookie });
    const fresh = renewed.headers.get("set-cookie")?.split(";")[0];
    if (fresh) expect((await me({ cookie: fresh })).status).toBe(401);
    for (const path of ["/service/mine/loginQrcode/get", "/service/mine/switch", "/service/mine/totp"])
      expect((await send("GET", path, { cookie, ...OWN_REQUEST })).status, path).toBe(401);
  });
});

describe("a token with other claims", () => {
  it("opens no more than the database says, although it is sealed rightly", async () => {
    const user = await member({ scopeType: 0, permissions: ["viewHistory"] });
    const { token } = await enter(user.username);
    const [row] = await db.select().from(session).where(eq(session.userId, user.id));
    const sessionId = row?.id ?? "";
    const lifted = await sealSession(1, sessionId, { scopeType: 3, isRoot: true });
    // Whose session it is, is the row's business.
    const { answer } = await me(bearer(lifted));
    expect(answer.result).toMatchObject({ user: { id: user.id }, scope: { type: 0 }, permissions: ["viewHistory"] });
    expect((await send("GET", "/service/zone", bearer(lifted))).status).toBe(403);
    const page = await send("GET", "/en-US/abnormal/dataex", { cookie: `next-auth.session-token=${lifted}` });
    expect(page.headers.get("location") ?? page.text).toContain("/en-US/no-access?next=");
    expect((await me(bearer(token))).status).toBe(200);
  });

  it("is refused when it is sealed with another secret, and its page leads to the login", async () => {
    const user = await member();
    await enter(user.username);
    const [row] = await db.select().from(session).where(eq(session.userId, user.id));
    const claims = { sub: String(user.id), sid: row?.id, scope: 3, root: true };
    const forged = await encode({ token: claims, secret: `${TEST_ENVIRONMENT.AUTH_SECRET}.` });
    expect((await me(bearer(forged))).code).toBe(500100);
    const page = await send("GET", "/en-US/sys/resource", { cookie: `next-auth.session-token=${forged}` });
    expect(page.headers.get("location")).toContain("/en-US/login?next=");
  });
});

describe("somebody who listens at the door", () => {
  it("gets no further with a second factor than with a password alone", async () => {
    const user = await member({ totpSecret: "v1.x", totpConfirmedAt: new Date() });
    const asked = await enter(user.username);
    expect([asked.state.code, asked.cookie]).toEqual([500108, ""]);
    expect(JSON.stringify(asked)).not.toMatch(/next-auth|otpauth/);
    expect(await db.select().from(session).where(eq(session.userId, user.id))).toEqual([]);
  });
});

describe("what is good once", () => {
  async function withFactor() {
    const user = await member();
    const { token } = await enter(user.username);
    const { answer } = await send("POST", "/service/mine/totp", bearer(token), { password: TEST_PASSWORD });
    const secret = answer.result.secret as string;
    const code = totpCode(secret, new Date());
    await send("POST", "/service/mine/totp/confirm", bearer(token), { code });
    return { user, secret, code };
  }

  it("is the code of an authenticator: the one of the set-up, and one that was seen", async () => {
    const { user, secret, code } = await withFactor();
    expect((await enter(user.username, { totp: code })).state.code).toBe(500109);
    const next = totpCode(secret, new Date(Date.now() + 30_000));
    expect((await enter(user.username, { totp: next })).response.status).toBe(200);
    expect((await enter(user.username, { totp: next })).state.code).toBe(500109);
    // Nor an earlier one, although its time is not over.
    expect((await enter(user.username, { totp: code })).state.code).toBe(500109);
  });

  it("is that code, however many send it at once", async () => {
    const { user, secret } = await withFactor();
    const next = totpCode(secret, new Date(Date.now() + 30_000));
    const codes = await Promise.all(Array.from({ length: 5 }, () => enter(user.username, { totp: next })));
    expect(codes.filter(({ response }) => response.status === 200)).toHaveLength(1);
  });

  it("is a login QR code", async () => {
    const { username } = await member();
    const { token } = await enter(username);
    const { answer } = await send("GET", "/service/mine/loginQrcode/get", bearer(token));
    const key = answer.result.key as string;
    const confirm = () => send("POST", "/service/user/qrLogin", {}, { key });
    const answers = await Promise.all(Array.from({ length: 5 }, confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
    expect((await confirm()).code).toBe(500111);
    expect((await send("GET", `/service/user/qrLogin?key=${key}`, {})).code).toBe(500111);
  });

  it("is a captcha, for whichever account", async () => {
    const [one, two] = [await member(), await member()];
    const solved = await captcha();
    expect((await login(product.baseUrl, one.username, solved)).response.status).toBe(200);
    expect((await login(product.baseUrl, two.username, solved)).state.code).toBe(500106);
    expect((await login(product.baseUrl, one.username, { ...solved, totp: "123456" })).state.code).toBe(500106);
  });
});

describe("guesses", () => {
  it("of QR keys are limited by address", async () => {
    const guess = () =>
      send("POST", "/service/user/qrLogin", { "x-forwarded-for": "203.0.113.77" }, { key: randomUUID() });
    const statuses: number[] = [];
    for (let count = 0; count < 32; count += 1) statuses.push((await guess()).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(410));
    expect((await guess()).status).toBe(429);
  });

  it("of links are limited in the pages and in the calls together", async () => {
    const headers = { "x-forwarded-for": "203.0.113.78" };
    const key = randomBytes(16).toString("base64url");
    const page = () => fetch(`${product.baseUrl}/en-US/reportCheck?key=${key}`, { headers });
    const call = () => send("GET", `/service/reportCheck?key=${key}`, headers);
    expect((await page()).status).toBe(404);
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await call()).status);
    expect(statuses.slice(0, 59)).toEqual(Array(59).fill(404));
    const { status, code, headers: answered } = await call();
    expect([status, code]).toEqual([429, 429]);
    expect(Number(answered.get("retry-after"))).toBeGreaterThan(0);
    expect((await page()).status).toBe(200);
  });
});

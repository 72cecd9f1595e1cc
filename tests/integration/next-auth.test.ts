import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { session, userAccount } from "@/db/schema";
import { ERRORS } from "@/lib/errors";
import { trailOf } from "../support/audit";
import { CookieBrowser } from "../support/cookie-browser";
import { TEST_PASSWORD } from "../support/environment";
import { bearer, type SessionProduct, startSessionProduct } from "../support/session-product";

let running: SessionProduct;
let { product, db, owner, captcha, member } = {} as SessionProduct;
let browser: CookieBrowser;

const SESSION = "next-auth.session-token";

beforeAll(async () => {
  running = await startSessionProduct();
  ({ product, db, owner, captcha, member } = running);
}, 900_000);
afterAll(() => running?.stop());
beforeEach(() => {
  browser = new CookieBrowser();
});

async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const { csrfToken } = (await (await browser.send(`${product.baseUrl}/api/auth/csrf`)).json()) as {
    csrfToken: string;
  };
  return browser.send(product.baseUrl + path, {
    method: "POST",
    headers,
    body: new URLSearchParams({ csrfToken, callbackUrl: `${product.baseUrl}/en-US/home`, json: "true", ...fields }),
  });
}

/** A login through next-auth's own door; `error` is what the address that it leads to says. */
async function enter(username: string, fields: Record<string, string> = {}) {
  const response = await post("/api/auth/callback/credentials", {
    username,
    password: TEST_PASSWORD,
    ...(await captcha()),
    ...fields,
  });
  const { url } = (await response.json()) as { url: string };
  return { response, url, error: new URL(url, product.baseUrl).searchParams.get("error") };
}

async function me(headers: Record<string, string> = {}): Promise<number> {
  const response = await browser.send(`${product.baseUrl}/service/mine/me`, { headers });
  return ((await response.json()) as { state: { code: number } }).state.code;
}
const IN = 200000;
const cookieOf = () => browser.cookies(product.baseUrl).get(SESSION);
const rowOf = async (id: number) => (await db.select().from(userAccount).where(eq(userAccount.id, id)))[0];

describe("a login by next-auth", () => {
  it("is that of the specification: a row, the same cookie, the same line in the trail", async () => {
    const user = await member();
    const { response, url } = await enter(user.username);
    expect([response.status, url]).toEqual([200, `${product.baseUrl}/en-US/home`]);
    const cookies = response.headers.getSetCookie();
    const given = cookies.find((one) => one.startsWith(`${SESSION}=`)) ?? "";
    expect(given).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const seconds = (Date.parse(/Expires=([^;]+)/.exec(given)?.[1] ?? "") - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(43_100);
    expect(seconds).toBeLessThanOrEqual(43_201);
    expect(cookies.some((one) => one.startsWith("frostline.device="))).toBe(true);
    expect([await me(), await me(bearer(cookieOf() ?? ""))]).toEqual([IN, IN]);
    const rows = await db.select().from(session).where(eq(session.userId, user.id));
    expect(rows).toEqual([expect.objectContaining({ endedAt: null, isSingleSignOn: false })]);
    const trail = await trailOf(db, owner.id, "user", user.id);
    expect(trail.map(({ operation, actorId }) => [operation, actorId])).toEqual([["session.login", user.id]]);
  });

  it("counts towards the sessions of the account, as any login does", async () => {
    const { username } = await member();
    await enter(username);
    const earlier = cookieOf() ?? "";
    for (let count = 0; count < 5; count += 1) {
      expect(await me(bearer(earlier))).toBe(IN);
      browser = new CookieBrowser();
      await enter(username);
    }
    expect(await me(bearer(earlier))).toBe(ERRORS.LOGIN_REPLACED.code);
  });

  it("refuses by the same rules, and says why by the name of the error", async () => {
    const user = await member({ totpSecret: "v1.x", totpConfirmedAt: new Date() });
    expect((await enter(user.username, { code: "nope" })).error).toBe("CAPTCHA_WRONG");
    expect((await enter("nobody-at-all")).error).toBe("ACCOUNT_UNKNOWN");
    expect((await enter(user.username, { password: "wrong" })).error).toBe("PASSWORD_WRONG");
    expect((await enter(user.username)).error).toBe("SECOND_FACTOR_REQUIRED");
    expect((await enter(user.username, { totp: "123456" })).error).toBe("SECOND_FACTOR_WRONG");
    expect((await enter(user.username)).error).toBe("PROOF_REQUIRED");
    expect((await rowOf(user.id))?.failedLogins).toBe(2);
    expect((await enter("")).error).toBe("Callback");
    expect(cookieOf()).toBeUndefined();
    const gone = await member({ status: "cancelled" });
    expect((await enter(gone.username)).error).toBe("LOGIN_FAILED");
  });

  it("needs next-auth's token against forged requests, and comes from no other site", async () => {
    const { username } = await member();
    expect((await enter(username, { csrfToken: "x" })).url).toContain("csrf=true");
    const foreign = await post("/api/auth/callback/credentials", {}, { origin: "https://evil.test" });
    expect(foreign.status).toBe(403);
    const huge = await post("/api/auth/callback/credentials", { username: "x".repeat(70_000) });
    expect(huge.status).toBe(413);
    expect(cookieOf()).toBeUndefined();
  });
});

describe("next-auth's session", () => {
  const read = async () =>
    (await (await browser.send(`${product.baseUrl}/api/auth/session`)).json()) as { user?: unknown };

  it("says who is signed in while the row lives, and keeps the same row", async () => {
    const user = await member();
    expect(await read()).toEqual({});
    await enter(user.username);
    expect(await read()).toMatchObject({ user: { name: user.name } });
    expect(await me()).toBe(IN);
    await db.update(session).set({ endedAt: new Date(), endReason: "cancelled" }).where(eq(session.userId, user.id));
    expect((await read()).user).toBeUndefined();
    expect(await me()).toBe(ERRORS.UNAUTHENTICATED.code);
  });

  it("ends with the row at its logout", async () => {
    const user = await member();
    await enter(user.username);
    const token = cookieOf() ?? "";
    expect((await post("/api/auth/signout", {})).status).toBe(200);
    expect(cookieOf()).toBeUndefined();
    expect(await me(bearer(token))).toBe(ERRORS.UNAUTHENTICATED.code);
    const live = and(eq(session.userId, user.id), isNull(session.endedAt));
    expect(await db.select().from(session).where(live)).toEqual([]);
    const trail = await trailOf(db, owner.id, "user", user.id);
    expect(trail.at(-1)).toMatchObject({ operation: "session.logout", actorId: user.id });
  });
});

describe("single sign-on that is not set up", () => {
  it("has no button, and its route does nothing", async () => {
    expect(await (await fetch(`${product.baseUrl}/en-US/login`)).text()).not.toContain("SSO");
    const providers = (await (await fetch(`${product.baseUrl}/api/auth/providers`)).json()) as object;
    expect(Object.keys(providers)).toEqual(["credentials"]);
  });
});

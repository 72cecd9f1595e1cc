import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backupCode, challenge, loginQrcode, loginTicket, parameter, session, userAccount } from "@/db/schema";
import { SECOND_FACTOR_PARAMETER } from "@/lib/auth/principal";
import { totpCode } from "@/lib/auth/totp";
import { login } from "../factories/account";
import { brokenLink, trailOf } from "../support/audit";
import { TEST_PASSWORD } from "../support/environment";
import { type SessionProduct, startSessionProduct } from "../support/session-product";

let running: SessionProduct;
let { product, db, owner, captcha, enter, member } = {} as SessionProduct;

beforeAll(async () => {
  running = await startSessionProduct();
  ({ product, db, owner, captcha, enter, member } = running);
}, 300_000);
afterAll(() => running?.stop());

type Answer<T> = {
  state: { code: number; error?: string; issues?: { path: string; rule: string }[] };
  result: T;
  data?: { token: string; user: { id: number } };
};

async function call<T = Record<string, unknown>>(method: string, path: string, token: string | null, body?: unknown) {
  const response = await fetch(product.baseUrl + path, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer<T>;
  return { ...answer, status: response.status, code: answer.state.code, cookie: response.headers.get("set-cookie") };
}

const statusOf = async (token: string) => {
  const { status, code } = await call("GET", "/service/mine/me", token);
  return [status, code];
};
const IN = [200, 200000];
const OUT = [401, 500100];

const rowOf = async (id: number) => (await db.select().from(userAccount).where(eq(userAccount.id, id)))[0];
const trail = (id: number) => trailOf(db, owner.id, "user", id);

describe("a session", () => {
  it("lives as long as the parameter says: cookie, token and row alike", async () => {
    const set = (content: string) => db.update(parameter).set({ content }).where(eq(parameter.code, "session.hours"));
    const user = await member();
    await set("2");
    const { response, token } = await enter(user.username);
    await set("12");
    const isSession = (one: string) => one.startsWith("next-auth.session-token=");
    expect(response.headers.getSetCookie().find(isSession)).toMatch(/Max-Age=7200$/);
    const [row] = await db.select().from(session).where(eq(session.userId, user.id));
    const seconds = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(7100);
    expect(seconds).toBeLessThanOrEqual(7200);
    // What next-auth writes anew lives no longer.
    const cookie = response.headers.getSetCookie().find(isSession)?.split(";")[0] ?? "";
    const renewed = await fetch(`${product.baseUrl}/api/auth/session`, { headers: { cookie } });
    const expires = /Expires=([^;]+)/i.exec(renewed.headers.get("set-cookie") ?? "")?.[1];
    expect((Date.parse(expires ?? "") - Date.now()) / 1000).toBeLessThanOrEqual(7201);
    expect(await statusOf(token)).toEqual(IN);
  });

  it("is opened by the older API's address as well", async () => {
    const user = await member({ locale: "ja" });
    const enterBy = async (type: string, write: (values: Record<string, string>) => string) => {
      const values = { username: user.username, password: TEST_PASSWORD, ...(await captcha()) };
      const headers = { "content-type": type };
      return fetch(`${product.baseUrl}/api/home/login`, { method: "POST", headers, body: write(values) });
    };
    const form = await enterBy("application/x-www-form-urlencoded", (values) => new URLSearchParams(values).toString());
    expect(form.status).toBe(200);
    const response = await enterBy("application/json", JSON.stringify);
    const answer = (await response.json()) as Answer<null>;
    expect([response.status, answer.state.code]).toEqual(IN);
    expect(answer.data).toMatchObject({ user: { id: user.id, locale: "ja" }, switchScope: false });
    expect(response.headers.get("set-cookie")).toContain(`next-auth.session-token=${answer.data?.token}; `);
    const refused = await call("POST", "/api/home/login", null, { username: user.username, password: "x" });
    expect(refused.code).toBe(500106);
  });
});

describe("the captcha", () => {
  it("lives as long as the parameter says", async () => {
    const set = (content: string) =>
      db.update(parameter).set({ content }).where(eq(parameter.code, "session.captchaSeconds"));
    await set("30");
    const { result } = await call<{ key: string }>("GET", "/service/user/captcha", null);
    await set("120");
    const [row] = await db.select().from(challenge).where(eq(challenge.key, result.key));
    const seconds = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThanOrEqual(30);
  });
});

describe("the own password", () => {
  const NEW = "Snow2027";
  const change = (token: string | null, fields: Record<string, unknown> = {}) =>
    call("PUT", "/service/mine/password", token, {
      oldPassword: TEST_PASSWORD,
      newPassword: NEW,
      confirmPassword: NEW,
      ...fields,
    });

  it("is changed, ends every session, takes the cookie away and leaves a row without a secret", async () => {
    const user = await member({ mustChangePassword: true });
    const { token } = await enter(user.username);
    const answer = await change(token);
    expect([answer.status, answer.code]).toEqual(IN);
    expect(answer.cookie).toMatch(/^next-auth\.session-token=; .*Max-Age=0/);
    expect(await statusOf(token)).toEqual(OUT);
    const [row] = await db.select().from(session).where(eq(session.userId, user.id));
    expect(row?.endReason).toBe("password-changed");
    expect(await rowOf(user.id)).toMatchObject({ mustChangePassword: false });
    expect((await enter(user.username)).state.code).toBe(500088);
    expect((await enter(user.username, { password: NEW })).response.status).toBe(200);
    const changed = (await trail(user.id)).find(({ operation }) => operation === "password.change");
    expect(changed).toMatchObject({
      oldValues: { mustChangePassword: true },
      newValues: { mustChangePassword: false },
    });
    expect(JSON.stringify(await trail(user.id))).not.toMatch(/Snow2027|Frost2026|argon2/);
    expect(await brokenLink(db, owner.id)).toBeNull();
  });

  it("is not changed without the old one, which is counted", async () => {
    const user = await member();
    const { token } = await enter(user.username);
    const before = (await rowOf(user.id))?.passwordHash;
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { status, code, state } = await change(token, { oldPassword: "Wrong2026" });
      expect([status, code, state.error]).toEqual([422, 500112, "OLD_PASSWORD_WRONG"]);
      expect(state.issues).toEqual([expect.objectContaining({ path: "oldPassword", rule: "OLD_PASSWORD_WRONG" })]);
    }
    expect((await change(token)).code).toBe(500107);
    expect((await rowOf(user.id))?.passwordHash).toBe(before);
    expect(await statusOf(token)).toEqual(IN);
    const refused = (await trail(user.id)).filter(({ operation }) => operation === "password.change.refused");
    expect(refused).toHaveLength(6);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ["no old one", { oldPassword: "" }, "oldPassword", "required"],
    ["no new one", { newPassword: "", confirmPassword: "" }, "newPassword", "required"],
    ["no repetition", { confirmPassword: "" }, "confirmPassword", "required"],
    ["two that differ", { confirmPassword: "Snow2028" }, "confirmPassword", "passwordMatch"],
    [
      "the old one again",
      { newPassword: TEST_PASSWORD, confirmPassword: TEST_PASSWORD },
      "newPassword",
      "passwordSame",
    ],
    ["five characters", { newPassword: "Ab123", confirmPassword: "Ab123" }, "newPassword", "password"],
    ["letters alone", { newPassword: "Snowflake", confirmPassword: "Snowflake" }, "newPassword", "password"],
    ["a sign", { newPassword: "Snow-2027", confirmPassword: "Snow-2027" }, "newPassword", "password"],
  ])("is not changed with %s", async (_, fields, path, rule) => {
    const user = await member();
    const { token } = await enter(user.username);
    const { status, state } = await change(token, fields);
    expect(status).toBe(422);
    expect(state.issues).toContainEqual(expect.objectContaining({ path, rule }));
    expect(await statusOf(token)).toEqual(IN);
    expect(await rowOf(user.id)).toMatchObject({ failedLogins: 0 });
  });

  it("is nobody else's, and needs a session", async () => {
    expect((await change(null)).code).toBe(500100);
    const user = await member();
    const { token } = await enter(user.username);
    const { status } = await change(token, { userId: 1, id: 1 });
    expect(status).toBe(422);
  });

  it("that has to be changed lets nothing else happen, and is asked for by every page", async () => {
    const user = await member({ mustChangePassword: true });
    const { token, cookie } = await enter(user.username);
    const refused = await call("GET", "/service/zone", token);
    expect([refused.status, refused.code]).toEqual([403, 500110]);
    const page = await fetch(`${product.baseUrl}/en-US/home`, { headers: { cookie }, redirect: "manual" });
    const html = page.headers.get("location") ?? (await page.text());
    expect(html).toContain("/en-US/password?next=");
  });
});

describe("an account without any function", () => {
  it("gets no page but the one that says so", async () => {
    const user = await member({ permissions: [] });
    const { cookie } = await enter(user.username);
    const home = await fetch(`${product.baseUrl}/en-US/home`, { headers: { cookie }, redirect: "manual" });
    expect(home.headers.get("location") ?? (await home.text())).toContain("/en-US/no-access?next=");
    const page = await fetch(`${product.baseUrl}/en-US/no-access`, { headers: { cookie } });
    const html = await page.text();
    expect(html).toContain("Your account has no permissions");
    // The way on is the login; the ways of other refusals, such as another page, are none.
    expect(html).toMatch(/<a href="\/en-US\/login"/);
    expect(html).not.toMatch(/<a href="\/en-US\/home"/);
  });
});

describe("a second factor", () => {
  type Setup = { secret: string; url: string; qrcode: string };

  /** Codes of later steps: one step is taken once, and these tests do not wait for the next. */
  const codeAt = (secret: string, steps = 0) => totpCode(secret, new Date(Date.now() + steps * 30_000));
  const forgetStep = (id: number) => db.update(userAccount).set({ totpLastStep: null }).where(eq(userAccount.id, id));

  async function withFactor() {
    const user = await member();
    const { token } = await enter(user.username);
    const { result: setup } = await call<Setup>("POST", "/service/mine/totp", token, { password: TEST_PASSWORD });
    const confirmed = await call<{ backupCodes: string[] }>("POST", "/service/mine/totp/confirm", token, {
      code: codeAt(setup.secret),
    });
    expect(confirmed.status).toBe(200);
    await forgetStep(user.id);
    return { user, token, setup, backupCodes: confirmed.result.backupCodes };
  }

  it("is set up with the password and a first code; secret and codes are kept sealed and hashed", async () => {
    const { user, token, setup, backupCodes } = await withFactor();
    expect(setup.url).toContain(`secret=${setup.secret}`);
    expect(setup.qrcode).toMatch(/^data:image\/svg\+xml;utf8,%3Csvg/);
    expect(backupCodes).toHaveLength(10);
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const row = await rowOf(user.id);
    expect(row?.totpSecret).toMatch(/^v1\./);
    const hashes = await db.select().from(backupCode).where(eq(backupCode.userId, user.id));
    const stored = JSON.stringify([row, hashes, await trail(user.id)]);
    expect(stored).not.toContain(setup.secret);
    for (const code of backupCodes) expect(stored).not.toContain(code.replace("-", ""));
    expect((await trail(user.id)).map(({ operation }) => operation)).toEqual([
      "session.login",
      "secondFactor.begin",
      "secondFactor.confirm",
    ]);
    const { result } = await call("GET", "/service/mine/totp", token);
    expect(result).toEqual({ isOn: true, isRequired: false, backupCodesLeft: 10 });
  });

  it("is not set up with a wrong password, a wrong code, or twice", async () => {
    const user = await member();
    const { token } = await enter(user.username);
    const begin = (password: string) => call<Setup>("POST", "/service/mine/totp", token, { password });
    const confirm = (code: string) => call("POST", "/service/mine/totp/confirm", token, { code });
    expect((await confirm("123456")).status).toBe(409);
    expect((await begin("wrong")).code).toBe(500088);
    expect(await rowOf(user.id)).toMatchObject({ totpSecret: null, failedLogins: 1 });
    const { result } = await begin(TEST_PASSWORD);
    expect((await confirm(codeAt(result.secret, 20))).code).toBe(500109);
    // Not confirmed, not asked for.
    expect((await enter((await member()).username)).response.status).toBe(200);
    expect(await rowOf(user.id)).toMatchObject({ totpConfirmedAt: null });
    expect((await confirm(codeAt(result.secret))).status).toBe(200);
    expect((await begin(TEST_PASSWORD)).status).toBe(409);
    expect((await confirm(codeAt(result.secret, 1))).status).toBe(409);
    expect((await call("POST", "/service/mine/totp", null, { password: TEST_PASSWORD })).code).toBe(500100);
  });

  it("is asked for after the right password, without a second captcha and without a session", async () => {
    const { user, setup } = await withFactor();
    const solved = await captcha();
    const asked = await login(product.baseUrl, user.username, solved);
    expect([asked.response.status, asked.state.code, asked.cookie, asked.data]).toEqual([401, 500108, "", undefined]);
    // The key of the captcha that was solved stands for it now.
    const entered = await login(product.baseUrl, user.username, { key: solved.key, totp: codeAt(setup.secret) });
    expect(entered.response.status).toBe(200);
    expect(await statusOf(entered.token)).toEqual(IN);
    expect(await db.select().from(loginTicket).where(eq(loginTicket.userId, user.id))).toEqual([]);
    // And for one session alone.
    const again = await login(product.baseUrl, user.username, { key: solved.key, totp: codeAt(setup.secret, 1) });
    expect(again.state.code).toBe(500106);
  });

  it("keeps the captcha for its account, its right password and a few minutes", async () => {
    const [{ user, setup }, stranger] = [await withFactor(), await member()];
    const solved = await captcha();
    await login(product.baseUrl, user.username, solved);
    expect((await login(product.baseUrl, stranger.username, { key: solved.key })).state.code).toBe(500106);
    const wrong = await login(product.baseUrl, user.username, { key: solved.key, password: "wrong" });
    expect(wrong.state.code).toBe(500088);
    await db
      .update(loginTicket)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(loginTicket.userId, user.id));
    const late = await login(product.baseUrl, user.username, { key: solved.key, totp: codeAt(setup.secret) });
    expect(late.state.code).toBe(500106);
  });

  it("locks at the fifth wrong code, and a right password forgives none", async () => {
    const { user, setup } = await withFactor();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await enter(user.username)).state.code).toBe(500108);
      expect((await enter(user.username, { totp: "000000" })).state.code).toBe(500109);
    }
    expect((await enter(user.username, { totp: codeAt(setup.secret) })).state.code).toBe(500107);
  });

  it("takes a backup code once, in any spelling", async () => {
    const { user, token, backupCodes } = await withFactor();
    const [first = "", second = ""] = backupCodes;
    expect((await enter(user.username, { totp: first })).response.status).toBe(200);
    expect((await enter(user.username, { totp: first })).state.code).toBe(500109);
    const spelled = ` ${second.toUpperCase().replace("-", " ")} `;
    const entered = await enter(user.username, { totp: spelled });
    expect(entered.response.status).toBe(200);
    const { result } = await call("GET", "/service/mine/totp", entered.token);
    expect(result).toMatchObject({ backupCodesLeft: 8 });
    expect(await statusOf(token)).toEqual(IN);
  });

  it("does not take another account's backup code", async () => {
    const [one, other] = [await withFactor(), await withFactor()];
    expect((await enter(one.user.username, { totp: other.backupCodes[0] })).state.code).toBe(500109);
  });

  it("is removed with password and code together, and not asked for any more", async () => {
    const { user, token, setup, backupCodes } = await withFactor();
    const remove = (password: string, code: string) => call("DELETE", "/service/mine/totp", token, { password, code });
    expect((await remove("wrong", codeAt(setup.secret))).code).toBe(500088);
    expect((await remove(TEST_PASSWORD, "000000")).code).toBe(500109);
    expect(await rowOf(user.id)).toMatchObject({ failedLogins: 2 });
    expect((await remove(TEST_PASSWORD, backupCodes[3] ?? "")).status).toBe(200);
    expect(await rowOf(user.id)).toMatchObject({ totpSecret: null, totpConfirmedAt: null });
    expect(await db.select().from(backupCode).where(eq(backupCode.userId, user.id))).toEqual([]);
    expect((await trail(user.id)).at(-1)).toMatchObject({
      operation: "secondFactor.remove",
      oldValues: { secondFactor: true },
      newValues: { secondFactor: false },
    });
    const entered = await enter(user.username);
    expect(entered.response.status).toBe(200);
    const again = { password: TEST_PASSWORD, code: "000000" };
    expect((await call("DELETE", "/service/mine/totp", entered.token, again)).status).toBe(409);
  });

  it("where the installation asks for it, has to be set up before anything else", async () => {
    const require = (content: string) =>
      db.update(parameter).set({ content }).where(eq(parameter.code, SECOND_FACTOR_PARAMETER));
    await require("true");
    try {
      const user = await member();
      const { token, cookie } = await enter(user.username);
      expect((await call("GET", "/service/zone", token)).status).toBe(403);
      const page = await fetch(`${product.baseUrl}/en-US/home`, { headers: { cookie }, redirect: "manual" });
      expect(page.headers.get("location") ?? (await page.text())).toContain("/en-US/password?next=");
      const { result } = await call<Setup>("POST", "/service/mine/totp", token, { password: TEST_PASSWORD });
      await call("POST", "/service/mine/totp/confirm", token, { code: codeAt(result.secret) });
      expect((await call("GET", "/service/zone", token)).status).toBe(200);
    } finally {
      await require("false");
    }
    const { token } = await enter((await member()).username);
    expect((await call("GET", "/service/zone", token)).status).toBe(200);
  });
});

describe("the login QR code", () => {
  type Code = { key: string; url: string; qrcode: string; expiresAt: string };
  const show = async (token: string, verb = "get") =>
    (await call<Code>("GET", `/service/mine/loginQrcode/${verb}`, token)).result;
  const confirm = (key: string) => call("POST", "/service/user/qrLogin", null, { key });
  const owns = (key: string) => call("GET", `/service/user/qrLogin?key=${encodeURIComponent(key)}`, null);

  it("signs another device in as its owner, and this one out", async () => {
    const user = await member();
    const { token } = await enter(user.username);
    const code = await show(token);
    expect(code.url).toMatch(new RegExp(`^${product.baseUrl}/[a-zA-Z-]+/qrLogin\\?key=${code.key}$`));
    expect(code.qrcode).toMatch(/^data:image\/svg\+xml;utf8,%3Csvg/);
    const seconds = (Date.parse(code.expiresAt) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(290);
    expect(seconds).toBeLessThanOrEqual(300);
    expect((await owns(code.key)).result).toEqual({
      username: user.username,
      name: user.name,
      customer: owner.name,
      expiresAt: code.expiresAt,
    });
    const entered = await confirm(code.key);
    expect([entered.status, entered.data?.user.id]).toEqual([200, user.id]);
    expect(entered.cookie).toContain(`next-auth.session-token=${entered.data?.token}; `);
    expect(await statusOf(entered.data?.token ?? "")).toEqual(IN);
    expect(await statusOf(token)).toEqual(IN);
    const rows = await trail(user.id);
    const self = { actorType: "user", actorId: user.id, actorName: user.username };
    expect(rows).toMatchObject([
      { operation: "session.login", ...self },
      { operation: "loginQrcode.show", ...self },
      { operation: "session.loginByQrcode", ...self },
    ]);
    expect(JSON.stringify([rows, await db.select().from(loginQrcode)])).not.toContain(code.key);
  });

  it("is the same until it is refreshed or used", async () => {
    const user = await member();
    const { token } = await enter(user.username);
    const first = await show(token);
    expect(await show(token)).toEqual(first);
    const second = await show(token, "refresh");
    expect(second.key).not.toBe(first.key);
    expect((await show(token)).key).toBe(second.key);
    const entered = await confirm(second.key);
    expect((await show(entered.data?.token ?? "")).key).not.toBe(second.key);
  });

  it("is void once there is a newer one, or the session that showed it is over", async () => {
    const user = await member();
    const { token } = await enter(user.username);
    const [first, second] = [await show(token), await show(token, "refresh")];
    expect((await owns(first.key)).code).toBe(500111);
    expect((await owns(second.key)).status).toBe(200);
    await call("GET", "/service/user/logout", token);
    expect((await confirm(second.key)).code).toBe(500111);
    await enter(user.username);
    expect((await confirm(second.key)).code).toBe(500111);
  });

  it.each(["", "x", "x".repeat(43), "' or 1=1 --"])("is not %j", async (key) => {
    const { status } = await confirm(key);
    expect(status).toBe(key === "" ? 422 : 410);
  });

  it("is nothing for those who are not signed in, or were cancelled", async () => {
    expect((await call("GET", "/service/mine/loginQrcode/get", null)).code).toBe(500100);
    const user = await member();
    const { token } = await enter(user.username);
    const { key } = await show(token);
    await db.update(userAccount).set({ status: "cancelled" }).where(eq(userAccount.id, user.id));
    expect((await confirm(key)).code).toBe(500103);
  });
});

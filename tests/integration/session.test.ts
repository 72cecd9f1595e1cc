import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { challenge, customer, parameter, role, session, userAccount, userCustomer } from "@/db/schema";
import { OWN_REQUEST } from "@/lib/http/own-request";
import { loginRules } from "../contract/rules/login";
import { login, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink } from "../support/audit";
import { TEST_ENVIRONMENT } from "../support/environment";
import { bearer, type SessionProduct, startSessionProduct } from "../support/session-product";

let running: SessionProduct;
let { product, db, owner, captcha, enter, member } = {} as SessionProduct;

beforeAll(async () => {
  running = await startSessionProduct();
  ({ product, db, owner, captcha, enter, member } = running);
}, 300_000);
afterAll(() => running?.stop());

const codeOf = async (username: string, fields: Record<string, unknown> = {}) => {
  const { response, state } = await enter(username, fields);
  return [response.status, state.code];
};

type Me = { state: { code: number }; result: { user: { id: number; username: string } } | null };

async function get(path: string, headers: Record<string, string>) {
  const response = await fetch(product.baseUrl + path, { headers, redirect: "manual" });
  return { status: response.status, body: (await response.json()) as Me, headers: response.headers };
}

const me = async (headers: Record<string, string>) => {
  const { status, body } = await get("/service/mine/me", headers);
  return [status, body.state.code];
};
const IN = [200, 200000];
const OUT = [401, 500100];
const REPLACED = [401, 500104];
const WRONG_CAPTCHA = [401, 500106];
const LOCKED = [423, 500107];

const sessionsOf = (userId: number) => db.select().from(session).where(eq(session.userId, userId));

describe("what a login needs", () => {
  it.each(loginRules)("is a $field, not $fails", async ({ field, fails, rule }) => {
    const { id, username } = await member();
    const { response, state } = await enter(username, { [field]: fails });
    expect([response.ok, state.issues]).toMatchObject([false, [{ path: field, rule }]]);
    expect(await sessionsOf(id)).toEqual([]);
    expect(await codeOf(username)).toEqual(IN);
  });
});

describe("the captcha", () => {
  it("is a picture bound to a key, with nothing of its answer but a hash", async () => {
    const response = await fetch(`${product.baseUrl}/service/user/captcha`);
    const { result } = (await response.json()) as { result: { key: string; svg: string } };
    expect(result.svg).toMatch(/^<svg [\s\S]*<\/svg>$/);
    // Pixels: a path could be compared with those of the font.
    expect(result.svg).not.toMatch(/<text|<script|<path|\sd="/);
    expect(result.svg).toMatch(/href="data:image\/png;base64,/);
    const [row] = await db.select().from(challenge).where(eq(challenge.key, result.key));
    expect(row?.answerHash).toMatch(/^[0-9a-f]{64}$/);
    const seconds = (row?.expiresAt.getTime() ?? 0) - Date.now();
    expect(seconds).toBeGreaterThan(110_000);
    expect(seconds).toBeLessThanOrEqual(120_000);
  });

  it("answers once, right or wrong", async () => {
    const { username } = await member();
    const right = await captcha();
    expect(await codeOf(username, right)).toEqual(IN);
    expect(await codeOf(username, right)).toEqual(WRONG_CAPTCHA);
    const wrong = await captcha();
    expect(await codeOf(username, { ...wrong, code: "nope" })).toEqual(WRONG_CAPTCHA);
    expect(await codeOf(username, wrong)).toEqual(WRONG_CAPTCHA);
  });

  it("lets one of many at once through", async () => {
    const { username } = await member();
    const same = await captcha();
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(username, same)));
    expect(codes.filter(([status]) => status === 200)).toHaveLength(1);
  });

  it("is read without case and blanks, and is wanted", async () => {
    const { username } = await member();
    expect(await codeOf(username, { code: " ABCD " })).toEqual(IN);
    for (const fields of [
      { key: undefined },
      { code: undefined },
      { key: "", code: "" },
      { key: randomUUID() },
      { key: "no-key" },
      { key: "' or 1=1 --" },
    ])
      expect(await codeOf(username, fields), JSON.stringify(fields)).toEqual(WRONG_CAPTCHA);
  });

  it("is worth nothing after its time", async () => {
    const { username } = await member();
    expect(await codeOf(username, await captcha("abcd", -1))).toEqual(WRONG_CAPTCHA);
    expect(await codeOf(username, await captcha("abcd", 5))).toEqual(IN);
  });

  it("that is wrong tells nothing of account and password, and counts as no wrong password", async () => {
    const { id, username } = await member();
    expect(await codeOf("nobody-at-all", { code: "nope" })).toEqual(WRONG_CAPTCHA);
    for (let attempt = 0; attempt < 6; attempt += 1) await codeOf(username, { code: "nope", password: "wrong" });
    const [row] = await db.select().from(userAccount).where(eq(userAccount.id, id));
    expect(row).toMatchObject({ failedLogins: 0, lockedUntil: null });
  });
});

describe("a login", () => {
  it("answers in `data` with token, user and scope, and sets a cookie that no script reads", async () => {
    const user = await member();
    const { response, data, ...rest } = await enter(user.username);
    expect([response.status, rest.state.code]).toEqual(IN);
    expect(data).toEqual({
      token: rest.token,
      user: { id: user.id, username: user.username, name: user.name, locale: null },
      scope: { type: 1, scope_id: owner.id },
      switchScope: false,
    });
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith("next-auth.session-token=")) ?? "";
    expect(cookie).toContain(`next-auth.session-token=${rest.token}; `);
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("is found whatever the case of the name, and opens by cookie and by bearer token", async () => {
    const user = await member();
    const { token, cookie } = await enter(` ${user.username.toUpperCase()} `);
    expect(await me(bearer(token))).toEqual(IN);
    expect(await me({ cookie })).toEqual(IN);
    expect((await get("/service/mine/me", { cookie })).body.result?.user).toMatchObject({ id: user.id });
  });

  it.each([
    ["an unknown account", () => "nobody-at-all", {}, [401, 500087]],
    ["a wrong password", async () => (await member()).username, { password: "Frost2027" }, [401, 500088]],
    ["a password of another case", async () => (await member()).username, { password: "frost2026" }, [401, 500088]],
    ["a cancelled account", async () => (await member({ status: "cancelled" })).username, {}, [401, 500103]],
    ["no password", async () => (await member()).username, { password: "" }, [422, 422]],
    ["a password that is no text", async () => (await member()).username, { password: { $ne: 1 } }, [422, 422]],
    ["an endless password", async () => (await member()).username, { password: "x".repeat(101) }, [422, 422]],
    ["a field too many", async () => (await member()).username, { admin: true }, [422, 422]],
    ["a name that ends early", () => "root\0", {}, [422, 422]],
    ["half a character", () => "root\ud800", {}, [422, 422]],
    ["an injection", () => "' or '1'='1", {}, [401, 500087]],
  ])("of %s opens nothing", async (_, who, fields, expected) => {
    const { response, state, cookie } = await enter(await who(), fields as Record<string, unknown>);
    expect([response.status, state.code]).toEqual(expected);
    expect(cookie).toBe("");
  });

  it("leaves its attempts in the trail, the refused ones too, and a chain that holds", async () => {
    const fresh = await makeCustomer(db);
    const { id, username } = await makeUser(db, fresh.id);
    await enter(username, { password: "wrong" });
    await enter(username);
    const rows = await auditRows(db, fresh.id);
    // Whoever is refused is nobody yet; whoever came in did it himself.
    expect(rows).toMatchObject([
      { operation: "session.login.refused", entityId: String(id), actorType: "anonymous", actorId: null },
      { operation: "session.login", entityId: String(id), actorType: "user", actorId: id, actorName: username },
    ]);
    for (const row of rows) expect(JSON.stringify(row)).not.toMatch(/Frost2026|wrong|argon2/);
    expect(await brokenLink(db, fresh.id)).toBeNull();
    // Attempts on accounts that do not exist stand in the platform's chain, whatever was typed.
    await enter("nobody of that name");
    expect((await auditRows(db, 1)).at(-1)).toMatchObject({
      operation: "session.login.refused",
      entityId: "nobody of that name",
    });
    expect(await brokenLink(db, 1)).toBeNull();
  });

  it("by another site's form is refused", async () => {
    const { username } = await member();
    const response = await fetch(`${product.baseUrl}/service/user/login`, {
      method: "POST",
      headers: { "content-type": "text/plain", origin: "http://evil.test" },
      body: JSON.stringify({ username, password: "Frost2026", ...(await captcha()) }),
    });
    expect(response.status).toBe(403);
    expect(response.headers.has("set-cookie")).toBe(false);
  });

  it("from one address is limited", async () => {
    const attempt = () =>
      fetch(`${product.baseUrl}/service/user/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" },
        body: JSON.stringify({ username: "nobody", password: "x", key: "x", code: "x" }),
      });
    const statuses: number[] = [];
    for (let count = 0; count < 32; count += 1) statuses.push((await attempt()).status);
    // A window may end in between, once.
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
    const last = await attempt();
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("wrong passwords", () => {
  const wrong = (username: string) => codeOf(username, { password: "wrong" });

  it("lock the account at the fifth, even for the right one, until the time is over", async () => {
    const { id, username } = await member();
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await wrong(username)).toEqual([401, 500088]);
    expect(await codeOf(username)).toEqual(LOCKED);
    expect(await wrong(username)).toEqual(LOCKED);
    const [row] = await db.select().from(userAccount).where(eq(userAccount.id, id));
    const minutes = ((row?.lockedUntil?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    await db
      .update(userAccount)
      .set({ lockedUntil: new Date(Date.now() - 1) })
      .where(eq(userAccount.id, id));
    expect(await codeOf(username)).toEqual(IN);
  });

  it("are counted one by one, however many come at once", async () => {
    const { username } = await member();
    const codes = await Promise.all(Array.from({ length: 12 }, () => wrong(username)));
    expect(codes.filter(([status]) => status === 401)).toHaveLength(5);
    expect(await codeOf(username)).toEqual(LOCKED);
  });

  it("are forgotten after a right one", async () => {
    const { username } = await member();
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) expect(await wrong(username)).toEqual([401, 500088]);
      expect(await codeOf(username)).toEqual(IN);
    }
  });

  it("leave a session that is open alone", async () => {
    const { username } = await member();
    const { token } = await enter(username);
    for (let attempt = 0; attempt < 6; attempt += 1) await wrong(username);
    expect(await me(bearer(token))).toEqual(IN);
  });
});

describe("time", () => {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

  it("does not tell whether an account exists", async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => member()));
    const took = async (username: string) => {
      const solved = await captcha();
      const started = performance.now();
      await login(product.baseUrl, username, { ...solved, password: "wrong" });
      return performance.now() - started;
    };
    await took("warm-up");
    const [unknown, known]: [number[], number[]] = [[], []];
    for (const { username } of users) {
      unknown.push(await took(`nobody-${username}`));
      known.push(await took(username));
    }
    const ratio = median(unknown) / median(known);
    expect(ratio, `unknown ${median(unknown).toFixed(1)} ms, known ${median(known).toFixed(1)} ms`).toBeGreaterThan(
      0.5,
    );
    expect(ratio).toBeLessThan(2);
  });
});

describe("a session", () => {
  it("ends with the login that is one too many, and says why; the others go on", async () => {
    const { username } = await member();
    const first = await enter(username);
    const later = [];
    for (let count = 0; count < 5; count += 1) later.push(await enter(username));
    expect(await me(bearer(first.token))).toEqual(REPLACED);
    expect(await me({ cookie: first.cookie })).toEqual(REPLACED);
    expect(await Promise.all(later.map(({ token }) => me(bearer(token))))).toEqual([IN, IN, IN, IN, IN]);
  });

  it("is not opened a second time from within", async () => {
    const { username } = await member();
    const { cookie } = await enter(username);
    const again = (password: string) =>
      captcha().then((solved) =>
        fetch(`${product.baseUrl}/service/user/login`, {
          method: "POST",
          headers: { "content-type": "application/json", cookie },
          body: JSON.stringify({ username, password, ...solved }),
        }),
      );
    expect((await again("wrong")).status).toBe(401);
    const response = await again("Frost2026");
    expect([response.status, ((await response.json()) as Me).state.code]).toEqual([409, 500105]);
    expect(await me({ cookie })).toEqual(IN);
  });

  it("is one of five of an account, however many log in at once", async () => {
    const { id, username } = await member();
    const tries = await Promise.all(Array.from({ length: 7 }, () => enter(username)));
    const answers = await Promise.all(tries.map(({ token }) => me(bearer(token))));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(5);
    expect((await sessionsOf(id)).filter(({ endedAt }) => endedAt === null)).toHaveLength(5);
  });

  it("is the only one of an account where the limit is one", async () => {
    const set = (content: string) => db.update(parameter).set({ content }).where(eq(parameter.code, "session.limit"));
    const { username } = await member();
    const { token } = await enter(username);
    await set("1");
    const later = await enter(username);
    await set("5");
    expect([await me(bearer(token)), await me(bearer(later.token))]).toEqual([REPLACED, IN]);
  });

  it("is over after the logout, also for a stolen cookie, and is not brought back", async () => {
    const { username } = await member();
    const { token, cookie } = await enter(username);
    const { status, headers } = await get("/service/user/logout", { cookie, ...OWN_REQUEST });
    expect(status).toBe(200);
    expect(headers.get("set-cookie")).toMatch(/^next-auth\.session-token=; .*Max-Age=0/);
    expect([await me({ cookie }), await me(bearer(token))]).toEqual([OUT, OUT]);
    const refreshed = await fetch(`${product.baseUrl}/api/auth/session`, { headers: { cookie } });
    const renewed = refreshed.headers.get("set-cookie")?.split(";")[0];
    if (renewed) expect(await me({ cookie: renewed })).toEqual(OUT);
    expect((await get("/service/user/logout", { cookie, ...OWN_REQUEST })).status).toBe(401);
  });

  it("is over after its time", async () => {
    const user = await member();
    const { token } = await enter(user.username);
    await db
      .update(session)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(session.userId, user.id));
    expect(await me(bearer(token))).toEqual(OUT);
  });

  it("cannot be fixed from outside: each login has an id of its own", async () => {
    const [attacker, victim] = [await member(), await member()];
    const planted = await enter(attacker.username);
    const response = await fetch(`${product.baseUrl}/service/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: planted.cookie },
      body: JSON.stringify({ username: victim.username, password: "Frost2026", ...(await captcha()) }),
    });
    expect(response.status).toBe(200);
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(cookie).not.toBe(planted.cookie);
    expect((await get("/service/mine/me", { cookie })).body.result?.user.id).toBe(victim.id);
    // What was planted never becomes the victim's.
    expect((await get("/service/mine/me", { cookie: planted.cookie })).body.result?.user.id).toBe(attacker.id);
    const again = await enter(victim.username);
    expect(again.token).not.toBe(cookie.split("=")[1]);
    const ids = (await sessionsOf(victim.id)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it("is not forged", async () => {
    const user = await member();
    const { token } = await enter(user.username);
    const [row] = await sessionsOf(user.id);
    const claims = { sub: String(user.id), sid: row?.id };
    const forged = [
      "",
      "x",
      "..",
      token.slice(0, -3),
      `${token}x`,
      await encode({ token: claims, secret: `${TEST_ENVIRONMENT.AUTH_SECRET}x` }),
      await encode({ token: { ...claims, sid: randomUUID() }, secret: TEST_ENVIRONMENT.AUTH_SECRET }),
      await encode({ token: { sub: "1" }, secret: TEST_ENVIRONMENT.AUTH_SECRET }),
      await encode({ token: claims, secret: TEST_ENVIRONMENT.AUTH_SECRET, maxAge: -60 }),
      randomBytes(300).toString("base64url"),
      "%E0%A4%A",
    ];
    for (const candidate of forged) {
      expect(await me(bearer(candidate)), candidate).toEqual(OUT);
      expect(await me({ cookie: `next-auth.session-token=${candidate}` }), candidate).toEqual(OUT);
    }
    expect(await me({ cookie: `__Secure-next-auth.session-token=${token}` })).toEqual(OUT);
    expect(await me(bearer(token))).toEqual(IN);
  });

  const ENDINGS: [string, (user: { id: number; roleId: number; customerId: number }) => Promise<unknown>][] = [
    ["account", ({ id }) => db.update(userAccount).set({ status: "cancelled" }).where(eq(userAccount.id, id))],
    ["role", ({ roleId }) => db.update(role).set({ status: "cancelled" }).where(eq(role.id, roleId))],
    [
      "customer",
      ({ customerId }) => db.update(customer).set({ status: "cancelled" }).where(eq(customer.id, customerId)),
    ],
  ];

  it.each(ENDINGS)("is over at once when the %s is cancelled, and no other begins", async (_, cancel) => {
    const owner = await makeCustomer(db);
    const user = await makeUser(db, owner.id);
    const { token, cookie } = await enter(user.username);
    expect(await me(bearer(token))).toEqual(IN);
    await cancel(user);
    expect([await me(bearer(token)), await me({ cookie })]).toEqual([OUT, OUT]);
    expect(await codeOf(user.username)).toEqual([401, 500103]);
  });

  it("sees a right that was taken away with the next call", async () => {
    const user = await member();
    const { token } = await enter(user.username);
    expect((await get("/service/zone", bearer(token))).status).toBe(200);
    await db.execute(sql`delete from role_permission where role_id = ${user.roleId}`);
    expect((await get("/service/zone", bearer(token))).status).toBe(403);
  });
});

describe("pages", () => {
  const DATAEX = "/en-US/abnormal/dataex?q=a";
  const NEXT = encodeURIComponent(DATAEX);

  /** Where a page leads: by its status, or within what is streamed behind the skeleton. */
  async function leadsTo(cookie: string) {
    const response = await fetch(product.baseUrl + DATAEX, { headers: { cookie }, redirect: "manual" });
    const html = await response.text();
    expect(html).not.toContain("<table");
    const streamed = /http-equiv="refresh" content="[^"]*url=([^"]+)"/.exec(html)?.[1];
    const { pathname, search } = new URL(response.headers.get("location") ?? streamed ?? "", product.baseUrl);
    return pathname + search;
  }

  it("ask for a login where there is no session", async () => {
    expect(await leadsTo("")).toBe(`/en-US/login?next=${NEXT}`);
    expect(await leadsTo("next-auth.session-token=forged")).toBe(`/en-US/login?next=${NEXT}`);
  });

  it("say what is missing where the permission is, in every language", async () => {
    const user = await member({ permissions: ["viewHistory"] });
    const { cookie } = await enter(user.username);
    const refused = await leadsTo(cookie);
    expect(refused).toBe(`/en-US/no-access?next=${NEXT}`);
    for (const [locale, text] of [
      ["en-US", "Exceptions: view"],
      ["zh-CN", "异常：查看"],
      ["es", "Excepciones: ver"],
      ["ja", "異常：表示"],
    ]) {
      const page = await fetch(product.baseUrl + refused.replace("en-US", locale as string), { headers: { cookie } });
      expect(page.status).toBe(200);
      const html = await page.text();
      expect(html).toContain(text);
      expect(html).toContain(user.username);
    }
    const foreign = await fetch(`${product.baseUrl}/en-US/no-access?next=https://evil.test/`, { headers: { cookie } });
    expect(await foreign.text()).not.toMatch(/href="[^"]*evil/);
  });

  it("open where the permission is held", async () => {
    const { cookie } = await enter((await member({ permissions: ["viewEx"] })).username);
    const page = await fetch(product.baseUrl + DATAEX, { headers: { cookie }, redirect: "manual" });
    expect([page.status, (await page.text()).includes("<table")]).toEqual([200, true]);
  });
});

describe("an agent", () => {
  it("sees nothing before a customer is chosen, and that one alone afterwards", async () => {
    const [first, second] = [await makeCustomer(db), await makeCustomer(db)];
    const fridges = [await makeFridge(db, first), await makeFridge(db, second)];
    const agent = await makeUser(db, 1, { scopeType: -1, customerIds: [first.id, second.id] });
    const { data, token } = await enter(agent.username);
    expect(data).toMatchObject({ scope: { type: -1, scope_id: null }, switchScope: true });
    const seen = async () => {
      const response = await fetch(`${product.baseUrl}/service/carrier/monitoring`, { headers: bearer(token) });
      const { result } = (await response.json()) as { result: { items: { name: string }[]; total: number } };
      expect(result.total).toBe(result.items.length);
      return result.items.map(({ name }) => name);
    };
    const choose = (proxyCustomerId: number) =>
      db.update(session).set({ proxyCustomerId }).where(eq(session.userId, agent.id));
    expect(await seen()).toEqual([]);
    await choose(first.id);
    expect(await seen()).toEqual([fridges[0]?.carrier.name]);
    await choose(second.id);
    expect(await seen()).toEqual([fridges[1]?.carrier.name]);
    // Taken from the agent, or cancelled: nothing again, with the session still open.
    await db.delete(userCustomer).where(eq(userCustomer.customerId, second.id));
    expect(await seen()).toEqual([]);
    await choose(first.id);
    await db.update(customer).set({ status: "cancelled" }).where(eq(customer.id, first.id));
    expect(await seen()).toEqual([]);
  });
});

import { randomUUID } from "node:crypto";
import { chromium as playwright } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Db, openDb } from "@/db/client";
import { customer, parameter, role, session, userAccount, userIdentity, zone } from "@/db/schema";
import { SECOND_FACTOR_PARAMETER } from "@/lib/auth/principal";
import { login, makeRole, makeUser } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { trailOf } from "../support/audit";
import { browserLaunchOptions } from "../support/browser.mjs";
import { CookieBrowser } from "../support/cookie-browser";
import { TEST_PASSWORD } from "../support/environment";
import { CLIENT, type Person, startIdentityProvider } from "../support/identity-provider";
import { longTest } from "../support/long";
import { type Product, startProduct } from "../support/server";

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let product: Product;
let db: Db;
let site: Awaited<ReturnType<typeof makeCustomer>>;
let other: Awaited<ReturnType<typeof makeCustomer>>;
let browser: CookieBrowser;
let subject: string;

const SESSION = "next-auth.session-token";
const CODES = { site: `SITE${Date.now()}`, other: `OTHER${Date.now()}` };

beforeAll(async () => {
  provider = await startIdentityProvider();
  product = await startProduct({
    hasWorker: false,
    env: {
      LOGIN_CAPTCHA: "off",
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_LABEL: "Acme ID",
      OIDC_CUSTOMER_CLAIM: "site",
      OIDC_CUSTOMER_MAP: JSON.stringify({ north: CODES.site, south: CODES.other }),
      OIDC_ROLE_MAP: JSON.stringify({ chiefs: "Manager", nurses: "Viewer" }),
    },
  });
  provider.open(product.baseUrl);
  db = openDb(product.databaseUrl, 4);
  site = await makeCustomer(db, { code: CODES.site });
  other = await makeCustomer(db, { code: CODES.other });
  for (const { id } of [site, other]) {
    await makeRole(db, id, { name: "Manager" });
    await makeRole(db, id, { name: "Viewer", permissions: ["viewHistory"] });
  }
}, 900_000);
afterAll(async () => {
  await db?.$client.end({ timeout: 5 });
  await product?.stop();
  await provider?.stop();
});
beforeEach(() => {
  browser = new CookieBrowser();
  subject = randomUUID();
});

const person = (claims: Person = {}): Person => ({
  name: "Ada Lovelace",
  preferred_username: `ada.${subject.slice(0, 8)}`,
  email: `${subject}@acme.test`,
  email_verified: true,
  groups: ["staff", "chiefs"],
  site: "north",
  ...claims,
});

const isCallback = (url: string) => url.startsWith(`${product.baseUrl}/api/auth/callback/oidc`);
const roleOf = async (customerId: number, name: string) =>
  (
    await db
      .select()
      .from(role)
      .where(and(eq(role.customerId, customerId), eq(role.name, name)))
  )[0]?.id;

/** Presses the button: next-auth's own calls, as its client makes them. The address is that of the provider. */
async function press(callbackUrl = `${product.baseUrl}/en-US/zone`): Promise<string> {
  const csrf = (await (await browser.send(`${product.baseUrl}/api/auth/csrf`)).json()) as { csrfToken: string };
  const response = await browser.send(`${product.baseUrl}/api/auth/signin/oidc`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken: csrf.csrfToken, callbackUrl, json: "true" }),
  });
  return ((await response.json()) as { url: string }).url;
}

/** To the address at which the provider hands over its code, which is not asked for yet. */
async function authorize(claims: Person | null = person(), callbackUrl?: string): Promise<string> {
  provider.seat(claims === null ? null : subject, claims ?? {});
  return (await browser.follow(await press(callbackUrl), isCallback)).url;
}

/** A whole login; the address of the page at its end. */
async function signOn(claims?: Person | null, callbackUrl?: string): Promise<URL> {
  const { url } = await browser.follow(await authorize(claims, callbackUrl), (at) => at.includes("/en-US/zone"));
  return new URL(url);
}

const accountOf = async (id = subject) =>
  (
    await db
      .select({ account: userAccount })
      .from(userAccount)
      .innerJoin(userIdentity, eq(userIdentity.userId, userAccount.id))
      .where(eq(userIdentity.subject, id))
  )[0]?.account;
const sessionsOf = (userId: number) => db.select().from(session).where(eq(session.userId, userId));

async function me() {
  const response = await browser.send(`${product.baseUrl}/service/mine/me`);
  const { state, result } = (await response.json()) as {
    state: { code: number };
    result: { user: { id: number }; scope: unknown; permissions: string[] } | null;
  };
  return { code: state.code, result };
}
const hasSession = () => browser.cookies(product.baseUrl).has(SESSION);
const REFUSED = (url: URL) => [url.pathname.replace(/^\/[\w-]+\//, ""), url.searchParams.get("error")];

describe("the first login at the provider", () => {
  it("asks with PKCE, state and nonce", async () => {
    const { searchParams } = new URL(await press());
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    for (const name of ["code_challenge", "state", "nonce"]) expect(searchParams.get(name)).toMatch(/.{20}/);
    expect(searchParams.get("scope")).toBe("openid profile email");
  });

  it("makes an account in the customer and role of the mapping, opens a session and leaves two rows", async () => {
    expect((await signOn()).pathname).toBe("/en-US/zone");
    const account = await accountOf();
    expect(account).toMatchObject({
      customerId: site.id,
      roleId: await roleOf(site.id, "Manager"),
      username: `ada_${subject.slice(0, 8)}`,
      email: `${subject}@acme.test`,
      mustChangePassword: false,
      status: "active",
    });
    const [row] = await sessionsOf(account?.id ?? 0);
    expect(row).toMatchObject({ isSingleSignOn: true, endedAt: null });
    const { code, result } = await me();
    expect(code).toBe(200000);
    expect(result).toMatchObject({ user: { id: account?.id }, scope: { type: 1, customer_id: site.id } });
    const trail = await trailOf(db, site.id, "user", account?.id ?? 0);
    expect(trail.map(({ operation, actorType }) => [operation, actorType])).toEqual([
      ["user.provision", "system"],
      ["session.loginByProvider", "user"],
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/argon2|code_verifier/);
  });

  it("sees what its customer has, and nothing of another one", async () => {
    await signOn();
    const [own] = await db
      .insert(zone)
      .values({ customerId: site.id, name: `own ${subject}`, measure: "temperature" })
      .returning();
    const [foreign] = await db
      .insert(zone)
      .values({ customerId: other.id, name: `other ${subject}`, measure: "temperature" })
      .returning();
    const status = async (id: number | undefined) =>
      (await browser.send(`${product.baseUrl}/service/zone/${id}`)).status;
    expect([await status(own?.id), await status(foreign?.id)]).toEqual([200, 404]);
  });

  it("numbers a name and leaves out a mail address that others have", async () => {
    await signOn(person({ preferred_username: "grace", name: "Grace Hopper", email: "grace@acme.test" }));
    [browser, subject] = [new CookieBrowser(), randomUUID()];
    await signOn(person({ preferred_username: "grace", name: "Grace Hopper", email: "grace@acme.test" }));
    expect(await accountOf()).toMatchObject({ username: "grace_2", name: "Grace Hopper 2", email: null });
  });

  it("takes over no account that was made by hand, whatever its name and mail address", async () => {
    const local = await makeUser(db, site.id, { username: "byhand", name: "By Hand", email: "hand@acme.test" });
    await signOn(person({ preferred_username: "byhand", name: "By Hand", email: "hand@acme.test" }));
    expect((await accountOf())?.id).not.toBe(local.id);
    expect(await sessionsOf(local.id)).toEqual([]);
  });

  it("of several at once makes one account", async () => {
    const urls: string[] = [];
    const browsers: CookieBrowser[] = [];
    for (let count = 0; count < 4; count += 1) {
      browser = new CookieBrowser();
      urls.push(await authorize());
      browsers.push(browser);
    }
    await Promise.all(browsers.map((one, index) => one.send(urls[index] ?? "")));
    const identities = await db.select().from(userIdentity).where(eq(userIdentity.subject, subject));
    expect(identities).toHaveLength(1);
    const sessions = await sessionsOf(identities[0]?.userId ?? 0);
    expect(sessions.filter(({ endedAt }) => endedAt === null)).toHaveLength(4);
  });

  it("gives no password: none of the account's is known, and a guess counts as one", async () => {
    await signOn();
    const account = await accountOf();
    for (const password of [TEST_PASSWORD, "x"])
      expect((await login(product.baseUrl, account?.username ?? "", { password })).state.code).toBe(500088);
    expect((await accountOf())?.failedLogins).toBe(2);
    expect((await me()).code).toBe(200000);
  });
});

describe("a later login", () => {
  it("finds the account, and the session before goes on as with any login elsewhere", async () => {
    await signOn();
    const account = await accountOf();
    const earlier = browser.copy();
    browser = new CookieBrowser();
    await signOn();
    expect((await accountOf())?.id).toBe(account?.id);
    expect((await me()).code).toBe(200000);
    const old = (await (await earlier.send(`${product.baseUrl}/service/mine/me`)).json()) as {
      state: { code: number };
    };
    expect(old.state.code).toBe(200000);
    const rows = await sessionsOf(account?.id ?? 0);
    expect(rows.map(({ endReason }) => endReason)).toEqual([null, null]);
    expect(rows).toHaveLength(2);
    const trail = await trailOf(db, site.id, "user", account?.id ?? 0);
    expect(trail.filter(({ operation }) => operation === "user.followProvider")).toEqual([]);
  });

  it("brings name, mail address and role up to date, with the change in the trail", async () => {
    await signOn();
    await signOn(person({ name: "Ada King", email: `new-${subject}@acme.test`, groups: "nurses" }));
    const account = await accountOf();
    const viewer = await roleOf(site.id, "Viewer");
    expect(account).toMatchObject({ name: "Ada King", email: `new-${subject}@acme.test`, roleId: viewer });
    expect((await me()).result?.permissions).toEqual(["viewHistory"]);
    const trail = await trailOf(db, site.id, "user", account?.id ?? 0);
    expect(trail.find(({ operation }) => operation === "user.followProvider")).toMatchObject({
      actorType: "system",
      newValues: { name: "Ada King", roleId: viewer },
    });
  });

  it("is asked neither for a second factor nor for a new password: the provider did that", async () => {
    const set = (content: string) =>
      db.update(parameter).set({ content }).where(eq(parameter.code, SECOND_FACTOR_PARAMETER));
    await signOn();
    await set("true");
    try {
      await db
        .update(userAccount)
        .set({ mustChangePassword: true })
        .where(eq(userAccount.id, (await accountOf())?.id ?? 0));
      await signOn();
      expect((await me()).result?.permissions.length).toBeGreaterThan(10);
    } finally {
      await set("false");
    }
  });
});

describe("who stays out", () => {
  const refusal = async (claims?: Person | null) => REFUSED(await signOn(claims));
  const trailOfRefusal = (customerId: number, id: string | number) =>
    trailOf(db, customerId, "user", id as number).then((rows) => rows.at(-1));

  it.each<[string, Person]>([
    ["a role claim that is not in the map", { groups: ["staff"] }],
    ["no role claim", { groups: undefined }],
    ["a customer claim that is not in the map", { site: CODES.site }],
  ])("is whoever has %s, without an account", async (_, claims) => {
    expect(await refusal(person(claims))).toEqual(["login", "unassigned"]);
    expect([await accountOf(), hasSession()]).toEqual([undefined, false]);
    expect(await trailOfRefusal(1, subject)).toMatchObject({
      operation: "session.loginByProvider.refused",
      reason: "unassigned",
    });
  });

  it("is a cancelled account, with its reason in every language", async () => {
    await signOn();
    const account = await accountOf();
    await db
      .update(userAccount)
      .set({ status: "cancelled" })
      .where(eq(userAccount.id, account?.id ?? 0));
    browser = new CookieBrowser();
    expect(await refusal()).toEqual(["login", "accountEnded"]);
    expect(hasSession()).toBe(false);
    expect(await trailOfRefusal(site.id, account?.id ?? 0)).toMatchObject({ reason: "accountEnded" });
    const texts = {
      "zh-CN": "账号已注销",
      "en-US": "the account is deactivated",
      es: "la cuenta está dada de baja",
      ja: "停止中",
    };
    for (const [locale, text] of Object.entries(texts)) {
      const page = await fetch(`${product.baseUrl}/${locale}/login?error=accountEnded`);
      expect(await page.text(), locale).toContain(text);
    }
  });

  it("is everyone of a customer that was stopped, known or new", async () => {
    await signOn();
    await db.update(customer).set({ status: "cancelled" }).where(eq(customer.id, site.id));
    try {
      browser = new CookieBrowser();
      expect(await refusal()).toEqual(["login", "customerStopped"]);
      [browser, subject] = [new CookieBrowser(), randomUUID()];
      expect(await refusal()).toEqual(["login", "customerStopped"]);
      expect(await accountOf()).toBeUndefined();
    } finally {
      await db.update(customer).set({ status: "active" }).where(eq(customer.id, site.id));
    }
  });

  it("is an account whose claims name another customer by now", async () => {
    await signOn();
    browser = new CookieBrowser();
    expect(await refusal(person({ site: "south" }))).toEqual(["login", "otherCustomer"]);
    expect((await accountOf())?.customerId).toBe(site.id);
  });

  it("is whoever turns away at the provider, and may try again to get where he wanted", async () => {
    const page = await signOn(null);
    expect(REFUSED(page)).toEqual(["login", "Callback"]);
    expect(page.searchParams.get("callbackUrl")).toBe(`${product.baseUrl}/en-US/zone`);
  });
});

describe("an answer that was tampered with", () => {
  const FAILED = ["login", expect.stringMatching(/^(?:OAuthCallback|Callback)$/)];
  const ends = async (url: string, by = browser) => REFUSED(new URL((await by.follow(url)).url));

  it("is refused with another state, and without one", async () => {
    for (const state of [randomUUID(), null]) {
      browser = new CookieBrowser();
      const url = new URL(await authorize());
      if (state) url.searchParams.set("state", state);
      else url.searchParams.delete("state");
      expect(await ends(url.href)).toEqual(FAILED);
      expect(hasSession()).toBe(false);
    }
    expect(await accountOf()).toBeUndefined();
  });

  it("is refused in another browser, which lacks state, nonce and verifier", async () => {
    const url = await authorize();
    const thief = new CookieBrowser();
    expect(await ends(url, thief)).toEqual(FAILED);
    expect(thief.cookies(product.baseUrl).has(SESSION)).toBe(false);
  });

  it("is refused with the code of another login", async () => {
    const stolen = new URL(await authorize()).searchParams.get("code") ?? "";
    [browser, subject] = [new CookieBrowser(), randomUUID()];
    const own = new URL(await authorize());
    own.searchParams.set("code", stolen);
    // The provider compares the challenge of that login with the verifier of this one.
    expect(await ends(own.href)).toEqual(FAILED);
    expect(hasSession()).toBe(false);
  });

  it("is good once, also with the cookies of before", async () => {
    const url = await authorize();
    const replay = browser.copy();
    expect((await browser.follow(url, (at) => at.includes("/en-US/zone"))).url).toContain("/en-US/zone");
    expect(await ends(url, replay)).toEqual(FAILED);
    expect(replay.cookies(product.baseUrl).has(SESSION)).toBe(false);
  });
});

describe("where a login leads", () => {
  it.each(["https://evil.test/", "//evil.test/x", "http://localhost.evil.test/", "javascript:alert(1)"])(
    "is never %s",
    async (wanted) => {
      provider.seat(subject, person());
      const { url } = await browser.follow(await press(wanted), (at) => !isCallback(at) && hasSession());
      expect(new URL(url).origin).toBe(product.baseUrl);
    },
  );

  longTest(null)(
    "is where the button of the login page was pressed for, in a real browser under the page's policy",
    async () => {
      const options = await browserLaunchOptions();
      const chromium = await playwright.launch(options);
      try {
        const page = await (await chromium.newContext({ locale: "en-US" })).newPage();
        provider.seat(subject, person());
        await page.goto(`${product.baseUrl}/en-US/login`);
        // With it in control, the browser sends each visit ahead: the provider's code must not be used up twice.
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.goto(`${product.baseUrl}/en-US/login?next=%2Fen-US%2Fpersonal%2Fmaterial`);
        await page.getByRole("button", { name: "Log in with Acme ID" }).click();
        await page.waitForURL("**/en-US/personal/material");
        provider.seat(null);
        await page.context().clearCookies();
        await page.goto(`${product.baseUrl}/en-US/login`);
        await page.getByRole("button", { name: "Log in with Acme ID" }).click();
        await page.getByText("Single sign-on failed or was cancelled.").waitFor();
      } finally {
        await chromium.close();
      }
    },
    120_000,
  );

  it("is the login page's button, in the user's language, with what was wanted", async () => {
    const texts = {
      "zh-CN": "使用 Acme ID 登录",
      "en-US": "Log in with Acme ID",
      es: "Iniciar sesión con Acme ID",
      ja: "Acme IDでログイン",
    };
    for (const [locale, text] of Object.entries(texts)) {
      const page = await fetch(`${product.baseUrl}/${locale}/login?next=%2F${locale}%2Fzone`);
      expect(await page.text(), locale).toContain(text);
    }
  });
});

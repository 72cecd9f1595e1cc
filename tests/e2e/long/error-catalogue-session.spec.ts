import { expect } from "@playwright/test";
import { TEST_PASSWORD } from "../../support/environment";
import {
  type Answer,
  type Area,
  administratorRole,
  errorText,
  expectAnswered,
  expectCode,
  expectLeaving,
  make,
  PERSONAL,
  saveRemarks,
  stamp,
  textOf,
  textsOf,
} from "../../support/error-catalogue";
import { logIn, ownAddress, signIn } from "../../support/sign-in";
import { readyWhenLoaded, test } from "../../support/test";

// The codes of specification, section 8, about the session and about calls that do not fit.

const LOGIN = "/service/user/login";

test("the refusals of a login are shown", async ({ browser, context }) => {
  const locale = "es";
  await signIn(context, "root");
  const mark = `${locale.slice(0, 2).toLowerCase()}${stamp}`;
  const { id: roleId, customerId } = await administratorRole(context);
  const account = {
    username: `login_${mark}`,
    name: `Login ${mark}`,
    mobile: `13${locale.length}${String(locale.charCodeAt(0)).slice(-1)}${stamp.slice(1)}`,
    customerId,
    roleId,
    status: "active",
  };
  const { user, password } = await make<{ user: { id: number }; password: string }>(context.request, "user", account);

  const visitor = readyWhenLoaded(await browser.newContext({ extraHTTPHeaders: ownAddress() }));
  const window = await visitor.newPage();
  await window.goto(`/${locale}/login`);
  const texts = textsOf(locale, "login");
  const submit = async (username: string, secret: string) => {
    await window.locator('input[name="username"]').fill(username);
    await window.locator('input[name="password"]').fill(secret);
    await window.locator('button[type="submit"]').click();
  };
  const attempt = async (area: Area, code: number, text: string, ...who: [username: string, secret: string]) => {
    await expectAnswered(window, LOGIN, area, code, () => submit(...who));
    await expect(window.getByText(textOf(texts, `error.${text}`))).toBeVisible();
  };
  const nobody = [`nobody_${mark}`, "Wrong1234"] as const;
  await attempt("business", 500087, "accountUnknown", ...nobody);

  for (let wrong = 1; wrong <= 5; wrong += 1)
    await attempt("business", 500088, "passwordWrong", account.username, "Wrong1234");
  await attempt("business", 500107, "locked", account.username, password);
  const other = {
    ...account,
    username: `off_${mark}`,
    name: `Off ${mark}`,
    mobile: `15${account.mobile.slice(2)}`,
    status: "cancelled",
  };
  const cancelled = await make<{ code: number; password: string }>(context.request, "user", other);
  expect(cancelled.code).toBe(501);
  await attempt("business", 500103, "failed", other.username, cancelled.password);
  await visitor.setOffline(true);
  await submit(...nobody);
  await expect(window.getByText(textOf(texts, "error.network"))).toBeVisible();
  await context.request.delete(`/service/user/${user.id}`);
  await visitor.close();
});

test("what ends or hinders a session is shown", async ({ browser, context, page }) => {
  const locale = "ja";
  await signIn(context, "user");
  const again = await context.request.post("/service/user/login", {
    data: { username: "user", password: TEST_PASSWORD },
  });
  expectCode((await again.json()) as Answer, "business", 500105);
  await page.goto(`/${locale}/personal/material`);
  /** The same click, led to another address on its way. */
  const ledTo = async (address: string, area: Area, code: number) => {
    const url = new URL(address, page.url()).href;
    await page.route(`**${PERSONAL}`, (route) => route.continue({ url }), { times: 1 });
    await expectAnswered(page, PERSONAL, area, code, () => saveRemarks(page));
  };
  await ledTo("/service/parameter/1", "business", 500102);
  await expect(page.getByText(errorText(locale, "FORBIDDEN"))).toBeVisible();
  await ledTo("/service/parameter/1", "http", 403);
  await ledTo("/service/nothing/here", "http", 404);
  await expect(page.getByText(errorText(locale, "NOT_FOUND"))).toBeVisible();

  const before = (await context.cookies()).find(({ name }) => name.includes("session-token"))?.value;
  // As many logins as an account may have, so that this one, the oldest, ends.
  const others = await Promise.all(Array.from({ length: 5 }, async () => readyWhenLoaded(await browser.newContext())));
  for (const other of others) await logIn(other, "user");
  await expect(page).toHaveURL(new RegExp(`/${locale}/login`));
  await expect(page.getByText(textOf(textsOf(locale, "login"), "ended.replaced"))).toBeVisible();
  const replaced = await others[0]?.request.get("/service/mine/me", {
    headers: { authorization: `Bearer ${before}`, cookie: "" },
  });
  expectCode((await replaced?.json()) as Answer, "business", 500104);
  for (const other of others) await other.close();

  const isAtLogin = () => expect(page).toHaveURL(new RegExp(`/${locale}/login\\?.*next=`));
  /** What the page calls by itself: it leads to the login as well, before anything is saved. */
  const byItself = ({ pathname }: URL) => pathname.startsWith("/service/") && pathname !== PERSONAL;
  const withoutSession = async () => {
    await page.unroute(byItself);
    await signIn(context, "user");
    await page.goto(`/${locale}/personal/material`);
    await page.route(byItself, (route) => route.abort());
    await context.clearCookies({ name: /next-auth/ });
  };
  await withoutSession();
  await expectLeaving(page, PERSONAL, "business", 500100, () => saveRemarks(page));
  await isAtLogin();
  await withoutSession();
  await expectAnswered(page, PERSONAL, "http", 401, () => saveRemarks(page));
  await isAtLogin();
});

test("a call that is none is shown", async ({ context, page }) => {
  const locale = "zh-CN";
  await signIn(context, "user");
  await page.goto(`/${locale}/personal/material`);
  const CASES: [key: "BAD_REQUEST" | "METHOD_NOT_ALLOWED", area: Area, code: number, sent: object][] = [
    ["BAD_REQUEST", "http", 400, { postData: '{"name":' }],
    ["METHOD_NOT_ALLOWED", "http", 405, { method: "PATCH" }],
  ];
  for (const [key, area, code, sent] of CASES) {
    await page.route(`**${PERSONAL}`, (route) => route.continue(sent), { times: 1 });
    await expectAnswered(page, PERSONAL, area, code, () => saveRemarks(page));
    await expect(page.getByText(errorText(locale, key))).toBeVisible();
  }
  await context.setOffline(true);
  await saveRemarks(page);
  await expect(page.getByText(errorText(locale, "network"))).toBeVisible();
  await context.setOffline(false);
});

import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { grantable, type Permission } from "../../../lib/auth/permissions";
import type { Locale } from "../../../lib/i18n/routing";
import { TEST_PASSWORD } from "../../support/environment";
import {
  errorText,
  expectAnswered,
  expectLeaving,
  fillAll,
  make,
  type Role,
  read,
  stamp,
  tamper,
  textOf,
  textsOf,
} from "../../support/error-catalogue";
import { ownAddress, signIn } from "../../support/sign-in";
import { expectToast, readyWhenLoaded, test } from "../../support/test";

// The codes of specification, section 8, that tell how far something came, or that it could not be done after all.

const submit = (page: Page) => page.getByRole("dialog").locator('button[type="submit"]').click();
const short = (locale: Locale) => `${locale.slice(0, 2).toLowerCase()}${stamp}`;

/** The page of a platform account, made by Root, that may do everything but one thing. */
async function manager(browser: Browser, root: BrowserContext, without?: Permission): Promise<Page> {
  const mark = `${without?.slice(0, 4).toLowerCase() ?? "all"}_${stamp}`;
  const codes = [...grantable(3, false)].filter((code) => code !== without);
  const role = { customerId: 1, name: `Opener ${mark}`, scopeType: 3, codes, status: "active" };
  const { id: roleId } = await make<Role>(root.request, "role", role);
  const mobile = `18${without?.length ?? 0}${stamp}`.slice(0, 11).padEnd(11, "7");
  const person = { username: `opener_${mark}`, name: `Opener ${mark.replace("_", " ")}`, mobile };
  const account = { ...person, customerId: 1, roleId, status: "active" };
  const { password } = await make<{ password: string }>(root.request, "user", account);
  const window = readyWhenLoaded(await browser.newContext());
  const enter = async (secret: string) => {
    const data = { username: person.username, password: secret };
    const answer = await window.request.post("/service/user/login", { data, headers: ownAddress() });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await enter(password);
  const change = { oldPassword: password, newPassword: `${TEST_PASSWORD}7`, confirmPassword: `${TEST_PASSWORD}7` };
  expect((await window.request.put("/service/mine/password", { data: change })).status()).toBe(200);
  await enter(change.newPassword);
  return window.newPage();
}

test("how far the opening of a customer came is shown", async ({ browser, context }) => {
  await signIn(context, "root");
  const withoutRole = await manager(browser, context, "newRole");
  const withoutContacts = await manager(browser, context, "syncContacts");
  const whole = await manager(browser, context);
  let count = 0;
  const open = async (page: Page, locale: Locale, username?: string) => {
    count += 1;
    await page.goto(`/${locale}/sys/customer?form=new`);
    const mark = `${stamp}${count}`;
    await fillAll(page, {
      name: `Opened ${mark}`,
      code: `O${mark}`,
      contact: "Wang",
      phone: `020-${mark}`,
      email: `o${mark}@example.com`,
      username: username ?? `first_${mark}`,
      person: `First ${mark}`,
      mobile: `1${50 + count}${stamp}`,
    });
    await submit(page);
  };
  const expectOpened = (page: Page, locale: Locale, key: string) => {
    const name = `Opened ${stamp}${count}`;
    return expect(page.getByText(textOf(textsOf(locale, "customer"), `opened.${key}`, { name }))).toBeVisible();
  };
  const PATH = "/service/customer";
  const locale = "zh-CN";
  await expectAnswered(withoutRole, PATH, "customer", 201, () => open(withoutRole, locale));
  await expectOpened(withoutRole, locale, "201");
  await expectAnswered(withoutContacts, PATH, "customer", 203, () => open(withoutContacts, locale));
  await expectOpened(withoutContacts, locale, "203");
  // The account's name exists, which the customer does not hang on.
  await expectAnswered(whole, PATH, "customer", 202, () => open(whole, locale, "admin"));
  await expectOpened(whole, locale, "202");
  await expect(whole.getByText(errorText(locale, "USER_ACCOUNT_TAKEN"))).toBeVisible();
  await expectAnswered(whole, PATH, "customer", 200, () => open(whole, locale));
  await expectOpened(whole, locale, "200");
  for (const page of [withoutRole, withoutContacts, whole]) await page.context().close();
});

test("what becomes of a user is shown", async ({ context, page }) => {
  const locale = "ja";
  await signIn(context, "admin");
  const mark = short(locale);
  const deputy = { name: `Clerk ${mark}`, scopeType: 1, codes: ["viewEx"], status: "active" };
  const { id: roleId } = await make<Role>(context.request, "role", deputy);
  const person = {
    username: `clerk_${mark}`,
    name: `Clerk ${mark}`,
    mobile: `18${locale.charCodeAt(0) % 10}${stamp}`,
  };
  const { user } = await make<{ user: { id: number } }>(context.request, "user", {
    ...person,
    roleId,
    status: "active",
  });
  const texts = textsOf(locale, "user");
  const path = `/service/user/${user.id}`;
  const edit = async () => {
    await page.goto(`/${locale}/user/userinfo?q=${person.username}&id=${user.id}`);
    await expect(page.getByRole("dialog").locator('input[name="username"]')).toHaveValue(person.username);
  };
  const saved = () => submit(page);
  await edit();
  await expectAnswered(page, path, "user", 200, saved);
  await expectToast(page, textOf(texts, "done.saved"));
  await edit();
  await tamper(page, path, { contact: { groupId: 999_999_999, level: 1 } });
  await expectAnswered(page, path, "user", 201, saved);
  await expectToast(page, textOf(texts, "note.noContact"));

  const list = `/${locale}/user/userinfo?q=${person.username}`;
  const confirm = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  const reset = async () => {
    await page.goto(list);
    await page.getByRole("button", { name: textOf(texts, "action.moreOf", { name: person.name }) }).click();
    await page.getByRole("menuitem", { name: textOf(texts, "action.resetPassword") }).click();
    await expect(confirm).toBeVisible();
  };
  const agree = () => confirm.getByRole("button").last().click();
  await reset();
  await expectAnswered(page, `${path}/resetPassword`, "password", 200, agree);
  await expect(page.locator("[data-password]")).toBeVisible();

  await edit();
  await tamper(page, path, { status: "cancelled" });
  await expectAnswered(page, path, "user", 501, saved);
  await expectToast(page, textOf(texts, "note.cancelled"));

  // Deleted by somebody else, between the question and the answer.
  await context.request.post(`${path}/activate`);
  await reset();
  expect((await context.request.delete(path)).status()).toBe(200);
  await expectAnswered(page, `${path}/resetPassword`, "password", 404, agree);
  await expect(confirm.getByText(errorText(locale, "NOT_FOUND"))).toBeVisible();
});

test("what becomes of parameters and of the log's days is shown", async ({ context, page }) => {
  const locale = "es";
  await signIn(context, "root");
  const texts = textsOf(locale, "parameter");
  const name = `Made ${short(locale)}`;
  const PATH = "/service/parameter";
  const add = async () => {
    await page.goto(`/${locale}/sys/paramsetup?edit=new`);
    await fillAll(page, { name, code: `made_${short(locale)}`, content: "1" });
  };
  const form = page.getByRole("dialog");
  await add();
  await page.route(`**${PATH}`, (route) => route.continue({ postData: '{"code":' }), { times: 1 });
  await expectAnswered(page, PATH, "parameter", 400, () => submit(page));
  await expect(form.getByText(errorText(locale, "BAD_REQUEST"))).toBeVisible();
  await expectAnswered(page, PATH, "parameter", 200, () => submit(page));
  await expectToast(page, textOf(texts, "done.created", { name }));

  type Line = { id: number; code: string; isShipped: boolean };
  const { items } = await read<{ items: Line[] }>(context.request, "parameter?iDisplayLength=100");
  const shipped = items.find(({ isShipped }) => isShipped) as Line;
  const own = (await read<{ items: Line[] }>(context.request, `parameter?q=made_${short(locale)}`)).items[0] as Line;
  await page.goto(`/${locale}/sys/paramsetup`);
  await page.getByRole("button", { name: textOf(texts, "action.remove", { name }) }).click();
  const confirm = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  const agree = () => confirm.getByRole("button", { name: textOf(texts, "remove.confirm"), exact: true }).click();
  const url = new URL(`${PATH}/${shipped.id}`, page.url()).href;
  await page.route(`**${PATH}/${own.id}`, (route) => route.continue({ url }), { times: 1 });
  await expectAnswered(page, `${PATH}/${own.id}`, "parameter", 0, agree);
  await expect(confirm.getByText(errorText(locale, "PARAMETER_DELETE_FAILED"))).toBeVisible();
  await expectAnswered(page, `${PATH}/${own.id}`, "parameter", 1, agree);
  await expectToast(page, textOf(texts, "done.removed", { name }));

  const log = textsOf(locale, "audit");
  await page.goto(`/${locale}/noti/sysLog`);
  await page.getByRole("button", { name: textOf(log, "setting.action") }).click();
  await expect(form.locator('input[name="days"]')).toHaveValue(/^\d+$/);
  const SETTING = "/service/sysLog/setting";
  await tamper(page, SETTING, { days: 5 });
  await expectAnswered(page, SETTING, "sysLog", 0, () => submit(page));
  const failed = textOf(log, "setting.failed", { minimum: "30", maximum: "3650" });
  await expect(form.getByText(failed)).toBeVisible();
  await expectAnswered(page, SETTING, "sysLog", 1, () => submit(page));
  await expectToast(page, textOf(log, "setting.done"));
});

test("an agent's switch goes on, to another customer and to the same", async ({ context, page }) => {
  const locale = "en-US";
  await signIn(context, "agent");
  type Choice = { items: { id: number; name: string }[]; current: number | null };
  const { items, current } = await read<Choice>(context.request, "mine/switch");
  const wanted = items.find(({ id }) => id !== current) ?? items[0];
  const choose = async () => {
    await page.goto(`/${locale}/proxyCustomer?next=/${locale}/personal/material`);
    await page.getByRole("button", { name: wanted?.name as string }).click();
  };
  const isThere = () => expect(page).toHaveURL(({ pathname }) => pathname === `/${locale}/personal/material`);
  await expectLeaving(page, "/service/mine/switch", "proxyCustomer", 200, choose);
  await isThere();
  await expectLeaving(page, "/service/mine/switch", "proxyCustomer", 300, choose);
  await isThere();
});

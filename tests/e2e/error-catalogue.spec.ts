import { readFileSync } from "node:fs";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { ERRORS, type ErrorCode } from "../../lib/errors";
import { TEST_PASSWORD } from "../support/environment";
import { ownAddress, signIn } from "../support/sign-in";

// The code tables of specification, section 8. The form sends what fits, on its way the body is made to break one rule:
// the real call refuses it, and the console must say so in words. What a form cannot even express is reached as well.

const LOCALES = ["zh-CN", "en-US"] as const;
type Locale = (typeof LOCALES)[number];
type Texts = Record<string, string> & { rule: Record<string, string> };

const textsOf = (locale: Locale, namespace: string) =>
  JSON.parse(readFileSync(`messages/${locale}/${namespace}.json`, "utf8"));

type Refusal = { error: ErrorCode; body: Record<string, unknown> };
type State = { state: { code: number; error?: string } };

type Role = { id: number; scopeType: number; customerId: number };

/** An administrator's role of a demo customer, which Root may give. */
async function administratorRole(context: BrowserContext): Promise<Role> {
  const answer = await context.request.get("/service/role?scopeType=1");
  return ((await answer.json()) as { result: { items: Role[] } }).result.items[0] as Role;
}

const stamp = String(Date.now()).slice(-8);

/** Creates over the API what the refused records clash with. */
async function make<T>(context: BrowserContext, path: string, data: unknown): Promise<T> {
  const response = await context.request.post(`/service/${path}`, { data });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

/** Submits the open form once for each refusal and finds its code in the answer and its text in the form. */
async function expectRefusals(page: Page, locale: Locale, path: string, refusals: readonly Refusal[]) {
  const texts: Texts = textsOf(locale, "error");
  const form = page.getByRole("dialog");
  for (const { error, body } of refusals) {
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        const sent = route.request().postDataJSON() as Record<string, unknown>;
        await route.continue({ postData: JSON.stringify({ ...sent, ...body }) });
      },
      { times: 1 },
    );
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await form.locator('button[type="submit"]').click();
    const { state } = (await (await answered).json()) as State;
    expect(state, error).toMatchObject({ code: ERRORS[error].code, error });
    await expect(form.getByText(texts[error] as string).first(), `${locale} ${error}`).toBeVisible();
  }
}

const fillAll = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values))
    await page.getByRole("dialog").locator(`:is(input, textarea)[name="${name}"]`).fill(value);
};

for (const locale of LOCALES) {
  test(`the codes of a customer are shown in ${locale}`, async ({ context, page }) => {
    await signIn(context, "root");
    const mark = `${locale.slice(0, 2)}${stamp}`;
    const taken = {
      name: `Taken ${mark}`,
      code: `T${mark}`,
      phone: `400-${stamp}-${locale.length}${mark.charCodeAt(0)}`,
      email: `${mark}@taken.example.com`,
    };
    await make(context, "customer", { ...taken, type: "customer", status: "active", contact: "Li", areaCode: "" });
    await page.goto(`/${locale}/sys/customer?form=new`);
    await fillAll(page, {
      name: `Free ${mark}`,
      code: `F${mark}`,
      contact: "Wang",
      phone: "400-1",
      email: `${mark}@free.example.com`,
    });
    const without = page.getByRole("dialog").locator('input[name="withAdministrator"]');
    if (await without.isChecked()) await without.uncheck();
    await expectRefusals(page, locale, "/service/customer", [
      { error: "CUSTOMER_CODE_FORMAT", body: { code: "no-letters-and-digits" } },
      { error: "CUSTOMER_TYPE_EMPTY", body: { type: "" } },
      { error: "CUSTOMER_NAME_TAKEN", body: { name: taken.name } },
      { error: "CUSTOMER_CODE_TAKEN", body: { code: taken.code.toLowerCase() } },
      { error: "CUSTOMER_EMAIL_TAKEN", body: { email: taken.email } },
      { error: "CUSTOMER_MOBILE_TAKEN", body: { phone: taken.phone } },
    ]);
  });

  test(`the codes of a user are shown in ${locale}`, async ({ context, page }) => {
    await signIn(context, "admin");
    const mark = `${locale.slice(0, 2).toLowerCase()}${stamp}`;
    const digit = locale.charCodeAt(0) % 10;
    const deputy = { name: `Deputy ${mark}`, scopeType: 1, codes: ["viewEx"], status: "active" };
    const { id: roleId } = await make<Role>(context, "role", deputy);
    const taken = {
      username: `taken_${mark}`,
      name: `Taken ${mark}`,
      mobile: `136${stamp.slice(1)}${digit}`,
      email: `u${mark}@taken.example.com`,
    };
    await make(context, "user", { ...taken, roleId, status: "active" });
    await page.goto(`/${locale}/user/userinfo`);
    await page
      .getByRole("button", { name: textsOf(locale, "user").action?.new ?? /新增用户|New user/ })
      .first()
      .click();
    await fillAll(page, { name: `Free ${mark}`, username: `free_${mark}`, mobile: `135${stamp}` });
    await page.getByRole("dialog").locator('select[name="roleId"]').selectOption(String(roleId));
    await expectRefusals(page, locale, "/service/user", [
      { error: "USER_EMAIL_FORMAT", body: { email: "nobody" } },
      { error: "USER_STATUS_EMPTY", body: { status: "" } },
      { error: "USER_ACCOUNT_TAKEN", body: { username: taken.username.toUpperCase() } },
      { error: "USER_NAME_TAKEN", body: { name: taken.name } },
      { error: "USER_MOBILE_TAKEN", body: { mobile: taken.mobile } },
      { error: "USER_EMAIL_TAKEN", body: { email: taken.email } },
    ]);
  });

  test(`the codes of a role are shown in ${locale}`, async ({ context, page }) => {
    await signIn(context, "admin");
    await page.goto(`/${locale}/user/userLimits?id=new`);
    const form = page.getByRole("dialog");
    await form.getByRole("textbox").first().fill(`Free ${stamp}`);
    const group = textsOf(locale, "permission").group.analysis as string;
    await form.getByRole("treeitem", { name: group }).first().getByText(group).click();
    await expectRefusals(page, locale, "/service/role", [
      { error: "ROLE_CUSTOMER_MISMATCH", body: { customerId: 999_999 } },
      { error: "ROLE_NAME_TAKEN", body: { name: "护士与药师", scopeType: 1, sceneIds: [] } },
      { error: "ROLE_RESOURCES_EMPTY", body: { codes: [] } },
      { error: "ROLE_AGENT_EMPTY", body: { scopeType: -1, customerIds: [] } },
    ]);
  });

  test(`the codes of the menu and of parameters are shown in ${locale}`, async ({ context, page }) => {
    await signIn(context, "root");
    const mark = `${locale.slice(0, 2)}${stamp}`;
    const groups = (await (await context.request.get("/service/menu")).json()) as {
      result: { items: { id: number; code: string }[] };
    };
    const parentId = groups.result.items.find(({ code }) => code === "noti")?.id;
    const entry = { parentId, url: "https://example.com/", icon: "circle" };
    await make(context, "menu", { ...entry, name: `Taken ${mark}`, code: `taken_${mark}` });
    await page.goto(`/${locale}/sys/resource`);
    await page
      .locator("main")
      .getByRole("button", { name: /同级或下级新建|beside|below/i })
      .last()
      .click();
    await fillAll(page, { name: `Free ${mark}`, code: `free_${mark}` });
    await page.getByRole("dialog").locator('input[name="url"]').fill("https://example.com/");
    await expectRefusals(page, locale, "/service/menu", [
      { error: "MENU_NAME_TAKEN", body: { name: `Taken ${mark}`, parentId } },
      { error: "MENU_CODE_TAKEN", body: { code: `TAKEN_${mark}` } },
      { error: "MENU_PARENT_MISSING", body: { parentId: 999_999 } },
    ]);

    await make(context, "parameter", { code: `taken_${mark}`, name: `Taken ${mark}`, type: "text", content: "x" });
    await page.goto(`/${locale}/sys/paramsetup`);
    await page
      .locator("main")
      .getByRole("button", { name: /新增参数|新建参数|New parameter/ })
      .first()
      .click();
    await fillAll(page, { name: `Free ${mark}`, code: `free_${mark}`, content: "1" });
    await expectRefusals(page, locale, "/service/parameter", [
      { error: "PARAMETER_NAME_TAKEN", body: { name: `Taken ${mark}` } },
      { error: "PARAMETER_CODE_TAKEN", body: { code: `taken_${mark}` } },
    ]);
  });

  test(`the refusals of a login are shown in ${locale}`, async ({ browser, context }) => {
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
    const { user, password } = await make<{ user: { id: number }; password: string }>(context, "user", account);

    const visitor = await browser.newContext({ extraHTTPHeaders: ownAddress() });
    const window = await visitor.newPage();
    await window.goto(`/${locale}/login`);
    const texts = textsOf(locale, "login").error as Record<string, string>;
    const attempt = async (username: string, secret: string, code: number, text: string) => {
      await window.locator('input[name="username"]').fill(username);
      await window.locator('input[name="password"]').fill(secret);
      const answered = window.waitForResponse("**/service/user/login");
      await window.locator('button[type="submit"]').click();
      expect(((await (await answered).json()) as State).state.code).toBe(code);
      await expect(window.getByText(texts[text] as string)).toBeVisible();
    };
    await attempt(`nobody_${mark}`, "Wrong1234", 500087, "accountUnknown");
    for (let wrong = 1; wrong <= 5; wrong += 1) await attempt(account.username, "Wrong1234", 500088, "passwordWrong");
    await attempt(account.username, password, 500107, "locked");
    const other = {
      ...account,
      username: `off_${mark}`,
      name: `Off ${mark}`,
      mobile: `15${account.mobile.slice(2)}`,
      status: "cancelled",
    };
    const cancelled = await make<{ code: number; password: string }>(context, "user", other);
    expect(cancelled.code).toBe(501);
    await attempt(other.username, cancelled.password, 500103, "failed");
    await context.request.delete(`/service/user/${user.id}`);
    await visitor.close();
  });

  test(`what ends or hinders a session is shown in ${locale}`, async ({ browser, context, page }) => {
    await signIn(context, "user");
    const again = await context.request.post("/service/user/login", {
      data: { username: "user", password: TEST_PASSWORD },
    });
    expect(((await again.json()) as State).state.code).toBe(500105);
    const errors: Texts = textsOf(locale, "error");
    await page.goto(`/${locale}/personal/material`);
    const save = async () => {
      const name = page.locator('textarea[name="remarks"]');
      await name.fill(`${await name.inputValue()}.`);
      await page.locator("form").filter({ has: name }).locator('button[type="submit"]').click();
    };
    /** The same click, led to another address on its way. */
    const ledTo = (address: string) =>
      page.route("**/service/mine/personal", (route) => route.continue({ url: new URL(address, page.url()).href }), {
        times: 1,
      });
    await ledTo("/service/parameter/1");
    await save();
    await expect(page.getByText(errors.FORBIDDEN as string)).toBeVisible();
    await ledTo("/service/nothing/here");
    await save();
    await expect(page.getByText(errors.NOT_FOUND as string)).toBeVisible();
    await page.route("**/service/mine/personal", (route) => route.abort(), { times: 1 });
    await save();
    await expect(page.getByText(errors.network as string)).toBeVisible();

    const elsewhere = await browser.newContext();
    await signIn(elsewhere, "user");
    await expect(page).toHaveURL(new RegExp(`/${locale}/login`));
    await expect(page.getByText(textsOf(locale, "login").ended.replaced as string)).toBeVisible();
    await elsewhere.close();

    await signIn(context, "user");
    await page.goto(`/${locale}/personal/material`);
    await context.clearCookies({ name: /next-auth/ });
    await save();
    await expect(page).toHaveURL(new RegExp(`/${locale}/login\\?.*next=`));
  });
}

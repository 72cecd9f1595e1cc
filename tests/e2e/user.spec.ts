import { type APIRequestContext, type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { MonitoringListDto } from "../../features/carrier/monitoring/monitoring.schema";
import type { UserDto } from "../../features/user/user.schema";
import { findings } from "../support/axe";
import { call, enterEmptyCustomer } from "../support/empty-customer";
import { signIn } from "../support/sign-in";
import { readyWhenLoaded, test, untilAwake } from "../support/test";

const PATH = "/zh-CN/user/userinfo";
const BOARD = "/zh-CN/databoard/monitoringPoint";
const WARD = "门诊西药房";
const OWN_PASSWORD = "Nurse2027";

type Nurse = { name: string; username: string; mobile: string; password: string };

async function read<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(`/service/${path}`);
  expect(response.status(), path).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

const carriersOf = async (request: APIRequestContext) =>
  (await read<MonitoringListDto>(request, "carrier/monitoring?iDisplayLength=100")).items;
const find = async (request: APIRequestContext, q: string) =>
  (await read<{ items: UserDto[] }>(request, `user?q=${encodeURIComponent(q)}`)).items;

const dialog = (page: Page): Locator => page.getByRole("dialog");

/** The administrator makes an account for a nurse of one ward, by the form. */
async function invite(page: Page): Promise<Nurse> {
  const number = `${Date.now()}`.slice(-8);
  const nurse = { name: `Nurse ${number}`, username: `nurse_${number}`, mobile: `137${number}` };
  await page.goto(PATH);
  await page.getByRole("button", { name: "新建用户" }).first().click();
  const form = dialog(page);
  await form.getByLabel("姓名").fill(nurse.name);
  await form.getByLabel("账号").fill(nurse.username);
  await form.getByLabel("手机").fill(nurse.mobile);
  await form.getByLabel("角色").selectOption({ label: "护士与药师 · 客户普通用户" });
  await form.getByRole("searchbox").fill(WARD);
  await form.getByRole("treeitem", { name: WARD }).getByText(WARD).click();
  await form.getByRole("button", { name: "新建用户" }).click();
  const code = page.locator("[data-password]");
  await expect(code).toBeVisible();
  const password = (await code.textContent()) ?? "";
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "我已记下" }).click();
  await expect(page.getByRole("link", { name: nurse.name })).toBeVisible();
  return { ...nurse, password };
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("账号").fill(username);
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByRole("button", { name: "登录" }).click();
}

/** The nurse at her own window: in with the one-time password, which she changes, to the carriers of her ward. */
async function arrive(browser: Browser, { username, password }: Nurse): Promise<Page> {
  const page = await readyWhenLoaded(await browser.newContext()).newPage();
  await page.goto(BOARD);
  await logIn(page, username, password);
  await expect(page).toHaveURL(/\/zh-CN\/password/);
  await untilAwake(page);
  await expect(page.locator('input[name="oldPassword"]')).toHaveCount(0);
  for (const name of ["newPassword", "confirmPassword"]) await page.locator(`input[name="${name}"]`).fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "修改密码" }).click();
  await expect(page).toHaveURL(/\/zh-CN\/login\?reason=password-changed/);
  await untilAwake(page);
  await logIn(page, username, OWN_PASSWORD);
  await expect(page).toHaveURL(new RegExp(`${BOARD}$`));
  return page;
}

test("a nurse is invited, changes her password, sees her ward, and is gone once cancelled @everywhere", async ({
  browser,
  context,
  page,
}) => {
  await signIn(context, "admin");
  const nurse = await invite(page);
  const ward = (await carriersOf(context.request)).filter(({ scenePath }) => scenePath.includes(WARD));
  const all = await carriersOf(context.request);
  expect(ward.length).toBeGreaterThan(0);
  expect(ward.length).toBeLessThan(all.length);

  const hers = await arrive(browser, nurse);
  for (const { name } of ward) await expect(hers.getByText(name, { exact: true }).first()).toBeVisible();
  for (const { name, scenePath } of all)
    if (!scenePath.includes(WARD)) await expect(hers.getByText(name, { exact: true })).toHaveCount(0);
  const seen = await carriersOf(hers.context().request);
  expect(seen.map(({ id }) => id).sort()).toEqual(ward.map(({ id }) => id).sort());
  expect((await hers.context().request.get("/service/user")).status()).toBe(403);
  await expect(hers.getByRole("status").filter({ hasText: "实时" })).toBeVisible();

  await page.getByRole("button", { name: `${nurse.name} 的更多操作` }).click();
  await page.getByRole("menuitem", { name: "注销" }).click();
  const thrownOut = hers.waitForRequest(/\/login/).then(() => Date.now());
  const answer = page.waitForResponse(/\/cancel$/);
  await page.getByRole("alertdialog").getByRole("button", { name: "注销" }).click();
  expect((await answer).status()).toBe(200);
  const cancelledAt = Date.now();
  // Long before the page would ask by itself.
  expect((await thrownOut) - cancelledAt).toBeLessThan(10_000);
  await expect(hers).toHaveURL(/\/zh-CN\/login/);
  expect(await find(context.request, nurse.username)).toMatchObject([{ status: "cancelled" }]);
  await hers.context().close();
});

test("what is wrong is said beside its field, and nothing is made @core", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(`${PATH}?id=new`);
  const form = dialog(page);
  await form.getByLabel("姓名").fill("林");
  await form.getByLabel("账号").fill("no");
  await form.getByLabel("手机").fill("123");
  await form.getByLabel("邮箱").fill("nurse");
  await form.getByRole("button", { name: "新建用户" }).click();
  for (const label of ["姓名", "账号", "手机", "邮箱", "角色"])
    await expect(form.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByLabel("姓名")).toBeFocused();
  await form.getByLabel("姓名").fill("林小雨");
  await form.getByLabel("账号").fill("admin");
  await form.getByLabel("手机").fill("13911112222");
  await form.getByLabel("邮箱").fill("");
  await form.getByLabel("角色").selectOption({ label: "护士与药师 · 客户普通用户" });
  await form.getByRole("searchbox").fill(WARD);
  await form.getByRole("treeitem", { name: WARD }).getByText(WARD).click();
  await form.getByRole("button", { name: "新建用户" }).click();
  await expect(form.getByLabel("账号")).toHaveAttribute("aria-invalid", "true");
  expect(await findings(page)).toEqual([]);
  expect(await find(context.request, "林小雨")).toEqual([]);
});

test("an account's address opens it, and a change is kept", async ({ context, page }) => {
  await signIn(context, "admin");
  const [user] = await find(context.request, "user@frostline.example.com");
  await page.goto(`${PATH}?id=${user?.id}`);
  const form = dialog(page);
  await expect(form.getByLabel("姓名")).toHaveValue(user?.name ?? "");
  await form.getByLabel("备注").fill("夜班");
  await form.getByRole("button", { name: "保存" }).click();
  await expect(form).toBeHidden();
  expect(await find(context.request, "user@frostline.example.com")).toMatchObject([{ remarks: "夜班" }]);
});

test("several passwords are reset at once, and shown this once", async ({ context, page }) => {
  await signIn(context, "admin");
  await invite(page);
  await invite(page);
  await page.goto(`${PATH}?q=nurse_`);
  const rows = page.locator("tbody tr");
  await rows.nth(0).getByRole("checkbox").check();
  await rows.nth(1).getByRole("checkbox").check();
  await page.getByRole("button", { name: "重置密码" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "重置" }).click();
  await expect(page.locator("[data-password]")).toHaveCount(2);
  // A slip does not close what is shown once.
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-password]")).toHaveCount(2);
  await page.getByRole("button", { name: "我已记下" }).click();
  await expect(page.locator("[data-password]")).toHaveCount(0);
});

test("a role is made in another tab: what was typed stays, and the role is chosen on return", async ({
  context,
  page,
}) => {
  const { request } = context;
  await enterEmptyCustomer(context);
  const roles = (await read<{ items: { id: number; isDefault: boolean }[] }>(request, "role?iDisplayLength=100")).items;
  const ids = roles.filter(({ isDefault }) => !isDefault).map(({ id }) => id);
  await call(request, "POST", "role/cancel", { ids });
  await page.goto(PATH);
  await page.getByRole("button", { name: "新建用户" }).first().click();
  const form = dialog(page);
  await form.getByLabel("姓名").fill("林小雨");
  const opening = context.waitForEvent("page");
  await form.getByRole("link", { name: "从模板新建角色" }).click();
  const tab = await opening;
  await expect(tab.getByRole("dialog")).toBeVisible();
  await call(request, "POST", `role/${ids[0]}/activate`);
  await tab.close();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(form.getByLabel("角色")).toHaveValue(String(ids[0]));
  await expect(form.getByLabel("姓名")).toHaveValue("林小雨");
});

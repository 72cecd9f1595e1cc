import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { criterion } from "../support/search-bar";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const EXCEPTIONS = "/zh-CN/abnormal/dataex";
const SENSORS = "/zh-CN/device/sensor";

const rows = (page: Page) => page.locator("tbody tr");
const bar = (page: Page) => page.getByRole("search");

test("a list is filtered without a button, letter by letter and by chips, and the focus stays", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const answer = await context.request.get("/service/device/board?kind=sensor");
  const first: string = (await answer.json()).result.items[0].serialNumber;
  await page.goto(SENSORS);
  await expect(rows(page).first()).toBeVisible();
  const field = bar(page).getByRole("searchbox").first();
  await field.pressSequentially(first);
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(rows(page)).toHaveCount(1);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(first);
  await field.fill("");
  await expect(page).not.toHaveURL(/q=/);
  expect(await findings(page)).toEqual([]);

  await page.goto(EXCEPTIONS);
  await expect(rows(page).first()).toBeVisible();
  const severity = await criterion(page, "级别");
  await expect(severity).toBeFocused();
  await severity.selectOption({ label: "紧急" });
  await expect(page).toHaveURL(/severity=critical/);
  await bar(page).getByRole("button", { name: "移除级别" }).click();
  await expect(page).not.toHaveURL(/severity/);
  await expect(severity).toHaveCount(0);
  await page.goBack();
  await expect(bar(page).getByLabel("级别", { exact: true })).toHaveValue("critical");
});

test("criteria are saved as a view, opened again and deleted", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(`${EXCEPTIONS}?severity=critical`);
  const open = () => bar(page).getByRole("button", { name: "视图" }).click();
  const name = `紧急 ${Date.now()}`;
  await open();
  await page.getByLabel("将当前条件保存为").fill(name);
  await page.getByRole("checkbox", { name: "与本客户的所有用户共享" }).check();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const shared = page.getByRole("region", { name: "共享" });
  await expect(shared.getByRole("link", { name })).toBeVisible();

  await page.goto(EXCEPTIONS);
  await open();
  await shared.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/dataex\?severity=critical$/);
  await open();
  await expect(shared.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: `删除“${name}”` }).click();
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await expect(shared.getByRole("link", { name })).toHaveCount(0);
});

test("the time range has calendar days, and its shortcuts need no mouse", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto("/zh-CN/noti/notification");
  await bar(page).getByRole("button", { name: /时间/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "最近 7 天" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "上个月" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("button", { name: "昨天" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=/);
  const query = new URL(page.url()).searchParams;
  expect(Date.parse(query.get("to") ?? "") - Date.parse(query.get("from") ?? "")).toBe(86_400_000);
});

test("single keys open screens, forms, the search and rows, and not while one types", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto("/zh-CN/databoard/deviceMonitor");
  await expect(page.getByRole("button", { name: "键盘快捷键" })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "键盘快捷键" });
  await expect(sheet.getByRole("region", { name: "前往" })).toContainText("异常记录");
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/abnormal\/dataex$/);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(rows(page).first().locator("[data-row-link]")).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows(page).nth(1).locator("[data-row-link]")).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows(page).first().locator("[data-row-link]")).toBeFocused();

  await page.goto(SENSORS);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press("/");
  const field = bar(page).getByRole("searchbox").first();
  await expect(field).toBeFocused();
  await page.keyboard.type("gc?");
  await expect(field).toHaveValue("gc?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await field.fill("");
  await field.blur();
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/form=new/);
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("single keys can be switched off", async ({ context, page }) => {
  await signIn(context, "user");
  await page.goto("/zh-CN/databoard/monitoringPoint");
  await page.getByRole("button", { name: "键盘快捷键" }).click();
  const sheet = page.getByRole("dialog", { name: "键盘快捷键" });
  await sheet.getByRole("switch", { name: "启用单键快捷键" }).uncheck();
  await expect(sheet.getByRole("region", { name: "前往" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "键盘快捷键" })).toBeVisible();
  await page.keyboard.press("?");
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/monitoringPoint/);
});

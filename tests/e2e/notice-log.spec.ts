import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { exportAs } from "../support/export-as";
import { criterion } from "../support/search-bar";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const NOTICES = "/zh-CN/noti/notification";
const SWITCHES = "/zh-CN/noti/alarmLog";

const dialog = (page: Page) => page.getByRole("dialog");
const rows = (page: Page) => page.locator("tbody tr");

test("a notice is found by its channel, read in full and followed to its exception", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(NOTICES);
  await expect(rows(page).first()).toBeVisible();
  await (await criterion(page, "通知方式")).selectOption({ label: "邮件" });
  await expect(page).toHaveURL(/channel=email/);
  await expect(rows(page).first().locator('td[data-column="channel"]')).toHaveText("邮件");
  expect(await findings(page)).toEqual([]);

  const told = rows(page).first().locator('td[data-column="contact"] span span');
  const [name, address] = await told.allTextContents();
  await rows(page).first().locator('td[data-column="type"]').click();
  await expect(dialog(page).getByRole("heading", { name: /· 邮件$/ })).toBeVisible();
  await expect(dialog(page)).toContainText(`${name}${address}`);
  await expect(dialog(page).getByRole("heading", { name: "内容" })).toBeVisible();
  await expect(page).toHaveURL(/[?&]id=\d+/);
  expect(await findings(page)).toEqual([]);

  await page.reload();
  await dialog(page).getByRole("link", { name: "该异常的全部通知" }).click();
  await expect(page).toHaveURL(/\?exceptionId=\d+$/);
  await expect(page.getByRole("link", { name: /^移除条件/ })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole("link", { name: /^移除条件/ }).click();
  await expect(page).not.toHaveURL(/exceptionId/);
});

test("what nothing matches says so, and the list is a file", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(`${NOTICES}?q=nobody-of-this-name`);
  await expect(page.getByText("没有符合条件的记录")).toBeVisible();
  await page.goto(`${NOTICES}?status=sent`);
  const download = await exportAs(page, "CSV");
  expect(download.suggestedFilename()).toMatch(/^GM_.+_\d{14}\.csv$/);
  const [head, first] = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(head).toContain("通知对象");
  expect(first).toContain("已发送");
});

test("the alarm switch log tells who switched what, and why @everywhere", async ({ context, page }) => {
  await signIn(context, "admin");
  const { result } = await (await context.request.get("/service/carrier?iDisplayLength=1&type=incubator")).json();
  const [carrier] = result.items;
  const reason = `e2e ${Date.now().toString(36)}`;
  const put = (data: object) => context.request.put(`/service/carrier/${carrier.id}/alarmSwitch`, { data });
  const isOff = (await put({ alarmSwitch: "off", reason })).ok();
  if (!isOff) {
    expect((await put({ alarmSwitch: "on", reason: "before" })).status()).toBe(200);
    expect((await put({ alarmSwitch: "off", reason })).status()).toBe(200);
  }
  expect((await put({ alarmSwitch: "on", reason: "" })).status()).toBe(200);

  await page.goto(`${SWITCHES}?q=${encodeURIComponent(reason)}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(carrier.name);
  await expect(rows(page).first()).toContainText(reason);
  await expect(rows(page).first().locator('td[data-column="to"]')).toContainText("关");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await findings(page)).toEqual([]);
});

test("notices fit a phone @phone", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(NOTICES);
  await expect(rows(page).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.locator("[data-row-link]").first().tap();
  await expect(dialog(page).getByRole("heading", { name: "内容" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

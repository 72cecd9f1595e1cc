import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/arch/archive";
const dialog = (page: Page) => page.getByRole("dialog");

test("a month is archived and verified, and its link opens it without an account", async ({
  context,
  page,
  browser,
}) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  await page.getByRole("button", { name: "存档一个月" }).first().click();
  expect(await findings(page)).toEqual([]);
  // The worker archives the last month itself.
  const months = dialog(page).getByLabel("月份");
  const chosen = await months.locator("option").nth(3).textContent();
  await months.selectOption({ index: 3 });
  await dialog(page).getByRole("button", { name: "存档", exact: true }).click();
  await page
    .getByRole("row")
    .filter({ hasText: chosen ?? "" })
    .getByRole("link", { name: chosen ?? "" })
    .click();
  await expect(dialog(page).getByRole("heading", { name: chosen ?? "" })).toBeVisible();
  await expect(dialog(page).getByRole("link", { name: "下载" })).toBeVisible({ timeout: 60_000 });
  await dialog(page).getByRole("button", { name: "校验", exact: true }).click();
  await expect(dialog(page).getByText("各文件校验和、签名与审计链均一致")).toBeVisible({ timeout: 60_000 });
  await dialog(page).getByRole("button", { name: "创建链接" }).click();
  await expect(dialog(page).getByText("尚未下载")).toBeVisible();
  expect(await findings(page)).toEqual([]);

  const id = new URL(page.url()).searchParams.get("id");
  const detail = await page.request.get(`/service/archive/${id}`);
  const { links, fileName, size } = (await detail.json()).result;
  const stranger = await browser.newContext();
  const visitor = await stranger.newPage();
  await visitor.goto(links[0].path);
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("存档");
  await expect(visitor.getByText(fileName).first()).toBeVisible();
  expect(await findings(visitor)).toEqual([]);
  const taking = visitor.waitForEvent("download");
  await visitor.getByRole("link", { name: /^下载/ }).click();
  const taken = await taking;
  expect(taken.suggestedFilename()).toBe(fileName);
  const href = await visitor.getByRole("link", { name: /^下载/ }).getAttribute("href");
  expect((await (await visitor.request.get(href ?? "")).body()).length).toBe(size);

  await dialog(page).getByRole("button", { name: "撤销链接" }).click();
  await expect(dialog(page).getByRole("button", { name: "撤销链接" })).toBeHidden();
  expect((await visitor.goto(links[0].path))?.status()).toBe(404);
  await stranger.close();
});

test("the archives fit a phone @phone", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
});

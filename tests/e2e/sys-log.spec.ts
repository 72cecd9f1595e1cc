import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { ContactGroupDto } from "../../features/notice/contact/group.schema";
import { findings } from "../support/axe";
import { exportAs } from "../support/export-as";
import { logIn, signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/noti/sysLog";

async function post<T>(request: APIRequestContext, path: string, data: unknown): Promise<T> {
  const response = await request.post(`/service/${path}`, { data });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

const dialog = (page: Page) => page.getByRole("dialog");

test("a change made in one screen is found in the log with old and new values", async ({ context, page }) => {
  await signIn(context, "admin");
  const name = `log ${Date.now().toString(36)}`;
  const group = await post<ContactGroupDto>(context.request, "contactGroup", { name });
  await page.goto(`/zh-CN/arch/contacts?groupId=${group.id}`);
  await page.getByRole("button", { name: `${name} 的操作` }).click();
  await page.getByRole("menuitem", { name: "重命名" }).click();
  await dialog(page).getByLabel("组名").fill(`${name} x`);
  await dialog(page).getByRole("button", { name: "保存名称" }).click();
  await expect(page.getByRole("heading", { name: `${name} x` })).toBeVisible();

  await page.goto(`${PATH}?entity=contactGroup&entityId=${group.id}`);
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("修改");
  await rows.first().locator('td[data-column="result"]').click();
  const change = dialog(page).getByRole("row", { name: /^名称/ });
  await expect(change.getByRole("cell")).toHaveText([name, `${name} x`]);
  await expect(page).toHaveURL(/[?&]id=\d+/);
  expect(await findings(page)).toEqual([]);

  await page.reload();
  await expect(change).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(page).not.toHaveURL(/[?&]id=/);
});

test("the chain verifies, and the list is a file", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  await page.getByRole("button", { name: "验证日志链" }).click();
  await dialog(page).getByRole("button", { name: "开始验证" }).click();
  await expect(dialog(page).getByText(/^日志链完整：共 [\d,]+ 条。$/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  const download = await exportAs(page, "CSV");
  expect(download.suggestedFilename()).toMatch(/^GM_.+_\d{14}\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toContain("操作人");
});

test("logins are a tab with their end @everywhere", async ({ context, page }) => {
  await logIn(context, "admin");
  await page.goto(PATH);
  await page.getByRole("link", { name: "登录日志" }).click();
  await expect(page).toHaveURL(/view=logins/);
  await expect(page.locator("tbody tr").first()).toContainText("admin");
  await expect(page.getByText("在线").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await findings(page)).toEqual([]);
});

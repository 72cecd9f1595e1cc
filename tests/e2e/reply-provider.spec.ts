import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const REPLY = "/service/notice/reply";

const card = (page: Page) => page.getByRole("region", { name: /^(短信和电话回复|Replies by SMS and phone)$/ });
const dialog = (page: Page) => page.getByRole("dialog");
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** What the webhook says to a gateway that sends this secret along. */
const knock = (page: Page, secret: string) =>
  page.request.post(REPLY, { headers: { authorization: `Bearer ${secret}` }, data: {} }).then((one) => one.status());

test("a reply provider is registered, given another secret, switched off and deleted @everywhere", async ({
  context,
  page,
  baseURL,
}) => {
  await signIn(context, "root");
  await page.goto("/zh-CN/noti/channel?form=new");
  await dialog(page).getByRole("button", { name: "新建" }).click();
  await expect(dialog(page).getByLabel("名称")).toHaveAccessibleDescription("不能为空。");
  // What a format proves itself by is not asked where there is no choice.
  await dialog(page).getByLabel("格式").selectOption("twilio");
  await expect(dialog(page).getByLabel("认证方式")).toHaveCount(0);
  await dialog(page).getByLabel("Auth Token").fill("short");
  const name = `网关 ${Date.now().toString(36)}`;
  await dialog(page).getByLabel("名称").fill(name);
  await dialog(page).getByRole("button", { name: "新建" }).click();
  await expect(dialog(page).getByLabel("Auth Token")).toHaveAccessibleDescription(/至少 16 个字符/);
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByLabel("格式").selectOption("generic");
  await dialog(page).getByRole("button", { name: "新建" }).click();

  await expect(dialog(page).getByLabel("地址")).toHaveValue(baseURL + REPLY);
  const secret = await dialog(page).getByLabel("密钥", { exact: true }).inputValue();
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "完成" }).click();
  expect([await knock(page, secret), await knock(page, `${secret}x`)]).toEqual([400, 401]);

  const row = card(page).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("通用 · 密钥");
  await expect(row).toContainText(baseURL + REPLY);
  await expect(row).toContainText("尚未收到回复");
  await row.getByRole("button", { name: /^新密钥/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "生成新密钥" }).click();
  const next = await dialog(page).getByLabel("密钥", { exact: true }).inputValue();
  expect(next).not.toBe(secret);
  await dialog(page).getByRole("button", { name: "完成" }).click();
  await expect(row).toContainText("之前仍有效");
  expect([await knock(page, secret), await knock(page, next)]).toEqual([400, 400]);

  await row.getByRole("button", { name: /^编辑/ }).click();
  await dialog(page).getByLabel("启用").uncheck();
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await expect(row).toContainText("已停用");
  expect(await knock(page, next)).toBe(401);

  await page.goto("/en-US/noti/channel");
  await expect(row).toContainText("Generic · Secret");
  await expect(row).toContainText("Disabled");
  expect(await fits(page)).toBe(true);
  await row.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
});

test("who may not see reply providers finds nothing of them on the screen of channels", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto("/zh-CN/noti/channel");
  await expect(page.getByRole("heading", { name: "短信", exact: true })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  expect((await page.request.get("/service/replyProvider")).status()).toBe(403);
});

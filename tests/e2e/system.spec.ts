import { expect, type Locator, type Page } from "@playwright/test";
import type { MenuGroupDto } from "../../features/menu/menu.schema";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const RESOURCE = "/zh-CN/sys/resource";
const PARAMETERS = "/zh-CN/sys/paramsetup";

const menu = (page: Page): Locator => page.getByRole("navigation", { name: "主菜单" });
const entry = (page: Page, name: string): Locator => menu(page).getByRole("link", { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole("dialog");
const row = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name: `编辑“${name}”`, exact: true }) });

/** The order of a group's entries, as the server has it. */
async function codesOf(page: Page, group: string): Promise<string[]> {
  const { result } = (await (await page.request.get("/service/menu")).json()) as { result: { items: MenuGroupDto[] } };
  return result.items.find(({ code }) => code === group)?.children.map(({ code }) => code) ?? [];
}

test("Root hides a menu entry, and it is gone from the menu until it is shown again", async ({ context, page }) => {
  await signIn(context, "root");
  await page.goto(RESOURCE);
  const hide = page.getByRole("switch", { name: "隐藏“计量单位”" });
  await expect(entry(page, "计量单位")).toBeVisible();
  await hide.click();
  await expect(entry(page, "计量单位")).toHaveCount(0);
  await page.reload();
  await expect(hide).toBeChecked();
  await expect(entry(page, "菜单资源")).toBeVisible();
  await expect(entry(page, "计量单位")).toHaveCount(0);
  await hide.click();
  await expect(entry(page, "计量单位")).toBeVisible();
  // Without this one nobody would find the way back.
  await page.getByRole("switch", { name: "隐藏“菜单资源”" }).click();
  await expect(page.getByText("回到本页面的唯一入口")).toBeVisible();
  await expect(page.getByRole("switch", { name: "隐藏“菜单资源”" })).not.toBeChecked();
});

test("entries are sorted by keyboard and by dragging", async ({ context, page }) => {
  await signIn(context, "root");
  await page.goto(RESOURCE);
  const before = await codesOf(page, "user");
  expect(before).toEqual(["/user/userinfo", "/user/userLimits", "/user/apiKey"]);
  const [users, roles, keys] = before;
  const handle = page.getByRole("button", { name: "移动“角色管理”" });
  await handle.press("ArrowUp");
  await expect(page.getByText("“角色管理”现位于第 1 位")).toBeAttached();
  await expect.poll(() => codesOf(page, "user")).toEqual([roles, users, keys]);
  // The handle keeps the focus wherever its row goes.
  for (const place of [2, 3]) {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText(`“角色管理”现位于第 ${place} 位`)).toBeAttached();
  }
  await expect.poll(() => codesOf(page, "user")).toEqual([users, keys, roles]);
  await handle.hover();
  await page.mouse.down();
  await page.getByRole("button", { name: "移动“接口密钥”" }).hover();
  await page.mouse.up();
  await expect.poll(() => codesOf(page, "user")).toEqual(before);
});

test("an entry of one's own is made below a group, opens in a new tab, and is deleted", async ({ context, page }) => {
  await signIn(context, "root");
  await page.goto(RESOURCE);
  await page.getByRole("button", { name: "在“日志”同级或下级新建", exact: true }).click();
  await dialog(page).getByLabel("名称").fill("值班表");
  await dialog(page).getByLabel("编码").first().fill("duty_rota");
  await dialog(page).getByRole("radio", { name: "clipboard-list" }).check();
  await dialog(page).getByLabel("地址").fill("javascript:alert(1)");
  await dialog(page).getByRole("button", { name: "创建" }).click();
  await expect(dialog(page).getByText("https 地址。", { exact: false })).toBeVisible();
  await expect(dialog(page).getByLabel("地址")).toHaveAttribute("aria-invalid", "true");
  await dialog(page).getByLabel("地址").fill("https://example.com/rota");
  await dialog(page).getByRole("button", { name: "创建" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await menu(page).getByRole("button", { name: "日志" }).click();
  await expect(entry(page, "值班表")).toHaveAttribute("target", "_blank");
  await page.getByRole("button", { name: "删除“值班表”" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  await expect(entry(page, "值班表")).toHaveCount(0);
});

test("a parameter is changed, refused out of its bounds, and set back to its default", async ({ context, page }) => {
  await signIn(context, "root");
  await page.goto(PARAMETERS);
  const line = row(page, "首页刷新周期");
  const edit = async (content: string | null) => {
    await line.getByRole("button", { name: /^编辑/ }).click();
    if (content !== null) await dialog(page).getByLabel("内容").fill(content);
    else await dialog(page).getByRole("button", { name: "恢复默认值" }).click();
    await dialog(page).getByRole("button", { name: "保存" }).click();
  };
  await edit("4");
  await expect(dialog(page).getByText("不得小于 5。")).toBeVisible();
  await expect(dialog(page).getByLabel("内容")).toHaveAttribute("aria-invalid", "true");
  await dialog(page).getByLabel("内容").fill("4.5");
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await expect(dialog(page).getByText("请输入整数。")).toBeVisible();
  await dialog(page).getByLabel("内容").fill("60");
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(line).toContainText("已修改");
  await page.reload();
  await expect(line).toContainText("60");
  await edit(null);
  await expect(dialog(page)).toHaveCount(0);
  await expect(line).not.toContainText("已修改");
});

test("who is not Root has no menu resources, and who may only look changes no parameter", async ({ context, page }) => {
  await signIn(context, "platform");
  await page.goto(PARAMETERS);
  await expect(page.getByRole("table")).toBeVisible();
  await expect(entry(page, "参数设置")).toBeVisible();
  await expect(entry(page, "菜单资源")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^编辑/ })).toHaveCount(0);
  await page.goto(RESOURCE);
  await expect(page).toHaveURL(/no-access/);
});

for (const [path, size] of [
  [RESOURCE, ""],
  [PARAMETERS, " @phone"],
] as const)
  test(`${path} has no findings of axe, nor has its form${size}`, async ({ context, page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(context, "root");
    await page.goto(path);
    await expect(page.getByRole("table")).toBeAttached();
    await page.getByRole("button", { name: /^编辑/ }).first().click();
    await expect(dialog(page)).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

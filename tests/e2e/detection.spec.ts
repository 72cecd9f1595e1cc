import { expect } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/arch/detection";

test("a range starts from a preset, is changed with a word about its carriers, and is removed", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  const name = `范围 ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "新建监测范围" }).first().click();
  const dialog = page.getByRole("dialog");
  const preset = dialog.getByLabel("从预设填写");
  await preset.selectOption(await preset.locator("option", { hasText: "冷藏（USP）" }).getAttribute("value"));
  await expect(dialog.getByLabel("下限")).toHaveValue("2");
  await expect(dialog.getByLabel("上限")).toHaveValue("8");
  await dialog.getByLabel("名称", { exact: false }).fill(name);
  await dialog.getByLabel("上限").fill("1");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByLabel("上限")).toHaveAccessibleDescription("上限必须大于下限。");
  await dialog.getByLabel("上限").fill("7,5");
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "保存" }).click();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("7.5");

  await row.getByRole("button", { name: "编辑" }).click();
  await expect(dialog).toContainText("没有监测点使用此监测范围。");
  await dialog.getByRole("button", { name: "取消" }).click();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "删除", exact: true }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  await expect(row).toBeHidden();
});

test("a range in use says which carriers, and stays @everywhere", async ({ context, page }) => {
  await signIn(context, "admin");
  const [item] = (await (await context.request.get("/service/zone?iDisplayLength=100")).json()).result.items.filter(
    ({ carrierCount }: { carrierCount: number }) => carrierCount > 0,
  );
  await page.goto(`${PATH}?q=${encodeURIComponent(item.name)}`);
  await page.getByRole("button", { name: `${item.name}: ${item.carrierCount} 个监测点` }).click();
  await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(Math.min(100, item.carrierCount));
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.goto(`${PATH}?form=${item.id}`);
  await expect(page.getByRole("dialog")).toContainText(`${item.carrierCount} 个监测点`);
});

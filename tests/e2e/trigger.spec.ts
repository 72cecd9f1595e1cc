import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/sysAlarm";
const CALL = "/service/alarmTrigger";

type Trigger = { id: number; name: string; carrierCount: number; conditions: { id: number; kind: string }[] };

async function triggers(page: Page, query = ""): Promise<Trigger[]> {
  const answer = await page.context().request.get(`${CALL}?iDisplayLength=100${query}`);
  return (await answer.json()).result.items;
}

test("a trigger is made with every word beside its field, changed in place and deleted", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  const name = `触发器 ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "新建触发器" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("名称").fill(name);

  // The first condition follows the carriers' ranges; with limits of its own it needs one.
  await dialog.getByRole("button", { name: /^温度超出监测点的监测范围/ }).click();
  await dialog.getByRole("radio", { name: "自定限值" }).check();
  await dialog.getByLabel("持续时间", { exact: true }).fill("9");
  await dialog.getByLabel("持续时间: 单位").selectOption("seconds");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByLabel("持续时间", { exact: true })).toHaveAccessibleDescription("0，或至少 10 秒。");
  await dialog.getByLabel("持续时间", { exact: true }).fill("90");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByLabel("下限")).toHaveAccessibleDescription("请填写下限或上限。");
  await dialog.getByLabel("下限").fill("2");
  await dialog.getByLabel("上限").fill("8,5");
  await expect(dialog.getByRole("button", { name: /^温度低于 2\.0 °C 或高于 8\.5 °C/ })).toBeVisible();

  await dialog.getByRole("button", { name: "添加条件" }).click();
  await page.getByRole("menuitem", { name: /WHO.*高于 8\.0 °C.*累计 10 小时/ }).click();
  await expect(dialog.getByRole("button", { name: /^温度高于 8\.0 °C/ })).toHaveAttribute("aria-expanded", "true");

  // A second row that comes too early is refused beside its minutes.
  await dialog.getByRole("button", { name: "添加一行" }).click();
  const second = dialog.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "第 2 行" }) });
  await second.getByLabel("开始后", { exact: false }).first().fill("30");
  await second.getByLabel("开始后: 单位").selectOption("minutes");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(second).toContainText("各行之间须超过 30 分钟。");
  await second.getByLabel("开始后", { exact: false }).first().fill("31");
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "保存" }).click();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("低于 2.0 °C 或高于 8.5 °C");
  await expect(row).toContainText("30 天内累计 10 小时");
  expect(await findings(page)).toEqual([]);

  // Changed in place a condition stays itself: what it has open would go on.
  const [before] = await triggers(page, `&q=${encodeURIComponent(name)}`);
  await row.getByRole("button", { name: "编辑" }).click();
  await dialog.getByRole("button", { name: /^温度低于/ }).click();
  await dialog.getByLabel("上限").fill("10");
  await dialog.getByRole("button", { name: /^删除条件：温度：没有数据/ }).click();
  await expect(dialog).toContainText("保存后，它们正在进行的报警立即结束");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(row).toContainText("高于 10.0 °C");
  const [after] = await triggers(page, `&q=${encodeURIComponent(name)}`);
  const kept = before?.conditions.filter(({ kind }) => kind !== "no-data").map(({ id }) => id);
  expect(after?.conditions.map(({ id }) => id)).toEqual(kept);

  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "停用", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "停用" }).click();
  await expect(row.getByRole("switch", { name })).not.toBeChecked();
  await row.getByRole("button", { name: "删除" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  // What stands behind a dialog is hidden as well: only without one the row is gone.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(row).toBeHidden();
  expect(await triggers(page, `&q=${encodeURIComponent(name)}`)).toEqual([]);
});

test("a trigger that watches carriers stays, and names them", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(PATH);
  const bound = (await triggers(page)).find(({ carrierCount }) => carrierCount > 0 && carrierCount <= 5) as Trigger;
  const answer = await context.request.get(`${CALL}/${bound.id}/carrier`);
  const carriers: { name: string }[] = (await answer.json()).result.items;
  const row = page.getByRole("row", { name: bound.name });
  await row.getByRole("button", { name: "删除" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  for (const { name } of carriers) await expect(page.getByRole("alertdialog")).toContainText(name);
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: `${bound.carrierCount} 个监测点` }).click();
  await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(bound.carrierCount);
  await page.getByRole("dialog").getByRole("button", { name: "绑定监测点" }).click();
  await expect(page.getByRole("dialog").getByText("已绑定")).toHaveCount(bound.carrierCount);
  expect(await findings(page)).toEqual([]);
});

test("a trigger is tried out and explained @everywhere", async ({ context, page }) => {
  await signIn(context, "admin");
  const [first] = await triggers(page, "&isBound=true");
  await page.goto(`${PATH}?form=${first?.id}`);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(first?.name as string);
  await dialog.getByRole("button", { name: "试算 30 天" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "假设监测点一直运行" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.goto("/zh-CN/atinstruction");
  await expect(page.getByRole("heading", { name: "趋势预警" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

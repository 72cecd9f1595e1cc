import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

const PATH = "/zh-CN/abnormal/silence";

const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text });
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

async function anyCarrier(page: Page): Promise<{ id: number; name: string }> {
  const response = await page.request.get("/service/carrier?iDisplayLength=1&type=refrigerator");
  const { result } = await response.json();
  return result.items[0];
}

test("alarms of a place are silenced at once, the place says so, and the silence is ended", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const carrier = await anyCarrier(page);
  const reason = unique("除霜");
  await page.goto(PATH);
  await page.getByRole("button", { name: "静默报警" }).first().click();
  await expect(dialog(page).getByRole("combobox")).toBeFocused();

  // What is missing is said beside its field.
  await dialog(page).getByRole("button", { name: "立即静默" }).click();
  await expect(dialog(page).getByText("不能为空。")).toHaveCount(2);
  expect(await findings(page)).toEqual([]);

  await dialog(page).getByRole("combobox").fill(carrier.name);
  await dialog(page)
    .getByRole("option", { name: new RegExp(`^${carrier.name}.*监测点`) })
    .click();
  await page.keyboard.press("Escape");
  await dialog(page).getByText("1 小时").click();
  await dialog(page).getByLabel("原因").fill(reason);
  await dialog(page).getByRole("button", { name: "立即静默" }).click();
  await expectToast(page, "报警已静默");
  const row = rowOf(page, reason);
  await expect(row).toContainText("生效中");
  await expect(row).toContainText(carrier.name);

  await page.goto(`/zh-CN/carrier/carrierDetailPage?id=${carrier.id}`);
  const notes = page.getByRole("list", { name: "维护静默" });
  await expect(notes).toContainText(reason);
  await notes.getByRole("link", { name: reason }).click();
  await expect(dialog(page)).toContainText(reason);
  await expect(page).toHaveURL(new RegExp(`carrierId=${carrier.id}`));
  expect(await findings(page)).toEqual([]);

  await dialog(page).getByRole("button", { name: "结束" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "结束静默" }).click();
  await expectToast(page, "静默已结束");
  await expect(rowOf(page, reason)).toContainText("提前结束");
  await page.goto(`/zh-CN/carrier/carrierDetailPage?id=${carrier.id}`);
  await expect(page.getByRole("heading", { name: carrier.name, level: 2 })).toBeVisible();
  await expect(page.getByText(reason)).toHaveCount(0);
});

test("a silence is planned for a place from its own page, not for the past, and cancelled by keyboard", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const carrier = await anyCarrier(page);
  const reason = unique("校准");
  await page.goto(`/zh-CN/carrier/carrierDetailPage?id=${carrier.id}`);
  await page.getByRole("main").getByRole("link", { name: "维护静默" }).click();
  await expect(dialog(page).getByRole("button", { name: `移除 ${carrier.name}` })).toBeVisible();
  await dialog(page).getByText("稍后").click();
  await dialog(page).getByLabel("原因").fill(reason);
  await dialog(page).getByLabel("开始", { exact: false }).last().fill("2020-01-01T08:00");
  await dialog(page).getByRole("button", { name: "计划静默" }).click();
  await expect(dialog(page).getByText("必须晚于现在")).toBeVisible();
  // Two days on: this day's morning is still to come in Shanghai, whatever the hour is here.
  const later = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await dialog(page).getByLabel("开始", { exact: false }).last().fill(`${later}T08:00`);
  await dialog(page).getByRole("button", { name: "计划静默" }).click();
  await expectToast(page, "静默已计划");

  const row = rowOf(page, reason);
  await expect(row).toContainText("已计划");
  await row.getByRole("button", { name: `取消静默“${reason}”` }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "取消静默" }).press("Enter");
  await expectToast(page, "静默已结束");
  await expect(row).toContainText("提前结束");
});

test("silences fit a phone @phone @hours", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto(`${PATH}?id=new`);
  await expect(dialog(page).getByLabel("原因")).toBeVisible();
  await dialog(page).getByRole("button", { name: "取消" }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await findings(page)).toEqual([]);
});

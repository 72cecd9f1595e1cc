import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { call, digits, enterEmptyCustomer } from "../support/empty-customer";
import { TEST_PASSWORD } from "../support/environment";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/count/dataReport";
const dialog = (page: Page) => page.getByRole("dialog");

/** Signs the open report with an action, and waits until the file contains it. */
async function sign(page: Page, action: string, confirmation: string): Promise<void> {
  await dialog(page).getByRole("button", { name: action, exact: true }).click();
  const signing = dialog(page).last();
  await signing.getByRole("textbox", { name: "密码" }).fill(TEST_PASSWORD);
  await signing.getByRole("button", { name: confirmation, exact: true }).click();
  await expect(signing.getByRole("textbox", { name: "密码" })).toHaveCount(0);
  await expect(dialog(page).getByText("正在加入签名")).toBeHidden({ timeout: 30_000 });
}

test("a report is made, reviewed, approved, and its file is known to whoever has it @everywhere", async ({
  context,
  page,
  browser,
}) => {
  await signIn(context, "admin");
  // Of the demo world: those that other tests make have no readings.
  const response = await page.request.get(`/service/carrier?q=${encodeURIComponent("接种门诊疫苗冰箱1号")}`);
  const carrier = (await response.json()).result.items[0] as { name: string };
  const name = `周报 ${Date.now().toString(36)}`;
  await page.goto(PATH);
  await page.getByRole("button", { name: "新建报告" }).first().click();
  // What is missing is said beside its field.
  await dialog(page).getByRole("button", { name: "生成" }).click();
  await expect(dialog(page).getByText("不能为空。")).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByLabel("名称").fill(name);
  await dialog(page).getByRole("combobox", { name: "监测点" }).fill(carrier.name);
  await dialog(page).getByRole("option").filter({ hasText: carrier.name }).last().click();
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("status").filter({ hasText: "条读数" })).toBeVisible();
  for (const signature of ["编制", "审核", "批准"])
    await dialog(page).getByRole("group", { name: "需要的签名" }).getByLabel(signature).check();
  await dialog(page).getByRole("button", { name: "生成" }).click();
  // The new report is open over the list until it is made.
  await expect(dialog(page).getByRole("heading", { name })).toBeVisible();
  await expect(dialog(page).getByRole("link", { name: "下载 PDF", exact: true })).toBeVisible({ timeout: 30_000 });
  await sign(page, "签名提交", "签名");
  await expect(dialog(page).getByText("签名后未更改")).toBeVisible();
  await expect(dialog(page).getByText("待签名：审核, 批准")).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "批准", exact: true })).toHaveCount(0);
  // Each by somebody else.
  const address = page.url();
  for (const [account, action, confirmation] of [
    ["platform", "审核", "签名"],
    ["root", "批准", "批准并签名"],
  ] as const) {
    await context.clearCookies();
    await signIn(context, account);
    await page.goto(address);
    await sign(page, action, confirmation);
  }
  await expect(dialog(page).getByText("签名后未更改")).toHaveCount(3);
  await expect(dialog(page).getByText("待签名")).toHaveCount(0);
  expect(await findings(page)).toEqual([]);

  const link = dialog(page).getByRole("link", { name: "下载 PDF", exact: true });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toBe("application/pdf");
  const buffer = await file.body();
  const check = await dialog(page).getByRole("link", { name: "核验页面" }).getAttribute("href");

  // Anyone who has it, without a session.
  const stranger = await browser.newContext();
  const visitor = await stranger.newPage();
  await visitor.goto(check ?? "");
  await expect(visitor.getByText(name)).toBeVisible();
  for (const signer of ["陈国栋", "何静"]) await expect(visitor.getByText(signer).first()).toBeVisible();
  await visitor.locator("input[type=file]").setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer });
  await expect(visitor.getByText("文件完好：与登记的完全一致。")).toBeVisible();
  const altered = Buffer.from(buffer);
  altered[3000] = (altered[3000] as number) ^ 1;
  await visitor
    .locator("input[type=file]")
    .setInputFiles({ name: "b.pdf", mimeType: "application/pdf", buffer: altered });
  await expect(visitor.getByText("未知文件：从未由本系统签发，或已被改动。")).toBeVisible();
  expect(await findings(visitor)).toEqual([]);
  await stranger.close();
});

test("on the first day a report is of today; one that failed is made again with another period", async ({
  context,
  page,
  playwright,
  baseURL,
}) => {
  const { request } = context;
  await enterEmptyCustomer(context);
  await call(request, "POST", "setupWizard/access", { mode: "direct" });
  await call(request, "POST", "setupWizard/carrier", { type: "refrigerator", name: "Fridge 1", sceneName: "Pharmacy" });
  const ranges = [{ measure: "temperature", limits: { minimum: 2, maximum: 8 } }];
  const trigger = { kind: "standard", name: "Fridge alarm", recipients: { isMe: true } };
  await call(request, "POST", "setupWizard/index", { ranges, trigger });
  const device = `SN-${digits(8)}`;
  await call(request, "POST", "setupWizard/device", { serialNumber: device, typeCode: "zbp_1" });
  const me = await call<{ customer: { id: number } }>(request, "GET", "mine/me");
  const { token } = await call<{ token: string }>(request, "POST", `customer/${me.customer.id}/ingestToken`, {});
  const gateway = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const sent = await gateway.post("/service/ingest/readings", {
    headers: { authorization: `Bearer ${token}` },
    data: { readings: [{ device, at: Date.now(), values: { temperature: 5 } }] },
  });
  expect((await sent.json()).result).toMatchObject({ accepted: 1, rejected: [] });
  await gateway.dispose();

  await page.goto(PATH);
  await page.getByRole("button", { name: "新建报告" }).first().click();
  await dialog(page).getByLabel("名称").fill("第一天");
  const carriers = dialog(page).getByRole("combobox", { name: "监测点" });
  const choose = async () => {
    await carriers.fill("Fridge 1");
    await dialog(page).getByRole("option").filter({ hasText: "Fridge 1" }).last().click();
    await page.keyboard.press("Escape");
  };
  await choose();
  await expect(dialog(page).getByRole("status").filter({ hasText: "条读数" })).toBeVisible();
  // A period without data is named at its field, and no report is made of it.
  const period = dialog(page).getByRole("button", { name: "时间范围" });
  await period.click();
  await page.getByRole("button", { name: "昨天", exact: true }).click();
  await expect(period).toHaveAccessibleDescription("此时间范围内没有数据");
  await dialog(page).getByRole("button", { name: "生成" }).click();
  await expect(period).toBeFocused();
  expect(await findings(page)).toEqual([]);
  expect((await call<{ total: number }>(request, "GET", "report")).total).toBe(0);
  await dialog(page).getByRole("button", { name: "取消" }).click();
  await dialog(page).getByRole("button", { name: "放弃更改" }).click();

  // One that failed all the same.
  const subject = { about: "all", period: "yesterday" };
  const { id } = await call<{ id: number }>(request, "POST", "report/subject", subject);
  await page.goto(`${PATH}?id=${id}`);
  const change = dialog(page).getByRole("button", { name: "更改时间范围" });
  await expect(change).toBeVisible({ timeout: 30_000 });
  await expect(dialog(page).getByText("Fridge 1")).toBeVisible();
  await change.click();
  await expect(dialog(page).getByTitle("Fridge 1", { exact: true })).toBeVisible();
  await period.click();
  await page.getByRole("button", { name: "今天", exact: true }).click();
  await dialog(page).getByRole("button", { name: "生成" }).click();
  await expect(dialog(page).getByRole("link", { name: "下载 PDF", exact: true })).toBeVisible({ timeout: 30_000 });
});

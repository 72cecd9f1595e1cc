import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { makePdf } from "../factories/document";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const TABS = {
  live: "关于|基本信息",
  history: "导出",
  loggers: "独立保存的序列",
  devices: "网关、显示屏、底座",
  trigger: "通知计划|未绑定报警触发器",
  exceptions: "异常记录",
  record: "记录时间",
  operations: "旧值 → 新值",
  files: "上传文件",
} as const;

/** A running fridge with a door, as the list has it. */
async function findFridge(request: APIRequestContext): Promise<{ id: number; name: string }> {
  const response = await request.get("/service/carrier?type=refrigerator&status=running&hasDevices=1&iDisplayLength=1");
  expect(response.status(), await response.text()).toBe(200);
  const { result } = (await response.json()) as { result: { items: { id: number; name: string }[] } };
  return result.items[0] as { id: number; name: string };
}

function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

test("each tab opens by its address, with nothing to complain of @everywhere", async ({ context, page }) => {
  await signIn(context, "admin");
  const { id, name } = await findFridge(context.request);
  const errors = errorsOf(page);
  const isPhone = test.info().project.name === "phone";
  for (const [index, [tab, text]] of Object.entries(TABS).entries()) {
    await page.goto(`/zh-CN/newCarrierDetail?id=${id}&tab=${tab}`);
    await expect(page.getByRole("heading", { name, level: 2 }).first()).toBeVisible();
    await expect(page.getByText(new RegExp(text)).first()).toBeVisible();
    await expect(page.locator("nav [aria-current=page]").first()).toBeInViewport();
    // Axe looks at each tab once, on the desktop and on the phone in turn.
    if ((index % 2 === 1) === isPhone) expect(await findings(page), tab).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${tab} is as wide as the window`).toBeLessThanOrEqual(0);
  }
  expect(errors).toEqual([]);
  await page.goto(`/zh-CN/carrier/carrierDetailPage?id=${id}`);
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
});

test("record times are set, documents are uploaded and removed, and the operations tell it", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const { id } = await findFridge(context.request);
  const times = await context.request.put(`/service/carrier/${id}/recordTime`, { data: { times: [] } });
  expect(times.status()).toBe(200);
  await page.goto(`/zh-CN/newCarrierDetail?id=${id}&tab=record`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "设置记录时间" }).click();
  await dialog.getByLabel("时间 1").fill("07:30");
  await dialog.getByRole("button", { name: "添加时间" }).click();
  await dialog.getByLabel("时间 2").fill("07:30");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByText("已有", { exact: false }).or(dialog.locator("[aria-invalid]")).first()).toBeVisible();
  await dialog.getByLabel("时间 2").fill("19:30");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("rowheader", { name: /07:30/ }).first()).toBeVisible();

  const name = `说明书 ${Date.now().toString(36)}`;
  await page.goto(`/zh-CN/newCarrierDetail?id=${id}&tab=files`);
  await page.getByLabel("选择文件").setInputFiles({ name, mimeType: "text/html", buffer: makePdf() });
  const link = page.getByRole("link", { name: `${name}.pdf` });
  await expect(link).toBeVisible();
  await page
    .getByLabel("选择文件")
    .setInputFiles({ name: "page.pdf", mimeType: "application/pdf", buffer: Buffer.from("<html></html>") });
  await expect(page.getByRole("alert").filter({ hasText: "page.pdf" })).toBeVisible();
  await page.getByRole("listitem").filter({ has: link }).getByRole("button").last().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "删除" }).click();
  await expect(link).toBeHidden();

  await page.goto(`/zh-CN/newCarrierDetail?id=${id}&tab=operations`);
  await expect(page.locator("tbody tr").first()).toContainText(`${name}.pdf`);
  await expect(page.getByText("07:30, 19:30").first()).toBeVisible();
});

test("the notification plan says which of its channels deliver nothing @core", async ({ context, page }) => {
  await signIn(context, "admin");
  const listOf = async <T>(path: string) => {
    const response = await context.request.get(`/service/${path}`);
    return ((await response.json()) as { result: { items: T[] } }).result.items;
  };
  const triggers = await listOf<{ id: number; plan: { channels: string[] }[] }>("alarmTrigger?isBound=1");
  const trigger = triggers.find(({ plan }) => plan.some(({ channels }) => channels.includes("email")));
  const [carrier] = await listOf<{ id: number }>(`carrier?alarmTriggerId=${trigger?.id}`);
  await page.goto(`/zh-CN/newCarrierDetail?id=${carrier?.id}&tab=trigger`);
  // No channel is configured in the product that the tests share.
  const warning = page.getByRole("listitem").getByRole("status").filter({ hasText: "邮件未配置，不会发送。" });
  await expect(warning.first()).toBeVisible();
});

import { type APIRequestContext, expect, type Page } from "@playwright/test";
import ExcelJS from "exceljs";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const stamp = Date.now().toString(36);

type Row = { serialNumber: string; name: string; typeCode: string; mac?: string };

async function readTemplate(request: APIRequestContext): Promise<Buffer> {
  const response = await request.get("/service/relay/importTemplate?locale=ja");
  expect(response.headers()["content-type"]).toBe(XLSX);
  return response.body();
}

/** The template as the console gives it, filled in from its third row on. */
async function filled(template: Buffer, rows: readonly Row[]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(template as never);
  const sheet = book.worksheets[0] as ExcelJS.Worksheet;
  const keys = sheet.getRow(1).values as string[];
  rows.forEach((row, index) => {
    for (const [key, value] of Object.entries(row))
      sheet.getCell(index + 3, keys.indexOf(`relay.${key}`)).value = value;
  });
  return Buffer.from(await book.xlsx.writeBuffer());
}

const dialog = (page: Page) => page.getByRole("dialog");

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await dialog(page).getByRole("button", { name: /选择/ }).click();
  await (await choosing).setFiles({ name, mimeType: XLSX, buffer });
}

test("bad cells are told with their addresses, and the corrected file is imported", async ({ context, page }, {
  project,
}) => {
  await signIn(context, "admin");
  const serial = (index: number) => `E2E-${project.name}-${stamp}-${index}`;
  const row = (index: number, fields: Partial<Row> = {}) => ({
    serialNumber: serial(index),
    name: `e2e ${stamp} ${index}`,
    typeCode: "rt_1",
    ...fields,
  });
  const template = await readTemplate(context.request);
  await page.goto("/zh-CN/device/relay");
  await page.getByRole("button", { name: "导入", exact: true }).click();
  await choose(page, "list.xlsx", Buffer.from("no workbook"));
  await expect(dialog(page).getByRole("alert")).toContainText("文件必须为 xlsx 格式");
  await expect(dialog(page).getByRole("button", { name: "校验并导入" })).toBeDisabled();

  await choose(
    page,
    "中继器.xlsx",
    await filled(template, [row(1), row(2, { mac: "x" }), row(1, { typeCode: "none" })]),
  );
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "校验并导入" }).click();
  await expect(dialog(page).getByText("未导入任何数据。")).toBeVisible();
  const cells = dialog(page).getByRole("row");
  await expect(cells.filter({ hasText: "D4" })).toBeVisible();
  await expect(cells.filter({ hasText: "文件内容重复：与 A3 相同。" })).toContainText("A5");
  await expect(cells).toHaveCount(4);
  await dialog(page).getByLabel("列").selectOption({ label: "类型" });
  await expect(cells).toHaveCount(2);
  const download = page.waitForEvent("download");
  await dialog(page).getByRole("link", { name: "下载错误报告" }).click();
  expect((await download).suggestedFilename()).toBe("中继器 - 错误报告.xlsx");

  // The address names the import: it is still there after a reload.
  await page.reload();
  await expect(dialog(page).getByText("未导入任何数据。")).toBeVisible();
  await dialog(page).getByRole("button", { name: "重试" }).click();
  await choose(page, "中继器.xlsx", await filled(template, [row(1), row(2)]));
  await dialog(page).getByRole("button", { name: "校验并导入" }).click();
  await expect(dialog(page).getByText("已导入 2 台设备。")).toBeVisible();
  await dialog(page).getByRole("button", { name: "关闭" }).last().click();
  await expect(dialog(page)).toBeHidden();
  await page.goto(`/zh-CN/device/relay?q=${serial(2)}`);
  await expect(page.getByText(serial(2)).first()).toBeVisible();
});

test("a series is scanned: each Enter adds a line, what is wrong is said at once, all are registered in one call", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  await page.goto("/en-US/device/sensor");
  await page.getByRole("button", { name: "Scan multiple" }).click();
  const sheet = page.getByRole("dialog", { name: "Register multiple sensors" });
  const code = sheet.getByLabel("Code", { exact: true });
  const lines = sheet.getByRole("list", { name: "Scanned devices" }).getByRole("listitem");
  const serial = `SC-${Date.now() % 100_000_000}`;
  const scan = async (text: string) => {
    await code.fill(text);
    await code.press("Enter");
  };
  await scan(`${serial}-1`);
  await scan(`${serial}-2`);
  await expect(lines).toHaveCount(2);
  await expect(code).toHaveValue("");
  await scan(`${serial}-1`);
  await expect(sheet.getByText(`${serial}-1 is already in the list.`)).toBeVisible();
  await scan("https://example.com/label");
  await expect(sheet.getByText("is not a serial number, MAC or device label.")).toBeVisible();
  await expect(lines).toHaveCount(2);
  await sheet.getByLabel("Type").selectOption({ index: 1 });
  expect(await findings(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Register 2 devices" }).click();
  await expect(sheet).toBeHidden();

  // The next series names every line that is registered already.
  await page.getByRole("button", { name: "Scan multiple" }).click();
  for (const end of ["3", "2", "1"]) await scan(`${serial}-${end}`);
  await sheet.getByLabel("Type").selectOption({ index: 1 });
  await sheet.getByRole("button", { name: "Register 3 devices" }).click();
  await expect(lines.filter({ has: page.getByRole("alert") })).toHaveCount(2);
  for (const end of ["2", "1"]) await sheet.getByRole("button", { name: `Remove ${serial}-${end}` }).click();
  await sheet.getByRole("button", { name: "Register 1 device" }).click();
  await expect(sheet).toBeHidden();
});

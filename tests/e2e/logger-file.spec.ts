import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { ROOT } from "../../scripts/product/paths.mjs";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const FILE = "fridgetag2_130400191544.txt";
const SERIAL = "130400191544";
const buffer = readFileSync(join(ROOT, "tests/fixtures/logger", FILE));

async function findFridge(request: APIRequestContext): Promise<number> {
  const response = await request.get("/service/carrier?type=refrigerator&status=running&hasDevices=1&iDisplayLength=1");
  expect(response.status(), await response.text()).toBe(200);
  const { result } = (await response.json()) as { result: { items: { id: number }[] } };
  return result.items[0]?.id as number;
}

/** Takes off what an earlier run has left. */
async function clear(request: APIRequestContext, carrierId: number): Promise<void> {
  const { result } = (await (await request.get(`/service/carrier/${carrierId}/loggerFile`)).json()) as {
    result: { items: { id: number }[] };
  };
  for (const { id } of result.items) {
    const answer = await request.delete(`/service/loggerFile/${id}`, { data: { reason: "test" } });
    expect(answer.status()).toBe(200);
  }
}

/** The dialog that brings a file to a fridge without any, and how a file is put into it. */
async function openDialog(page: Page, carrierId: number) {
  await clear(page.request, carrierId);
  await page.goto(`/en-US/newCarrierDetail?id=${carrierId}&tab=loggers`);
  await page.getByRole("button", { name: "Import logger file" }).click();
  const dialog = page.getByRole("dialog");
  const take = (name: string, content: string | Buffer) =>
    dialog
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
  return { dialog, take };
}

test("a PDF can be chosen, and is refused as what it is", async ({ context, page }) => {
  await signIn(context, "admin");
  const { dialog, take } = await openDialog(page, await findFridge(context.request));
  await expect(dialog.locator("input[type=file]")).toHaveAttribute("accept", /\.pdf/);
  await take("report.pdf", "%PDF-1.7\n1 0 obj");
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This is a PDF");
  await expect(dialog.getByRole("button", { name: /^Import \d/ })).toBeHidden();
  expect(await findings(page)).toEqual([]);
});

test("columns that a table does not tell are said once, and the next of its kind is read as the last", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const id = await findFridge(context.request);
  const { dialog, take } = await openDialog(page, id);
  // A kind of its own: what an earlier run has kept is of another.
  const titles = `Stempel;Oben;Unten;${randomUUID()}`;
  const table = (day: number, preamble = 0) =>
    `${"Logger;7;;\n".repeat(preamble)}${titles}\n${day}.03.2024 10:00;4,5 °C;55;x\n${day}.03.2024 10:10;4,6 °C;54;y\n`;
  const column = (number: number) => dialog.getByRole("combobox", { name: `Content of column ${number}` });

  await take("a.csv", table(15));
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Columns not recognized");
  await expect(column(1)).toHaveValue("time");
  await expect(column(2)).toHaveValue("temperature °C");
  await expect(column(3).getByRole("option", { name: /Humidity \(%RH\)/ })).toBeAttached();
  await expect(column(3).getByRole("option", { name: /\(K\)/ })).toBeAttached();
  expect(await findings(page)).toEqual([]);
  // What was guessed is accepted as it stands.
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(dialog.getByRole("button", { name: "Import 2 values" })).toBeVisible();
  await dialog.getByText("Columns as specified").click();
  await column(3).selectOption("humidity");
  await dialog.getByRole("button", { name: "Check" }).click();
  await dialog.getByRole("button", { name: "Import 4 values" }).click();
  await expect(dialog).toBeHidden();

  const again = await openDialog(page, id);
  await again.take("b.csv", table(16, 3));
  await dialog.getByRole("button", { name: "Check" }).click();
  const kept = dialog.getByRole("status").filter({ hasText: "Read as last time" });
  await expect(kept).toContainText("Columns");
  await expect(kept).toContainText("Set by");
  await expect(dialog.getByRole("button", { name: "Import 4 values" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await kept.getByRole("button", { name: "Change" }).click();
  await expect(column(3)).toHaveValue("humidity");
  await column(3).selectOption("");
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByRole("button", { name: "Import 2 values" })).toBeVisible();

  await take("c.csv", table(17));
  await dialog.getByRole("button", { name: "Check" }).click();
  await kept.getByRole("button", { name: "Clear" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Columns not recognized");
  await expect(kept).toBeHidden();
});

test("a Fridge-tag's file is looked at, kept, seen over the history and removed with a reason", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const id = await findFridge(context.request);
  await clear(context.request, id);
  await page.goto(`/en-US/newCarrierDetail?id=${id}&tab=loggers`);
  await page.getByRole("button", { name: "Import logger file" }).click();
  const dialog = page.getByRole("dialog");
  const take = (name: string, bytes: Buffer) =>
    dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: bytes });

  await take("cut.txt", buffer.subarray(0, 1200));
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The file ends before its signature");
  expect(await findings(page)).toEqual([]);

  await take(FILE, buffer);
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByText(`Q-tag Fridge-tag 2 · ${SERIAL}`)).toBeVisible();
  await expect(dialog.getByText("2023-04-17 00:00 – 2023-04-20 14:33")).toBeVisible();
  await expect(dialog.getByText("external sensor: 2 h 58 min, 2023-04-17 16:53")).toBeVisible();
  await dialog.locator("summary", { hasText: "4 days recorded by the logger" }).click();
  await expect(dialog.getByRole("row", { name: /2023-04-17 0 8 19:39 16/ })).toBeVisible();
  await dialog.locator("summary", { hasText: /other entries in the file, as written/ }).click();
  await expect(dialog.getByText("BG0214402648")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog.getByLabel("Remark").fill("read out by hand");
  await dialog.getByRole("button", { name: "Import 12 values" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("listitem").filter({ hasText: `· ${SERIAL}` });
  await expect(row).toContainText("12 values");
  await expect(row).toContainText("read out by hand");

  await row.getByRole("link", { name: "Show in history" }).click();
  await expect(page.getByRole("switch", { name: "Logger files (1)" })).toBeChecked();
  await expect(page.getByText(`imported from logger ${SERIAL}, file ${FILE}`)).toBeVisible();
  await expect(page.locator('[data-chart="drawn"]')).toBeVisible();
  await page.getByRole("tab", { name: "Table" }).click();
  await expect(page.getByRole("columnheader", { name: "Source" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "logger file" })).toHaveCount(12);
  await page.getByRole("switch", { name: "Logger files (1)" }).click();
  await expect(page.getByRole("columnheader", { name: "Source" })).toBeHidden();

  await page.goto(`/en-US/newCarrierDetail?id=${id}&tab=loggers`);
  await row.getByRole("button", { name: `Delete ${FILE}` }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await question.getByRole("textbox").fill("stood by another fridge");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No logger files yet")).toBeVisible();
  await page.goto(`/en-US/newCarrierDetail?id=${id}&tab=operations`);
  await expect(page.locator("tbody tr").first()).toContainText("stood by another fridge");
});

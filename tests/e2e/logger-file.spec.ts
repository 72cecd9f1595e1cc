import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect } from "@playwright/test";
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

test("a Fridge-tag's file is looked at, kept, seen over the history and removed with a reason", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const id = await findFridge(context.request);
  await clear(context.request, id);
  await page.goto(`/en-US/newCarrierDetail?id=${id}&tab=loggers`);
  await page.getByRole("button", { name: "Import a logger’s file" }).click();
  const dialog = page.getByRole("dialog");
  const take = (name: string, bytes: Buffer) =>
    dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: bytes });

  await take("cut.txt", buffer.subarray(0, 1200));
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByRole("alert")).toContainText("It ends before its signature");
  expect(await findings(page)).toEqual([]);

  await take(FILE, buffer);
  await dialog.getByRole("button", { name: "Check" }).click();
  await expect(dialog.getByText(`Q-tag Fridge-tag 2 · ${SERIAL}`)).toBeVisible();
  await expect(dialog.getByText("2023-04-17 00:00 – 2023-04-20 14:33")).toBeVisible();
  await expect(dialog.getByText("outer sensor: 2 h 58 min, 2023-04-17 16:53")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog.getByLabel("Remark").fill("read out by hand");
  await dialog.getByRole("button", { name: "Import 12 values" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("listitem").filter({ hasText: `· ${SERIAL}` });
  await expect(row).toContainText("12 values");
  await expect(row).toContainText("read out by hand");
  expect(await findings(page)).toEqual([]);

  await row.getByRole("link", { name: "Show in the history" }).click();
  await expect(page.getByRole("switch", { name: "Loggers’ files (1)" })).toBeChecked();
  await expect(page.getByText(`imported from logger ${SERIAL}, file ${FILE}`)).toBeVisible();
  await expect(page.locator('[data-chart="drawn"]')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("tab", { name: "Table" }).click();
  await expect(page.getByRole("columnheader", { name: "Source" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "logger file" })).toHaveCount(12);
  await page.getByRole("switch", { name: "Loggers’ files (1)" }).click();
  await expect(page.getByRole("columnheader", { name: "Source" })).toBeHidden();

  await page.goto(`/en-US/newCarrierDetail?id=${id}&tab=loggers`);
  await row.getByRole("button", { name: `Delete ${FILE}` }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await question.getByRole("textbox").fill("stood by another fridge");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No loggers’ files yet")).toBeVisible();
  await page.goto(`/en-US/newCarrierDetail?id=${id}&tab=operations`);
  await expect(page.locator("tbody tr").first()).toContainText("stood by another fridge");
});

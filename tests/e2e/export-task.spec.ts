import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) => page.locator("tbody tr").filter({ hasText: name });

test("an export is scheduled from its list, run, paused and removed @everywhere", async ({ context, page }) => {
  await signIn(context, "admin");
  const name = `Exceptions ${Date.now().toString(36)}`;
  await page.goto("/en-US/abnormal/dataex?status=unprocessed");
  await page.locator("[data-export]").click();
  await page.getByRole("link", { name: "Schedule…" }).click();
  await expect(page).toHaveURL(/exportTask\?form=new/);
  await expect(dialog(page).getByText("1 filter of the list applies.")).toBeVisible();
  await expect(dialog(page).getByRole("status")).toContainText("Next run");
  await dialog(page).getByRole("textbox", { name: "Name" }).fill(name);
  await dialog(page).getByRole("textbox", { name: "Recipients" }).fill("keeper@clinic.example\nnobody");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  // The wrong address is named beside its field.
  await expect(dialog(page).getByText(/^nobody: /)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("textbox", { name: "Recipients" }).fill("");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(row(page, name)).toBeVisible();

  await page.getByRole("button", { name: `Run ${name} now` }).click();
  await expect(row(page, name).getByText(/^(Done|No data)$/)).toBeVisible({ timeout: 30_000 });
  await row(page, name).getByRole("link", { name }).click();
  const file = page.waitForEvent("download");
  await dialog(page).getByRole("link", { name: /^GM_/ }).click();
  expect((await file).suggestedFilename()).toMatch(/^GM_.+\.xlsx$/);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await row(page, name).getByRole("checkbox").or(row(page, name).getByRole("switch")).first().click();
  await expect(row(page, name).getByText("–")).toBeVisible();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row(page, name)).toHaveCount(0);
});

test("a link that leads to no file says so to anyone", async ({ page }) => {
  const answer = await page.goto("/en-US/exportFile?key=nothing");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "File not available" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

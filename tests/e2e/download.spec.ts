import { expect } from "@playwright/test";
import { findings } from "../support/axe";
import { exportAs } from "../support/export-as";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

test("a list is exported, saved by itself, found again and deleted @everywhere", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto("/en-US/user/userinfo");
  const file = await exportAs(page, "Excel");
  expect(file.suggestedFilename()).toMatch(/^GM_Users_\d{14}\.xlsx$/);
  await page.goto("/en-US/download");
  await expect(page.locator("tbody").getByText("Ready").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);

  const again = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download Users" }).first().click();
  expect((await again).suggestedFilename()).toBe(file.suggestedFilename());

  await page.getByRole("button", { name: "Delete Users" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Deleted", { exact: true })).toBeVisible();
});

import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/en-US/abnormal/abnormalcause";
const MINE = "E2E stocktaking";

const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text });

test("a reason of one's own is made, offered where exceptions are handled, renamed and deleted", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  // What an earlier try has left.
  const { result } = await (await context.request.get("/service/exceptionReason?q=E2E")).json();
  for (const { id } of result.items) await context.request.delete(`/service/exceptionReason/${id}`);
  await page.goto(PATH);
  await expect(rowOf(page, "Defrost")).toContainText("Built-in");
  await expect(rowOf(page, "Defrost").getByRole("button")).toHaveCount(0);

  await page.getByRole("button", { name: "New reason" }).click();
  await dialog(page).getByLabel("Name").fill("defrost");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByLabel("Name")).toHaveAccessibleDescription(/Already exists/);
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByLabel("Name").fill(MINE);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, MINE)).toContainText("Custom");

  const { result: found } = await (
    await context.request.get("/service/exception?status=unprocessed&iDisplayLength=1")
  ).json();
  await page.goto(`/en-US/abnormal/dataex?id=${found.items[0].id}`);
  await dialog(page).getByRole("button", { name: "Record cause and action" }).click();
  const choice = dialog(page).getByLabel("Reason", { exact: false }).first();
  await expect(choice.locator("option", { hasText: MINE })).toHaveCount(1);

  await page.goto(PATH);
  await rowOf(page, MINE)
    .getByRole("button", { name: `Edit ${MINE}` })
    .click();
  await dialog(page).getByLabel("Name").fill(`${MINE} at night`);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await rowOf(page, `${MINE} at night`)
    .getByRole("button", { name: `Delete ${MINE} at night` })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, MINE)).toHaveCount(0);
});

test("the reasons are cards on a phone @phone", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto("/zh-CN/abnormal/abnormalcause");
  await expect(page.getByText("门未关", { exact: false }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

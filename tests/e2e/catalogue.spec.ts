import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { criterion } from "../support/search-bar";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const UNITS = "/en-US/sys/unitMeasurement";

const dialog = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text });

test("a unit is made, changed, refused twice and deleted", async ({ context, page }) => {
  await signIn(context, "root");
  // What an earlier try has left.
  const { result } = await (await context.request.get("/service/unit?q=e2e_kelvin")).json();
  for (const { id } of result.items) await context.request.delete(`/service/unit/${id}`);
  await page.goto(UNITS);

  await page.getByRole("button", { name: "New unit" }).click();
  await expect(page).toHaveURL(/form=new/);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByLabel("Code")).toHaveAccessibleDescription("Required");
  await dialog(page).getByLabel("Code").fill("temperature");
  await dialog(page).getByLabel("Unit", { exact: false }).first().fill("K");
  await dialog(page).getByLabel("Number").fill("4242");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByLabel("Code")).toHaveAccessibleDescription(/Already exists/);
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByLabel("Code").fill("e2e_kelvin");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const row = rowOf(page, "e2e_kelvin");
  await expect(row).toContainText("4242");

  await row.getByRole("button", { name: "Edit e2e_kelvin" }).click();
  await expect(page).toHaveURL(/form=\d+/);
  await page.reload();
  await dialog(page).getByLabel("Description").fill("Absolute temperature");
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByText("You have unsaved changes.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Keep editing" }).click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Absolute temperature");

  await row.getByRole("button", { name: "Delete e2e_kelvin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
});

test("what ships refuses deletion with the reason, and can be switched off and on", async ({ context, page }) => {
  await signIn(context, "root");
  await page.goto("/en-US/sys/deviceType?q=rt_1");
  const row = rowOf(page, "Relay RELAY1");
  await row.getByRole("button", { name: /^Delete/ }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByRole("alert")).toHaveText("Built-in; cannot be changed or deleted.");
  await question.getByRole("button", { name: "Cancel" }).click();

  const offered = async () => {
    const response = await context.request.get("/service/share/getDeviceType/relay");
    return ((await response.json()) as { result: { code: string }[] }).result.map(({ code }) => code);
  };
  const flip = row.getByRole("switch");
  await expect(flip).toBeChecked();
  await flip.click();
  await expect.poll(offered).not.toContain("rt_1");
  await page.reload();
  await expect(flip).not.toBeChecked();
  await flip.click();
  await expect.poll(offered).toContain("rt_1");
});

test("the types are filtered by the address and named in its language", async ({ context, page }) => {
  await signIn(context, "root");
  await page.goto("/zh-CN/sys/deviceType");
  await (await criterion(page, "设备类别")).selectOption({ label: "网关" });
  await expect(page).toHaveURL(/kind=gateway/);
  await expect(page.getByText("共 3 条")).toBeVisible();
  await expect(rowOf(page, "gt_2")).toContainText("网关 GW1（GPS）");
  await page.goto("/es/sys/carrierType?base=vehicle");
  await expect(rowOf(page, "Vehículo").first()).toBeVisible();
});

test("the platform's user may look and change nothing", async ({ context, page }) => {
  await signIn(context, "platform");
  await page.goto(UNITS);
  await expect(rowOf(page, "temperature").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "New unit" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^(Edit|Delete) / })).toHaveCount(0);
});

import { type BrowserContext, expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { TEST_PASSWORD } from "../support/environment";
import { type DemoAccount, signIn } from "../support/sign-in";
import { test } from "../support/test";

/**
 * The refrigerators of whose sheets the demo world leaves one open with two missed values, the oldest that is open, and
 * who fills in and approves it.
 */
const SHEETS: Record<string, { fridge: string; customer: string; maker: DemoAccount; approver: DemoAccount }> = {
  desktop: { fridge: "急诊药房冷藏柜", customer: "广州越华综合医院", maker: "user", approver: "admin" },
  phone: {
    ...{ fridge: "分装间疫苗冰箱2号", customer: "广州市云珠区疾病预防控制中心" },
    ...{ maker: "platform", approver: "root" },
  },
};

const dialog = (page: Page) => page.getByRole("dialog");

async function become(context: BrowserContext, account: DemoAccount): Promise<void> {
  await context.clearCookies();
  await signIn(context, account);
}

async function sign(page: Page, action: string, reason?: string): Promise<void> {
  await page.getByRole("button", { name: action, exact: true }).click();
  if (reason) await dialog(page).getByLabel("Reason").fill(reason);
  await dialog(page).getByRole("textbox", { name: "Password" }).fill(TEST_PASSWORD);
  await dialog(page).getByRole("button", { name: /sign/i }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test("a month's sheet is filled in, submitted, rejected, corrected, approved and printed @everywhere", async ({
  context,
  page,
}) => {
  const { fridge, customer, maker, approver } = SHEETS[test.info().project.name] as (typeof SHEETS)[string];
  await signIn(context, maker);
  const { result } = await (
    await context.request.get(`/service/tempRecord?q=${encodeURIComponent(fridge)}&status=open&sort=month&dir=asc`)
  ).json();
  const [listed] = result.items;
  await page.goto(`/en-US/arch/temprecord?q=${encodeURIComponent(fridge)}&month=${listed.month.slice(0, 7)}`);
  expect(await findings(page)).toEqual([]);
  const row = page.locator("tbody tr").filter({ hasText: fridge });
  await expect(row).toContainText("Open");
  await row.getByRole("link", { name: fridge }).click();

  await expect(page.getByText("2 missed values have no explanation.", { exact: false })).toBeVisible();
  await page
    .getByRole("button", { name: /: Missed$/ })
    .first()
    .click();
  await dialog(page).getByRole("button", { name: "Enter value" }).click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByLabel("Reason")).toHaveAccessibleDescription(/Required|At least/);
  await dialog(page).getByLabel("Value (°C)").fill("4.6");
  await dialog(page).getByLabel("Reason").fill("Read from the display");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /: Entered manually 4\.6$/ })).toBeVisible();
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await dialog(page).getByRole("textbox", { name: "Password" }).fill(TEST_PASSWORD);
  await dialog(page).getByRole("button", { name: "Sign" }).click();
  await expect(dialog(page).getByText(/1 missed value has no explanation/)).toBeVisible();
  await page.keyboard.press("Escape");
  const discard = page.getByRole("button", { name: "Discard" });
  if (await discard.isVisible()) await discard.click();
  await page.getByRole("button", { name: "Explain 1 missed" }).click();
  await dialog(page).getByLabel("Comment").fill("Power cut");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
  await sign(page, "Submit");
  await expect(page.getByText("Submitted").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  const address = page.url();

  await become(context, approver);
  await page.goto(address);
  await sign(page, "Reject", "Check the fourth");
  await expect(page.getByText("Rejected: Check the fourth")).toBeVisible();

  await become(context, maker);
  await page.goto(address);
  await page.getByRole("button", { name: "Correct" }).click();
  await page.getByRole("alertdialog").getByLabel("Reason").fill("Checked");
  await page.getByRole("alertdialog").getByRole("button", { name: "Open the next version" }).click();
  await expect(page.getByText("Corrects the previous version: Checked")).toBeVisible();
  await sign(page, "Submit");

  await become(context, approver);
  await page.reload();
  await sign(page, "Approve");
  await expect(page.getByText("Approved").first()).toBeVisible();
  await expect(page.getByText("Unchanged since signed")).toHaveCount(2);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: /^Temperature record/ })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: customer }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("banner")).toBeHidden();
});

test("an open sheet shows what changes without being loaded again", async ({ context, page }) => {
  await signIn(context, "admin");
  const { result } = await (
    await context.request.get("/service/tempRecord?status=open&q=冰箱&iDisplayLength=1")
  ).json();
  const [{ id }] = result.items;
  const sheet = (await (await context.request.get(`/service/tempRecord/${id}`)).json()).result;
  const live = page.waitForResponse((response) => response.url().includes("/service/live"));
  await page.goto(`/en-US/recordSheet?id=${id}`);
  await live;
  const comment = `live ${Date.now().toString(36)}`;
  const valueIds = [sheet.values[0].id];
  const answer = await context.request.post(`/service/tempRecord/${id}/comment`, { data: { valueIds, comment } });
  expect(answer.status()).toBe(200);
  await expect(page.getByText(comment)).toBeVisible();
});

test("a sheet fits a phone @phone @core", async ({ context, page }) => {
  await signIn(context, "admin");
  const { result } = await (await context.request.get("/service/tempRecord?status=approved&iDisplayLength=1")).json();
  await page.goto(`/en-US/recordSheet?id=${result.items[0].id}`);
  await expect(page.getByRole("region").getByRole("row").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await findings(page)).toEqual([]);
});

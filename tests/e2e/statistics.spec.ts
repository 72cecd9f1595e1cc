import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { exportAs } from "../support/export-as";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const NAME = "E2E weekly";
const drawn = (page: Page) => expect(page.locator('[data-chart="drawn"]').first()).toBeVisible();

test("statistics lead from a place to the readings, are compared, and are saved", async ({ context, page }) => {
  await signIn(context, "admin");
  const { result } = await (await context.request.get("/service/count/definition?q=E2E")).json();
  for (const { id } of result.items) await context.request.delete(`/service/count/definition/${id}`);
  await page.goto("/en-US/count/statistic?by=place&range=week");
  const table = page.locator('[data-table="statistics"]');
  await expect(table.locator("tbody tr").first()).toBeVisible();
  await drawn(page);
  const map = page.getByRole("table", { name: "Hours by days" });
  await expect(map).toBeVisible();
  await map.locator('[data-cell="0.0"]').focus();
  await page.keyboard.press("ArrowDown");
  await expect(map.locator('[data-cell="0.1"]')).toBeFocused();
  expect(await findings(page)).toEqual([]);

  await page.getByRole("button", { name: "Save selection" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(NAME);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const saved = page.getByRole("region", { name: "Saved statistics" });
  await expect(saved.getByRole("link", { name: NAME })).toBeVisible();
  await saved.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(saved.getByRole("link", { name: NAME })).toHaveCount(0);

  const first = () => table.locator("tbody tr").first().getByRole("link").first();
  for (const by of ["carrier", "probe"]) {
    await first().click();
    await expect(page).toHaveURL(new RegExp(`by=${by}`));
    await expect(first()).toBeVisible();
  }
  await first().click();
  await expect(page).toHaveURL(/\/historyData\?/);
});

test("detail data shows probes side by side and saves them as a file", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto("/en-US/count/detailData");
  const boxes = page.getByRole("checkbox");
  await boxes.nth(0).check();
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/probeIds=/);
  const table = page.getByRole("region", { name: "Value comparison" });
  await expect(table.locator("tbody tr").first()).toBeVisible();
  await drawn(page);
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("Interval").selectOption("hour");
  await expect(page).toHaveURL(/interval=hour/);
  await expect(table.locator("tbody tr").first()).toBeVisible();
  expect((await exportAs(page, "CSV")).suggestedFilename()).toMatch(/^GM_.*\d{14}\.csv$/);
});

test("guidance counts exceptions and leads to them @phone @core", async ({ context, page }) => {
  await signIn(context, "admin");
  await page.goto("/en-US/count/guidance?range=quarter");
  await page.getByLabel("Count by").selectOption("type");
  await drawn(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    await page.evaluate(() => document.documentElement.clientWidth),
  );
  expect(await findings(page)).toEqual([]);
  await page.getByRole("region", { name: "Counts" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/abnormal\/dataex\?ids=/);
  await expect(page.getByText(/Selected: \d/)).toBeVisible();
});

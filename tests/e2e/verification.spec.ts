import { spawnSync } from "node:child_process";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { freePort } from "../../scripts/product/port.mjs";
import { findings } from "../support/axe";
import { demoDatabaseUrl } from "../support/demo-database";
import { TEST_ENVIRONMENT, TEST_PASSWORD } from "../support/environment";
import { type Product, startProduct } from "../support/server";
import { test as base, expectToast } from "../support/test";
import type { Prepared } from "../support/verification-stage";

/** A product of its own, into whose database the readings are put. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({ playwright: _ }, use) => {
      const port = String(await freePort());
      const env = { PORT: port, PUBLIC_URL: `http://localhost:${port}` };
      const product = await startProduct({ adminUrl: demoDatabaseUrl(), env });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.baseUrl),
});

async function enter(context: BrowserContext, username: string): Promise<void> {
  const answer = await context.request.post("/service/user/login", { data: { username, password: TEST_PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The factories are the server's, so a process of its own runs them. */
function prepare(databaseUrl: string): Prepared {
  const args = ["--conditions=react-server", "--import", "tsx", "tests/support/verification-stage.ts"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, ...TEST_ENVIRONMENT, DATABASE_URL: databaseUrl },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const dialog = (page: Page) => page.getByRole("dialog");
/** Nothing is wider than the window. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("a cold store is planned, mapped, confirmed and reported with a signature", async ({ context, page, product }) => {
  test.setTimeout(240_000);
  const { carrier, account, loggers, preset } = prepare(product.databaseUrl);
  await enter(context, account.username);

  // The task.
  await page.goto("/en-US/arch/verificationTask");
  await page.getByRole("button", { name: "New verification" }).first().click();
  const form = dialog(page);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Required", { exact: true }).first()).toBeVisible();
  await form.getByRole("combobox", { name: "Carrier" }).fill(carrier.name);
  await form.getByRole("option", { name: carrier.name }).click();
  const text = (name: string) => form.getByRole("textbox", { name });
  await text("Name").fill("Yearly mapping");
  await form.getByLabel("Door opened").check();
  await text("Setpoint").fill("5");
  await text("Minimum").fill("2");
  await text("Maximum").fill("8");
  await text("Sampling interval").fill("60");
  await text("Duration").fill("50");
  expect(await findings(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();

  // The plan: too few points are refused, with the reason.
  await expect(form).toBeHidden();
  await page.getByRole("link", { name: /^Plan V/ }).click();
  await page.waitForURL(/verificationPlan/);
  await page.getByLabel("Preset").selectOption({ label: preset });
  await page.getByRole("button", { name: "Add point" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "at least 3" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Points without a device: U1" })).toBeVisible();
  await page.getByRole("button", { name: "Suggest points" }).click();
  await expect(page.getByText("3 of 3")).toBeVisible();
  for (const [index, name] of loggers.entries()) {
    await page.getByRole("combobox", { name: `Device of U${index + 1}` }).fill(name);
    await page.getByRole("option", { name }).click();
  }
  // A point is moved by keys; dragging it does the same.
  const marker = page.getByRole("button", { name: "U1, Uniform" });
  const before = await marker.boundingBox();
  await marker.focus();
  for (let time = 0; time < 3; time += 1) await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => ((await marker.boundingBox())?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThan(10);
  expect(await overhang(page)).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save plan" }).click();
  await expectToast(page, "Plan saved");
  await page.getByRole("link", { name: "Verification", exact: true }).click();
  await expect(page).toHaveURL(/verificationDetail/);

  // The record: the loggers were read out afterwards.
  await page.getByRole("button", { name: "Start" }).click();
  await dialog(page).getByLabel("Started earlier").check();
  const begin = await dialog(page).getByLabel("Started at").inputValue();
  const back = new Date(Date.parse(`${begin}Z`) - 60 * 60_000).toISOString().slice(0, 16);
  await dialog(page).getByLabel("Started at").fill(back);
  await dialog(page).getByRole("button", { name: "Start" }).click();
  await expectToast(page, " started");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Recording complete")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 120_000 });
  await expect(page.getByText("Passed").first()).toBeVisible();
  await expect(page.getByRole("img", { name: /from 4\.0.°C to 5\.2.°C/ })).toBeVisible();
  await expect(page.getByText("By sensor")).toBeVisible();
  await expect(page.getByText("Unchanged since the end of recording")).toBeVisible();
  expect(await overhang(page)).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("slider", { name: "Time" }).press("Home");
  await page.getByRole("button", { name: "Confirm result" }).click();
  await dialog(page).getByRole("button", { name: "Confirm result" }).click();
  await expectToast(page, " completed");
  const address = page.url();
  await page.getByRole("link", { name: "Samples" }).click();
  await expect(page.getByRole("columnheader", { name: "U3" })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  // The report.
  await page.goto(address);
  await page.getByRole("button", { name: "Report", exact: true }).click();
  const link = dialog(page).getByRole("link", { name: "Download PDF", exact: true });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await dialog(page).getByRole("button", { name: "Sign as author" }).click();
  const signing = dialog(page).last();
  await signing.getByRole("textbox", { name: "Password" }).fill(TEST_PASSWORD);
  await signing.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(dialog(page).getByText("Unchanged since signed")).toBeVisible();
  await expect(dialog(page).getByText("Adding the signature")).toBeHidden({ timeout: 60_000 });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toBe("application/pdf");
  expect(await findings(page)).toEqual([]);

  // It is due again in a year.
  await page.goto(`/en-US/arch/verificationDue?q=${encodeURIComponent(carrier.name)}`);
  await expect(page.getByRole("row", { name: new RegExp(carrier.name) })).toContainText("Valid");
  expect(await findings(page)).toEqual([]);
});

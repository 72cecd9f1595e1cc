import { spawnSync } from "node:child_process";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { demoDatabaseUrl } from "../support/demo-database";
import { TEST_ENVIRONMENT, TEST_PASSWORD } from "../support/environment";
import { exportAs } from "../support/export-as";
import type { Prepared } from "../support/monitor-task-stage";
import { type Product, startProduct } from "../support/server";
import { test as base, expectToast } from "../support/test";

/** A product of its own, into whose database the silence is put. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({ playwright: _ }, use) => {
      const product = await startProduct({ adminUrl: demoDatabaseUrl() });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.baseUrl),
});

/** The factories are the server's, so a process of its own runs them. */
function prepare(databaseUrl: string): Prepared {
  const args = ["--conditions=react-server", "--import", "tsx", "tests/support/monitor-task-stage.ts"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, ...TEST_ENVIRONMENT, DATABASE_URL: databaseUrl },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function enter(context: BrowserContext, username: string): Promise<void> {
  const answer = await context.request.post("/service/user/login", { data: { username, password: TEST_PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
}

const TASK = "Fridges at night";
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("a task is planned, finds a silent sensor, leads to its work order, and is stopped before it is deleted", async ({
  context,
  page,
  product,
  request,
}) => {
  const { account, silent, healthy, token } = prepare(product.databaseUrl);
  await enter(context, account.username);

  // The task.
  await page.goto("/en-US/arch/task");
  await page.getByRole("button", { name: "New monitor task" }).first().click();
  const form = page.getByRole("dialog", { name: "New monitor task" });
  await form.getByRole("combobox", { name: "Checks for" }).selectOption("zigbee");
  const places = form.getByRole("combobox", { name: "Places" });
  for (const { carrier } of [silent, healthy]) {
    await places.fill(carrier);
    await form.getByRole("option", { name: carrier }).click();
    await expect(form.getByRole("button", { name: `Remove ${carrier}` })).toBeVisible();
  }
  // Closes the list alone.
  await places.press("Escape");
  await form.getByRole("combobox", { name: "Repeat" }).selectOption("hour");
  await expect(form.getByText(/^Next runs: \d{4}-/)).toBeVisible();
  const interval = form.getByRole("spinbutton", { name: "Check interval" });
  const name = form.getByRole("textbox", { name: "Name" });
  await form.getByRole("checkbox", { name: "Work order" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(name).toHaveAccessibleDescription("Required");
  await name.fill(TASK);
  await interval.fill("200");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(interval).toHaveAccessibleDescription("At most 168");
  expect(await findings(page)).toEqual([]);
  await interval.fill("2");
  await form.getByRole("button", { name: "Save" }).click();
  await expectToast(page, `${TASK} saved`);
  await expect(row(page, TASK)).toContainText("Daily at 08:00");
  await expect(row(page, TASK)).toContainText("every 2 hours");
  await expect(row(page, TASK)).toContainText("Not run yet");
  expect(await findings(page)).toEqual([]);

  // Its runs: the second finds the same silence, from which nothing new follows.
  await page.getByRole("link", { name: TASK }).click();
  const sheet = page.getByRole("dialog", { name: TASK });
  await sheet.getByRole("button", { name: "Run now" }).click();
  await expectToast(page, `${TASK}: 1 device offline`);
  await expect(sheet.getByText("2 devices checked · 1 new")).toBeVisible();
  await expect(sheet.getByRole("link", { name: silent.serialNumber })).toBeVisible();
  await expect(sheet.getByRole("link", { name: "Exception" })).toBeVisible();
  const order = sheet.getByRole("link", { name: /^W\d{6}-\d{3}$/ });
  const number = (await order.textContent()) as string;
  expect(await findings(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Run now" }).click();
  await expectToast(page, `${TASK}: 1 device offline`);
  await expect(sheet.getByText("2 devices checked · 0 new")).toBeVisible();

  // The work order, which names the task.
  await sheet.getByRole("link", { name: number }).first().click();
  await expect(page.getByRole("heading", { name: silent.serialNumber })).toBeVisible();
  await expect(page.getByRole("link", { name: TASK })).toBeVisible();
  const orderAddress = page.url();

  // The findings of all tasks, until the sensor is heard again.
  await page.goto("/en-US/arch/taskFinding");
  const found = row(page, silent.serialNumber);
  await expect(found).toHaveCount(2);
  await expect(found.first()).toContainText("Still offline");
  await expect(found.first()).toContainText(silent.carrier);
  await expect(found.first()).toContainText(number);
  expect(await findings(page)).toEqual([]);
  expect((await exportAs(page, "CSV")).suggestedFilename()).toMatch(/\.csv$/);
  const taken = await request.post("/service/ingest/readings", {
    headers: { authorization: `Bearer ${token}` },
    data: { readings: [{ device: silent.serialNumber, at: Date.now(), values: { temperature: 5 } }] },
  });
  expect((await taken.json()).result).toMatchObject({ accepted: 1, rejected: [] });
  await page.goto("/en-US/arch/taskFinding?fresh=true");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("Back online");

  // A running task cannot be deleted; what it caused stays.
  await page.goto("/en-US/arch/task");
  await page.getByRole("button", { name: `Delete ${TASK}` }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByText("The task is running. Stop it first.")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("switch", { name: `Enable ${TASK}` }).click();
  await expectToast(page, `${TASK} disabled`);
  await page.getByRole("button", { name: `Delete ${TASK}` }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expectToast(page, `${TASK} deleted`);
  await expect(page.getByText("No monitor tasks")).toBeVisible();
  await page.goto(orderAddress);
  await expect(page.getByRole("heading", { name: silent.serialNumber })).toBeVisible();
});

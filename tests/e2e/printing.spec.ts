import { spawnSync } from "node:child_process";
import { expect, type Locator } from "@playwright/test";
import { freePort } from "../../scripts/product/port.mjs";
import { findings } from "../support/axe";
import { demoDatabaseUrl } from "../support/demo-database";
import { TEST_ENVIRONMENT, TEST_PASSWORD } from "../support/environment";
import { type Product, startProduct } from "../support/server";
import { test as base, expectToast } from "../support/test";
import { startTicketPrinter } from "../support/ticket-printer";
import type { Prepared } from "../support/work-order-stage";

type Stage = { product: Product; roll: Awaited<ReturnType<typeof startTicketPrinter>> };

/** A product of its own, in the house of a ticket printer. */
const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ playwright: _ }, use) => {
      const roll = await startTicketPrinter();
      const env = { PRINT_PRIVATE: "on", PORT: String(await freePort()) };
      const product = await startProduct({ adminUrl: demoDatabaseUrl(), env });
      await use({ product, roll });
      await product.stop();
      await roll.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ stage }, use) => use(stage.product.baseUrl),
});

/** The factories are the server's, so a process of its own runs them. */
function prepare(databaseUrl: string): Prepared {
  const args = ["--conditions=react-server", "--import", "tsx", "tests/support/work-order-stage.ts"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, ...TEST_ENVIRONMENT, DATABASE_URL: databaseUrl },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const save = (dialog: Locator) => dialog.getByRole("button", { name: "Save", exact: true }).click();

test("a printer is added and tested, a group previewed and printed, a job without paper tried again, a label printed", async ({
  context,
  page,
  stage: { product, roll },
}) => {
  const { carrier, orderer } = prepare(product.databaseUrl);
  const answer = await context.request.post("/service/user/login", {
    data: { username: orderer.username, password: TEST_PASSWORD },
  });
  expect(answer.status(), await answer.text()).toBe(200);

  // The printer.
  await page.goto("/en-US/arch/printer?tab=printers");
  await page.getByRole("button", { name: "New printer" }).first().click();
  const printer = page.getByRole("dialog", { name: "New printer" });
  await printer.getByLabel("Name", { exact: false }).first().fill("Ward labels");
  await printer.getByLabel("Kind").selectOption("escpos");
  await printer.getByLabel("Address").fill("127.0.0.1");
  await printer.getByLabel("Port").fill(String(roll.port));
  await save(printer);
  await expect(printer).toHaveCount(0);
  await page.getByRole("button", { name: "Print test page on Ward labels" }).click();
  await expectToast(page, "Test page sent to Ward labels");
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  const test = page.getByRole("row").filter({ hasText: "Test page" });
  await expect(test).toContainText("Printed");
  expect(roll.tickets().at(-1)?.lines.join("\n")).toContain("温度");

  // The group.
  await page.getByRole("link", { name: "Print groups" }).click();
  await page.getByRole("button", { name: "New print group" }).first().click();
  const group = page.getByRole("dialog", { name: "New print group" });
  await group.getByLabel("Name", { exact: false }).first().fill("Morning");
  await group.getByLabel("Daily record").uncheck();
  await save(group);
  await expect(group.getByText("Choose at least one")).toHaveCount(3);
  await group.getByRole("combobox", { name: /Carriers/ }).fill(carrier.name);
  await page.getByRole("option", { name: carrier.name }).click();
  await group.getByLabel("Carrier labels").check();
  await group.getByLabel("Ward labels").check();
  await save(group);
  await expect(group).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: "Morning" });
  await expect(row).toContainText("08:00");

  // The preview, and the job that waits for paper.
  roll.behave("noPaper");
  await page.getByRole("button", { name: "Preview of Morning" }).click();
  const preview = page.getByRole("dialog", { name: "Preview of Morning" });
  await expect(preview.getByText(carrier.name)).toBeVisible();
  await expect(preview.getByRole("img", { name: /^QR code/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await preview.getByRole("button", { name: "Print now" }).click();
  await expectToast(page, "1 job sent");
  const job = page.getByRole("row").filter({ hasText: "Carrier labels" });
  await expect(job).toContainText("Waiting");
  await expect(job).toContainText("Out of paper");
  const before = roll.tickets().length;
  roll.behave("ready");
  await job.getByRole("button", { name: "Retry now: Carrier labels" }).click();
  await expect(job).toContainText("Printed");
  expect(roll.tickets()).toHaveLength(before + 1);
  expect(roll.tickets().at(-1)?.lines.join("\n")).toContain(carrier.name);
  expect(await findings(page)).toEqual([]);

  // A label of the selected row of a list.
  await page.goto("/en-US/carrier/refrigerator");
  await page.getByRole("checkbox", { name: new RegExp(carrier.name) }).check();
  await page.getByRole("button", { name: "Print label" }).click();
  const dialog = page.getByRole("dialog", { name: /Carrier labels/ });
  await dialog.getByLabel("Copies").fill("2");
  await dialog.getByRole("button", { name: "Print", exact: true }).click();
  await expectToast(page, "Sent to Ward labels");
  await expect.poll(() => roll.tickets().at(-1)?.cuts).toBe(2);
});

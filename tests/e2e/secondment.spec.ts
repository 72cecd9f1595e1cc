import { spawnSync } from "node:child_process";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { demoDatabaseUrl } from "../support/demo-database";
import { TEST_ENVIRONMENT, TEST_PASSWORD } from "../support/environment";
import { exportAs } from "../support/export-as";
import type { Prepared } from "../support/secondment-stage";
import { type Product, startProduct } from "../support/server";
import { test as base, expectToast } from "../support/test";

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
  const args = ["--conditions=react-server", "--import", "tsx", "tests/support/secondment-stage.ts"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, ...TEST_ENVIRONMENT, DATABASE_URL: databaseUrl },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function enter(context: BrowserContext, username: string): Promise<void> {
  await context.clearCookies();
  const answer = await context.request.post("/service/user/login", { data: { username, password: TEST_PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
}

type Kind = "Loan" | "Permanent transfer";
const FORM = "Lend a device";
const submit = (page: Page, kind: Kind) =>
  page
    .getByRole("dialog")
    .getByRole("button", { name: kind === "Loan" ? "Lend" : "Offer permanently" })
    .click();

/** Opens the form and fills it in. */
async function fill(page: Page, serialNumber: string, code: string, kind: Kind): Promise<void> {
  await page.goto("/en-US/sys/deviceTransfer");
  await page.getByRole("button", { name: FORM }).click();
  const form = page.getByRole("dialog", { name: FORM });
  await form.getByRole("combobox", { name: "Device" }).fill(serialNumber);
  await page.getByRole("option", { name: serialNumber }).click();
  await form.getByLabel("Code of the receiving customer").fill(code);
  await form.getByText(kind, { exact: true }).click();
}

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("a device is lent, found at the other customer, and taken back with a reason", async ({
  context,
  page,
  product,
}) => {
  const { lender, borrower } = prepare(product.databaseUrl);
  await enter(context, lender.username);
  await fill(page, lender.serialNumber, "nobody", "Loan");
  expect(await findings(page)).toEqual([]);
  await submit(page, "Loan");
  await expect(page.getByRole("dialog").getByText("This value does not exist.")).toBeVisible();
  await page.getByRole("dialog").getByLabel("Code of the receiving customer").fill(borrower.code);
  await submit(page, "Loan");
  await expectToast(page, lender.serialNumber);
  await expect(row(page, lender.serialNumber).getByText("Seconded", { exact: true })).toBeVisible();
  await page.goto("/en-US/device/sensor");
  await expect(row(page, lender.serialNumber).getByText(`Lent to ${borrower.name}`)).toBeVisible();

  await enter(context, borrower.username);
  await page.goto("/en-US/sys/deviceTransfer");
  await expect(row(page, lender.serialNumber).getByText(lender.name)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: `Details: ${lender.serialNumber}` }).click();
  await expect(page.getByRole("dialog").getByText(`From the start: ${borrower.name} only`)).toBeVisible();
  await page.goto("/en-US/device/sensor?custody=borrowed");
  await expect(row(page, lender.serialNumber).getByText(`Borrowed from ${lender.name}`)).toBeVisible();

  await enter(context, lender.username);
  await page.goto("/en-US/sys/deviceTransfer");
  await page.getByRole("button", { name: `More for ${lender.serialNumber}` }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Reason").fill("Needed here");
  await question.getByRole("button", { name: "Revoke" }).click();
  await expectToast(page, "revoked");
  await expect(row(page, lender.serialNumber).getByText("Revoked")).toBeVisible();
  expect((await exportAs(page, "CSV")).suggestedFilename()).toMatch(/\.csv$/);

  await page.goto("/en-US/arch/alarmRecord");
  await expect(page.getByRole("img", { name: new RegExp(`^Lent to ${borrower.name}`) }).first()).toBeAttached();
  expect(await findings(page)).toEqual([]);
  await page.goto("/en-US/noti/sysLog?entity=secondment&q=Needed%20here");
  await expect(row(page, "Revoke")).toHaveCount(1);
});

test("a transfer is confirmed by the receiver, who then has the device", async ({ context, page, product }) => {
  const { lender, borrower } = prepare(product.databaseUrl);
  await enter(context, lender.username);
  await fill(page, lender.second, borrower.code, "Permanent transfer");
  await submit(page, "Permanent transfer");
  await expectToast(page, lender.second);
  await expect(row(page, lender.second).getByText("Awaiting confirmation")).toBeVisible();

  await enter(context, borrower.username);
  await page.goto("/en-US/sys/deviceTransfer");
  await page.getByRole("button", { name: `Accept: ${lender.second}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Accept" }).click();
  await expectToast(page, "accepted");
  await expect(row(page, lender.second).getByText("Transferred")).toBeVisible();
  await page.goto("/en-US/device/sensor?custody=own");
  await expect(row(page, lender.second)).toBeVisible();
  await enter(context, lender.username);
  await page.goto("/en-US/device/sensor?custody=given");
  await expect(row(page, lender.second).getByText(`Transferred to ${borrower.name}`)).toBeVisible();
});

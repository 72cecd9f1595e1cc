import { spawnSync } from "node:child_process";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { freePort } from "../../scripts/product/port.mjs";
import { makePng } from "../factories/picture";
import { findings } from "../support/axe";
import { demoDatabaseUrl } from "../support/demo-database";
import { TEST_ENVIRONMENT, TEST_PASSWORD } from "../support/environment";
import { type Product, startProduct } from "../support/server";
import { type Mailbox, startMailbox } from "../support/smtp";
import { test as base, expectToast } from "../support/test";
import type { Prepared } from "../support/work-order-stage";

type Stage = { product: Product; mailbox: Mailbox };

/** A product of its own, whose mails lead to this process: the shared one has no mail server. */
const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ playwright: _ }, use) => {
      const mailbox = await startMailbox();
      const port = String(await freePort());
      const env = { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, PORT: port, PUBLIC_URL: `http://localhost:${port}` };
      const product = await startProduct({ adminUrl: demoDatabaseUrl(), env });
      await use({ product, mailbox });
      await product.stop();
      await mailbox.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ stage }, use) => use(stage.product.baseUrl),
});

async function enter(context: BrowserContext, username: string): Promise<void> {
  await context.clearCookies();
  const answer = await context.request.post("/service/user/login", { data: { username, password: TEST_PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
}

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

/** Nothing is wider than the phone. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("an alarm becomes an order in two taps, is done on a phone with a photo, confirmed and rated @phone", async ({
  context,
  page,
  stage,
}) => {
  const { exception, carrier, orderer, engineer } = prepare(stage.product.databaseUrl);

  await enter(context, orderer.username);
  await page.goto(`/en-US/abnormal/dataex?id=${exception.id}`);
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Work order" }).tap();
  const form = page.getByRole("dialog", { name: "New work order" });
  await expect(form.getByLabel("Title")).toHaveValue(new RegExp(carrier.name));
  expect(await findings(page)).toEqual([]);
  await form.getByRole("button", { name: "Submit" }).tap();
  await expectToast(page, " submitted");
  const link = sheet.getByRole("link", { name: /^Work order W/ });
  await link.tap();
  await expect(page.getByRole("heading", { name: carrier.name })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const address = page.url();
  const number = /W\d{6}-\d{3}/.exec((await page.locator("h2").first().textContent()) ?? "")?.[0] as string;

  await enter(context, engineer.username);
  await page.goto(address);
  await page.getByRole("button", { name: "Accept" }).tap();
  await expectToast(page, "is assigned to you");
  await page.goto("/en-US/order/round");
  await expect(page.getByRole("link", { name: number })).toBeVisible();
  expect(await overhang(page)).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("link", { name: number }).tap();
  const camera = page.locator("input[type=file]");
  await expect(camera).toHaveAttribute("capture", "environment");
  await camera.setInputFiles({ name: "seal.png", mimeType: "image/png", buffer: makePng() });
  await expect(page.getByRole("img", { name: "Photo 1" })).toBeVisible();
  await page.getByRole("button", { name: "Mark as done" }).tap();
  await page.getByLabel("What was done").fill("New seal");
  await page.getByRole("dialog").getByRole("button", { name: "Mark as done" }).tap();
  await expectToast(page, "is waiting for confirmation");
  await expect
    .poll(() => stage.mailbox.mails.some(({ subject }) => subject?.includes(`${number} is done`)), { timeout: 30_000 })
    .toBe(true);
  const mail = stage.mailbox.mails.find(({ subject }) => subject?.includes(`${number} is done`));
  expect(mail?.text).toContain("New seal");

  await enter(context, orderer.username);
  await page.goto(address);
  await page.getByRole("button", { name: "Confirm" }).tap();
  await expectToast(page, " confirmed");
  await page.getByRole("button", { name: "Rate" }).tap();
  await page.getByRole("dialog").getByLabel("4 stars").check();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Rate" }).tap();
  await expectToast(page, " rated");
  await expect(page.getByRole("img", { name: "4 stars" })).toBeVisible();
  expect(await overhang(page)).toBe(0);

  await page.goto(`/en-US/newCarrierDetail?id=${carrier.id}&tab=orders`);
  await expect(page.getByRole("link", { name: number })).toBeVisible();
  await page.goto("/en-US/order/workOrderStatistic");
  await expect(page.getByRole("link", { name: engineer.name })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

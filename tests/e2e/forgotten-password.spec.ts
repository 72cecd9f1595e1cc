import { expect } from "@playwright/test";
import { freePort } from "../../scripts/product/port.mjs";
import { findings } from "../support/axe";
import { demoDatabaseUrl } from "../support/demo-database";
import { enterEmptyCustomer } from "../support/empty-customer";
import { type Product, startProduct } from "../support/server";
import { type Mailbox, startMailbox } from "../support/smtp";
import { test as base, untilAwake } from "../support/test";

type Stage = { product: Product; mailbox: Mailbox };
const NEW_PASSWORD = "Snow2027";

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

test("a forgotten password is replaced through a mail @phone", async ({ context, page, stage }) => {
  const user = await enterEmptyCustomer(context);
  await context.clearCookies();
  await page.goto("/en-US/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await untilAwake(page);
  await page.getByRole("button", { name: "Send e-mail" }).click();
  await expect(page.getByText("Required", { exact: true })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("Account or e-mail address").fill(user.email);
  await page.getByRole("button", { name: "Send e-mail" }).click();
  await expect(page.getByText("If this account exists")).toBeVisible();
  await expect.poll(() => stage.mailbox.mails.length, { timeout: 30_000 }).toBe(1);
  const link = /http:\S+resetPassword\S+/.exec(stage.mailbox.mails[0]?.text ?? "")?.[0] as string;

  await page.goto(link);
  await untilAwake(page);
  const field = (name: string) => page.locator(`input[name="${name}"]`);
  await expect(field("key")).toHaveCount(0);
  await field("newPassword").fill(NEW_PASSWORD);
  await field("confirmPassword").fill(NEW_PASSWORD);
  expect(await findings(page)).toEqual([]);
  await page.locator('button[type="submit"]').click();
  await expect(page).toHaveURL(/\/login\?reason=password-changed/);
  await untilAwake(page);
  await field("username").fill(user.username);
  await field("password").fill(NEW_PASSWORD);
  await page.locator('button[type="submit"]').click();
  await expect(page).toHaveURL(/\/(home|databoard)/);

  // Used once, the link says so and offers another.
  await context.clearCookies();
  await page.goto(link.replace(/\/[a-zA-Z-]+\/resetPassword/, "/en-US/resetPassword"));
  await untilAwake(page);
  await field("newPassword").fill("Snow2028");
  await field("confirmPassword").fill("Snow2028");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("This link was used, has expired or is wrong.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Request another e-mail" })).toBeVisible();
});

import { type BrowserContext, expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { findings } from "../support/axe";
import { ownAddress, signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

const MATERIAL = "/en-US/personal/material";
const INSIDE = /\/en-US\/personal\/material$/;
const OWN_PASSWORD = "Fresh2027";
const STEP_SECONDS = 30;

/** What an authenticator shows so many steps from now: a step that was used is not taken again. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_SECONDS * 1000 });

async function call<T>(context: BrowserContext, method: string, path: string, data?: unknown): Promise<T> {
  const response = await context.request.fetch(`/service/${path}`, {
    method,
    headers: ownAddress(),
    ...(data !== undefined && { data }),
  });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

/** A new account of the demo's hospital with a password of its own, signed in. */
async function settledUser(context: BrowserContext): Promise<string> {
  await signIn(context, "admin");
  const { items } = await call<{ items: { id: number; name: string }[] }>(context, "GET", "role");
  const stamp = `${Date.now()}`.slice(-8);
  const username = `factor_${stamp}`;
  const { password } = await call<{ password: string }>(context, "POST", "user", {
    username,
    name: `Faye ${stamp}`,
    mobile: `136${stamp}`,
    roleId: items.find(({ name }) => name === "护士与药师")?.id,
    status: "active",
  });
  await context.clearCookies();
  await call(context, "POST", "user/login", { username, password });
  const change = { oldPassword: password, newPassword: OWN_PASSWORD, confirmPassword: OWN_PASSWORD };
  await call(context, "PUT", "mine/password", change);
  await call(context, "POST", "user/login", { username, password: OWN_PASSWORD });
  return username;
}

async function giveNameAndPassword(page: Page, username: string): Promise<void> {
  // Away first: a page whose session is gone goes to the login by itself, in the way of the visit.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`/en-US/login?next=${encodeURIComponent(MATERIAL)}`);
  await page.getByLabel("Account").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** The name and the password, as far as the second step. */
async function toSecondStep(page: Page, username: string): Promise<void> {
  await giveNameAndPassword(page, username);
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
}

async function giveBackupCode(page: Page, code: string): Promise<void> {
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(code);
  await page.getByRole("button", { name: "Confirm" }).click();
}

const dialog = (page: Page) => page.getByRole("dialog");

/** A click before the page is live is lost. */
async function press(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
  await page.getByRole("button", { name }).click();
}

/** Through the set-up on the personal page: a wrong password and a wrong code on the way. */
async function enrol(page: Page): Promise<{ secret: string; backup: string[] }> {
  await page.goto(MATERIAL);
  await press(page, "Set up");
  const password = dialog(page).getByRole("textbox", { name: "Password" });
  await password.fill("Wrong2027");
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await password.fill(OWN_PASSWORD);
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await expect(dialog(page).getByRole("img")).toHaveAttribute("src", /^data:image\//);
  const secret = ((await dialog(page).locator("code").textContent()) ?? "").replaceAll(" ", "");
  const code = dialog(page).getByRole("textbox");
  await code.fill("000000");
  await code.press("Enter");
  await expect(code).toHaveAttribute("aria-invalid", "true");
  expect(await findings(page)).toEqual([]);
  await code.fill(codeOf(secret));
  await code.press("Enter");
  const codes = dialog(page).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return { secret, backup: await codes.allTextContents() };
}

/** On the personal page, where codes that were used are counted off; a code alone does not do it. */
async function switchOff(page: Page, code: string): Promise<void> {
  await expect(page.getByText("8 backup codes left.")).toBeVisible();
  await press(page, "Turn off");
  const password = dialog(page).getByRole("textbox", { name: "Password" });
  await password.fill("Wrong2027");
  await dialog(page).getByRole("textbox", { name: "Code" }).fill(code);
  await dialog(page).getByRole("button", { name: "Turn off" }).click();
  await expect(password).toHaveAttribute("aria-invalid", "true");
  expect(await findings(page)).toEqual([]);
  await password.fill(OWN_PASSWORD);
  await dialog(page).getByRole("button", { name: "Turn off" }).click();
  await expectToast(page, "Second factor turned off");
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
}

test("the second factor is set up, asked for, stood in for once, and switched off", async ({ context, page }) => {
  const username = await settledUser(context);
  const { secret, backup } = await enrol(page);
  const [once, last] = backup as [string, string];
  expect(await findings(page)).toEqual([]);
  // Codes that are shown once are not lost by a slip.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 backup codes left.")).toBeVisible();

  await toSecondStep(page, username);
  // The step of the set-up is used up; the clock of an app may be one ahead.
  await page.getByLabel("App code").fill(codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(INSIDE);

  await toSecondStep(page, username);
  await giveBackupCode(page, once);
  await expect(page).toHaveURL(INSIDE);
  await toSecondStep(page, username);
  await giveBackupCode(page, once);
  await expect(page.getByText("Wrong or already used code.", { exact: false })).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Backup code").fill(last);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(INSIDE);

  await switchOff(page, backup[2] as string);
  await giveNameAndPassword(page, username);
  await expect(page).toHaveURL(INSIDE);
});

import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { OWN_REQUEST } from "@/lib/http/own-request";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { readyWhenLoaded, test, untilAwake } from "../support/test";

const OWN_PASSWORD = "Fresh2027";

type Answer<T> = { state: { code: number }; result: T };

async function call<T>(request: APIRequestContext, method: string, path: string, data?: unknown): Promise<Answer<T>> {
  const headers = OWN_REQUEST;
  const response = await request.fetch(`/service/${path}`, { method, headers, ...(data !== undefined && { data }) });
  return (await response.json()) as Answer<T>;
}

const meCode = async (context: BrowserContext) => (await call(context.request, "GET", "mine/me")).state.code;

/** What an authenticator shows `seconds` from now. */
const totpCode = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });

let made = 0;

/** A new account of the demo's hospital with the password that it was given. */
async function newUser(context: BrowserContext): Promise<{ username: string; password: string }> {
  await signIn(context, "admin");
  const { result: roles } = await call<{ items: { id: number; name: string }[] }>(context.request, "GET", "role");
  const roleId = roles.items.find(({ name }) => name === "护士与药师")?.id;
  made += 1;
  const stamp = `${Date.now()}`.slice(-8);
  const user = { username: `e2e_${stamp}_${made}`, name: `Eve ${stamp} ${made}`, mobile: `138${stamp}` };
  const { state, result } = await call<{ password: string }>(context.request, "POST", "user", {
    ...user,
    roleId,
    status: "active",
  });
  expect(state.code, JSON.stringify(result)).toBe(200000);
  await context.clearCookies();
  return { username: user.username, password: result.password };
}

/** The same with a password of its own, signed in. */
async function settledUser(context: BrowserContext): Promise<string> {
  const { username, password } = await newUser(context);
  await context.request.post("/service/user/login", { data: { username, password } });
  const change = { oldPassword: password, newPassword: OWN_PASSWORD, confirmPassword: OWN_PASSWORD };
  expect((await call(context.request, "PUT", "mine/password", change)).state.code).toBe(200000);
  const again = await context.request.post("/service/user/login", { data: { username, password: OWN_PASSWORD } });
  expect(again.status()).toBe(200);
  return username;
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Account").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("a password that was given has to be changed before anything opens", async ({ context, page }) => {
  const { username, password } = await newUser(context);
  await page.goto("/en-US/abnormal/dataex");
  await logIn(page, username, password);
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await page.goto("/en-US/databoard/monitoringPoint");
  await expect(page).toHaveURL(/\/en-US\/password\?next=/);
  // They have just logged in with it.
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await page.getByLabel("New password", { exact: false }).first().fill(password);
  await page.getByLabel("Confirm new password").fill("Fresh2028");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Passwords do not match.")).toBeVisible();
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The new password must differ from the current one.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel("New password", { exact: false }).first().fill(OWN_PASSWORD);
  await page.getByLabel("Confirm new password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The password was changed.")).toBeVisible();
  await untilAwake(page);
  await logIn(page, username, OWN_PASSWORD);
  await expect(page).toHaveURL(/\/en-US\/databoard\/monitoringPoint/);
});

test("a password that is changed in the profile is confirmed at the login", async ({ context, page }) => {
  await settledUser(context);
  const questions: string[] = [];
  page.on("dialog", (question) => {
    questions.push(question.type());
    return question.accept();
  });
  await page.goto("/en-US/personal/material?dialog=password");
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password").fill(OWN_PASSWORD);
  await dialog.getByLabel("New password", { exact: false }).first().fill("Fresh2029");
  await dialog.getByLabel("Confirm new password").fill("Fresh2029");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The password was changed.")).toBeVisible();
  // Nothing is lost, so the browser does not ask whether to leave.
  expect(questions).toEqual([]);
});

test("a second factor is set up, asked for at the login, and a backup code stands in once", async ({
  context,
  page,
}) => {
  const username = await settledUser(context);
  await page.goto("/en-US/password");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Your password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByAltText("QR code for the authenticator app")).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("App code").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("The code is wrong or already used.")).toBeVisible();
  await page.getByLabel("App code").fill(totpCode(secret));
  await page.getByRole("button", { name: "Confirm" }).click();
  const codes = page.getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const backup = (await codes.first().textContent()) ?? "";
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 backup codes left.")).toBeVisible();

  await context.clearCookies();
  await page.goto("/en-US/login");
  await logIn(page, username, OWN_PASSWORD);
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await expect(page.getByLabel("App code")).toBeFocused();
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Wrong or already used code.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  // The step of the set-up was used; the next one is taken early.
  await page.getByLabel("App code").fill(totpCode(secret, 30));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/en-US\/(home|databoard)/);

  await context.clearCookies();
  await page.goto("/en-US/login");
  await logIn(page, username, OWN_PASSWORD);
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(backup);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/en-US\/(home|databoard)/);
});

test("a QR code signs another device in, and this one stays in", async ({ browser, page, context }) => {
  const username = await settledUser(context);
  await page.goto("/en-US/databoard/monitoringPoint");
  await expect(page.getByRole("main")).toBeVisible();
  const { result } = await call<{ key: string; url: string }>(context.request, "GET", "mine/loginQrcode/get");
  const phone = readyWhenLoaded(await browser.newContext({ viewport: { width: 390, height: 844 } }));
  const other = await phone.newPage();
  await other.goto(`/en-US/qrLogin?key=${result.key}`);
  await expect(other.getByText(username)).toBeVisible();
  expect(await findings(other)).toEqual([]);
  await other.getByRole("button", { name: "Log in here" }).click();
  await expect(other).toHaveURL(/\/en-US\/(home|databoard)/);
  expect(await meCode(phone)).toBe(200000);
  expect(await meCode(context)).toBe(200000);
  await other.goto(`/en-US/qrLogin?key=${result.key}`);
  await expect(other.getByText("This code is no longer valid")).toBeVisible();
  await phone.close();
});

test("an agent chooses a customer by keyboard, and what was open for the one before is dead @core", async ({
  context,
  page,
}) => {
  await signIn(context, "agent");
  const customers = await call<{ items: { id: number; name: string }[]; current: number | null }>(
    context.request,
    "GET",
    "mine/switch",
  );
  const [first, second] = customers.result.items;
  if (!first || !second) throw new Error("the demo agent works for two customers");
  const wanted = customers.result.current === second.id ? first : second;
  const before = (await context.cookies()).find(({ name }) => name.includes("session-token"))?.value ?? "";
  await page.goto("/en-US/proxyCustomer?next=/en-US/databoard/monitoringPoint");
  const search = page.getByRole("searchbox", { name: "Search customers" });
  await search.fill("no such customer");
  await expect(page.getByRole("status").filter({ hasText: "No customer matches" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await search.fill(wanted.name);
  await search.press("ArrowDown");
  await expect(page.getByRole("button", { name: wanted.name })).toBeFocused();
  await page.keyboard.press("Enter");
  // The path, for the address before names it in its query.
  await expect(page).toHaveURL(({ pathname }) => pathname === "/en-US/databoard/monitoringPoint");
  const now = await call<{ current: number }>(context.request, "GET", "mine/switch");
  expect(now.result.current).toBe(wanted.id);
  const stale = await context.request.get("/service/mine/me", {
    headers: { authorization: `Bearer ${before}`, cookie: "" },
  });
  expect(stale.status()).toBe(401);
  await page.waitForLoadState("load");
  await page.goto("/en-US/proxyCustomer");
  await expect(page.getByRole("button", { name: wanted.name })).toHaveAttribute("aria-current", "true");
  // The next login starts where this one ended.
  await context.clearCookies();
  await signIn(context, "agent");
  expect((await call<{ current: number }>(context.request, "GET", "mine/switch")).result.current).toBe(wanted.id);
});

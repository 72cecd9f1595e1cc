import { expect, type Page } from "@playwright/test";
import { TEST_PASSWORD } from "../support/environment";
import { logIn, signIn } from "../support/sign-in";
import { readyWhenLoaded, test } from "../support/test";

async function fill(page: Page, username: string, password: string) {
  await page.getByLabel("Account").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("a visitor is led to where he wanted to go, after signing in @core", async ({ page }) => {
  await page.goto("/en-US/abnormal/dataex?state=open");
  await expect(page).toHaveURL(/\/en-US\/login\?next=/);
  await fill(page, "platform", TEST_PASSWORD);
  await expect(page).toHaveURL(/\/en-US\/abnormal\/dataex\?state=open$/);
});

test("a wrong password is said beside its field, and a foreign address to go to is ignored @core", async ({ page }) => {
  await page.goto("/en-US/login?next=https://example.com/");
  await fill(page, "platform", "Wrong1234");
  await expect(page.getByText("Wrong password.")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await fill(page, "nobody-here", "Wrong1234");
  await expect(page.getByText("This account does not exist.")).toBeVisible();
  await fill(page, "platform", TEST_PASSWORD);
  await expect(page).toHaveURL(/\/en-US\/home$/);
});

test("what is missing is asked for beside its field, and nothing is sent", async ({ page }) => {
  await page.goto("/en-US/login");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  const username = page.getByLabel("Account");
  const password = page.getByLabel("Password", { exact: true });
  await fill(page, "  ", TEST_PASSWORD);
  await expect(page.getByText("Enter your account.")).toBeVisible();
  await expect(username).toHaveAttribute("aria-invalid", "true");
  await fill(page, "platform", "");
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await expect(username).not.toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
});

test("a password sent before the page is ready never stands in the address @core", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/en-US/login");
  const sent = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === "POST");
  await page.locator('input[name="username"]').fill("platform");
  await page.locator('input[name="password"]').fill(TEST_PASSWORD);
  await page.locator('button[type="submit"]').click();
  expect((await sent).url()).not.toContain(TEST_PASSWORD);
  await expect(page.locator('input[name="password"]')).toBeVisible();
  expect(page.url()).not.toContain(TEST_PASSWORD);
  await context.close();
});

test("the language is remembered, and the old spelling of a locale leads to the new", async ({ page }) => {
  await page.goto("/zh_CN/login");
  await expect(page).toHaveURL(/\/zh-CN\/login$/);
  await page.getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL(/\/es\/login/);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await page.goto("/");
  await expect(page).toHaveURL(/\/es\/login/);
});

test("an account is signed in on five devices at most; one more ends the oldest sign-in", async ({ browser }) => {
  const contexts = await Promise.all(
    Array.from({ length: 6 }, async () => readyWhenLoaded(await browser.newContext())),
  );
  const codes = async () => {
    const answers = await Promise.all(contexts.map(({ request }) => request.get("/service/mine/me")));
    const states = (await Promise.all(answers.map((answer) => answer.json()))) as { state: { code: number } }[];
    return states.map(({ state }) => state.code);
  };
  for (const context of contexts.slice(0, 5)) await logIn(context, "platform");
  expect((await codes()).slice(0, 5)).toEqual(Array(5).fill(200000));
  await logIn(contexts[5] as (typeof contexts)[number], "platform");
  expect(await codes()).toEqual([500104, ...Array(5).fill(200000)]);
  await Promise.all(contexts.map((context) => context.close()));
});

test("the address of a group leads to a screen of it, and to none that the account may not open", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  for (const [group, screen] of [
    ["/arch", "/arch/architecture"],
    ["/databoard", "/databoard/"],
    ["/carrier", "/carrier/"],
    ["/device", "/device/"],
    ["/abnormal", "/abnormal/dataex"],
    ["/order", "/order/"],
    ["/count", "/count/"],
    ["/user", "/user/"],
    ["/noti", "/noti/"],
    ["/code", "/code/findCode"],
  ] as const) {
    expect((await page.goto(`/en-US${group}`))?.status(), group).toBe(200);
    expect(new URL(page.url()).pathname, group).toContain(`/en-US${screen}`);
  }
  await context.clearCookies();
  await signIn(context, "user");
  expect((await context.request.get("/service/customer")).status()).toBe(403);
  expect((await page.goto("/en-US/sys"))?.status()).toBe(200);
  expect(new URL(page.url()).pathname).not.toMatch(/\/404|\/sys\/customer/);
});

test("an unknown path is a page that helps", async ({ page }) => {
  await page.goto("/en-US/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("so is a path that is no text, and a call by one is answered in the envelope", async ({ context, page }) => {
  await signIn(context, "admin");
  const call = await context.request.get("/service/carrier/%ff");
  expect(call.status()).toBe(422);
  expect(await call.json()).toMatchObject({ state: { error: "INVALID", issues: [{ path: "id" }] }, result: null });
  for (const path of ["/en-US/%ff", "/en-US/a.b%E0%A4%A", "/en-US/x%25A"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

// Not the test of tests/support, whose pages are ready when they are loaded.
import { type BrowserContext, expect, test } from "@playwright/test";
import { TEST_PASSWORD } from "../support/environment";
import { signIn } from "../support/sign-in";

const LATE = ["every script", "the page's own script"] as const;

/** React listens to the page, though parts of it may be on their way. */
const isHeard = () => Object.keys(document).some((key) => key.startsWith("__reactContainer$"));

/** Opens a page whose scripts do not come; what is returned lets them. */
async function openEarly(context: BrowserContext, path: string, late: (typeof LATE)[number]) {
  const page = await context.newPage();
  const html = await (await context.request.get(path)).text();
  const own = [...html.matchAll(/<script src="([^"]+)" async=""/g)].at(-2)?.[1] ?? "";
  let release = () => {};
  const ready = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = late === "every script" ? "**/_next/static/**/*.js" : `**${own}`;
  await page.route(held, (route) => ready.then(() => route.continue()));
  await page.goto(path, { waitUntil: "commit" });
  if (late !== "every script") await page.waitForFunction(isHeard);
  return { page, release };
}

for (const late of LATE) {
  test(`a form that is sent before ${late} is there is sent when it is`, async ({ context }) => {
    const { page, release } = await openEarly(context, "/en-US/login?next=/en-US/guide", late);
    await page.getByLabel("Account").fill("platform");
    await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(TEST_PASSWORD);
    release();
    await expect(page).toHaveURL(/\/en-US\/guide$/);
  });

  test(`what is typed before ${late} is there stands in the form when it is`, async ({ context }) => {
    await signIn(context, "platform");
    const { page, release } = await openEarly(context, "/en-US/password", late);
    const fields = { oldPassword: TEST_PASSWORD, newPassword: "Frost2027", confirmPassword: "Frost2028" };
    const field = (name: string) => page.locator(`input[name="${name}"]`);
    for (const [name, text] of Object.entries(fields)) await field(name).fill(text);
    await page.getByRole("button", { name: "Change password" }).click();
    release();
    await expect(page.getByText("The two new passwords differ.")).toBeVisible();
    for (const [name, text] of Object.entries(fields)) await expect(field(name)).toHaveValue(text);
  });

  test(`the help is searched for what is typed before ${late} is there`, async ({ context }) => {
    await signIn(context, "platform");
    const { page, release } = await openEarly(context, "/en-US/guide", late);
    const search = page.getByRole("searchbox");
    await search.fill("defrost");
    release();
    await expect(page).toHaveURL(/\/guide\?q=defrost$/);
    await expect(search).toHaveValue("defrost");
  });
}

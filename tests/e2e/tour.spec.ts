import { type BrowserContext, expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { type DemoAccount, logIn, signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

/** Signs in with the tour switched on, and opens home, whose list has the alarm switch. */
async function start(context: BrowserContext, page: Page, account: DemoAccount) {
  await signIn(context, account);
  for (const [path, data] of [
    ["guide?on=1", {}],
    ["homeStyle", { style: "list" }],
  ] as const)
    expect((await context.request.put(`/service/mine/${path}`, { data })).status()).toBe(200);
  await page.goto("/en-US/home");
  const tour = page.getByRole("dialog");
  await expect(tour).toHaveAccessibleName("Latest exceptions");
  return tour;
}

test("the tour shows its topics by keyboard, ends at home, and is switched off and on again", async ({
  context,
  page,
}) => {
  const tour = await start(context, page, "platform");
  await expect(tour.getByRole("button", { name: "Next" })).toBeFocused();
  expect(await findings(page)).toEqual([]);
  // The keyboard stays inside.
  for (const name of ["Turn off tour", "Skip", "Next", "Turn off tour"]) {
    await page.keyboard.press("Tab");
    await expect(tour.getByRole("button", { name })).toBeFocused();
  }
  for (const [key, name] of [
    ["ArrowRight", "History"],
    ["ArrowRight", "Alarm switch"],
    ["ArrowLeft", "History"],
    ["ArrowRight", "Alarm switch"],
    ["ArrowRight", "Transport code"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tour).toHaveAccessibleName(name);
  }
  await expect(page).toHaveURL(/\/en-US\/goods\/transport$/);
  await page.keyboard.press("Enter");
  await expect(tour).toHaveAccessibleName("Export data");
  await tour.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/\/en-US\/home$/);
  await expect(tour).toHaveCount(0);
  // The pages that it went through are not left open, and it does not return with the next login.
  await expect(page.getByRole("navigation", { name: "Open pages" }).getByRole("listitem")).toHaveCount(1);
  await context.clearCookies();
  await logIn(context, "platform");
  await context.request.put("/service/mine/guide?on=1", { data: {} });
  await page.goto("/en-US/home");
  await expect(page.getByRole("heading", { name: "Latest exceptions" })).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(tour).toHaveCount(0);

  await page.goto("/en-US/personal/material");
  const guide = page.getByRole("switch", { name: "Guided tour" });
  for (const isOn of [false, true]) {
    await guide.click();
    await expect(guide).toBeChecked({ checked: isOn });
  }
  await page.goto("/en-US/home");
  await tour.getByRole("button", { name: "Turn off tour" }).click();
  await expectToast(page, /You can turn it on again/);
  await page.goto("/en-US/personal/material");
  await expect(guide).not.toBeChecked();
});

test("the tour leaves out what is not there, and a click beside it ends it", async ({ context, page }) => {
  const tour = await start(context, page, "admin");
  // This customer has no transports; the number of steps is the same throughout.
  await expect(tour).toContainText("1 of 4");
  for (const [index, name] of ["History", "Alarm switch", "Export data"].entries()) {
    await page.keyboard.press("ArrowRight");
    await expect(tour).toHaveAccessibleName(name);
    await expect(tour).toContainText(`${index + 2} of 4`);
  }
  await expect(page).toHaveURL(/\/count\/detailData$/);
  await page.locator('main input[type="search"]').first().click();
  await expect(tour).toHaveCount(0);
});

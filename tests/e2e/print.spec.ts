import { expect } from "@playwright/test";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

test.describe("on paper", () => {
  test("a list has a head and its rows, and nothing to press", async ({ page, context }) => {
    await signIn(context, "admin");
    await page.goto("/en-US/carrier/refrigerator?q=%E7%96%AB%E8%8B%97");
    const row = page.locator("tbody tr").first();
    await expect(row).toBeVisible();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.locator("[data-print-head]")).toContainText("Refrigerators");
    await expect(row).toBeVisible();
    await expect(page.getByText("Name", { exact: true }).first()).toBeVisible();
    for (const gone of ["aside", "header[data-chrome]", "nav ol", "search button", "th:has(input)"])
      await expect(page.locator(gone).first(), gone).toBeHidden();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  });

  test("an open record prints alone", async ({ page, context }) => {
    await signIn(context, "admin");
    const found = await context.request.get("/service/exception?iDisplayLength=15");
    const { result } = (await found.json()) as { result: { items: { id: number }[] } };
    await page.goto(`/en-US/abnormal/dataex?id=${result.items[0]?.id}`);
    const record = page.getByRole("dialog");
    await expect(record.getByRole("heading").first()).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(record).toBeVisible();
    await expect(record).toHaveCSS("position", "static");
    await expect(page.locator("main table")).toBeHidden();
    await expect(page.locator("[data-print-head]")).toBeVisible();
  });
});

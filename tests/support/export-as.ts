import type { Download, Page } from "@playwright/test";

/** Exports what the page shows. Resolves to the file, which the browser saves by itself once it is made. */
export async function exportAs(page: Page, format: "CSV" | "Excel"): Promise<Download> {
  const download = page.waitForEvent("download");
  await page.locator("[data-export]").click();
  await page.getByRole("button", { name: format, exact: true }).click();
  return download;
}

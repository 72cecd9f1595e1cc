import type { Locator, Page } from "@playwright/test";

/** The control of a criterion of a list, which is shown first if it is not in use. */
export async function criterion(page: Page, label: string): Promise<Locator> {
  const bar = page.getByRole("search");
  const control = bar.getByLabel(label, { exact: true });
  await bar.waitFor();
  if ((await control.count()) === 0) {
    await bar.getByRole("button", { name: /添加条件|Add filter/ }).click();
    await page
      .getByRole("list", { name: /添加条件|Add filter/ })
      .getByRole("button", { name: label, exact: true })
      .click();
  }
  return control;
}

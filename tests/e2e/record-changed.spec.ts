import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { ZoneDto } from "../../features/zone/zone.schema";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { readyWhenLoaded, test } from "../support/test";

const PATH = "/en-US/arch/detection";

async function call<T>(request: APIRequestContext, method: string, path: string, data?: unknown): Promise<T> {
  const response = await request.fetch(`/service/${path}`, { method, ...(data !== undefined && { data }) });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page, name: string) => dialog(page).getByRole("group", { name });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save" });

test("two people save one record: the second sees what the first changed, and decides field by field @everywhere", async ({
  context,
  page,
  browser,
}) => {
  await signIn(context, "admin");
  const name = `E2E two ${Date.now().toString(36)}`;
  const values = { name, measure: "temperature", minimum: 2, maximum: 8, description: "fridges" };
  const made = await call<ZoneDto>(context.request, "POST", "zone", values);
  const other = readyWhenLoaded(await browser.newContext({ locale: "en-US" }));
  try {
    await signIn(other, "root");
    const first = await other.newPage();
    // Both open the form before either saves.
    await page.goto(`${PATH}?form=${made.id}`);
    await first.goto(`${PATH}?form=${made.id}`);
    await dialog(first).getByLabel("Maximum (°C)").fill("9");
    await dialog(first).getByLabel("Description").fill("fridges and vans");
    await save(first).click();
    await expect(dialog(first)).toBeHidden();

    await dialog(page).getByLabel("Maximum (°C)").fill("7.5");
    await dialog(page).getByLabel("Name").fill(`${name} b`);
    await save(page).click();
    await expect(dialog(page).getByText(/changed this record, today \d\d:\d\d/)).toBeVisible();
    // Each changed field as the form names it; what the second has not touched is taken from the first.
    await expect(field(page, "Maximum (°C)").getByRole("radio", { name: /Keep mine\s*Mine:\s*7\.5/ })).toBeChecked();
    await expect(
      field(page, "Maximum (°C)").getByRole("radio", { name: /Take theirs\s*Theirs:\s*9/ }),
    ).not.toBeChecked();
    await expect(
      field(page, "Description").getByRole("radio", { name: /Take theirs\s*Theirs:\s*fridges and vans/ }),
    ).toBeChecked();
    await expect(dialog(page).getByRole("group", { name: "Name" })).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width as number,
    );
    await field(page, "Maximum (°C)")
      .getByRole("radio", { name: /Take theirs/ })
      .check();
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
    expect(await call<ZoneDto>(context.request, "GET", `zone/${made.id}`)).toMatchObject({
      ...{ name: `${name} b`, minimum: 2, maximum: 9, description: "fridges and vans", version: 3 },
    });

    // Back in the form after a look at the changes, what is typed replaces them, and what is not touched stays theirs.
    await page.goto(`${PATH}?form=${made.id}`);
    await call(context.request, "PUT", `zone/${made.id}`, { ...values, maximum: 6 });
    await dialog(page).getByLabel("Maximum (°C)").fill("5");
    await save(page).click();
    await expect(field(page, "Maximum (°C)")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Back to form" }).click();
    await expect(dialog(page).getByLabel("Maximum (°C)")).toHaveValue("5");
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
    expect(await call<ZoneDto>(context.request, "GET", `zone/${made.id}`)).toMatchObject({
      ...{ name, maximum: 5 },
    });
  } finally {
    await other.close();
    await call(context.request, "POST", "zone/remove", { ids: [made.id] });
  }
});

import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { CarrierDto } from "../../features/carrier/carrier.schema";
import type { TriggerChoiceDto } from "../../features/carrier/choice.schema";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/en-US/carrier/refrigerator";

async function call<T>(request: APIRequestContext, method: string, path: string, data?: unknown): Promise<T> {
  const response = await request.fetch(`/service/${path}`, { method, ...(data !== undefined && { data }) });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

const mark = () => `e2e ${Date.now().toString(36)}`;
const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) => page.locator("tbody tr", { hasText: name });
const more = (page: Page, name: string) => page.getByRole("button", { name: `More for ${name}` });

/** A node and a trigger of the account's customer. */
async function placeOf(request: APIRequestContext) {
  const { items } = await call<{ items: { sceneId: number }[] }>(request, "GET", "carrier?type=refrigerator");
  const triggers = await call<{ items: TriggerChoiceDto[] }>(request, "GET", "alarmTrigger/choice");
  return { sceneId: items[0]?.sceneId as number, alarmTriggerId: triggers.items[0]?.id as number };
}

test("a fridge is made, changed, defrosted and deleted @core", async ({ context, page }) => {
  test.slow();
  await signIn(context, "admin");
  const name = mark();
  await page.goto(PATH);
  await page.getByRole("button", { name: "New refrigerator" }).first().click();
  await dialog(page).getByLabel("Name", { exact: false }).first().fill(`${name}-x`);
  await dialog(page).getByRole("combobox", { name: "Place" }).click();
  await page.getByRole("treeitem").last().click();
  await dialog(page).getByLabel("Volume (L)").fill("340");
  await dialog(page).getByRole("button", { name: "Create" }).click();
  const field = dialog(page).locator("input[name=name]");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/No hyphen/);
  expect(await findings(page)).toEqual([]);
  await field.fill(name);
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await expect(dialog(page)).toBeHidden();

  await page.goto(`${PATH}?q=${encodeURIComponent(name)}`);
  await row(page, name)
    .getByRole("button", { name: `Edit ${name}` })
    .click();
  await expect(dialog(page).getByLabel("Volume (L)")).toHaveValue("340");
  await dialog(page).getByLabel("Model").fill("K 400");
  await dialog(page).getByRole("button", { name: "Choose on map" }).click();
  await expect(dialog(page).locator('[data-map="ready"]')).toBeVisible({ timeout: 90_000 });
  const search = dialog(page).getByRole("combobox", { name: "Search the map" });
  await search.fill("30.25, 120.17");
  await search.press("Enter");
  await expect(dialog(page).getByLabel("Longitude")).toHaveValue("120.17");
  await dialog(page).getByRole("button", { name: "Selected position" }).press("ArrowUp");
  // How far depends on how near the map has come by then.
  const latitude = dialog(page).getByLabel("Latitude");
  await expect.poll(async () => Number(await latitude.inputValue())).toBeGreaterThan(30.25);
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Add row" }).click();
  await dialog(page).getByLabel("Name, row 1").fill("Ward");
  await dialog(page).getByLabel("Value, row 1").fill("3 B");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeHidden();
  const { items } = await call<{ items: CarrierDto[] }>(
    context.request,
    "GET",
    `carrier?q=${encodeURIComponent(name)}`,
  );
  const id = items[0]?.id as number;
  expect(await call<CarrierDto>(context.request, "GET", `carrier/${id}`)).toMatchObject({
    attributes: { volumeLitres: 340, model: "K 400" },
    extension: [{ name: "Ward", value: "3 B" }],
  });

  await more(page, name).click();
  await page.getByRole("menuitem", { name: "Status" }).click();
  await dialog(page).getByRole("button", { name: "Change status" }).click();
  await expect(dialog(page).getByLabel("Reason", { exact: false })).toHaveAttribute("aria-invalid", "true");
  await dialog(page).getByLabel("Reason", { exact: false }).fill("ice on the wall");
  await dialog(page).getByRole("button", { name: "Change status" }).click();
  await expect(row(page, name)).toContainText("Defrost");
  await expect(row(page, name)).toContainText("left");

  await more(page, name).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row(page, name)).toBeHidden();
});

test("a batch edit names the row that bars it; a batch switch turns all alarms off", async ({ context, page }) => {
  test.slow();
  await signIn(context, "admin");
  const place = await placeOf(context.request);
  const name = mark();
  const made: CarrierDto[] = [];
  for (const part of ["one", "two"])
    made.push(
      await call<CarrierDto>(context.request, "POST", "carrier", {
        ...place,
        type: "refrigerator",
        name: `${name} ${part}`,
      }),
    );
  const [one, two] = made as [CarrierDto, CarrierDto];
  const off = { alarmSwitch: "off", reason: "cleaning" };
  await call(context.request, "PUT", `carrier/${two.id}/alarmSwitch`, off);

  await page.goto(`${PATH}?q=${encodeURIComponent(name)}`);
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog(page).getByLabel("Mode", { exact: true }).selectOption("transport");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(two.name);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard changes" }).click();

  await call(context.request, "PUT", `carrier/${two.id}/alarmSwitch`, { alarmSwitch: "on" });
  await page.reload();
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
  await page.getByRole("button", { name: "Alarm", exact: true }).click();
  await dialog(page).getByText("Off", { exact: true }).click();
  await dialog(page).getByLabel("Reason", { exact: false }).fill("moving house");
  await dialog(page).getByRole("button", { name: "Switch alarm off" }).click();
  await expect(dialog(page)).toBeHidden();
  for (const { id } of [one, two]) {
    expect(await call<CarrierDto>(context.request, "GET", `carrier/${id}`)).toMatchObject({ alarmSwitch: "off" });
    await call(context.request, "DELETE", `carrier/${id}`);
  }
});

test("a range is made inside the form of a fridge, from a preset, and Enter does not save the fridge", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const place = await placeOf(context.request);
  const name = mark();
  const fridge = await call<CarrierDto>(context.request, "POST", "carrier", { ...place, type: "refrigerator", name });
  await page.goto(`${PATH}?q=${encodeURIComponent(name)}`);
  await row(page, name)
    .getByRole("button", { name: `Edit ${name}` })
    .click();
  await dialog(page).getByRole("button", { name: "New range… (Temperature)" }).click();
  await dialog(page).getByLabel("From a preset").selectOption({ label: "Red blood cells: 2 – 6 °C" });
  await expect(dialog(page).getByText("Source: 2004/33/EC, annex IV")).toBeVisible();
  await expect(dialog(page).getByLabel("Maximum (°C)")).toHaveValue("6");
  await dialog(page).getByLabel("Minimum (°C)").fill("9");
  await dialog(page).getByLabel("Range name").fill(`${name} red`);
  await dialog(page).getByLabel("Range name").press("Enter");
  await expect(dialog(page).getByLabel("Maximum (°C)")).toHaveAttribute("aria-invalid", "true");
  await dialog(page).getByLabel("Minimum (°C)").fill("2.5");
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Create range" }).click();
  await expect(dialog(page).getByLabel("Range name")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeHidden();
  const saved = await call<CarrierDto>(context.request, "GET", `carrier/${fridge.id}`);
  expect(saved.zones).toMatchObject([{ measure: "temperature", name: `${name} red`, minimum: 2.5, maximum: 6 }]);
  await call(context.request, "DELETE", `carrier/${fridge.id}`);
  await call(context.request, "POST", "zone/remove", { ids: [saved.zones[0]?.zoneId] });
});

import { expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { exportAs } from "../support/export-as";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const dialog = (page: Page) => page.getByRole("dialog");
/** Without a graphics card the first map takes its time. */
const MAP_MS = 90_000;
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

async function anyVehicle(page: Page): Promise<{ id: number; name: string; customerId: number }> {
  const response = await page.request.get("/service/carrier?iDisplayLength=1&type=vehicle&q=2103");
  const { result } = await response.json();
  return result.items[0];
}

test("a track is played back, and moves along by keys; its file has every position @hours", async ({
  context,
  page,
}) => {
  await signIn(context, "platform");
  const vehicle = await anyVehicle(page);
  await page.goto("/en-US/traceDetail");
  await page.getByRole("searchbox", { name: "Find a vehicle" }).fill("2103");
  await page.getByRole("link", { name: vehicle.name }).click();
  await expect(page).toHaveURL(new RegExp(`id=${vehicle.id}$`));
  const trips = page.getByRole("button", { name: /^Show on the map: Trip/ });
  await expect(trips.last()).toBeVisible();
  // The last of the list may have begun before the range, with no reading in the rest of it.
  const trip = trips.nth((await trips.count()) - 2);
  await expect(trip).toContainText("→");
  await expect(trip).toContainText(/\d – −?\d+\.\d+ °C/);
  await expect(page.locator("[data-map=ready]")).toBeVisible({ timeout: MAP_MS });

  const time = page.getByRole("slider", { name: "Time on the track" });
  const place = page.locator("[data-place]");
  const from = Number(await time.inputValue());
  // The range may begin while the vehicle is parked; on a trip it moves.
  await trip.click();
  await expect(trip).toHaveAttribute("aria-current", "true");
  const [departure, start] = [Number(await time.inputValue()), await place.getAttribute("data-place")];
  await page.getByRole("combobox", { name: "Speed" }).selectOption("10");
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(departure);
  await expect.poll(() => place.getAttribute("data-place")).not.toBe(start);
  await page.getByRole("button", { name: "Pause" }).click();

  // The keys work from anywhere that has none of its own.
  const paused = Number(await time.inputValue());
  await page.getByRole("button", { name: "Follow on the map" }).press("ArrowRight");
  expect(Number(await time.inputValue())).toBeGreaterThan(paused);
  await page.getByRole("button", { name: "Follow on the map" }).press("Home");
  expect(Number(await time.inputValue())).toBe(from);

  const stop = page.getByRole("button", { name: /^Show on the map: Stop/ }).first();
  await stop.click();
  await expect(stop).toHaveAttribute("aria-current", "true");
  expect(await findings(page)).toEqual([]);
  expect((await exportAs(page, "CSV")).suggestedFilename()).toMatch(/^GM_.+_\d{14}\.csv$/);
});

test("a geofence is drawn, and what entered and left it in the last days is listed", async ({ context, page }) => {
  await signIn(context, "platform");
  const vehicle = await anyVehicle(page);
  const name = unique("Depot");
  await page.goto("/en-US/databoard/geofence");
  await page.getByRole("button", { name: "New geofence" }).first().click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("Draw the geofence on the map first.")).toBeVisible();
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page)
    .getByLabel("Customer")
    .selectOption({ value: String(vehicle.customerId) });
  await expect(dialog(page).locator("[data-map=ready]")).toBeVisible({ timeout: MAP_MS });
  await dialog(page).locator(".maplibregl-canvas").click();
  await expect(dialog(page).getByRole("button", { name: "Center", exact: true })).toBeVisible();
  // To the place where the drives begin, by typing.
  for (const [label, value] of [
    ["Center latitude", "48.1635"],
    ["Center longitude", "11.5644"],
    ["Radius (m)", "600"],
  ] as const) {
    await dialog(page).getByLabel(label).fill(value);
    await dialog(page).getByLabel(label).blur();
  }
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("cell", { name, exact: true })).toBeVisible();

  await page.getByRole("link", { name: `Events of ${name}` }).click();
  await expect(page).toHaveURL(/tab=events/);
  await expect(page.getByRole("table", { name: "Geofence events" })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.locator("tbody tr").filter({ hasText: "left" }).first()).toContainText(name, { timeout: 1000 });
  }).toPass();
});

import { expect, type Page, type PlaywrightWorkerArgs } from "@playwright/test";
import { findings } from "../support/axe";
import { call, digits, enterEmptyCustomer } from "../support/empty-customer";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

type Row = { id: number; name: string };

/** Sends a reading as a device of the customer does, in °C. */
async function send(
  playwright: PlaywrightWorkerArgs["playwright"],
  baseURL: string | undefined,
  token: string,
  device: string,
  value: number,
) {
  const gateway = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const sent = await gateway.post("/service/ingest/readings", {
    headers: { authorization: `Bearer ${token}` },
    data: { readings: [{ device, at: Date.now(), values: { temperature: value } }] },
  });
  expect((await sent.json()).result).toMatchObject({ accepted: 1, rejected: [] });
  await gateway.dispose();
}

const dialog = (page: Page) => page.getByRole("dialog");

test("a customer that reads °F sees, types and is told °F, while °C is stored", async ({
  context,
  page,
  playwright,
  baseURL,
}) => {
  test.setTimeout(90_000);
  await enterEmptyCustomer(context, { name: "Chicago" });
  const request = page.context().request;

  // Its administrator chooses the unit in the customer's details.
  const { customer } = await call<{ customer: Row }>(request, "GET", "mine/me");
  await page.goto(`/en-US/sys/customer?id=${customer.id}`);
  await dialog(page).getByLabel("Unit of temperature").selectOption("fahrenheit");
  await expect(dialog(page).getByLabel("Unit of temperature")).toBeEnabled();
  await expect(dialog(page).getByLabel("Unit of temperature")).toHaveValue("fahrenheit");
  expect(await findings(page)).toEqual([]);

  // A range is typed in °F and stored in °C.
  await page.goto("/en-US/arch/detection?form=new");
  await dialog(page).getByLabel("Name", { exact: false }).first().fill("Vaccines");
  await dialog(page).getByLabel("Minimum (°F)").fill("35.6");
  await dialog(page).getByLabel("Maximum (°F)").fill("46.4");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.locator("tbody tr").filter({ hasText: "Vaccines" })).toContainText("46.4");
  const zones = await call<{ items: (Row & { minimum: number; maximum: number })[] }>(request, "GET", "zone");
  expect(zones.items).toMatchObject([{ name: "Vaccines", minimum: 2, maximum: 8 }]);

  // Beside the changes of others both values are in °F, and so is what the trail says of them.
  const range = zones.items[0] as Row;
  await page.goto(`/en-US/arch/detection?form=${range.id}`);
  await expect(dialog(page).getByLabel("Maximum (°F)")).toHaveValue("46.4");
  const values = { name: "Vaccines", measure: "temperature", minimum: 2, description: "" };
  await call(request, "PUT", `zone/${range.id}`, { ...values, maximum: 9 });
  await dialog(page).getByLabel("Maximum (°F)").fill("44.6");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const both = dialog(page).getByRole("group", { name: "Maximum (°F)" });
  await expect(both.getByRole("radio", { name: /Mine:\s*44\.6 °F/ })).toBeChecked();
  await both.getByRole("radio", { name: /Theirs:\s*48\.2 °F/ }).check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeHidden();
  await call(request, "PUT", `zone/${range.id}`, { ...values, maximum: 8 });
  const trail = await call<{ items: Row[] }>(request, "GET", `sysLog?entity=zone&entityId=${range.id}`);
  await page.goto(`/en-US/noti/sysLog?id=${trail.items[0]?.id}`);
  await expect(dialog(page)).toContainText("48.2 °F");
  await expect(dialog(page)).toContainText("46.4 °F");

  // So is a trigger, whose sentence follows what is typed.
  await page.goto("/en-US/abnormal/sysAlarm?form=new");
  const form = dialog(page);
  await form.getByRole("textbox", { name: "Name" }).fill("Fridges");
  await form.getByRole("button", { name: /^Temperature outside/ }).click();
  await form.getByRole("radio", { name: "Own limits" }).check();
  await form.getByLabel("Minimum (°F)").fill("35.6");
  await form.getByLabel("Maximum (°F)").fill("46.4");
  await form.getByRole("textbox", { name: "Delay", exact: true }).fill("0");
  await expect(form.getByLabel("Dead band (°F)")).toHaveValue("0.9");
  await expect(form.getByRole("button", { name: /^Temperature below 35\.6\s°F or above 46\.4\s°F/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: "Fridges" })).toContainText(/46\.4\s°F/);
  const triggers = await call<{ items: { id: number; conditions: object[] }[] }>(request, "GET", "alarmTrigger");
  expect(triggers.items[0]?.conditions).toContainEqual(
    expect.objectContaining({ kind: "range", minimum: 2, maximum: 8, deadBand: 0.5 }),
  );

  // A fridge with a sensor that measures 10.5 °C.
  const nodes = await call<{ items: { id: number; parentId: number | null }[] }>(request, "GET", "scene?funcType=0");
  const top = nodes.items.find(({ parentId }) => parentId === null);
  const place = await call<Row>(request, "POST", "scene", {
    ...{ parentId: top?.id, code: `P${digits(6)}`, name: "Pharmacy", funcType: 0, description: "" },
  });
  const name = `Fridge ${digits(4)}`;
  const carrier = await call<Row>(request, "POST", "carrier", {
    ...{ name, type: "refrigerator", sceneId: place.id, alarmTriggerId: triggers.items[0]?.id },
    zones: [{ measure: "temperature", zoneId: zones.items[0]?.id }],
  });
  const serialNumber = `SN-${digits(8)}`;
  await call(request, "POST", "sensor", { serialNumber, name: serialNumber, typeCode: "zbp_1", carrierId: carrier.id });
  const { token } = await call<{ token: string }>(request, "POST", `customer/${customer.id}/ingestToken`, {});
  await send(playwright, baseURL, token, serialNumber, 10.5);

  // Home, the carrier's page, its history and the exception.
  await page.goto(`/en-US/carrier/carrierDetailPage?id=${carrier.id}`);
  await expect(page.getByText("50.9").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator("main")).not.toContainText("°C");
  await page.goto("/en-US/home");
  await expect(page.locator("main")).toContainText("50.9");
  await page.goto(`/en-US/historyData?carrierIds=${carrier.id}`);
  await expect(page.getByText("Temperature (°F)").first()).toBeVisible();
  await expect(page.locator("body")).not.toContainText("°C");
  await page.goto("/en-US/abnormal/dataex");
  const row = page.locator("tbody tr").filter({ hasText: name });
  await expect(row).toBeVisible({ timeout: 20_000 });
  await expect(row).toContainText("46.4 °F");
  await row.getByRole("link", { name }).first().click();
  await expect(
    dialog(page)
      .getByText(/46\.4 °F/)
      .first(),
  ).toBeVisible();
  await expect(dialog(page)).not.toContainText("°C");
  expect(await findings(page)).toEqual([]);

  // Whoever sees all customers sees this one in °F, and others in °C beside it.
  await context.clearCookies();
  await signIn(context, "root");
  await page.goto(`/en-US/databoard/monitoringPoint?q=${encodeURIComponent(name)}`);
  await expect(page.locator("main")).toContainText("50.9");
  await expect(page.locator("main")).toContainText("°F");
});

import { expect, type Page } from "@playwright/test";
import type { DeviceDto } from "@/features/device/device.schema";
import { findings } from "../support/axe";
import { call, digits, enterEmptyCustomer } from "../support/empty-customer";
import { test } from "../support/test";

const dialog = (page: Page) => page.getByRole("dialog");
const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });

/** One place that may have carriers, below the top node. */
async function makePlace(page: Page): Promise<void> {
  type Nodes = { items: { id: number; parentId: number | null }[] };
  const { items } = await call<Nodes>(page.request, "GET", "scene?funcType=0");
  const parentId = items.find((node) => node.parentId === null)?.id;
  await call(page.request, "POST", "scene", { parentId, funcType: 0, name: "Ward", code: "S1", description: "" });
}

/** An action is a click, a choice or the filling of one field. */
test("a fridge goes from nothing to its first alarm in at most 20 actions without the wizard", async ({
  context,
  page,
  playwright,
  baseURL,
}) => {
  test.slow();
  await enterEmptyCustomer(context);
  await call(page.request, "PUT", "mine/guide?on=0", {});
  await makePlace(page);
  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions += 1;
    await action;
  };
  await page.goto("/en-US/home");

  // The carrier, whose only possible place is chosen already.
  await act(menu(page).getByRole("button", { name: "Carriers" }).click());
  await act(menu(page).getByRole("link", { name: "Refrigerators" }).click());
  await act(page.getByRole("button", { name: "New refrigerator" }).first().click());
  const name = `Fridge ${digits(6)}`;
  await expect(dialog(page).getByRole("combobox", { name: "Place" })).toContainText("Ward");
  await act(dialog(page).getByLabel("Name", { exact: false }).first().fill(name));
  // Its range and its alarm trigger are made inside the form.
  await act(
    dialog(page)
      .getByRole("button", { name: /New range.*Temperature/ })
      .click(),
  );
  const preset = dialog(page).getByLabel("From a preset");
  const fridge = await preset
    .locator("option", { hasText: /2(\.0)?\s–\s8(\.0)?\s°C/ })
    .first()
    .getAttribute("value");
  await act(preset.selectOption(fridge));
  await act(dialog(page).getByRole("button", { name: "Create range" }).click());
  await expect(dialog(page).getByRole("button", { name: "Create range" })).toBeHidden();
  await act(dialog(page).getByRole("button", { name: "New alarm trigger" }).click());
  await act(dialog(page).getByLabel("Alarm after").selectOption({ label: "immediately" }));
  await act(dialog(page).getByRole("combobox", { name: "Contact group" }).click());
  await act(dialog(page).getByRole("listbox").getByRole("option").first().click());
  expect(await findings(page)).toEqual([]);
  await act(dialog(page).getByRole("button", { name: "Create trigger" }).click());
  await expect(dialog(page).getByRole("button", { name: "Create trigger" })).toBeHidden();
  await act(dialog(page).getByRole("button", { name: "Create", exact: true }).click());
  await expect(dialog(page)).toBeHidden();

  // The next step is offered: its sensor, which is registered and mounted in one step.
  await expect(page.getByText(`${name} has no sensor yet.`)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await act(page.getByRole("link", { name: "Register sensor" }).click());
  await expect(page).toHaveURL(/\/device\/sensor\?/);
  const serialNumber = `SN-${digits(8)}`;
  await act(dialog(page).getByLabel("Serial number").fill(serialNumber));
  await act(dialog(page).getByLabel("Type").selectOption("zbp_1"));
  expect(await findings(page)).toEqual([]);
  await act(dialog(page).getByRole("button", { name: "Create", exact: true }).click());
  await expect(dialog(page)).toBeHidden();
  // Nothing of what was known stays in the address.
  await expect(page).not.toHaveURL(/carrier=|form=/);
  expect(actions).toBeLessThanOrEqual(20);

  const { items } = await call<{ items: DeviceDto[] }>(page.request, "GET", `sensor?q=${serialNumber}`);
  expect(items).toMatchObject([{ name: serialNumber, carriers: [{ name }] }]);

  // A reading above the range is an alarm at once.
  const me = await call<{ customer: { id: number } }>(page.request, "GET", "mine/me");
  const made = await page.request.post(`/service/customer/${me.customer.id}/ingestToken`, { data: {} });
  const { token } = ((await made.json()) as { result: { token: string } }).result;
  const gateway = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const sent = await gateway.post("/service/ingest/readings", {
    headers: { authorization: `Bearer ${token}` },
    data: { readings: [{ device: serialNumber, at: Date.now(), values: { temperature: 12 } }] },
  });
  expect((await sent.json()).result).toMatchObject({ accepted: 1, rejected: [] });
  await gateway.dispose();
  await page.goto("/en-US/abnormal/dataex");
  await expect(page.locator("tbody tr").filter({ hasText: name })).toBeVisible({ timeout: 15_000 });
});

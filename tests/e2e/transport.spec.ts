import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { signIn } from "../support/sign-in";
import { expectToast, test } from "../support/test";

const BOARD = "/en-US/goods/transportBoard";
/** Without a graphics card the first map takes its time. */
const MAP_MS = 90_000;
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

async function result<T>(answer: ReturnType<BrowserContext["request"]["get"]>): Promise<T> {
  const response = await answer;
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { result: T }).result;
}

type Listed = { items: { id: number; name: string }[] };
const carrierId = async ({ request }: BrowserContext, name: string) =>
  (await result<Listed>(request.get(`/service/carrier?${new URLSearchParams({ q: name })}`))).items[0]?.id;

async function choose(within: Locator, page: Page, name: string, text: string) {
  await within.getByRole("combobox", { name }).fill(text);
  await page.getByRole("option", { name: text }).click();
}

test("a transport is planned, loaded, on the board, arrives, and is closed by paper", async ({ context, page }) => {
  await signIn(context, "admin");
  const [ward, number] = [unique("Ward"), unique("LOT")];
  const { items: products } = await result<Listed>(context.request.get("/service/product?iDisplayLength=15"));
  const lot = await result<{ id: number }>(
    context.request.post("/service/lot", { data: { productId: products[0]?.id, number } }),
  );

  await page.goto("/en-US/goods/transport?form=new");
  const dialog = page.getByRole("dialog");
  const origin = dialog.getByRole("group", { name: "Origin" });
  const destination = dialog.getByRole("group", { name: "Destination" });
  await origin.getByRole("textbox", { name: "Place" }).fill("Pharmacy");
  await origin.getByLabel("Planned departure").fill("2030-01-02T10:00");
  await destination.getByRole("textbox", { name: "Place" }).fill(ward);
  await destination.getByLabel("Planned arrival").fill("2030-01-01T10:00");
  await choose(dialog, page, "Lots", number);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(origin.getByText("Required", { exact: true })).toBeVisible();
  await expect(destination.getByText("The end is before the start.")).toBeVisible();
  await choose(origin, page, "Carrier", "母乳冷藏柜");
  await destination.getByLabel("Planned arrival").fill("2030-01-02T12:00");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);

  const row = page.locator("tbody tr").filter({ hasText: ward });
  await expect(row).toContainText("Planned");
  await row.getByRole("button", { name: /^Load: / }).click();
  await expect(dialog.locator("[data-precooling]")).toBeVisible();
  await dialog.getByRole("button", { name: "Load" }).click();
  await expectToast(page, " loaded");
  await expect(row).toContainText("Loaded");
  expect(await findings(page)).toEqual([]);
  await row.getByRole("button", { name: /^Depart: / }).click();
  await dialog.getByRole("button", { name: "Depart" }).click();
  await expect(row).toContainText("In transit");

  await page.getByRole("link", { name: "Live board" }).click();
  const shown = page.getByRole("listitem").filter({ hasText: ward });
  await expect(shown).toContainText("°C");
  await expect(shown).toContainText("母乳冷藏柜");
  expect(await findings(page)).toEqual([]);

  await page.goto("/en-US/goods/transport?phase=underway");
  await row.getByRole("button", { name: /^Arrive: / }).click();
  await dialog.getByRole("button", { name: "Arrive" }).click();
  await expect(row).toContainText("Arrived");
  await row.getByRole("button", { name: /^Close on paper: / }).click();
  await dialog.getByLabel("Reason").fill("Delivery note 4711");
  await dialog.getByRole("button", { name: "Close on paper" }).click();
  await expect(row).toHaveCount(0);
  const { carrier } = await result<{ carrier: object | null }>(context.request.get(`/service/lot/${lot.id}`));
  expect(carrier).toBeNull();
});

test("the board is read and the form is filled in with a thumb @phone @core", async ({ context, page }) => {
  await signIn(context, "admin");
  const ward = unique("Clinic");
  const stops = [{ name: "Blood bank", carrierId: await carrierId(context, "储血冰箱2号") }, { name: ward }];
  const made = await result<{ id: number; number: string }>(
    context.request.post("/service/transport", { data: { stops } }),
  );
  const act = (name: string, data: object = {}) =>
    result(context.request.post(`/service/transport/${made.id}/${name}`, { data }));
  await act("depart");

  await page.goto(BOARD);
  const row = page.getByRole("listitem").filter({ hasText: ward });
  await expect(row).toContainText("°C");
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Map" }).tap();
  await expect(page.locator("[data-map=ready]")).toBeVisible({ timeout: MAP_MS });
  await row.getByRole("link", { name: made.number }).tap();
  await expect(page.getByRole("heading", { name: made.number })).toBeVisible();
  await act("close", { reason: "Signed on paper" });

  await page.goto("/en-US/goods/transport?form=new");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add stop" }).tap();
  const second = dialog.getByRole("group", { name: "Stop 2" });
  await second.getByRole("textbox", { name: "Place" }).fill("On the way");
  await second.getByRole("button", { name: "Enter a position instead" }).tap();
  await second.getByLabel("Longitude").fill("113,4");
  await second.getByRole("button", { name: "Move up: Stop 2" }).tap();
  const first = dialog.getByRole("group", { name: "Origin" });
  await expect(first.getByRole("textbox", { name: "Place" })).toHaveValue("On the way");
  await expect(first.getByLabel("Longitude")).toHaveValue("113,4");
  const body = dialog.locator("form");
  expect(await body.evaluate((form) => form.scrollWidth - form.clientWidth)).toBe(0);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).tap();
  await expect(dialog.getByRole("alert")).toContainText("You have unsaved changes.");
});

test("an answer on a bad line stays on the phone, and is sent once when there is a line again @phone", async ({
  context,
  page,
}) => {
  await signIn(context, "admin");
  const stops = [{ name: "Blood bank", carrierId: await carrierId(context, "储血冰箱2号") }, { name: unique("Ramp") }];
  const { request } = context;
  const { id } = await result<{ id: number }>(request.post("/service/transport", { data: { stops } }));
  await result(request.post(`/service/transport/${id}/depart`, { data: {} }));
  const { url } = await result<{ url: string }>(request.get(`/service/transport/${id}/code`));
  const given = () => result<object[]>(request.get(`/service/transport/${id}/handover`));
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("frostline.handover.")).length);

  await page.goto(`/en-US/handOver${new URL(url).search}`);
  await page.getByRole("radio", { name: "Accept", exact: true }).check();
  await page.getByLabel("Your name").fill("Karin Löfgren");
  await page.locator("canvas").click();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign and send" }).click();
  await expect(page.getByText("Your answer is stored on this phone")).toBeVisible();
  expect(await kept()).toBe(1);
  expect(await given()).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByText("The sender has been notified.")).toBeVisible();
  expect(await kept()).toBe(0);
  expect(await given()).toEqual([expect.objectContaining({ answer: "accepted", receiverName: "Karin Löfgren" })]);
});

import { expect } from "@playwright/test";
import { findings } from "../support/axe";
import { TEST_PASSWORD } from "../support/environment";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

type Listed = { id: number; carrier: { name: string } | null };

/** Lots that one excursion of the demo world left in different states; each run decides one of them. */
const LOTS: Record<string, { number: string; verdict: string; because: string }> = {
  desktop: { number: "V2603C", verdict: "Do not use", because: "Out of range for longer than the product allows" },
  phone: { number: "H2605C", verdict: "Quarantine", because: "Too long without a measured value" },
};

test("from an excursion to its lots, their verdicts and a signed decision @everywhere", async ({ context, page }) => {
  await signIn(context, "admin");
  const get = async (path: string) => (await (await context.request.get(path)).json()).result;
  const placed = (await get("/service/lot?q=V2603C")).items[0] as Listed;
  const { stays, verdict } = await get(`/service/lot/${placed.id}/verdict`);
  const { items } = await get(`/service/exception?carrierId=${stays[0].carrier.id}&iDisplayLength=100`);
  const near = (items as (Listed & { startedAt: string; side: string | null })[]).filter(
    ({ side }) => side === "above",
  );
  const excursion = near.find(
    ({ startedAt }) => Math.abs(Date.parse(startedAt) - verdict.excursions[0].from) < 7_200_000,
  );

  await page.goto(`/en-US/abnormal/dataex?carrierId=${stays[0].carrier.id}&id=${excursion?.id}`);
  const lots = page.getByRole("region", { name: "Affected lots" });
  const lot = LOTS[test.info().project.name] as (typeof LOTS)[string];
  await expect(lots.getByRole("listitem").filter({ hasText: lot.number })).toContainText(lot.verdict);
  await lots.getByRole("link", { name: lot.number }).click();

  await expect(page.getByRole("heading", { name: lot.verdict })).toBeVisible();
  await expect(page.getByText(lot.because)).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await page.getByRole("button", { name: "Decide" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Decision").selectOption({ label: "Discard" });
  await dialog.getByLabel("Reason").fill("Compressor failed");
  await dialog.getByRole("button", { name: "Continue to signature" }).click();
  await dialog.getByRole("textbox", { name: "Password" }).fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Discarded by signature")).toBeVisible();
  await expect(page.getByRole("list").filter({ hasText: "Compressor failed" }).first()).toBeVisible();
});

test("a product from a preset, a lot of it, and what is in its carrier @core", async ({ context, page }) => {
  await signIn(context, "admin");
  const code = `E2E-${Date.now()}`;
  await page.goto("/en-US/goods/product?form=new");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From a preset").selectOption({ index: 2 });
  await dialog.getByLabel("Name").fill(code);
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("tbody tr").filter({ hasText: code })).toContainText("8–15 °C: 1 d");

  const carriers = await (await context.request.get("/service/carrier?q=胰岛素冷藏柜")).json();
  const products = await (await context.request.get(`/service/product?q=${code}`)).json();
  const [carrierId, productId] = [carriers, products].map(({ result }) => (result.items as Listed[])[0]?.id);
  const made = await context.request.post("/service/lot", { data: { productId, carrierId, number: code } });
  expect(made.status()).toBe(200);
  await page.goto(`/en-US/newCarrierDetail?id=${carrierId}&tab=goods`);
  await expect(page.getByRole("listitem").filter({ hasText: code })).toContainText("Usable");
});

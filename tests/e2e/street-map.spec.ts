import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { signIn } from "../support/sign-in";
import { munich, pmtilesOf } from "../support/street-tiles";
import { test } from "../support/test";

/** The server looks for a new file every 30 s. */
const NOTICE_MS = 60_000;
const folder = () => path.join(process.env.E2E_DATA_DIR as string, "maps");

test.afterAll(() => rmSync(folder(), { recursive: true, force: true }));

test("a map draws the streets of the installation's file, and stops outside of sites are named after them", async ({
  context,
  page,
}) => {
  await signIn(context, "platform");
  const { result } = await (await page.request.get("/service/carrier?iDisplayLength=1&type=vehicle&q=2103")).json();
  const address = `/en-US/traceDetail?id=${result.items[0].id}`;
  await page.goto(address);
  const nowhere = page.getByText("No street map is installed.");
  await expect(nowhere).toBeVisible({ timeout: 90_000 });

  mkdirSync(folder());
  writeFileSync(path.join(folder(), "munich.pmtiles"), pmtilesOf(munich()));
  const stop = page.getByRole("button", { name: /^Show on the map: Stop .*Munich/ });
  await expect(async () => {
    await page.goto(address);
    await expect(stop.first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: NOTICE_MS });
  const tile = page.waitForResponse((response) => response.url().includes("/service/streets?v="));
  await page.reload();
  expect((await tile).status()).toBe(206);
  await expect(page.locator("[data-map=ready]")).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText("Streets of a test")).toBeVisible();
  await expect(nowhere).toHaveCount(0);
});

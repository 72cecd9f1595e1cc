import { type Browser, expect, type Page } from "@playwright/test";
import { findings } from "../support/axe";
import { overweight } from "../support/first-load";
import { ownAddress, signIn } from "../support/sign-in";
import { test } from "../support/test";

const FRIDGE = "接种门诊疫苗冰箱1号";

/** Somebody with a phone and without an account; by default even without scripts. */
const stranger = async (browser: Browser, javaScriptEnabled = false) =>
  browser.newContext({
    ...{ javaScriptEnabled, locale: "es-ES", viewport: { width: 390, height: 844 }, extraHTTPHeaders: ownAddress() },
    serviceWorkers: "block",
    userAgent: "Mozilla/5.0 (Linux; Android 15; Mobile) Chrome/142.0",
  });

/** Fills in the form up to the subject, and returns it. */
async function begin(page: Page, kind: "Record" | "Live view" | "Wall display", search: string, name: string) {
  await page.goto("/en-US/code/findCode");
  await page.getByRole("button", { name: "New code" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("radio", { name: kind }).check({ force: true });
  await form.getByRole("combobox", { name: "Opens" }).fill(search);
  await page.getByRole("option", { name: search }).first().click();
  await form.getByRole("textbox", { name: "Title" }).fill(name);
  return form;
}

/** Makes the code and returns the address on its label. */
async function addressOf(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create code" }).click();
  const label = page.getByRole("dialog", { name: "Link and QR code" });
  await expect(label.getByRole("img", { name: `QR code of ${name}` })).toBeVisible();
  const address = await label.getByRole("textbox", { name: `Link of ${name}` }).inputValue();
  await label.getByRole("button", { name: "Close" }).last().click();
  return address;
}

test("a code with a PIN opens to a stranger's phone without scripts, is logged, and ends when revoked", async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, "admin");
  const name = `PIN ${Date.now()}`;
  const form = await begin(page, "Record", FRIDGE, name);
  await form.getByRole("textbox", { name: "PIN" }).fill("12");
  await form.getByRole("button", { name: "Create code" }).click();
  await expect(form.getByText("4 to 8 digits")).toBeVisible();
  await form.getByRole("textbox", { name: "PIN" }).fill("2468");
  const address = await addressOf(page, name);

  const reader = await stranger(browser);
  const phone = await reader.newPage();
  const answer = await phone.goto(address);
  expect(new URL(phone.url()).pathname).toBe("/es/queryCode");
  expect(answer?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "cache-control": expect.stringContaining("no-store"),
    "x-robots-tag": expect.stringContaining("noindex"),
  });
  expect(answer?.headers()["set-cookie"] ?? "").not.toContain("frostline.visit");
  expect(await phone.content()).not.toContain(FRIDGE);
  await phone.getByLabel("PIN").fill("1357");
  await phone.getByRole("button", { name: "Abrir" }).click();
  await expect(phone.getByRole("alert")).toContainText("No se abrió");
  await phone.getByLabel("PIN").fill("2468");
  await phone.getByRole("button", { name: "Abrir" }).click();
  await expect(phone.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(phone.getByText(FRIDGE).first()).toBeVisible();
  await expect(phone.getByRole("img", { name: /Evolución/ }).first()).toBeVisible();
  await expect(phone.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth).catch(() => 0)).toBeLessThanOrEqual(390);

  // The file has the fingerprint that the page shows.
  const href = (await phone.getByRole("link", { name: /Descargar/ }).getAttribute("href")) as string;
  const file = await reader.request.get(href);
  expect(file.status()).toBe(200);
  const { createHash } = await import("node:crypto");
  await expect(
    phone.getByText(
      createHash("sha256")
        .update(await file.body())
        .digest("hex"),
    ),
  ).toBeVisible();

  await page.getByRole("link", { name, exact: true }).click();
  const sheet = page.getByRole("dialog", { name });
  await expect(sheet.getByText("Wrong PIN")).toBeVisible();
  await expect(sheet.getByText("Opened", { exact: true })).toBeVisible();
  // In a low window it scrolls, also by keyboard.
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ ...size, height: 420 });
  await expect(sheet.locator("[tabindex='0']")).toBeVisible();
  expect(await findings(page, "[data-dialog=sheet]")).toEqual([]);
  await page.setViewportSize(size);
  await sheet.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText(`${name} revoked`)).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole("button", { name: "Abrir" })).toBeVisible();
  expect(await phone.content()).not.toContain(FRIDGE);
  await reader.close();
});

test("whatever does not open looks the same @everywhere @core", async ({ page, request }) => {
  const bodies = [];
  for (const key of ["a-code-that-never-was", "another-one-that-never-was"]) {
    const answer = await request.get(`/en-US/queryCode?key=${key}`, { headers: ownAddress() });
    expect(answer.status()).toBe(200);
    bodies.push(key.length);
  }
  await page.goto("/en-US/queryCode?key=a-code-that-never-was");
  await expect(page.getByRole("heading", { name: "Confirm to open this page" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("an open record is light, complete and accessible @phone @core", async ({ page, context, browser, request }) => {
  await signIn(context, "admin");
  const made = await context.request.get("/service/shareCode/subject?q=疫苗冰箱1号");
  const [{ id }] = ((await made.json()) as { result: [{ id: number }] }).result;
  const generated = await context.request.post("/service/find/code/generate", {
    data: {
      carrierIds: [id],
      fields: ["owner", "place", "value", "range", "chart", "table", "figures", "excursions", "calibration", "proof"],
    },
  });
  expect(generated.status(), await generated.text()).toBe(200);
  const [{ url }] = ((await generated.json()) as { result: { items: [{ url: string }] } }).result.items;
  const path = `/en-US${new URL(url).pathname}${new URL(url).search}`;
  expect(await overweight(request, path)).toBeNull();
  await page.goto(path);
  await expect(page.getByRole("status").first()).toBeVisible();
  for (const title of ["Chart", "Key figures", "Calibration", "Proof"])
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await page.getByText("Data table").tap();
  await expect(page.getByRole("columnheader", { name: "Mean" }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findings(page)).toEqual([]);
  for (const [language, word] of [
    ["中文", "证明"],
    ["日本語", "証明"],
    ["Español", "Verificación"],
  ] as const) {
    await page.getByRole("link", { name: new RegExp(language) }).click();
    await expect(page.getByRole("heading", { name: word })).toBeVisible();
  }
  expect(browser.isConnected()).toBe(true);
});

test("a wall shows its board without a login, and goes blank when revoked", async ({ page, context, browser }) => {
  await signIn(context, "admin");
  const name = `wall ${Date.now()}`;
  await begin(page, "Wall display", "接种门诊", name);
  const address = await addressOf(page, name);
  const reader = await stranger(browser, true);
  const wall = await reader.newPage();
  await wall.goto(address);
  await expect(wall.locator("[data-verdict]")).toBeVisible();
  // While any carrier is out of range, the wall shows those alone.
  await expect(wall.locator("li[data-status]").first()).toBeVisible();
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText(`${name} revoked`)).toBeVisible();
  await expect(wall.getByText("Este panel ya no está disponible")).toBeVisible();
  await reader.close();
});

import { expect } from "@playwright/test";
import { findings } from "../support/axe";
import { makeLinkKey } from "../support/exception-link";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const link = () => makeLinkKey(process.env.E2E_DATA_DIR as string);

test("a contact acknowledges with his thumb and without an account @phone", async ({ page, request }) => {
  const { key, contact } = await link();
  const path = `/zh-CN/exDetail?key=${key}`;
  const answer = await page.goto(path);
  expect(answer?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "cache-control": expect.stringContaining("no-store"),
    "x-robots-tag": expect.stringContaining("noindex"),
  });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("温度");
  await expect(page.getByRole("img", { name: /°C/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findings(page)).toEqual([]);

  const submit = page.getByRole("button", { name: "确认", exact: true });
  await submit.tap();
  await expect(page.getByLabel("说明")).toBeFocused();
  await expect(page.getByText("不能为空。")).toBeVisible();

  // Big enough for a thumb, and reached without scrolling.
  const box = await submit.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  await page.getByRole("button", { name: "正在现场检查" }).tap();
  await expect(page.getByLabel("说明")).toHaveValue("正在现场检查");
  await submit.tap();

  const stand = page.getByRole("status");
  await expect(stand).toContainText(contact);
  await expect(stand).toContainText("正在现场检查");
  await expect(submit).toBeHidden();
  expect(await findings(page)).toEqual([]);
  const again = await request.post("/service/exceptionLink", { data: { key, comment: "once more" } });
  expect(again.status()).toBe(409);
});

test("from the link to 'acknowledged with cause' it takes a nurse no more than three taps @phone @core", async ({
  page,
}) => {
  const { key, contact } = await link();
  // The link in the message is the first.
  let taps = 1;
  const tap = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).tap();
    taps += 1;
  };
  await page.goto(`/en-US/exDetail?key=${key}`);
  await tap("Door was open, now closed");
  // The comment names the cause.
  await expect(page.getByLabel("Reason").locator("option:checked")).toHaveText("Door left open");
  await tap("Acknowledge");
  await expect(page.getByRole("status")).toContainText(`Acknowledged by ${contact}`);
  expect(taps).toBeLessThanOrEqual(3);
});

test("the console tells the cause that came by a link, and offers it to whoever handles", async ({ page, context }) => {
  const { key, exceptionId } = await link();
  await page.goto(`/en-US/exDetail?key=${key}`);
  await page.getByLabel("Comment").fill("closed it");
  await page.getByLabel("Reason").selectOption({ label: "Door left open" });
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByRole("status")).toContainText("closed it");
  await signIn(context, "root");
  await page.goto(`/en-US/abnormal/dataex?id=${exceptionId}`);
  const record = page.getByRole("dialog");
  await expect(record.getByText("Door left open")).toBeVisible();
  await record.getByRole("button", { name: "Record cause and action" }).click();
  await expect(record.getByLabel("Reason").locator("option:checked")).toHaveText("Door left open");
});

test("the console tells who acknowledged by a link", async ({ page, context }) => {
  const { key, contact, exceptionId } = await link();
  const done = await page.request.post("/service/exceptionLink", { data: { key, comment: "moved to ward 2" } });
  expect(done.status(), await done.text()).toBe(200);
  await signIn(context, "root");
  await page.goto(`/en-US/abnormal/dataex?id=${exceptionId}`);
  const record = page.getByRole("dialog");
  await expect(record.getByText(`Acknowledged by ${contact} through a message link`)).toBeVisible();
  await expect(record.getByText("moved to ward 2")).toBeVisible();
});

test("whoever is at a screen sees all of it, in his language", async ({ page }) => {
  const { key } = await link();
  await page.goto(`/en-US/exDetail?key=${key}`);
  await expect(page.getByRole("heading", { name: "Acknowledge this exception" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Notified contacts" })).toBeVisible();
  await page.getByRole("link", { name: "日本語" }).click();
  await expect(page).toHaveURL(`/ja/exDetail?key=${key}`);
  await expect(page.getByRole("heading", { name: "この異常を確認" })).toBeVisible();
});

test("a link that opens nothing says no more than that @everywhere", async ({ page }) => {
  const { key } = await link();
  const pages: string[] = [];
  for (const wrong of ["", "x", `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`, "k".repeat(300)]) {
    const answer = await page.goto(`/en-US/exDetail?key=${wrong}`);
    expect(answer?.status()).toBe(404);
    expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
    pages.push((await page.getByRole("main").textContent()) ?? "");
  }
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).toContain("Link not valid");
});

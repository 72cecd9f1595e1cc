import { type Browser, expect } from "@playwright/test";
import type { Locale } from "../../../lib/i18n/routing";
import {
  type Area,
  errorText,
  expectAnswered,
  fillAll,
  PERSONAL,
  saveRemarks,
  stamp,
  textOf,
  textsOf,
} from "../../support/error-catalogue";
import { type OlderApi, startOlderApi } from "../../support/older-api";
import { signIn } from "../../support/sign-in";
import { readyWhenLoaded, test } from "../../support/test";

// The codes of specification, section 8, that only an older API gives, or a server that fails or keeps silent: one
// that runs, behind a console that moves two of its calls there.

const PARAMETER = "/service/parameter";
const LOGIN = "/service/user/login";

let older: OlderApi;
test.beforeAll(async () => {
  older = await startOlderApi([PERSONAL, PARAMETER]);
});
test.afterAll(() => older.stop());

type Said = { status: number; body: unknown; text: "INTERNAL" | "LOGIN_FAILED" };

/** What is said about a person's own data, and what the console makes of it. `code` is that of the area. */
const SAID: readonly (readonly [area: Area, code: number, said: Said])[] = [
  ["business", 500000, { status: 200, body: { state: { code: 500000, msg: "x" }, result: null }, text: "INTERNAL" }],
  ["business", 50098, { status: 200, body: { state: { code: 50098, msg: "x" } }, text: "LOGIN_FAILED" }],
  ["http", 500, { status: 500, body: "<html>Internal Server Error</html>", text: "INTERNAL" }],
  // Without a body, however well it was meant.
  ["http", 500, { status: 200, body: "", text: "INTERNAL" }],
];

test("what an older API says is shown", async ({ context, page }) => {
  const locale = "en-US";
  await signIn(context, "user");
  for (const [area, code, { status, body, text }] of SAID) {
    await page.goto(`${older.baseUrl}/${locale}/personal/material`);
    older.answer(status, body);
    older.heard.length = 0;
    await expectAnswered(page, PERSONAL, area, code, () => saveRemarks(page));
    await expect(page.getByText(errorText(locale, text))).toBeVisible();
    expect(older.heard).toEqual([`PUT ${PERSONAL}`]);
  }

  await signIn(context, "root");
  await page.goto(`${older.baseUrl}/${locale}/sys/paramsetup?edit=new`);
  const form = page.getByRole("dialog");
  await fillAll(page, { name: `Older ${stamp}`, code: `older_${stamp}`, content: "1" });
  older.answer(200, { state: { code: 3, msg: "system error" }, result: null });
  older.heard.length = 0;
  const submit = () => form.locator('button[type="submit"]').click();
  await expectAnswered(page, PARAMETER, "parameter", 3, submit);
  await expect(form.getByText(errorText(locale, "INTERNAL"))).toBeVisible();
  expect(older.heard).toEqual([`POST ${PARAMETER}`]);
});

/** The login page behind a line that takes longer than a call waits. */
async function loginOnSlowLine(browser: Browser, locale: Locale): Promise<void> {
  const context = readyWhenLoaded(await browser.newContext());
  const page = await context.newPage();
  await page.goto(`${older.baseUrl}/${locale}/login`);
  await page.locator('input[name="username"]').fill(`nobody_${stamp}`);
  await page.locator('input[name="password"]').fill("Wrong1234");
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  const speed = { downloadThroughput: -1, uploadThroughput: -1 };
  await line.send("Network.emulateNetworkConditions", { offline: false, latency: 60_000, ...speed });
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === LOGIN);
  await page.locator('button[type="submit"]').click();
  await asked;
  const told = page.getByText(textOf(textsOf(locale, "login"), "error.timeout"));
  await expect(told).toBeVisible({ timeout: 20_000 });
  await context.close();
}

test("what is not answered in time is shown", async ({ browser, context }) => {
  await signIn(context, "user");
  older.beSilent();
  older.heard.length = 0;
  // All at once, for each waits out the ten seconds of a call.
  await Promise.all([
    loginOnSlowLine(browser, "ja"),
    (async () => {
      const page = await context.newPage();
      await page.goto(`${older.baseUrl}/es/personal/material`);
      await saveRemarks(page);
      await expect(page.getByText(errorText("es", "timeout"))).toBeVisible({ timeout: 20_000 });
    })(),
  ]);
  expect(older.heard).toEqual([`PUT ${PERSONAL}`]);
});

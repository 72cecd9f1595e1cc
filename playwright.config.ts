import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { freePort } from "./scripts/product/port.mjs";
import { browserLaunchOptions } from "./tests/support/browser.mjs";
import { isolatedEnvironment } from "./tests/support/environment";

// This file is loaded by the runner and again by each worker, which inherits the runner's environment.
const isRunner = process.env.E2E_DATA_DIR === undefined;
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "frostline-e2e-"));
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_MQTT_PORT ??= String(await freePort());

const dataDirectory = process.env.E2E_DATA_DIR;
const baseURL = `http://localhost:${process.env.E2E_PORT}`;

if (isRunner) {
  chmodSync(dataDirectory, 0o755);
  process.once("exit", () => rmSync(dataDirectory, { recursive: true, force: true }));
}

const launchOptions = await browserLaunchOptions();

/**
 * Tests run on the desktop, those tagged `@phone` on a phone instead, those tagged `@everywhere` on both. `npm test` runs
 * those tagged `@core`; the long run at other hours of the day also those tagged `@hours`.
 */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  // `npm run test:long`
  testIgnore: process.env.TEST_LONG ? [] : ["**/e2e/long/**"],
  workers: 1,
  // These limits end hanging tests; a slow machine must not fail them.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: "list",
  outputDir: "test-results",
  forbidOnly: process.env.CI !== undefined,
  use: {
    baseURL,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    launchOptions,
    // offline.spec.ts allows the service worker that it tests.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "desktop", grepInvert: /@phone\b/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      grep: /@phone\b|@everywhere\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: "node scripts/start.mjs",
    url: `${baseURL}/service/health`,
    timeout: 900_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stdout: "pipe",
    env: isolatedEnvironment({
      PORT: process.env.E2E_PORT,
      HOST: "localhost",
      // Logins are rate-limited by address; behind a trusted proxy, tests can use many addresses.
      TRUSTED_PROXIES: "1",
      DATA_DIR: dataDirectory,
      SEED: "demo",
      SIMULATE: "on",
      LOGIN_CAPTCHA: process.env.E2E_LOGIN_CAPTCHA ?? "off",
      MQTT_PORT: process.env.E2E_MQTT_PORT,
    }),
  },
});

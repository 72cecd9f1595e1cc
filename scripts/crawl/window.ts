import type { Browser, BrowserContext, Page } from "@playwright/test";
import { readyWhenLoaded } from "../../tests/support/test";
import { SIZES, type Size } from "./plan";
import { Traffic } from "./traffic";

export type Window = { context: BrowserContext; page: Page; traffic: Traffic };

/** Opens a window of a given size with the session of another context; the narrow one has touch and no hover. */
export async function openWindow(
  browser: Browser,
  session: BrowserContext,
  size: Size,
  baseURL: string,
): Promise<Window> {
  const isPhone = size === "390";
  const context = readyWhenLoaded(
    await browser.newContext({
      serviceWorkers: "block",
      baseURL,
      storageState: await session.storageState(),
      viewport: SIZES[size],
      isMobile: isPhone,
      hasTouch: isPhone,
      reducedMotion: "reduce",
      timezoneId: "Asia/Shanghai",
    }),
  );
  // Functions that run in the page are compiled with a helper that the page lacks.
  await context.addInitScript("globalThis.__name ??= (value) => value");
  const page = await context.newPage();
  return { context, page, traffic: new Traffic(page) };
}

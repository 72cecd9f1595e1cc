import { type BrowserContext, test as base, type Page } from "@playwright/test";

/** React has taken over every control of the page: one that is clicked before does nothing. */
const isAwake = () =>
  [...document.querySelectorAll("button, input, textarea, select")]
    // What still streams in is hidden; the map makes its own buttons.
    .filter((control) => !control.closest("[hidden], .maplibregl-map"))
    .every((control) => Object.keys(control).some((key) => key.startsWith("__reactProps$")));

/**
 * Resolves when the page that is loading can be used. To be asked where a page leads on by a full load of its own: what
 * is sent before goes the way of a page without scripts.
 */
export async function untilAwake(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.waitForFunction(isAwake, undefined, { timeout: 15_000 });
}

function waitWhereItLoads(page: Page): void {
  const awake = async <T>(loaded: Promise<T>): Promise<T> => {
    const response = await loaded;
    await untilAwake(page);
    return response;
  };
  const { goto, reload } = page;
  page.goto = (...args) => awake(goto.apply(page, args));
  page.reload = (...args) => awake(reload.apply(page, args));
}

/** The context whose pages are ready to be used once they are loaded, as a person finds them a second later. */
export function readyWhenLoaded(context: BrowserContext): BrowserContext {
  context.on("page", waitWhereItLoads);
  return context;
}

/** Playwright's test, whose pages are ready to be used once they are loaded. */
export const test = base.extend({
  context: async ({ context }, use) => {
    await use(readyWhenLoaded(context));
  },
});

import { type BrowserContext, test as base, type Page } from "@playwright/test";

/** React has taken over the page and every control of it: one that is clicked before does nothing. */
function isAwake(): boolean {
  const kept = (element: object, name: string) => {
    const key = Object.keys(element).find((one) => one.startsWith(name));
    return key === undefined ? undefined : Reflect.get(element, key);
  };
  const root = kept(document, "__reactContainer$");
  // A blank page, or one that is a file, has nothing to wait for.
  if (!root) return document.querySelector("script[src*='/_next/']") === null;
  // Its controls are known before the page is, whose windows hear no keys until then.
  if (root.stateNode.current.memoizedState.isDehydrated) return false;
  return (
    [...document.querySelectorAll("button, input, textarea, select")]
      // What still streams in is hidden; the map makes its own buttons.
      .filter((control) => !control.closest("[hidden], .maplibregl-map"))
      .every((control) => kept(control, "__reactProps$") !== undefined)
  );
}

/** What React does once it has painted comes after the next frame. */
const afterFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * Resolves when the page that is loading can be used. To be asked where a page leads on by a full load of its own: what
 * is sent before goes the way of a page without scripts.
 */
export async function untilAwake(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.waitForFunction(isAwake, undefined, { timeout: 15_000 });
  await page.evaluate(afterFrame);
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

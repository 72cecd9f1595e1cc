import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

/** How far libfaketime sets this process and those of the product ahead, in the long run at other hours. */
const CLOCK_AHEAD_MS = Number.parseInt(process.env.FAKETIME ?? "0", 10) * 1000;

/** The clock of a service worker (epoch ms), which `shiftClock` does not reach. */
export const workerNow = (): number => Date.now() - CLOCK_AHEAD_MS;

/** Whether React has hydrated the page and all of its controls; a click before that has no effect. */
function isAwake(): boolean {
  const kept = (element: object, name: string) => {
    const key = Object.keys(element).find((one) => one.startsWith(name));
    return key === undefined ? undefined : Reflect.get(element, key);
  };
  const root = kept(document, "__reactContainer$");
  // A blank page or a plain file has nothing to wait for.
  if (!root) return document.querySelector("script[src*='/_next/']") === null;
  // Controls are hydrated before the page, whose windows do not handle keys until then.
  if (root.stateNode.current.memoizedState.isDehydrated) return false;
  // Streamed content replaces its skeleton a little later, and is hydrated after that.
  if (document.querySelector("div[hidden][id^='S:'], template[id^='B:']")) return false;
  return (
    [...document.querySelectorAll("button, input, textarea, select")]
      // The map creates its own buttons.
      .filter((control) => !control.closest("[hidden], .maplibregl-map"))
      .every((control) => kept(control, "__reactProps$") !== undefined)
  );
}

/** Effects of React after a paint run after the next frame. */
const afterFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * Resolves when the loading page is usable. Call it after a full page load by the page itself: actions before that are
 * handled as on a page without scripts.
 */
export async function untilAwake(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.waitForFunction(isAwake, undefined, { timeout: 60_000 });
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

/** Sets the clock of a page ahead, because Chromium does not run with libfaketime. */
function shiftClock(byMs: number): void {
  const { now } = Date;
  globalThis.Date = new Proxy(Date, {
    apply: () => new Date().toString(),
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now() + byMs], made),
    get: (target, name) => (name === "now" ? () => now() + byMs : Reflect.get(target, name)),
  });
}

/** The toasts of each page in order of appearance. */
const told = new WeakMap<Page, string[]>();

declare global {
  interface Window {
    tellToast(text: string): void;
  }
}

/** Reports each toast as it appears. */
function watchToasts(): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLElement && node.matches("[aria-live][data-over-dialogs] li"))
        window.tellToast(node.textContent ?? "");
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Waits until a toast with this text has appeared on the page, even if it is gone: it is shown for a second or three,
 * which on a slow machine may pass between two checks. A match is consumed, so the same text has to appear again.
 */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const said = told.get(page) ?? [];
  const place = () => said.findIndex((one) => (typeof text === "string" ? one.includes(text) : text.test(one)));
  await expect.poll(() => (place() < 0 ? said.join("\n") : text), "toasts of the page").toBe(text);
  said.splice(place(), 1);
}

/** Returns the context with pages that are usable once loaded, as for a person a second later. */
export function readyWhenLoaded(context: BrowserContext): BrowserContext {
  context.on("page", (page) => {
    waitWhereItLoads(page);
    told.set(page, []);
  });
  void context.exposeBinding("tellToast", ({ page }, text: string) => told.get(page)?.push(text));
  void context.addInitScript(watchToasts);
  if (CLOCK_AHEAD_MS) void context.addInitScript(shiftClock, CLOCK_AHEAD_MS);
  return context;
}

/** Playwright's test, with pages that are usable once loaded. */
export const test = base.extend({
  context: async ({ context }, use) => {
    await use(readyWhenLoaded(context));
  },
});

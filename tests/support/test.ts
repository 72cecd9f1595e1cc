import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

/** By how much libfaketime sets this process and those of the product ahead, in the long run at other hours. */
const CLOCK_AHEAD_MS = Number.parseInt(process.env.FAKETIME ?? "0", 10) * 1000;

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
  // What has streamed in takes the place of its skeleton a little later, and is taken over after that.
  if (document.querySelector("div[hidden][id^='S:'], template[id^='B:']")) return false;
  return (
    [...document.querySelectorAll("button, input, textarea, select")]
      // The map makes its own buttons.
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

/** Sets the clock of a page ahead: Chromium itself does not run with libfaketime. */
function shiftClock(byMs: number): void {
  const { now } = Date;
  globalThis.Date = new Proxy(Date, {
    apply: () => new Date().toString(),
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now() + byMs], made),
    get: (target, name) => (name === "now" ? () => now() + byMs : Reflect.get(target, name)),
  });
}

/** What toasts have said on a page, in the order in which they came. */
const told = new WeakMap<Page, string[]>();

declare global {
  interface Window {
    tellToast(text: string): void;
  }
}

/** Tells of each toast as it comes. */
function watchToasts(): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLElement && node.matches("[aria-live][data-over-dialogs] li"))
        window.tellToast(node.textContent ?? "");
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Waits until a toast has said this on the page, whether it is still there or not: it stays for a second or three, which
 * on a slow machine pass between two looks. What is found is used up, so the same words have to be said again.
 */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const said = told.get(page) ?? [];
  const place = () => said.findIndex((one) => (typeof text === "string" ? one.includes(text) : text.test(one)));
  await expect.poll(() => (place() < 0 ? said.join("\n") : text), "toasts of the page").toBe(text);
  said.splice(place(), 1);
}

/** The context whose pages are ready to be used once they are loaded, as a person finds them a second later. */
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

/** Playwright's test, whose pages are ready to be used once they are loaded. */
export const test = base.extend({
  context: async ({ context }, use) => {
    await use(readyWhenLoaded(context));
  },
});

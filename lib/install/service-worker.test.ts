import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { LOCALES } from "@/lib/i18n/routing";

const SOURCE = readFileSync(new URL("../../public/sw.js", import.meta.url), "utf8");
const ORIGIN = "https://console.example";
type Answer = Response | "none";
type Heard = (event: Record<string, unknown>) => void;

/** The browser's caches, as far as the worker uses them. */
function stores() {
  const kept = new Map<string, Map<string, Response>>();
  const addressOf = (key: Request | string) => new URL(typeof key === "string" ? key : key.url, ORIGIN).pathname;
  const find = (entries: Map<string, Response> | undefined, key: Request | string) =>
    entries?.get(addressOf(key))?.clone();
  const open = async (name: string) => {
    const entries = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, entries);
    return {
      match: async (key: Request | string) => find(entries, key),
      put: async (key: Request | string, response: Response) => void entries.set(addressOf(key), response),
      addAll: async (requests: { url: string }[]) => {
        for (const { url } of requests)
          entries.set(addressOf(url), new Response(`<html lang="${addressOf(url)}" data-since="">`));
      },
    };
  };
  return {
    kept,
    caches: {
      open,
      keys: async () => [...kept.keys()],
      delete: async (name: string) => kept.delete(name),
      match: async (key: Request | string) => [...kept.values()].map((one) => find(one, key)).find(Boolean),
    },
  };
}

/** Starts the worker as a browser would, with a stubbed network. */
async function started(answer: (path: string) => Answer = () => new Response("page")) {
  const heard = new Map<string, Heard>();
  const { kept, caches } = stores();
  caches.open("frostline-pages-older");
  caches.open("another-product");
  const enable = vi.fn();
  const self = {
    location: { href: `${ORIGIN}/sw.js?v=7`, origin: ORIGIN },
    addEventListener: (name: string, listener: Heard) => heard.set(name, listener),
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn() },
    registration: { navigationPreload: { enable } },
  };
  const fetched: string[] = [];
  const fetch = async ({ url }: { url: string }) => {
    fetched.push(url);
    const given = answer(new URL(url).pathname);
    if (given === "none") throw new TypeError("Failed to fetch");
    return given;
  };
  class Asked {
    url: string;
    constructor(path: string) {
      this.url = new URL(path, ORIGIN).href;
    }
  }
  const error = () => new Response("error", { status: 500 });
  runInNewContext(SOURCE, {
    self,
    caches,
    fetch,
    URL,
    Request: Asked,
    Response: Object.assign(Response, { error }),
    Date,
  });
  const fire = async (name: string, event: Record<string, unknown> = {}) => {
    const waited: unknown[] = [];
    let response: Promise<Response> | undefined;
    heard.get(name)?.({
      ...event,
      waitUntil: (work: unknown) => waited.push(work),
      respondWith: (work: Promise<Response>) => {
        response = work;
      },
    });
    const given = await response;
    await Promise.all(waited);
    return given;
  };
  await fire("install");
  await fire("activate");
  const ask = (path: string, mode = "navigate") => fire("fetch", { request: { url: `${ORIGIN}${path}`, mode } });
  const addresses = () => [...kept].flatMap(([name, entries]) => [...entries.keys()].map((path) => `${name} ${path}`));
  return { ask, fire, fetched, addresses, kept, enable };
}

const PAGES = LOCALES.map((locale) => `frostline-pages-7 /${locale}/offline.html`);

describe("the service worker", () => {
  it("keeps the pages of its build in all languages, and takes those of older builds away", async () => {
    const { addresses, kept, enable } = await started();
    expect(addresses()).toEqual(PAGES);
    expect([...kept.keys()].sort()).toEqual(["another-product", "frostline-pages-7"]);
    expect(enable).toHaveBeenCalled();
  });

  it("keeps nothing of what a session opens or asks for", async () => {
    const { ask, addresses } = await started();
    expect(await (await ask("/en-US/home"))?.text()).toBe("page");
    expect(await ask("/service/mine/me", "cors")).toBeUndefined();
    expect(await ask("/_next/static/a.js", "no-cors")).toBeUndefined();
    // A navigation, passed on with its preloaded response: a second request would find it consumed.
    expect(await (await ask("/service/carrier/export?format=csv"))?.text()).toBe("page");
    expect(addresses()).toEqual(PAGES);
  });

  it.each<[string, Answer, string, string]>([
    ["nothing answers", "none", "/es/device/sensor", "/es/offline.html"],
    ["the console is away behind its proxy", new Response("", { status: 502 }), "/ja/home", "/ja/offline.html"],
    ["the address names no language", "none", "/", "/zh-CN/offline.html"],
  ])("shows the page of the language where %s", async (_, answer, path, page) => {
    const { ask } = await started(() => answer);
    const shown = await ask(path);
    expect(shown?.status).toBe(503);
    expect(shown?.headers.get("cache-control")).toBe("no-store");
    expect(await shown?.text()).toMatch(new RegExp(`lang="${page}" data-since="\\d{13}"`));
  });

  it("leaves an error of the console itself as it is", async () => {
    const { ask } = await started(() => new Response("broken", { status: 500 }));
    expect(await (await ask("/en-US/home"))?.text()).toBe("broken");
  });

  it("names the first moment without an answer until there is one again, or somebody signs out", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let isThere = false;
    const { ask, fire, addresses } = await started(() => (isThere ? new Response("page") : "none"));
    const sinceOf = async () => /data-since="(\d+)"/.exec((await (await ask("/ja/home"))?.text()) ?? "")?.[1];
    vi.setSystemTime(1_000_000);
    await fire("message", { data: "lost" });
    vi.setSystemTime(2_000_000);
    expect(await sinceOf()).toBe("1000000");
    expect(addresses()).toContain("frostline-state /since");
    isThere = true;
    await ask("/ja/home");
    expect(addresses()).toEqual(PAGES);
    isThere = false;
    vi.setSystemTime(3_000_000);
    expect(await sinceOf()).toBe("3000000");
    expect(await ask("/service/user/logout", "cors")).toBeUndefined();
    expect(addresses()).toEqual(PAGES);
    vi.useRealTimers();
  });

  it("knows every language of the console", () => {
    expect(SOURCE).toContain(`const LOCALES = ${JSON.stringify(LOCALES).replaceAll(",", ", ")};`);
  });
});

import { type Browser, chromium } from "@playwright/test";
import { mayOpen, SCREENS, type Screen, type ScreenPath } from "@/lib/page/screens";
import { browserLaunchOptions } from "../../tests/support/browser.mjs";
import { overweight } from "../../tests/support/first-load";
import type { Accounts } from "./accounts";
import { type Address, addressesOf, isMeantFor } from "./addresses";
import { signInAs } from "./callers";
import type { Fault, Finding, Looked } from "./findings";
import { type Caller, type Choice, isAsked, type Look } from "./plan";
import { ContactSheets } from "./sheet";
import { judge, open, tryClosed } from "./visit";
import { openWindow, type Window } from "./window";

type Place = { baseURL: string; accounts: Accounts; linkKey?: string | undefined };
type Result = { findings: Finding[]; looked: Looked; looks: number; sheets: string[] };
type Say = (line: string) => void;

/** Visits all chosen screens with as many callers in parallel as there are workers. */
export async function crawl(choice: Choice, place: Place, say: Say): Promise<Result> {
  const browser = await chromium.launch(await browserLaunchOptions());
  const callers = choice.callers.filter((caller) => place.accounts[caller] !== undefined);
  const sheets = new ContactSheets(choice.folder);
  const findings: Finding[] = [];
  let looks = 0;
  const record = (look: Look, faults: readonly Fault[]) => {
    looks += 1;
    const { path, caller, locale, theme, size } = look;
    findings.push(...faults.map((fault) => ({ ...fault, path, caller, locale, theme, size })));
    // A full crawl takes an hour or more, so errors are printed at once and again in the summary.
    for (const { level, rule, detail } of faults)
      if (level === "error") say(`${[path, caller, locale, theme, size].join(" ")}: ${rule}: ${detail.slice(0, 200)}`);
  };
  try {
    const waiting = [...callers];
    const work = async () => {
      for (let caller = waiting.shift(); caller; caller = waiting.shift())
        await crawlAs(caller, { browser, choice, place, sheets, record, say });
    };
    await Promise.all(Array.from({ length: choice.workers }, work));
  } finally {
    await browser.close();
  }
  const looked = { caller: callers, locale: choice.locales, theme: choice.themes, size: choice.sizes };
  return { findings, looked, looks, sheets: sheets.write() };
}

type Job = {
  browser: Browser;
  choice: Choice;
  place: Place;
  sheets: ContactSheets;
  record: (look: Look, faults: readonly Fault[]) => void;
  say: Say;
};

async function crawlAs(caller: Caller, { browser, choice, place, sheets, record, say }: Job): Promise<void> {
  const session = await browser.newContext({ baseURL: place.baseURL });
  const rights = await signInAs(session, caller, place.accounts[caller] ?? null);
  const screens: readonly Screen[] = SCREENS.filter(({ path }) => isAsked(path, choice.routes));
  const isOpen = (screen: Screen) => mayOpen(screen, rights) && isMeantFor(screen.path, caller);
  const addresses = new Map<string, Address[]>();
  for (const screen of screens.filter(isOpen))
    addresses.set(screen.path, await addressesOf(screen.path as ScreenPath, session.request, place.linkKey));

  for (const size of choice.sizes) {
    const window = await openWindow(browser, session, size, place.baseURL);
    for (const locale of choice.locales) {
      for (const screen of screens.filter(isOpen)) {
        for (const address of addresses.get(screen.path) ?? []) {
          const look = { path: screen.path, address: address.address, caller, locale, size };
          await lookAt(window, { ...look, theme: choice.themes[0] ?? "light" }, address);
        }
      }
      say(`${caller} ${size} ${locale}: done`);
    }
    await window.context.close();
  }
  await knock(screens.filter((screen) => !mayOpen(screen, rights)));
  await session.close();

  async function lookAt({ page, traffic }: Window, first: Look, address: Address): Promise<void> {
    try {
      const faults = await open(page, traffic, first, address);
      if (first.locale === choice.locales[0] && first.size === choice.sizes[0]) faults.push(...(await weigh(address)));
      for (const theme of choice.themes) {
        const look = { ...first, theme };
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        const found = [...faults.splice(0), ...(await judge(page, traffic, look))];
        record(look, found);
        await sheets.take(page, look, found.filter(({ level }) => level === "error").length);
      }
    } catch (cause) {
      record(first, [{ level: "error", rule: "cannot be looked at", detail: String(cause) }]);
    }
  }

  async function weigh({ address, status }: Address): Promise<Fault[]> {
    if (status !== 200) return [];
    const detail = await overweight(session.request, `/${choice.locales[0]}${address}`);
    return detail ? [{ level: "error", rule: "first load", detail }] : [];
  }

  /** Requests each closed screen once. */
  async function knock(closed: readonly Screen[]): Promise<void> {
    const [locale, theme, size] = [choice.locales[0], choice.themes[0], choice.sizes[0]];
    if (!locale || !theme || !size || closed.length === 0) return;
    for (const { path } of closed) {
      const look: Look = { path, address: path, caller, locale, theme, size };
      record(look, await tryClosed(session.request, look));
    }
  }
}

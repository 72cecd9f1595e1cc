import AxeBuilder from "@axe-core/playwright";
import type { APIRequestContext, Page } from "@playwright/test";
import { type ScreenPath, screenOf } from "@/lib/page/screens";
import type { Address } from "./addresses";
import type { Fault } from "./findings";
import { inspectPage } from "./inspect";
import type { Look } from "./plan";
import { textsOf } from "./texts";
import type { Traffic } from "./traffic";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];
/** Screens that need no way back: the login and pages for people without an account. */
const ENDS: readonly string[] = [
  "/login",
  "/qrLogin",
  "/exDetail",
  "/dataBackup",
  "/exportFile",
  "/handOver",
  "/kiosk",
];
/** Failed responses that the screen is meant to display, such as a login code that was used. */
const SHOWN: Readonly<Record<string, string>> = { "/qrLogin": "410 GET /service/user/qrLogin" };

/** Opens an address in the language of the visit; returns faults of the resulting address and of its requests. */
export async function open(page: Page, traffic: Traffic, look: Look, { address, status }: Address): Promise<Fault[]> {
  traffic.begin();
  const response = await page.goto(`/${look.locale}${address}`, { waitUntil: "load" });
  await traffic.settle();
  await page.evaluate(() => document.fonts.ready.then(() => true));
  const faults = traffic.take().filter(({ detail }) => detail !== SHOWN[look.path]);
  if (response?.status() !== status) faults.push(error("status", `${response?.status()} instead of ${status}`));
  const place = new URL(page.url()).pathname;
  if (place !== `/${look.locale}${look.path}`) faults.push(error("leads elsewhere", place.replace(/^\/[^/]+/, "")));
  return faults;
}

/** Returns the faults of the page as displayed, in one theme at one size. */
export async function judge(page: Page, traffic: Traffic, look: Look): Promise<Fault[]> {
  const { namespaces, titles } = textsOf(look.locale);
  const { faults, facts } = await page.evaluate(inspectPage, namespaces);
  const screen = screenOf(look.path as ScreenPath);
  const title = titles[screen.title] ?? "";
  if (!facts.title.includes(title)) faults.push(error("title", `“${facts.title}” without “${title}”`));
  if (facts.language !== look.locale) faults.push(error("language", facts.language));
  if (facts.headings !== 1) faults.push(error("heading", `${facts.headings} headings of the first level`));
  if (facts.ways === 0 && !ENDS.includes(look.path)) faults.push(error("no way back", "no link to another screen"));
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).withTags(RULES);
  const { violations } = await axe.setLegacyMode(true).analyze();
  for (const { id, nodes } of violations)
    faults.push(error(`axe ${id}`, nodes.map(({ html }) => html.slice(0, 140)).join(" | ")));
  return [...faults, ...traffic.take()];
}

/** Checks that an unauthorised account is redirected, with plain requests, which cost a tenth of a browser visit. */
export async function tryClosed(request: APIRequestContext, { caller, locale, address }: Look): Promise<Fault[]> {
  const refusal = `/${locale}/${caller === "nobody" ? "login" : "no-access"}`;
  const response = await request.get(`/${locale}${address}`);
  if (new URL(response.url()).pathname === refusal) return [];
  // Once streaming has begun, Next.js redirects by a meta tag.
  const [, lead] = /http-equiv="refresh" content="\d+;url=([^"?]+)/.exec(await response.text()) ?? [];
  return lead === refusal ? [] : [error("open to whom it is closed", `${response.status()} ${lead ?? ""}`)];
}

const error = (rule: string, detail: string): Fault => ({ level: "error", rule, detail });

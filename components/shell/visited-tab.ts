import { storageKey } from "@/lib/preference/preference";

/** A page visited in this window: what identifies it, its path and last address, and the record that it shows. */
export type VisitedTab = { key: string; path: string; href: string; name?: string };

/** By account, because a window may serve several one after the other. */
const keyOf = (account: string) => storageKey(`tabs.${account}`);

/** The tabs including this one: at its existing position with the new address and name, or appended. */
export function withTab(tabs: readonly VisitedTab[], tab: VisitedTab): readonly VisitedTab[] {
  const known = tabs.find((candidate) => candidate.key === tab.key);
  if (!known) return [...tabs, tab];
  const next = { ...known, ...tab };
  if (known.href === next.href && known.name === next.name) return tabs;
  return tabs.map((candidate) => (candidate === known ? next : candidate));
}

const isTab = (value: unknown): value is VisitedTab =>
  typeof value === "object" &&
  value !== null &&
  "key" in value &&
  typeof value.key === "string" &&
  "path" in value &&
  typeof value.path === "string" &&
  "href" in value &&
  typeof value.href === "string" &&
  value.href.startsWith("/") &&
  !value.href.startsWith("//") &&
  (!("name" in value) || typeof value.name === "string");

/** The tabs of an account in this window; empty if the storage is empty, invalid or unavailable. */
export function readTabs(account: string): VisitedTab[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(account)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isTab) : [];
  } catch {
    return [];
  }
}

export function writeTabs(account: string, tabs: readonly VisitedTab[]): void {
  sessionStorage.setItem(keyOf(account), JSON.stringify(tabs));
}

const DROPPED = "frostline:tabs-dropped";

/** Closes the tabs of an account for which `isDropped`, from outside of the tab bar. */
export function dropTabs(account: string, isDropped: (tab: VisitedTab) => boolean): void {
  writeTabs(
    account,
    readTabs(account).filter((tab) => !isDropped(tab)),
  );
  window.dispatchEvent(new Event(DROPPED));
}

/** Calls back after `dropTabs`; returns what ends that. */
export function onDropped(react: () => void): () => void {
  window.addEventListener(DROPPED, react);
  return () => window.removeEventListener(DROPPED, react);
}

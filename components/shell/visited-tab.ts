import { storageKey } from "@/lib/preference/preference";

/** A page visited in this window: its path and last address. */
export type VisitedTab = { path: string; href: string };

const KEY = storageKey("tabs");

/** The tabs including this one: at its existing position with the new address, or appended. */
export function withTab(tabs: readonly VisitedTab[], tab: VisitedTab): readonly VisitedTab[] {
  const known = tabs.find((candidate) => candidate.path === tab.path);
  if (known?.href === tab.href) return tabs;
  return known ? tabs.map((candidate) => (candidate === known ? tab : candidate)) : [...tabs, tab];
}

const isTab = (value: unknown): value is VisitedTab =>
  typeof value === "object" &&
  value !== null &&
  "path" in value &&
  typeof value.path === "string" &&
  "href" in value &&
  typeof value.href === "string" &&
  value.href.startsWith("/") &&
  !value.href.startsWith("//");

/** The tabs stored for this window; empty if the storage is empty, invalid or unavailable. */
export function readTabs(): VisitedTab[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isTab) : [];
  } catch {
    return [];
  }
}

export function writeTabs(tabs: readonly VisitedTab[]): void {
  sessionStorage.setItem(KEY, JSON.stringify(tabs));
}

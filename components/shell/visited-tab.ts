import { storageKey } from "@/components/ui/storage-key";

/** A page visited in this window: its path, and the address it was left at. */
export type VisitedTab = { path: string; href: string };

const KEY = storageKey("tabs");

/** The tabs with this one in them: at its old place with its new address, or as the last. */
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

/** What this window remembers; nothing when the store is empty, mangled or closed to us. */
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

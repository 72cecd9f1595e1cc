import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callService } from "@/lib/http/call-service";
import { storageKey } from "@/lib/preference/preference";
import { withRecent } from "./rules";
import type { ScreenHit, SearchDto } from "./schema";

/** A result of the command palette; `path` without the locale. Windows open beside the console. */
export type Hit = {
  key: string;
  kind: "screen" | "action" | "carrier" | "device";
  title: string;
  hint: string;
  path: string;
  isWindow: boolean;
};

/** The pages that the user may open. The page is reloaded when permissions change. */
export const screensQuery = (locale: string) =>
  queryOptions({
    queryKey: ["search", "screen", locale],
    queryFn: ({ signal }) => callService<ScreenHit[]>("/service/mine/screen", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Carriers and devices that match a text; none for an empty one. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ["search", q],
    queryFn: ({ signal }) => callService<SearchDto>(`/service/mine/search?${new URLSearchParams({ q })}`, { signal }),
    enabled: q !== "",
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });

/** Stored per account, because several users may share a browser. */
const recentKey = (username: string) => storageKey(`recent.${username}`);

const isHit = (value: unknown): value is Hit =>
  typeof value === "object" &&
  value !== null &&
  ["key", "title", "hint", "path"].every((name) => typeof Reflect.get(value, name) === "string") &&
  /^\/(?!\/)/.test(Reflect.get(value, "path") as string);

/** The account's most recently opened results, newest first; empty if the storage is invalid or not accessible. */
export function readRecent(username: string): Hit[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentKey(username)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isHit) : [];
  } catch {
    return [];
  }
}

export function noteRecent(username: string, hit: Hit): void {
  try {
    localStorage.setItem(recentKey(username), JSON.stringify(withRecent(readRecent(username), hit)));
  } catch {
    // The storage is full or not accessible; the palette works without it.
  }
}

import type { Severity } from "@/db/enums";
import type { Permission } from "@/lib/auth/permissions";

/** From the least to the most severe. */
export const SEVERITY_RANK: Record<Severity, number> = { warning: 1, minor: 2, major: 3, critical: 4 };

/** Whether the exception is open: not ended and not withdrawn. Only whether the instants are set matters. */
export const isOngoing = (life: { endedAt: unknown; withdrawnAt: unknown }): boolean =>
  life.endedAt === null && life.withdrawnAt === null;

type Span = { startedAt: number; endedAt: number | null; foreseenUntil?: number | null };

const MINUTE_MS = 60_000;

/**
 * The chart span of an exception, in epoch ms: a quarter of its length before and after, at least half an hour and at
 * most a day. It does not extend beyond `now`, except to five minutes after a forecast.
 */
export function chartSpan(
  { startedAt, endedAt, foreseenUntil = null }: Span,
  now: number,
): { from: number; to: number } {
  const end = endedAt ?? now;
  const margin = Math.min(1440 * MINUTE_MS, Math.max(30 * MINUTE_MS, (end - startedAt) / 4));
  const to = Math.min(Math.max(now, end), end + margin);
  return { from: startedAt - margin, to: Math.max(to, foreseenUntil === null ? to : foreseenUntil + 5 * MINUTE_MS) };
}

/** The criteria set by the tabs, one each; the others narrow all tabs. */
export const WAITING_VIEWS = {
  all: "",
  open: "state=open",
  unacknowledged: "acknowledged=no",
  unprocessed: "status=unprocessed",
} as const;

/** The tabs of a list: each with its path, which keeps the criteria that belong to no tab. */
export function waitingTabs(
  path: string,
  criteria: Readonly<Record<string, string>>,
): { view: WaitingView; href: string; current: boolean }[] {
  const views = Object.entries(WAITING_VIEWS) as [WaitingView, string][];
  const own = new Set(views.flatMap(([, set]) => [...new URLSearchParams(set).keys()]));
  const [common, chosen] = [new URLSearchParams(), new URLSearchParams()];
  for (const [name, value] of Object.entries(criteria)) (own.has(name) ? chosen : common).set(name, value);
  return views.map(([view, set]) => {
    const query = [set, String(common)].filter(Boolean).join("&");
    return { view, href: query ? `${path}?${query}` : path, current: String(chosen) === set };
  });
}

/**
 * Why a list shows no rows: `calm`, nothing is pending; `fresh`, some have begun since it was read; `unmonitored`, there
 * is nothing to watch; `narrowed`, no match; `beyond`, past the last page.
 */
export function whyEmpty(list: { total: number; fresh: number; isFiltered: boolean; isMonitored: boolean }) {
  if (list.total > 0) return "beyond";
  if (list.isFiltered) return "narrowed";
  if (list.fresh > 0) return "fresh";
  return list.isMonitored ? "calm" : "unmonitored";
}

type WaitingView = keyof typeof WAITING_VIEWS;

/** What an account may do about the work order of an exception. */
export function orderRight(permissions: ReadonlySet<Permission>): "none" | "view" | "new" {
  if (!permissions.has("viewWorkOrder")) return "none";
  return permissions.has("newWorkOrder") ? "new" : "view";
}

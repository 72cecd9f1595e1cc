import { type CarrierType, SEVERITIES, type Severity } from "@/db/enums";
import { MONITOR_STATUSES, type MonitorStatus } from "@/features/carrier/monitoring/point-state.rules";
import type { HomeOverviewDto, KeptCount, StateCounts } from "./home.schema";

/** What moves while it is monitored: boxes and vehicles. Everything else stands. */
export const MOBILE_TYPES: readonly CarrierType[] = ["incubator", "vehicle"];

/** The state that a place in the order "worst first" stands for. */
export const statusAt = (urgency: number): MonitorStatus =>
  MONITOR_STATUSES[Math.max(0, urgency - SEVERITIES.length)] ?? "stopped";

/** The severity of the excursion that a place in that order stands for; null where there is none. */
export const severityAt = (urgency: number): Severity | null => SEVERITIES[urgency] ?? null;

/** The counts of all carriers, and of those that stand and move apart. */
export function countStates(rows: readonly KeptCount[]): Record<"all" | "fixed" | "mobile", StateCounts> {
  const sum = (own: readonly KeptCount[]): StateCounts => {
    const counts: StateCounts = { total: 0, abnormal: 0, offline: 0, unknown: 0, normal: 0, stopped: 0 };
    for (const { urgency, count } of own) {
      counts.total += count;
      counts[statusAt(urgency)] += count;
    }
    return counts;
  };
  const isMobile = ({ type }: KeptCount) => MOBILE_TYPES.includes(type);
  return { all: sum(rows), fixed: sum(rows.filter((row) => !isMobile(row))), mobile: sum(rows.filter(isMobile)) };
}

export type Verdict = "empty" | "critical" | "warning" | "offline" | "normal";

/**
 * What is to be said first: whether anything is out of range (`critical` where an alarm of that severity is open), else
 * whether anything is not heard of, else that all is well. Carriers out of service alone are nothing to watch.
 */
export function verdictOf({ all, worst }: NonNullable<HomeOverviewDto["carriers"]>): Verdict {
  if (all.total - all.stopped === 0) return "empty";
  if (all.abnormal > 0) return worst[0]?.severity === "critical" ? "critical" : "warning";
  return all.offline + all.unknown > 0 ? "offline" : "normal";
}

/** Where more about a carrier is shown: its own page, or the list where somebody may not open that. */
export const carrierHref = ({ id, name }: { id: number; name: string }, rights: { carriers: boolean }): string =>
  rights.carriers ? `/carrier/carrierDetailPage?id=${id}` : `/databoard/monitoringPoint?q=${encodeURIComponent(name)}`;

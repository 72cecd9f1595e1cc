import { type CarrierType, SEVERITIES, type Severity } from "@/db/enums";
import { MONITOR_STATUSES, type MonitorStatus } from "@/features/carrier/monitoring/point-state.rules";
import type { HomeOverviewDto, KeptCount, StateCounts } from "./home.schema";

/** Types that move while they are monitored: boxes and vehicles. All others are fixed. */
export const MOBILE_TYPES: readonly CarrierType[] = ["incubator", "vehicle"];

/** The state for an index in the order "worst first". */
export const statusAt = (urgency: number): MonitorStatus =>
  MONITOR_STATUSES[Math.max(0, urgency - SEVERITIES.length)] ?? "stopped";

/** The excursion severity for an index in that order; null if there is none. */
export const severityAt = (urgency: number): Severity | null => SEVERITIES[urgency] ?? null;

/** The counts of all carriers, and of fixed and mobile ones separately. */
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
 * The verdict: out of range (`critical` with an open alarm of that severity), otherwise silent, otherwise all well. If
 * all carriers are out of service, nothing is monitored.
 */
export function verdictOf({ all, worst }: NonNullable<HomeOverviewDto["carriers"]>): Verdict {
  if (all.total - all.stopped === 0) return "empty";
  if (all.abnormal > 0) return worst[0]?.severity === "critical" ? "critical" : "warning";
  return all.offline + all.unknown > 0 ? "offline" : "normal";
}

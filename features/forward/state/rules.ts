import { AppError } from "@/lib/errors";

export const FORWARD_CONDITIONS = ["off", "failing", "behind", "replaying", "sending", "idle"] as const;
/** `behind`: it works, but the backlog is older than `BEHIND_MS`; `idle`: nothing was ever sent. */
export type ForwardCondition = (typeof FORWARD_CONDITIONS)[number];

/** Maximum age of the backlog of a target that keeps up. */
export const BEHIND_MS = 60_000;

type Facts = {
  isEnabled: boolean;
  failures: number;
  waitingSince: number | null;
  isReplaying: boolean;
  lastSuccessAt: number | null;
};

/** Condition of a target; instants in epoch ms. */
export function conditionOf(facts: Facts, now: number): ForwardCondition {
  if (!facts.isEnabled) return "off";
  if (facts.failures > 0) return "failing";
  if (facts.waitingSince !== null && now - facts.waitingSince > BEHIND_MS) return "behind";
  if (facts.isReplaying) return "replaying";
  return facts.lastSuccessAt !== null ? "sending" : "idle";
}

/** Throws if a replay would start in the future. */
export function assertPast(from: Date, now: Date): void {
  if (from < now) return;
  const issue = { path: "from", rule: "past", message: "must lie in the past" };
  throw new AppError("INVALID", `from: ${issue.message}`, { issues: [issue] });
}

/** Throws if the target is disabled. */
export function assertEnabled(isEnabled: boolean): void {
  if (isEnabled) return;
  const issue = { path: "id", rule: "disabled", message: "is disabled" };
  throw new AppError("CONFLICT", `id: ${issue.message}`, { issues: [issue] });
}

const HOUR_MS = 3_600_000;
/** Ranges for which traffic can be shown, in hours. */
export const TRAFFIC_HOURS = [24, 168, 720] as const;

/** Hours per bar, by the hours shown. */
const BAR_HOURS: Record<number, number> = { 24: 1, 168: 6, 720: 24 };

type Hour = { hour: string; messages: number; readings: number; exceptions: number; bytes: number; failures: number };
export type TrafficBar = Omit<Hour, "hour"> & { from: number; to: number };

/** Traffic of the last `hours` up to `now` (epoch ms) as bars of equal length; the last bar is the current one. */
export function barsOf(traffic: readonly Hour[], hours: number, now: number): TrafficBar[] {
  const length = (BAR_HOURS[hours] ?? 1) * HOUR_MS;
  const end = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  const start = end - hours * HOUR_MS;
  const bars: TrafficBar[] = Array.from({ length: (hours * HOUR_MS) / length }, (_, index) => ({
    from: start + index * length,
    to: start + (index + 1) * length,
    messages: 0,
    readings: 0,
    exceptions: 0,
    bytes: 0,
    failures: 0,
  }));
  for (const { hour, ...counts } of traffic) {
    const bar = bars[Math.floor((Date.parse(hour) - start) / length)];
    if (bar) for (const key of Object.keys(counts) as (keyof typeof counts)[]) bar[key] += counts[key];
  }
  return bars;
}

const UNITS = ["B", "kB", "MB", "GB"] as const;

/** An amount of data in the largest unit with a value of at least 1 (SI, powers of 1000). */
export function volumeOf(bytes: number): { value: number; unit: (typeof UNITS)[number] } {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return { value: bytes / 1000 ** step, unit: UNITS[step] as (typeof UNITS)[number] };
}

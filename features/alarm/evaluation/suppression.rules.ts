import type { Side } from "./statistics.rules";

export type CarrierHold = {
  carrierStatus: "running" | "backup" | "retirement" | "repaired" | "defrost";
  alarmSwitch: "on" | "off" | "paused";
  pausedUntil: number | null;
  defrostUntil: number | null;
  /** The end of a maintenance silence in force; null if there is none. */
  silencedUntil: number | null;
  /** The side of a range alarm; null for conditions without one, which a defrost does not suppress. */
  side: Side | null;
};

/**
 * Whether a carrier may raise an alarm at an instant (epoch ms). Only a running or defrosting carrier may. A defrost
 * suppresses alarms above the range until `defrostUntil`, a pause all alarms until `pausedUntil` (null: until changed),
 * a silence until `silencedUntil`.
 */
export function mayRaise(hold: CarrierHold, at: number): boolean {
  if (hold.alarmSwitch === "off") return false;
  if (hold.alarmSwitch === "paused" && !isOver(hold.pausedUntil, at)) return false;
  if (hold.silencedUntil !== null && at < hold.silencedUntil) return false;
  if (hold.carrierStatus === "defrost") return hold.side !== "above" || isOver(hold.defrostUntil, at);
  return hold.carrierStatus === "running";
}

/** Maximum interval of checks for what is suppressed: changes of a calendar, a switch or a status trigger no check. */
export const LOOK_AGAIN_MS = 60_000;

/**
 * When to check again what is suppressed at an instant (epoch ms): when both pause and silence are over, but within a
 * minute, because either may be cancelled and the other causes have no known end.
 */
export function nextLookAt({ alarmSwitch, pausedUntil, silencedUntil }: CarrierHold, at: number): number {
  const ends = [alarmSwitch === "paused" ? pausedUntil : null, silencedUntil].filter((end) => end !== null && end > at);
  const end = ends.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...(ends as number[]));
  return Math.min(end, at + LOOK_AGAIN_MS);
}

function isOver(until: number | null, at: number): boolean {
  return until !== null && at >= until;
}

/** Seconds of silence allowed: report interval × fault tolerance, at least one interval. */
export function noDataDeadlineSeconds(reportIntervalSeconds: number, coefficient: number): number {
  return reportIntervalSeconds * Math.max(1, coefficient);
}

/** Arrival of the last message, the silence allowed, and the start of the open no-data exception (epoch ms or null). */
export type NoDataFacts = { lastReceivedAt: number | null; deadlineSeconds: number; openSince: number | null };

/**
 * The action on silence at `now` (epoch ms): open a no-data exception, close the open one, or none. Never reported
 * means unknown, which raises no alarm.
 */
export function judgeNoData(
  { lastReceivedAt, deadlineSeconds, openSince }: NoDataFacts,
  now: number,
): "open" | "close" | "none" {
  if (lastReceivedAt === null) return "none";
  // Nothing arrived since and the clock was set back: no decision until it passes the start again.
  if (openSince !== null && lastReceivedAt < openSince && now <= openSince) return "none";
  const isSilent = now - lastReceivedAt > deadlineSeconds * 1000;
  if (isSilent === (openSince !== null)) return "none";
  return isSilent ? "open" : "close";
}

export type SilentException<Id> = { source: "gateway"; id: Id; affectedProbeIds: Id[] } | { source: "probe"; id: Id };

/**
 * The exceptions to raise for what is silent: one per silent gateway, with the silent probes behind it listed and
 * suppressed; one for every other silent probe.
 */
export function groupSilent<Id>(network: {
  gateways: readonly { id: Id; silent: boolean }[];
  probes: readonly { id: Id; gatewayId: Id | null; silent: boolean }[];
}): SilentException<Id>[] {
  const affected = new Map<Id, Id[]>();
  for (const gateway of network.gateways) if (gateway.silent) affected.set(gateway.id, []);

  const alone: SilentException<Id>[] = [];
  for (const probe of network.probes) {
    if (!probe.silent) continue;
    const siblings = probe.gatewayId === null ? undefined : affected.get(probe.gatewayId);
    if (siblings) siblings.push(probe.id);
    else alone.push({ source: "probe", id: probe.id });
  }
  const roots = [...affected].map(([id, probeIds]) => ({ source: "gateway" as const, id, affectedProbeIds: probeIds }));
  return [...roots, ...alone];
}

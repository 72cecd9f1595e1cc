import type { Side } from "./statistics.rules";

export type CarrierHold = {
  carrierStatus: "running" | "backup" | "retirement" | "repaired" | "defrost";
  alarmSwitch: "on" | "off" | "paused";
  pausedUntil: number | null;
  defrostUntil: number | null;
  /** The end of a maintenance silence that is in force; null: none is. */
  silencedUntil: number | null;
  /** The side of a range alarm; null for conditions without one, which defrosting does not hold back. */
  side: Side | null;
};

/**
 * Whether a carrier may raise an alarm at an instant (epoch ms). Only a running carrier does; a defrosting one is held
 * back above its range only, until `defrostUntil`; a paused one until `pausedUntil`. Null: held back until changed.
 * A silenced one is held back until `silencedUntil`.
 */
export function mayRaise(hold: CarrierHold, at: number): boolean {
  if (hold.alarmSwitch === "off") return false;
  if (hold.alarmSwitch === "paused" && !isOver(hold.pausedUntil, at)) return false;
  if (hold.silencedUntil !== null && at < hold.silencedUntil) return false;
  if (hold.carrierStatus === "defrost") return hold.side !== "above" || isOver(hold.defrostUntil, at);
  return hold.carrierStatus === "running";
}

/** How long the clock leaves alone at most what is held back: a calendar, a switch or a status tells nobody when it lets go. */
export const LOOK_AGAIN_MS = 60_000;

/**
 * When to look again at what is held back at an instant (epoch ms): at the end of the pause and the silence, and within
 * a minute at the latest, for either may be taken back, and the rest has no end of its own.
 */
export function nextLookAt({ alarmSwitch, pausedUntil, silencedUntil }: CarrierHold, at: number): number {
  const ends = [alarmSwitch === "paused" ? pausedUntil : null, silencedUntil].filter((end) => end !== null && end > at);
  const end = ends.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...(ends as number[]));
  return Math.min(end, at + LOOK_AGAIN_MS);
}

function isOver(until: number | null, at: number): boolean {
  return until !== null && at >= until;
}

/** Seconds of silence that are still in order: report interval × fault tolerance, never less than one interval. */
export function noDataDeadlineSeconds(reportIntervalSeconds: number, coefficient: number): number {
  return reportIntervalSeconds * Math.max(1, coefficient);
}

/** Arrival of the last message, the silence allowed, and the start of the open no-data exception (epoch ms or null). */
export type NoDataFacts = { lastReceivedAt: number | null; deadlineSeconds: number; openSince: number | null };

/**
 * What silence asks for at `now` (epoch ms): to open a no-data exception, to close the open one, or nothing.
 * Never reported means unknown, which is no alarm.
 */
export function judgeNoData(
  { lastReceivedAt, deadlineSeconds, openSince }: NoDataFacts,
  now: number,
): "open" | "close" | "none" {
  if (lastReceivedAt === null) return "none";
  // Nothing was heard since, and the clock was set back: it tells nothing until it is past the begin again.
  if (openSince !== null && lastReceivedAt < openSince && now <= openSince) return "none";
  const isSilent = now - lastReceivedAt > deadlineSeconds * 1000;
  if (isSilent === (openSince !== null)) return "none";
  return isSilent ? "open" : "close";
}

export type SilentException<Id> = { source: "gateway"; id: Id; heldBackProbeIds: Id[] } | { source: "probe"; id: Id };

/**
 * The exceptions to raise for what is silent: each silent gateway once, the silent probes behind it listed under it
 * and held back; every other silent probe by itself.
 */
export function groupSilent<Id>(network: {
  gateways: readonly { id: Id; silent: boolean }[];
  probes: readonly { id: Id; gatewayId: Id | null; silent: boolean }[];
}): SilentException<Id>[] {
  const heldBack = new Map<Id, Id[]>();
  for (const gateway of network.gateways) if (gateway.silent) heldBack.set(gateway.id, []);

  const alone: SilentException<Id>[] = [];
  for (const probe of network.probes) {
    if (!probe.silent) continue;
    const siblings = probe.gatewayId === null ? undefined : heldBack.get(probe.gatewayId);
    if (siblings) siblings.push(probe.id);
    else alone.push({ source: "probe", id: probe.id });
  }
  const roots = [...heldBack].map(([id, probeIds]) => ({ source: "gateway" as const, id, heldBackProbeIds: probeIds }));
  return [...roots, ...alone];
}

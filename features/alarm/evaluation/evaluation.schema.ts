import type { Severity } from "@/db/enums";
import type { GeofenceRule } from "../condition/geofence.rules";
import type { MachineRule } from "./machine.rules";
import type { TouchedSpan } from "./reconcile.rules";
import type { SeverityStep } from "./severity.rules";
import type { Sample } from "./statistics.rules";
import type { CarrierHold } from "./suppression.rules";

/** What a condition watches at a probe where it hangs now. Times in epoch milliseconds. */
export type Watch = {
  probeId: number;
  deviceId: number;
  carrierId: number;
  customerId: number;
  mountedAt: number;
  /** A silence is asked for only where something is to be raised. */
  hold: Omit<CarrierHold, "side" | "silencedUntil">;
  severity: Severity;
  severitySteps: SeverityStep[] | null;
  calendar: { days: number[]; windows: { from: string; to: string }[] } | null;
  timeZone: string;
  conditionId: number;
  rule: MachineRule;
};

/** What a condition watches of a carrier as a whole. `deviceId`: the first of those that tell where it is. */
export type CarrierWatch = Omit<Watch, "probeId" | "mountedAt" | "rule"> & { probeId: null; rule: GeofenceRule };

/**
 * New values of one probe, sorted by time, with its memory before them. `doorAt`: the earliest new reading of a door
 * that its delay depends on. `again`: the times of readings that were taken away or given back.
 */
export type Arrival = {
  probeId: number;
  lastAt: number | null;
  alarm: Record<string, unknown>;
  samples: readonly Sample[];
  doorAt?: number | undefined;
  again?: TouchedSpan | undefined;
};

/** The memory after judging: machines by condition id, and when the clock must look again. */
export type Judged = { alarm: Record<string, unknown>; dueAt: number | null };

/** An exception that opened, changed, closed or was withdrawn, as the live stream tells it. */
export type ExceptionChange = {
  id: number;
  customerId: number;
  carrierId: number | null;
  /** Without a carrier: the node of its device, by which it is visible. */
  sceneId?: number | null;
  severity: Severity;
  change: "opened" | "updated" | "closed" | "withdrawn";
};

import type { Severity } from "@/db/enums";
import type { GeofenceRule } from "../condition/geofence.rules";
import type { MachineRule } from "./machine.rules";
import type { TouchedSpan } from "./reconcile.rules";
import type { SeverityStep } from "./severity.rules";
import type { Sample } from "./statistics.rules";
import type { CarrierHold } from "./suppression.rules";

/** A condition at a probe under one of its mountings; `unmountedAt` is null while it lasts. Epoch milliseconds. */
export type Watch = {
  probeId: number;
  deviceId: number;
  carrierId: number;
  customerId: number;
  mountedAt: number;
  unmountedAt: number | null;
  /** The silence is queried only when something is about to be raised. */
  hold: Omit<CarrierHold, "side" | "silencedUntil">;
  severity: Severity;
  severitySteps: SeverityStep[] | null;
  calendar: { days: number[]; windows: { from: string; to: string }[] } | null;
  timeZone: string;
  conditionId: number;
  rule: MachineRule;
};

/** A condition on a carrier as a whole. `deviceId`: the first of the devices that report its position. */
export type CarrierWatch = Omit<Watch, "probeId" | "mountedAt" | "unmountedAt" | "rule"> & {
  probeId: null;
  rule: GeofenceRule;
};

/**
 * New values of one probe, sorted by time, with its state before them. `doorAt`: the earliest new reading of a door
 * that its delay depends on. `again`: the times of readings that were invalidated or restored.
 */
export type Arrival = {
  probeId: number;
  lastAt: number | null;
  alarm: Record<string, unknown>;
  samples: readonly Sample[];
  doorAt?: number | undefined;
  again?: TouchedSpan | undefined;
};

/** The state after evaluation: machine states by condition id, and when the sweep must run next. */
export type Judged = { alarm: Record<string, unknown>; dueAt: number | null };

/** An exception that opened, changed, closed or was withdrawn, as published in the live stream. */
export type ExceptionChange = {
  id: number;
  customerId: number;
  carrierId: number | null;
  /** Without a carrier: the node of its device, which determines visibility. */
  sceneId?: number | null;
  severity: Severity;
  change: "opened" | "updated" | "closed" | "withdrawn";
};

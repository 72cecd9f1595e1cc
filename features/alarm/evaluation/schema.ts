import type { Severity } from "@/db/enums";
import type { MachineRule } from "../machine/rules";
import type { TouchedSpan } from "../reconcile/rules";
import type { CarrierHold } from "../rules";
import type { Sample } from "../statistics/rules";

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
  calendar: { days: number[]; windows: { from: string; to: string }[] } | null;
  timeZone: string;
  conditionId: number;
  rule: MachineRule;
};

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
  severity: Severity;
  change: "opened" | "updated" | "closed" | "withdrawn";
};

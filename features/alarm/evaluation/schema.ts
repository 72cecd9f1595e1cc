import type { Severity } from "@/db/enums";
import type { RangeRule } from "../range/rules";
import type { CarrierHold } from "../rules";
import type { Sample } from "../statistics/rules";

/** What a range condition watches at a probe where it hangs now. Times in epoch milliseconds. */
export type Watch = {
  probeId: number;
  deviceId: number;
  carrierId: number;
  customerId: number;
  mountedAt: number;
  hold: Omit<CarrierHold, "side">;
  severity: Severity;
  calendar: { days: number[]; windows: { from: string; to: string }[] } | null;
  timeZone: string;
  conditionId: number;
  rule: RangeRule;
};

/** New values of one probe, sorted by time, with its memory before them. */
export type Arrival = {
  probeId: number;
  lastAt: number | null;
  alarm: Record<string, unknown>;
  samples: readonly Sample[];
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

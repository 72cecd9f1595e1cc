import { z } from "zod";
import type { WorkOrderState } from "@/db/work-order-enums";
import { checkSpan, lineText } from "@/lib/validation/fields";
import { orderFilters } from "./order.schema";

/** The filters of the list: the numbers of both agree. */
export const StatisticQuery = z.strictObject({ q: lineText(100).optional(), ...orderFilters }).superRefine(checkSpan);
export type StatisticQuery = z.output<typeof StatisticQuery>;

/** Times in seconds, means over the orders that have got so far; null: none has. */
export type Pace = {
  count: number;
  open: number;
  overdue: number;
  /** From submission to acceptance. */
  acceptSeconds: number | null;
  /** From acceptance to the report that the work is done. */
  finishSeconds: number | null;
  rated: number;
  stars: number | null;
};

/** `acceptor` null: orders that nobody has accepted. */
export type EngineerDto = Pace & { acceptor: { id: number; name: string } | null };

export type StatisticDto = {
  total: Pace;
  states: Record<WorkOrderState, number>;
  engineers: EngineerDto[];
  /** How often each number of stars was given, from one to five. */
  ratings: number[];
};

import { z } from "zod";
import { checkSpan, recordId, requiredText } from "@/lib/validation/fields";
import { Instant } from "../history/schema";
import { REASON_LENGTH } from "../invalid/rules";

/** The readings of a probe from `from` on and before `to`, and why they are none, or are some after all. */
export const MarkInput = z
  .strictObject({ probeId: recordId(), from: Instant, to: Instant, reason: requiredText(REASON_LENGTH) })
  .superRefine(checkSpan);
export type MarkInput = z.output<typeof MarkInput>;

/** How many readings were marked or restored. */
export type MarkedDto = { probeId: number; count: number };

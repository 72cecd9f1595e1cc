import { z } from "zod";
import { checkSpan, recordId, requiredMultilineText } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import { REASON_LENGTH } from "./invalid.rules";

/** The readings of a probe in `[from, to)`, and the reason to mark or restore them. */
export const MarkInput = z
  .strictObject({
    probeId: recordId(),
    from: instantMs(),
    to: instantMs(),
    reason: requiredMultilineText(REASON_LENGTH),
  })
  .superRefine(checkSpan);
export type MarkInput = z.output<typeof MarkInput>;

/** How many readings were marked or restored. */
export type MarkedDto = { probeId: number; count: number };

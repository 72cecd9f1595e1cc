import { z } from "zod";
import { MEASURES, SEVERITIES, type Severity } from "@/db/enums";
import { recordId, requiredText, wholeNumber } from "@/lib/validation/fields";
import { DEFAULT_DELAY_SECONDS, MAXIMUM_DELAY_SECONDS } from "../condition/condition.rules";

/** A trigger as most carriers need it: their own range and silence, and one group that is told at once. */
export const StandardTriggerInput = z.strictObject({
  /** For those who work for several customers; otherwise it is the own one. */
  customerId: recordId().optional(),
  name: requiredText(30),
  severity: z.enum(SEVERITIES).default("major"),
  measures: z.array(z.enum(MEASURES)).min(1).max(MEASURES.length),
  delaySeconds: wholeNumber(0, MAXIMUM_DELAY_SECONDS).default(DEFAULT_DELAY_SECONDS),
  /** Nobody: the alarm is shown in the console alone. */
  contactGroupId: recordId().nullable().default(null),
});
export type StandardTriggerInput = z.output<typeof StandardTriggerInput>;

export type TriggerDto = { id: number; customerId: number; name: string; severity: Severity };

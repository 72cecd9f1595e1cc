import { z } from "zod";
import { MEASURES, SEVERITIES, type Severity } from "@/db/enums";
import { recordId, requiredText, wholeNumber } from "@/lib/validation/fields";
import { DEFAULT_DELAY_SECONDS, MAXIMUM_DELAY_SECONDS } from "../condition/condition.rules";

/** A trigger with common defaults: the carriers' own ranges, no-data, and one group that is notified at once. */
export const StandardTriggerInput = z.strictObject({
  /** For accounts with several customers; defaults to the own customer. */
  customerId: recordId().optional(),
  name: requiredText(30),
  severity: z.enum(SEVERITIES).default("major"),
  measures: z.array(z.enum(MEASURES)).min(1).max(MEASURES.length),
  delaySeconds: wholeNumber(0, MAXIMUM_DELAY_SECONDS).default(DEFAULT_DELAY_SECONDS),
  /** Null: the alarm is shown in the console only. */
  contactGroupId: recordId().nullable().default(null),
});
export type StandardTriggerInput = z.output<typeof StandardTriggerInput>;

export type TriggerDto = { id: number; customerId: number; name: string; severity: Severity };

import { z } from "zod";
import { MEASURES, SEVERITIES, type Severity } from "@/db/enums";
import { recordId, recordIds, requiredText, wholeNumber } from "@/lib/validation/fields";
import { DEFAULT_DELAY_SECONDS, MAXIMUM_DELAY_SECONDS } from "../condition/condition.rules";
import { MAXIMUM_PLAN_ROWS } from "./trigger.rules";

/** A trigger with common defaults: the carriers' own ranges, no-data, and the groups that are notified at once. */
export const StandardTriggerInput = z.strictObject({
  /** For accounts with several customers; defaults to the own customer. */
  customerId: recordId().optional(),
  name: requiredText(30),
  severity: z.enum(SEVERITIES).default("major"),
  measures: z.array(z.enum(MEASURES)).min(1).max(MEASURES.length),
  delaySeconds: wholeNumber(0, MAXIMUM_DELAY_SECONDS).default(DEFAULT_DELAY_SECONDS),
  /** A single group; null if there is none, or if several are given. */
  contactGroupId: recordId().nullable().default(null),
  /** Several groups. Without any, the alarm is shown in the console only. */
  contactGroupIds: recordIds(MAXIMUM_PLAN_ROWS).default([]),
});
export type StandardTriggerInput = z.output<typeof StandardTriggerInput>;

export type TriggerDto = { id: number; customerId: number; name: string; severity: Severity };

import { z } from "zod";
import { SEVERITIES, type Severity } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import { PlanInput, type PlanRowDto } from "../trigger/trigger.schema";

export const ConnectionWatchQuery = z.strictObject({ customerId: recordId().optional() });

/** The connection watch (connection and power of devices). All fields are required: one record per customer. */
export const ConnectionWatchInput = z.strictObject({
  /** For accounts with several customers; defaults to the own customer. */
  customerId: recordId().optional(),
  isEnabled: z.boolean(),
  severity: z.enum(SEVERITIES),
  gatewaySeverity: z.enum(SEVERITIES),
  isPowerEnabled: z.boolean(),
  powerSeverity: z.enum(SEVERITIES),
  /** If empty, logged-in users are notified by a pop-up, unless a trigger notifies. */
  plan: PlanInput,
});
export type ConnectionWatchInput = z.output<typeof ConnectionWatchInput>;

export type ConnectionWatchDto = {
  customerId: number;
  isEnabled: boolean;
  severity: Severity;
  gatewaySeverity: Severity;
  isPowerEnabled: boolean;
  powerSeverity: Severity;
  plan: PlanRowDto[];
};

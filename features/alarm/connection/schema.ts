import { z } from "zod";
import { SEVERITIES, type Severity } from "@/db/enums";
import { recordId } from "@/lib/validation/fields";
import { PlanInput, type PlanRowDto } from "../trigger/trigger.schema";

export const ConnectionWatchQuery = z.strictObject({ customerId: recordId().optional() });

/** How a customer's devices are watched for their connection and power. All of it is given: there is one record a customer. */
export const ConnectionWatchInput = z.strictObject({
  /** For those who work for several customers; otherwise it is the own one. */
  customerId: recordId().optional(),
  isEnabled: z.boolean(),
  severity: z.enum(SEVERITIES),
  gatewaySeverity: z.enum(SEVERITIES),
  isPowerEnabled: z.boolean(),
  powerSeverity: z.enum(SEVERITIES),
  /** Whoever is signed in is told by a pop-up with an empty one, unless a trigger tells somebody. */
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

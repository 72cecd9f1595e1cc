import { z } from "zod";
import {
  CARRIER_TYPES,
  type CarrierType,
  EXCEPTION_KINDS,
  type ExceptionKind,
  SEVERITIES,
  type Severity,
} from "@/db/enums";
import { RULE_CAUSES, type RuleCause } from "@/db/work-order-enums";
import { listQuery } from "@/lib/resource/list-query";
import { recordId, requiredText } from "@/lib/validation/fields";
import { checkAssignment, remindMinutes } from "../order.schema";
import { AFTER_MINUTES, checkThresholds, DAYS_BEFORE, DUE_MINUTES, PERCENT } from "./rules";

const whole = ({ minimum, maximum }: { minimum: number; maximum: number }) =>
  z.number().int().min(minimum).max(maximum).nullable().default(null);
const chosen = <const T extends readonly string[]>(values: T) =>
  z
    .array(z.enum(values))
    .max(values.length)
    .transform((list) => [...new Set(list)])
    .default([]);

/** A rule; of the thresholds, the one of its cause is required, and the others are none. */
export const RuleInput = z
  .strictObject({
    customerId: recordId().optional(),
    name: requiredText(50),
    isEnabled: z.boolean().default(true),
    cause: z.enum(RULE_CAUSES),
    severities: chosen(SEVERITIES),
    kinds: chosen(EXCEPTION_KINDS),
    carrierTypes: chosen(CARRIER_TYPES),
    afterMinutes: whole(AFTER_MINUTES),
    daysBefore: whole(DAYS_BEFORE),
    percent: whole(PERCENT),
    dueMinutes: whole(DUE_MINUTES),
    remindMinutes: remindMinutes(),
    assigneeId: recordId().nullable().default(null),
    groupId: recordId().nullable().default(null),
  })
  .superRefine(checkThresholds)
  .superRefine(checkAssignment);
export type RuleInput = z.output<typeof RuleInput>;

export const RuleListQuery = listQuery({
  sort: ["name", "createdAt"],
  filters: { cause: z.enum(RULE_CAUSES).optional(), customerId: recordId().optional() },
});
export type RuleListQuery = z.output<typeof RuleListQuery>;

type Named = { id: number; name: string };

export type RuleDto = {
  id: number;
  customerId: number;
  customerName: string;
  name: string;
  isEnabled: boolean;
  cause: RuleCause;
  severities: Severity[];
  kinds: ExceptionKind[];
  carrierTypes: CarrierType[];
  afterMinutes: number | null;
  daysBefore: number | null;
  percent: number | null;
  dueMinutes: number | null;
  remindMinutes: number;
  assignee: Named | null;
  group: Named | null;
  /** How many orders it has submitted, and how many of them are open. */
  orders: number;
  openOrders: number;
  createdAt: string;
  version: number;
};

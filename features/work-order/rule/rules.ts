import type { z } from "zod";
import type { RuleCause } from "@/db/work-order-enums";

export const AFTER_MINUTES = { minimum: 1, maximum: 43_200 } as const;
export const DAYS_BEFORE = { minimum: 0, maximum: 365 } as const;
export const PERCENT = { minimum: 1, maximum: 99 } as const;
export const DUE_MINUTES = { minimum: 1, maximum: 525_600 } as const;

export const THRESHOLDS = ["afterMinutes", "daysBefore", "percent"] as const;
export type Threshold = (typeof THRESHOLDS)[number];

/** The threshold of each cause. */
export const THRESHOLD_OF: Record<RuleCause, Threshold> = {
  exception: "afterMinutes",
  silent: "afterMinutes",
  calibration: "daysBefore",
  battery: "percent",
  verification: "daysBefore",
};

/** What is offered first in a new rule. */
export const DEFAULT_OF: Record<RuleCause, number> = {
  exception: 60,
  silent: 120,
  calibration: 30,
  battery: 15,
  verification: 30,
};

type Checked = Record<Threshold, number | null> & {
  cause: RuleCause;
  severities: readonly string[];
  kinds: readonly string[];
};

/** For `superRefine`: the threshold of the cause is given, no other one, and only exceptions have severities and kinds. */
export function checkThresholds(rule: Checked, context: z.RefinementCtx): void {
  const own = THRESHOLD_OF[rule.cause];
  const add = (path: string, name: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], params: { rule: name }, message });
  for (const one of THRESHOLDS) {
    if (one === own && rule[one] === null) add(one, "required", "required");
    if (one !== own && rule[one] !== null) add(one, "notOfCause", "not for this cause");
  }
  if (rule.cause === "exception") return;
  for (const path of ["severities", "kinds"] as const)
    if (rule[path].length > 0) add(path, "notOfCause", "not for this cause");
}

/** When an order of a rule is due, submitted at `now`; null: never. */
export const dueOf = ({ dueMinutes }: { dueMinutes: number | null }, now: Date): string | null =>
  dueMinutes === null ? null : new Date(now.getTime() + dueMinutes * 60_000).toISOString();

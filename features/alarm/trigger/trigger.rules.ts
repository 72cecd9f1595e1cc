import type { Severity } from "@/db/enums";
import { AppError } from "@/lib/errors";
import type { TriggerIssue } from "../condition/condition.rules";
import type { ConditionInput } from "../condition/condition.schema";
import { isWorse, type SeverityStep } from "../evaluation/severity.rules";

export const MAXIMUM_PLAN_ROWS = 10;
/** Minimum distance between rows of a plan (specification, section 5, "alarm rows"). */
export const ROWS_APART_MINUTES = 30;
/** The last row is at most a week after the start. */
export const MAXIMUM_AFTER_MINUTES = 10_080;
export const MAXIMUM_REPEATS = 20;
export const MAXIMUM_INTERVAL_MINUTES = 1440;

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const MAXIMUM_WINDOWS = 7;

/** The own limits of conditions, with their paths; those of a monitoring range are checked with the range. */
export const limitsOf = (conditions: readonly ConditionInput[]) =>
  conditions.flatMap((condition, index) =>
    "minimum" in condition ? [{ ...condition, place: `conditions.${index}.` }] : [],
  );

type Steps = { severity: Severity | null; severitySteps: readonly SeverityStep[] | null };

/** The issues of severity steps that start from the severity of the trigger. */
export const inheritedStepIssues = ({ severity, conditions }: { severity: Severity; conditions: readonly object[] }) =>
  conditions.flatMap((condition, index): TriggerIssue[] => {
    const { severity: own = null, severitySteps = null } = condition as Partial<Steps>;
    const [first] = severitySteps ?? [];
    if (own !== null || !first || isWorse(first.severity, severity)) return [];
    const path = ["conditions", index, "severitySteps", 0, "severity"];
    return [{ path, rule: "worseStep", message: "must be more severe than the trigger" }];
  });

type PlanFacts = {
  afterMinutes: number;
  contactGroupId: number | null;
  channels: readonly string[];
  isOnDuty: boolean;
  usesContactTiming: boolean;
};

/**
 * The issues of the rows of a notification plan: too close to an earlier one, no recipient, or contact timing where the
 * contacts are not known in advance.
 */
export function planIssues(rows: readonly PlanFacts[]): TriggerIssue[] {
  return rows.flatMap(({ afterMinutes, contactGroupId, channels, isOnDuty, usesContactTiming }, index) => {
    const issues: TriggerIssue[] = [];
    const isClose = rows.some(
      (other, at) => at < index && Math.abs(other.afterMinutes - afterMinutes) <= ROWS_APART_MINUTES,
    );
    if (isClose) {
      const message = `must be more than ${ROWS_APART_MINUTES} minutes from the other rows`;
      issues.push({ path: [index, "afterMinutes"], rule: "rowsApart", message, limit: ROWS_APART_MINUTES });
    }
    if (isOnDuty && usesContactTiming)
      issues.push({ path: [index, "usesContactTiming"], rule: "dutyTiming", message: "not for who is on duty" });
    if (contactGroupId === null && (isOnDuty || channels.some((channel) => channel !== "popup")))
      issues.push({ path: [index, "contactGroupId"], rule: "required", message: "whom to tell?" });
    return issues;
  });
}

/** The issues of the windows of a calendar: duplicates. Paths are relative to the list. */
export function windowIssues(windows: readonly { from: string; to: string }[]): TriggerIssue[] {
  return windows.flatMap(({ from, to }, index) =>
    windows.slice(0, index).some((other) => other.from === from && other.to === to)
      ? [{ path: [index, "from"], rule: "repeated", message: "this window stands there already" }]
      : [],
  );
}

/** The issues of the ids of changed plan rows: each must belong to the trigger and occur once. */
export function strangerAmong(known: readonly { id: number }[], rows: readonly { id?: number | undefined }[]) {
  return rows.flatMap(({ id }, index): TriggerIssue[] => {
    if (id === undefined) return [];
    const isKnown = known.some((one) => one.id === id) && rows.findIndex((one) => one.id === id) === index;
    return isKnown ? [] : [{ path: [index, "id"], rule: "reference", message: "refers to a row that does not exist" }];
  });
}

/** Maximum number of carriers named in an error; the others are counted. */
const NAMED = 5;

/** The names for an error message: the first few, and an ellipsis for the others and for those not visible. */
export function namedCarriers(carriers: readonly (string | null)[]): string {
  const named = carriers.filter((name) => name !== null).slice(0, NAMED);
  return named.length === 0 || named.length === carriers.length ? named.join(", ") : `${named.join(", ")} …`;
}

/** The error for deleting a trigger with bound carriers; names those that are visible. */
export function boundTo(path: string, carriers: readonly (string | null)[]): AppError {
  const names = namedCarriers(carriers);
  const message = `the alarm trigger is bound to ${carriers.length} carriers${names && `: ${names}`}`;
  const rule = names ? "triggerBound" : "triggerBoundUnseen";
  const issue = { path, rule, message, limit: carriers.length, ...(names && { names }) };
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [issue] });
}

/** The error of one item of a batch, with its path in the list. */
export function refusedAt(error: unknown, path: string): unknown {
  if (!(error instanceof AppError)) return error;
  const issues = error.details.issues ?? [{ path, rule: "reference", message: error.message }];
  return new AppError(error.code, `${path}: ${error.message}`, { issues: issues.map((issue) => ({ ...issue, path })) });
}

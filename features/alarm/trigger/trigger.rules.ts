import type { Severity } from "@/db/enums";
import { AppError } from "@/lib/errors";
import type { TriggerIssue } from "../condition/condition.rules";
import type { ConditionInput } from "../condition/condition.schema";
import { isWorse, type SeverityStep } from "../evaluation/severity.rules";

export const MAXIMUM_PLAN_ROWS = 10;
/** Rows of a plan must be further apart than this (specification, section 5, "alarm rows"). */
export const ROWS_APART_MINUTES = 30;
/** The last row comes a week after the start at the latest. */
export const MAXIMUM_AFTER_MINUTES = 10_080;
export const MAXIMUM_REPEATS = 20;
export const MAXIMUM_INTERVAL_MINUTES = 1440;

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const MAXIMUM_WINDOWS = 7;

/** The limits that conditions have of their own, with their places; those of a range are looked at with the range. */
export const limitsOf = (conditions: readonly ConditionInput[]) =>
  conditions.flatMap((condition, index) =>
    "minimum" in condition ? [{ ...condition, place: `conditions.${index}.` }] : [],
  );

type Steps = { severity: Severity | null; severitySteps: readonly SeverityStep[] | null };

/** What is wrong with the severities that conditions rise to from that of their trigger. */
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
 * What is wrong with the rows of a notification plan: too close to an earlier one, nobody named to be reached, or the
 * timing of contacts of whom nobody knows yet who they are.
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

/** What is wrong with the windows of a calendar: one that stands there twice. Paths begin at the list. */
export function windowIssues(windows: readonly { from: string; to: string }[]): TriggerIssue[] {
  return windows.flatMap(({ from, to }, index) =>
    windows.slice(0, index).some((other) => other.from === from && other.to === to)
      ? [{ path: [index, "from"], rule: "repeated", message: "this window stands there already" }]
      : [],
  );
}

/** What is wrong with the ids of changed rows of a plan: each is one of the trigger's, and stands there once. */
export function strangerAmong(known: readonly { id: number }[], rows: readonly { id?: number | undefined }[]) {
  return rows.flatMap(({ id }, index): TriggerIssue[] => {
    if (id === undefined) return [];
    const isKnown = known.some((one) => one.id === id) && rows.findIndex((one) => one.id === id) === index;
    return isKnown ? [] : [{ path: [index, "id"], rule: "reference", message: "refers to a row that does not exist" }];
  });
}

/** Carriers named in a refusal; the rest is counted. */
const NAMED = 5;

/** The names of a refusal: the first few, and an ellipsis for the rest and for those the reader may not see. */
export function namedCarriers(carriers: readonly (string | null)[]): string {
  const named = carriers.filter((name) => name !== null).slice(0, NAMED);
  return named.length === 0 || named.length === carriers.length ? named.join(", ") : `${named.join(", ")} …`;
}

/** Refuses to delete a trigger that watches carriers, and names them as far as the reader may see them. */
export function boundTo(path: string, carriers: readonly (string | null)[]): AppError {
  const names = namedCarriers(carriers);
  const message = `the alarm trigger is bound to ${carriers.length} carriers${names && `: ${names}`}`;
  const rule = names ? "triggerBound" : "triggerBoundUnseen";
  const issue = { path, rule, message, limit: carriers.length, ...(names && { names }) };
  return new AppError("CONFLICT", `${path}: ${message}`, { issues: [issue] });
}

/** A refusal of one row of a batch, told at its place in the list. */
export function refusedAt(error: unknown, path: string): unknown {
  if (!(error instanceof AppError)) return error;
  const issues = error.details.issues ?? [{ path, rule: "reference", message: error.message }];
  return new AppError(error.code, `${path}: ${error.message}`, { issues: issues.map((issue) => ({ ...issue, path })) });
}

import { SEVERITIES, type Severity } from "@/db/enums";

/** The severity of an open exception from `afterMinutes` after its start on. */
export type SeverityStep = { afterMinutes: number; severity: Severity };

/** A condition of severity "warning" has at most three worse ones. */
export const MAXIMUM_STEPS = SEVERITIES.length - 1;

/** Whether a severity is worse than another. */
export const isWorse = (one: Severity, other: Severity): boolean => SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other);

/** The steps (ascending) that an exception has reached by an instant; epoch milliseconds. */
export const reachedSteps = (steps: readonly SeverityStep[] | null, startedAt: number, at: number): SeverityStep[] =>
  (steps ?? []).filter(({ afterMinutes }) => startedAt + afterMinutes * 60_000 <= at);

/**
 * The severity of an exception that has lasted from `startedAt` to `at` (epoch ms): that of the last step reached, or
 * `base`. Steps no worse than `base`, which a later change of the trigger's severity can cause, are ignored.
 */
export function severityAt(
  base: Severity,
  steps: readonly SeverityStep[] | null,
  startedAt: number,
  at: number,
): Severity {
  const reached = reachedSteps(steps, startedAt, at).map(({ severity }) => severity);
  return reached.reduce((worst, severity) => (isWorse(severity, worst) ? severity : worst), base);
}

/** Validates steps: each must be later than the previous one and than the delay, and worse. */
export function stepIssues(
  steps: readonly SeverityStep[],
  { severity, delaySeconds = 0 }: { severity: Severity | null; delaySeconds?: number },
) {
  return steps.flatMap(({ afterMinutes, severity: own }, index) => {
    const before = steps[index - 1];
    const earliest = before ? before.afterMinutes : delaySeconds / 60;
    const isLater = before ? afterMinutes > earliest : afterMinutes >= earliest;
    const floor = before?.severity ?? severity;
    const issues = [];
    if (!isLater)
      issues.push({
        path: ["severitySteps", index, "afterMinutes"],
        rule: before ? "laterStep" : "stepAfterDelay",
        message: before ? "must be later than the step before" : "must not be earlier than the delay",
      });
    if (floor !== null && !isWorse(own, floor))
      issues.push({
        path: ["severitySteps", index, "severity"],
        rule: "worseStep",
        message: "must be more severe than before",
      });
    return issues;
  });
}

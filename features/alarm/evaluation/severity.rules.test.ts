import { describe, expect, it } from "vitest";
import { reachedSteps, severityAt, stepIssues } from "./severity.rules";

const steps = [
  { afterMinutes: 30, severity: "major" as const },
  { afterMinutes: 120, severity: "critical" as const },
];
const minute = (count: number) => 1_000_000 + count * 60_000;

it.each([
  [0, "minor"],
  [29, "minor"],
  [30, "major"],
  [119, "major"],
  [120, "critical"],
  [9999, "critical"],
] as const)("has its severity after %i minutes: %s", (count, expected) => {
  expect(severityAt("minor", steps, minute(0), minute(count))).toBe(expected);
});

it("never falls below the severity that it began with", () => {
  expect(severityAt("critical", steps, minute(0), minute(60))).toBe("critical");
  expect(severityAt("minor", null, minute(0), minute(60))).toBe("minor");
  expect(reachedSteps(null, 0, 1)).toEqual([]);
});

describe("steps", () => {
  const issues = (...given: Parameters<typeof stepIssues>) =>
    stepIssues(...given).map(({ path, rule }) => `${path.join(".")} ${rule}`);

  it.each<[string, Parameters<typeof stepIssues>, string[]]>([
    ["that rise later and worse", [steps, { severity: "minor" }], []],
    ["from the trigger's severity, which is asked for there", [steps, { severity: null }], []],
    ["at the end of the delay", [steps, { severity: "minor", delaySeconds: 1800 }], []],
    [
      "before the end of the delay",
      [steps, { severity: "minor", delaySeconds: 1801 }],
      ["severitySteps.0.afterMinutes stepAfterDelay"],
    ],
    [
      "in the wrong order",
      [[...steps].reverse(), { severity: "minor" }],
      ["severitySteps.1.afterMinutes laterStep", "severitySteps.1.severity worseStep"],
    ],
    ["no worse than the condition", [steps, { severity: "major" }], ["severitySteps.0.severity worseStep"]],
  ])("%s", (_name, given, expected) => expect(issues(...given)).toEqual(expected));
});

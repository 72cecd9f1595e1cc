import type { z } from "zod";
import type { Issue, IssueUnit } from "@/lib/errors";
import type { MeasuredFigure } from "@/lib/units/typed";

/** Zod's code, or the name of a custom rule in `params`. An empty required field has its own rule. */
function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom") return typeof issue.params?.rule === "string" ? issue.params.rule : "custom";
  const isMissing =
    // Zod omits the input from its issues; only the message distinguishes a missing value from a wrong type.
    (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) ||
    (issue.code === "too_small" && (issue.origin === "string" || issue.origin === "array") && issue.minimum === 1);
  return isMissing ? "required" : issue.code;
}

/** The bound that is an argument of the rule's message. */
function limitOf(issue: z.core.$ZodIssue): number | undefined {
  if (issue.code === "too_big") return Number(issue.maximum);
  if (issue.code === "too_small") return Number(issue.minimum);
  return issue.code === "custom" && typeof issue.params?.limit === "number" ? issue.params.limit : undefined;
}

/** What the bound of a custom rule is in canonical units. */
const figureOf = (issue: z.core.$ZodIssue) =>
  issue.code === "custom" ? (issue.params?.figure as MeasuredFigure | undefined) : undefined;

const UNITS: Readonly<Record<string, IssueUnit>> = { string: "characters", array: "items", set: "items" };

/** What the bound counts; undefined: the value itself. */
const unitOf = (issue: z.core.$ZodIssue): IssueUnit | undefined =>
  issue.code === "too_big" || issue.code === "too_small" ? UNITS[issue.origin] : undefined;

/** Converts Zod's issues to those of the API and forms. */
export const issuesOf = ({ issues }: { issues: readonly z.core.$ZodIssue[] }): Issue[] =>
  issues.map((issue) => {
    const limit = limitOf(issue);
    const unit = unitOf(issue);
    const figure = figureOf(issue);
    const [path, rule] = [issue.path.join("."), ruleOf(issue)];
    const bound = { ...(limit !== undefined && { limit }), ...(unit && { unit }), ...(figure && { figure }) };
    return { path, rule, message: issue.message, ...bound };
  });

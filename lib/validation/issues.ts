import type { z } from "zod";
import type { Issue, IssueUnit } from "@/lib/errors";

/** Zod's code, or for a rule of our own its name in `params`. An empty required field has a rule of its own. */
function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom") return typeof issue.params?.rule === "string" ? issue.params.rule : "custom";
  const isMissing =
    // Zod leaves the input out of its issues; only the message tells nothing from something of the wrong kind.
    (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) ||
    (issue.code === "too_small" && (issue.origin === "string" || issue.origin === "array") && issue.minimum === 1);
  return isMissing ? "required" : issue.code;
}

/** The bound that the text of a rule names. */
function limitOf(issue: z.core.$ZodIssue): number | undefined {
  if (issue.code === "too_big") return Number(issue.maximum);
  if (issue.code === "too_small") return Number(issue.minimum);
  return issue.code === "custom" && typeof issue.params?.limit === "number" ? issue.params.limit : undefined;
}

const UNITS: Readonly<Record<string, IssueUnit>> = { string: "characters", array: "items", set: "items" };

/** What the bound counts: the value itself without. */
const unitOf = (issue: z.core.$ZodIssue): IssueUnit | undefined =>
  issue.code === "too_big" || issue.code === "too_small" ? UNITS[issue.origin] : undefined;

/** Zod's issues as the server tells them and forms show them. */
export const issuesOf = ({ issues }: { issues: readonly z.core.$ZodIssue[] }): Issue[] =>
  issues.map((issue) => {
    const limit = limitOf(issue);
    const unit = unitOf(issue);
    const [path, rule] = [issue.path.join("."), ruleOf(issue)];
    return { path, rule, message: issue.message, ...(limit !== undefined && { limit }), ...(unit && { unit }) };
  });

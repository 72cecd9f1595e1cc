/** A line of specification section 5 at one field: a value that passes, one that fails, and the rule that it breaks. */
export type RuleCase = {
  /** The words of the specification. */
  line: string;
  entity: string;
  field: string;
  passes: unknown;
  fails: unknown;
  /** The rule of the issue. */
  rule: string;
};

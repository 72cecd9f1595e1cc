import type { RuleCase } from "./rule-case";

const LINE = "login username, password and verification code";
const entity = "login";

/** What a login has to say; the test gives each field that is right a value of its own. */
export const loginRules: RuleCase[] = [
  { line: LINE, entity, field: "username", passes: "right", fails: "", rule: "required" },
  { line: LINE, entity, field: "username", passes: "right", fails: "  ", rule: "required" },
  { line: LINE, entity, field: "username", passes: "right", fails: undefined, rule: "required" },
  { line: LINE, entity, field: "password", passes: "right", fails: "", rule: "required" },
  { line: LINE, entity, field: "password", passes: "right", fails: undefined, rule: "required" },
  { line: LINE, entity, field: "code", passes: "right", fails: "", rule: "required" },
  { line: LINE, entity, field: "code", passes: "right", fails: "  ", rule: "required" },
  { line: LINE, entity, field: "code", passes: "right", fails: undefined, rule: "required" },
];

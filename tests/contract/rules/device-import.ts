import type { RuleCase } from "./rule-case";

const UPLOADS = "Import files must be xlsx, in the right template, and not empty.";
const NEEDED = "an upload needs a selected file";
const UNIQUE = "and number";
const GENERAL = "General: names 30 (or 20), codes 50, descriptions 250.";
const MAC = "MAC is under 30 or 50.";

const of =
  (line: string) =>
  (field: string, passes: unknown, fails: unknown, rule: string): RuleCase => ({
    line,
    entity: "deviceImport",
    field,
    passes,
    fails,
    rule,
  });

/** At the field `file` a value is what is sent: the kinds of files are made by the test. */
export const deviceImportRules: RuleCase[] = [
  of(UPLOADS)("file", "a filled template", "a text file", "xlsx"),
  of(UPLOADS)("file", "a filled template", "more than 20 MB", "fileSize"),
  of(UPLOADS)("file", "a filled template", "another template", "template"),
  of(UPLOADS)("file", "a filled template", "an empty template", "emptyFile"),
  of(NEEDED)("file", "a filled template", "nothing", "required"),
  // Every rule of a device's fields holds for its cells; the rows of devices have all of them.
  of(GENERAL)("name", "x".repeat(30), "x".repeat(31), "too_big"),
  of(GENERAL)("serialNumber", "S".repeat(50), "S".repeat(51), "too_big"),
  of(GENERAL)("description", "x".repeat(250), "x".repeat(251), "too_big"),
  of(MAC)("mac", "A".repeat(29), "A".repeat(30), "mac"),
  of(UNIQUE)("serialNumber", "one of its own", "one that is there", "unique"),
];

import type { RuleCase } from "./rule-case";

/** A certificate's fields, about a thermometer and the day 2026-11-20. */
const certificate = (field: string, passes: unknown, fails: unknown, rule: string, line: string): RuleCase => ({
  line,
  entity: "calibration",
  field,
  passes,
  fails,
  rule,
});

const NOTICE = "Calibration notice time cannot be before now.";
const CODES = "General: names 30 (or 20), codes 50, descriptions 250.";
const PRESENT = "Required";
const UPLOADS =
  "Uploads: images are JPG or PNG, limits vary (500kb in some places, 2 MB in others, 20MB in others; all readings given).";

export const mountingRules: RuleCase[] = [
  certificate("noticeOn", "2026-11-20", "2026-11-19", "noticeBeforeNow", NOTICE),
  certificate("certificateNumber", "n".repeat(50), "n".repeat(51), "too_big", CODES),
  certificate("certificateNumber", "1", " ", "required", PRESENT),
  certificate("remark", "d".repeat(250), "d".repeat(251), "too_big", CODES),
  certificate(
    "file",
    new TextEncoder().encode("%PDF-1.7"),
    new TextEncoder().encode("GIF89a"),
    "certificateFile",
    UPLOADS,
  ),
];

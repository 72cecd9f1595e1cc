import { FILE_BYTES } from "@/features/carrier/file/rules";
import type { RuleCase } from "./rule-case";

const TIMES = "At most 7 record times. Duplicate time points are not allowed.";
const CLOCK = "Time entries: hours max 23, minutes max 59, seconds max 59.";
const UPLOADS =
  "Uploads: images are JPG or PNG, limits vary (500kb in some places, 2 MB in others, 20MB in others; all readings given).";
const HOURS = ["00:00", "04:00", "08:00", "12:00", "16:00", "20:00", "23:59", "01:00"];
const recordTime = { entity: "recordTime", field: "times" } as const;
const file = { entity: "carrierFile", field: "file" } as const;

/** The record times and documents of a carrier. A document stands for its size alone: the content has tests of its own. */
export const carrierDetailRules: RuleCase[] = [
  { line: TIMES, ...recordTime, passes: HOURS.slice(0, 7), fails: HOURS, rule: "too_big" },
  { line: TIMES, ...recordTime, passes: ["08:00", "08:01"], fails: ["08:00", "8:00"], rule: "repeated" },
  { line: CLOCK, ...recordTime, passes: ["23:00"], fails: ["24:00"], rule: "timeOfDay" },
  { line: CLOCK, ...recordTime, passes: ["00:59"], fails: ["00:60"], rule: "timeOfDay" },
  { line: "an upload needs a selected file", ...file, passes: 100, fails: undefined, rule: "required" },
  { line: "an upload needs a selected file", ...file, passes: 100, fails: 0, rule: "required" },
  { line: UPLOADS, ...file, passes: FILE_BYTES, fails: FILE_BYTES + 1, rule: "fileSize" },
];

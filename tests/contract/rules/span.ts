import type { RuleCase } from "./rule-case";

const LINE = "Start date must not be after end date.";
const NOON = "2026-11-20T12:00:00Z";
const JUST_BEFORE = "2026-11-20T11:59:59.999Z";

const span = (entity: string, from: string, [passes, fails]: [passes: string, fails: string]): RuleCase => ({
  line: LINE,
  entity,
  field: "to",
  passes: { from, to: passes },
  fails: { from, to: fails },
  rule: "endBeforeStart",
});

/** Wherever a span is asked for: its ends as the call takes them. A history needs more than an instant. */
export const spanRules: RuleCase[] = [
  span("sysLog", NOON, [NOON, JUST_BEFORE]),
  // Compared as instants, not as texts.
  span("sysLog", "2026-11-20T20:00:00+08:00", [NOON, JUST_BEFORE]),
  span("sysLogExport", NOON, [NOON, JUST_BEFORE]),
  span("loginLog", NOON, [NOON, JUST_BEFORE]),
  span("noticeLog", NOON, [NOON, JUST_BEFORE]),
  span("noticeLogExport", NOON, [NOON, JUST_BEFORE]),
  span("alarmSwitchLog", NOON, [NOON, JUST_BEFORE]),
  span("alarmSilence", NOON, [NOON, JUST_BEFORE]),
  span("exception", NOON, [NOON, JUST_BEFORE]),
  span("history", NOON, ["2026-11-20T12:00:00.001Z", JUST_BEFORE]),
  span("historyExport", NOON, ["2026-11-20T12:00:00.001Z", JUST_BEFORE]),
  span("readings", NOON, ["2026-11-20T12:00:00.001Z", JUST_BEFORE]),
  span("carrierRecord", "2026-11-20", ["2026-11-20", "2026-11-19"]),
];

import type { LoggerAlarm, LoggerFacts, LoggerFormat, LoggerStatistic, Measure } from "@/db/enums";
import type { TablePreview } from "./layout.schema";

/** A value of a logger: canonical unit, epoch ms; `channel` tells several sensors of one measure apart, from 1. */
export type LoggerValue = { measure: Measure; channel: number; statistic: LoggerStatistic; at: number; value: number };

/**
 * What is wrong with a file: the line (0: all of it), the column as the file calls it, and the rule as a key of the
 * `logger` messages' `rule`. `other` is the line that says otherwise, `value` what stands there.
 */
export type LineIssue = {
  line: number;
  column: string;
  rule: string;
  message: string;
  value?: string;
  limit?: number;
  other?: number;
};

/** A day of a logger beside its extremes: minutes outside its limits, also too few for an alarm, and what was done at it. */
export type LoggerDay = {
  /** Its first instant. */
  day: number;
  belowMinutes: number | null;
  aboveMinutes: number | null;
  /** When somebody looked at the display and said so. */
  checkedAt: number[];
  /** Whether time or date were changed. */
  isClockChanged: boolean;
  /** The number in which the device keeps what happened in the day. */
  events: number | null;
};

/** A mark that somebody set with the button of a logger. */
export type LoggerMarker = { number: string; at: number; value: number | null };

/** What a file says under a name that is not interpreted, as it stands there. */
export type RawValue = { name: string; value: string };

/** What a file says one by one, in its order; shown beside it. */
export type LoggerDetails = { days: LoggerDay[]; markers: LoggerMarker[]; raw: RawValue[] };

/** What a file holds: values in order of time, and every reason not to take it. */
export type LoggerContent = {
  format: LoggerFormat;
  serial: string;
  model: string;
  /** The zone that its times were read in: what the file says itself, else what was chosen. */
  timeZone: string;
  values: LoggerValue[];
  alarms: LoggerAlarm[];
  facts: LoggerFacts;
  details: LoggerDetails;
  /** The first rows of a table and how it was read; null of a logger's own text. */
  table: TablePreview | null;
  /** Values that came again and were the same. */
  repeats: number;
  issues: LineIssue[];
  /** All of them; `issues` keeps the first. */
  issueCount: number;
};

import type { LoggerAlarm, LoggerFacts, LoggerFormat, LoggerStatistic, Measure } from "@/db/enums";
import type { TablePreview } from "./layout.schema";

/** A value of a logger: canonical unit, epoch ms; `channel` distinguishes sensors of one measure, from 1. */
export type LoggerValue = { measure: Measure; channel: number; statistic: LoggerStatistic; at: number; value: number };

/**
 * An issue of a file: the line (0: the whole file), the column as named in the file, and the rule as a key of the
 * `logger` messages' `rule`. `other` is the conflicting line, `value` the text of the cell.
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

/**
 * A day of a logger besides its extremes: minutes outside the limits, also if too few for an alarm, and actions at the
 * device.
 */
export type LoggerDay = {
  /** The first instant of the day. */
  day: number;
  belowMinutes: number | null;
  aboveMinutes: number | null;
  /** When a user confirmed a check of the display. */
  checkedAt: number[];
  /** Whether time or date were changed. */
  isClockChanged: boolean;
  /** The device's bit field of the day's events. */
  events: number | null;
};

/** A marker set with the logger's button. */
export type LoggerMarker = { number: string; at: number; value: number | null };

/** A name that is not interpreted, with its value as written. */
export type RawValue = { name: string; value: string };

/** Details of a file in its order, shown with it. */
export type LoggerDetails = { days: LoggerDay[]; markers: LoggerMarker[]; raw: RawValue[] };

/** The content of a file: values in order of time, and all reasons to reject it. */
export type LoggerContent = {
  format: LoggerFormat;
  serial: string;
  model: string;
  /** The zone in which its times were read: the file's own, or else the chosen one. */
  timeZone: string;
  values: LoggerValue[];
  alarms: LoggerAlarm[];
  facts: LoggerFacts;
  details: LoggerDetails;
  /** The first rows of a table and its layout; null for a Fridge-tag or Q-tag text. */
  table: TablePreview | null;
  /** Repeated values that were equal. */
  repeats: number;
  issues: LineIssue[];
  /** Number of all issues; `issues` contains the first. */
  issueCount: number;
};

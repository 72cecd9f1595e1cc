import type { LoggerFormat, LoggerStatistic, Measure, Side } from "@/db/enums";

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

/** An alarm that the logger recorded by its own rule; `to` null where it had not ended. Instants in epoch ms. */
export type LoggerAlarm = {
  kind: "day" | "single" | "cumulative";
  side: Side;
  limit: number | null;
  from: number;
  to: number | null;
  alarmedAt: number;
  minutes: number;
};

/** What else a file says of its logger and its clock. */
export type LoggerFacts = {
  firmware: string;
  limits: { kind: LoggerAlarm["kind"]; side: Side; limit: number; minutes: number }[];
  timeouts: { sensor: "internal" | "external"; day: number; from: number | null; minutes: number }[];
  twice: { at: number; isTwice: boolean }[];
  ignored: string[];
};

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
  /** Values that came again and were the same. */
  repeats: number;
  issues: LineIssue[];
  /** All of them; `issues` keeps the first. */
  issueCount: number;
};

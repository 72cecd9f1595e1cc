import { LOGGER_STATISTICS, type LoggerStatistic, type Measure, NO_LOGGER_FACTS } from "@/db/enums";
import { PLAUSIBLE } from "@/lib/units/limits";
import { EARLIEST_AT, FUTURE_TOLERANCE_MS, faultOf } from "../ingest/ingest.rules";
import type { DateOrder } from "./clock.rules";
import type { GivenLayout } from "./layout.rules";
import type { TablePreview } from "./layout.schema";
import type { LineIssue, LoggerContent, LoggerDetails, LoggerValue } from "./logger.schema";

/** Maximum size and content of a file. */
export const MAXIMUM_MEGABYTES = 10;
export const MAXIMUM_BYTES = MAXIMUM_MEGABYTES * 1024 * 1024;
export const MAXIMUM_ROWS = 200_000;
export const MAXIMUM_VALUES = 300_000;
/** Maximum number of alarms and sensor failures in one file: more than two a day for five years. */
export const MAXIMUM_EVENTS = 4000;
/** The longest period of one file: no logger writes for longer. */
export const MAXIMUM_YEARS = 5;
const YEAR_MS = 366 * 86_400_000;
/** Number of issues listed individually; all are counted. */
export const MAXIMUM_ISSUES = 200;
/** Number of characters shown of an invalid cell. */
const SHOWN_CHARACTERS = 60;

export const NO_DETAILS: LoggerDetails = { days: [], markers: [], raw: [] };

/**
 * Options for reading a file: the zone of its clock, the date order (null: inferred from the file), and the current
 * time.
 */
export type ReadingOptions = {
  timeZone: string;
  /** The user chose the zone, so it overrides one named in a title. */
  isZoneChosen?: boolean;
  dateOrder: DateOrder | null;
  now: number;
  /** The table layout, if given; `isKept`: stored for another file of the same shape. */
  layout?: GivenLayout | null;
};

/** Collects issues: details of the first ones, a count of all. */
export class Issues {
  readonly kept: LineIssue[] = [];
  count = 0;

  add(issue: LineIssue): void {
    this.count += 1;
    if (this.kept.length >= MAXIMUM_ISSUES) return;
    const { value } = issue;
    this.kept.push(value === undefined ? issue : { ...issue, value: value.slice(0, SHOWN_CHARACTERS) });
  }

  /** Adds an issue of the file as a whole. */
  addWhole(rule: string, message: string, limit?: number): void {
    this.add({ line: 0, column: "", rule, message, ...(limit !== undefined && { limit }) });
  }
}

/** A value with its line and column. */
export type PlacedValue = LoggerValue & { line: number; column: string };

/** The result for an unreadable file. */
export function refusedContent(
  format: LoggerContent["format"],
  rule: string,
  message: string,
  limit?: number,
  table: TablePreview | null = null,
): LoggerContent {
  const issues = new Issues();
  issues.addWhole(rule, message, limit);
  return contentOf(format, [], issues, { timeZone: "UTC", now: 0 }, { table });
}

/** The values of a file by series and time. */
class Known {
  readonly #series = new Map<string, Map<number, PlacedValue>>();

  series({ measure, channel, statistic }: LoggerValue): Map<number, PlacedValue> {
    const key = `${measure} ${channel} ${statistic}`;
    const series = this.#series.get(key) ?? new Map();
    this.#series.set(key, series);
    return series;
  }

  values(): PlacedValue[] {
    return [...this.#series.values()].flatMap((series) => [...series.values()]);
  }
}

type Told = Partial<Pick<LoggerContent, "serial" | "model" | "alarms" | "facts" | "details" | "table">>;

/**
 * Builds the content of a file from its values: sorted by time, without repeats. Adds an issue for a value that
 * conflicts with an earlier line, is impossible for its measure, or lies in the future or before 2000.
 */
export function contentOf(
  format: LoggerContent["format"],
  placed: readonly PlacedValue[],
  issues: Issues,
  { timeZone, now }: Pick<ReadingOptions, "timeZone" | "now">,
  told: Told = {},
): LoggerContent {
  if (placed.length > MAXIMUM_VALUES)
    issues.addWhole("values", `holds more than ${MAXIMUM_VALUES} values`, MAXIMUM_VALUES);
  const known = new Known();
  let repeats = 0;
  // Too many values reject the file as a whole; checking each would only take time.
  for (const one of placed.length > MAXIMUM_VALUES ? [] : placed) {
    const { line, column, at, value, measure } = one;
    const shown = { line, column, value: String(value) };
    const series = known.series(one);
    const before = series.get(at);
    if (faultOf(measure, value) !== null) {
      const { minimum, maximum } = PLAUSIBLE[measure];
      issues.add({ ...shown, rule: "physical", message: `must be from ${minimum} to ${maximum}` });
    } else if (at > now + FUTURE_TOLERANCE_MS)
      issues.add({ line, column, rule: "future", message: "lies more than 10 minutes in the future" });
    else if (at < EARLIEST_AT) issues.add({ line, column, rule: "early", message: "lies before 2000-01-01" });
    else if (!before) series.set(at, one);
    else if (before.value === value) repeats += 1;
    else
      issues.add({
        ...shown,
        rule: "contradiction",
        message: `line ${before.line} says otherwise`,
        other: before.line,
      });
  }
  const { days, markers, raw } = told.details ?? NO_DETAILS;
  const events = (told.alarms?.length ?? 0) + (told.facts?.timeouts.length ?? 0);
  if ([events, days.length, markers.length, raw.length].some((count) => count > MAXIMUM_EVENTS))
    issues.addWhole("events", `tells of more than ${MAXIMUM_EVENTS} alarms and failures`, MAXIMUM_EVENTS);
  const values = known
    .values()
    .map(({ line: _, column: __, ...value }) => value)
    .sort((a, b) => a.at - b.at || a.channel - b.channel);
  const [first, last] = [values[0]?.at ?? 0, values.at(-1)?.at ?? 0];
  if (last - first > MAXIMUM_YEARS * YEAR_MS)
    issues.addWhole("years", `covers more than ${MAXIMUM_YEARS} years`, MAXIMUM_YEARS);
  if (values.length === 0 && issues.count === 0) issues.addWhole("empty", "holds no values");
  const empty = { serial: "", model: "", alarms: [], facts: NO_LOGGER_FACTS, details: NO_DETAILS, table: null };
  return { format, ...empty, ...told, timeZone, values, repeats, issues: issues.kept, issueCount: issues.count };
}

/** Summary of a series: number of values and their range. */
export type SeriesSummary = {
  measure: Measure;
  channel: number;
  statistic: LoggerStatistic;
  count: number;
  minimum: number;
  maximum: number;
};

/** The series of a file with their extremes, by sensor: readings before daily figures. */
export function summarise(values: readonly LoggerValue[]): SeriesSummary[] {
  const series = new Map<string, SeriesSummary>();
  for (const { measure, channel, statistic, value } of values) {
    const key = `${measure} ${channel} ${statistic}`;
    const known = series.get(key);
    if (!known) series.set(key, { measure, channel, statistic, count: 1, minimum: value, maximum: value });
    else {
      known.count += 1;
      known.minimum = Math.min(known.minimum, value);
      known.maximum = Math.max(known.maximum, value);
    }
  }
  const rank = ({ statistic, channel }: SeriesSummary) => LOGGER_STATISTICS.indexOf(statistic) * 1000 + channel;
  return [...series.values()].sort((a, b) => rank(a) - rank(b));
}

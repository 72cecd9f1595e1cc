import { type LoggerAlarm, MEASURES, type Measure, type Side } from "@/db/enums";
import { MAXIMUM_BYTES, MAXIMUM_MEGABYTES } from "@/features/telemetry/logger/content.rules";
import type { Issue } from "@/lib/errors";

/** Files of loggers that one carrier may have. */
export const MAXIMUM_FILES = 200;
/** The file, bare or in a form with its name. */
export const FILE_BODY = { maximumBytes: MAXIMUM_BYTES + 64 * 1024, fileKey: "file" } as const;

/** What a browser offers to choose from: also what people bring by mistake, so that they are told what it is. */
export const ACCEPTED_ENDINGS = [
  ...[".csv", ".txt", ".tsv", ".log", ".dat", ".xlsx"],
  ...[".xls", ".pdf", ".gpx", ".xml", ".json", ".html", ".png", ".jpg", ".jpeg"],
];

export const CONTENT_TYPES = {
  csv: "text/csv",
  "fridge-tag": "text/plain",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** The rule that a file breaks before anybody looks into it; null if it is fine. */
export function sizeIssue(size: number): Issue | null {
  if (size === 0) return { path: "file", rule: "required", message: "is empty" };
  if (size <= MAXIMUM_BYTES) return null;
  return { path: "file", rule: "fileSize", message: `at most ${MAXIMUM_MEGABYTES} MB`, limit: MAXIMUM_MEGABYTES };
}

/** Sensors of one measure that the template has columns for. */
const TEMPLATE_CHANNELS: Partial<Record<Measure, number>> = { temperature: 4, humidity: 4 };
/** What loggers measure, in the order of the template: not what a device tells of its own radio. */
const TEMPLATE_MEASURES = MEASURES.filter((measure) => measure !== "signal");

/** The columns of values that a template has, first those of the first sensor. */
export const TEMPLATE_COLUMNS: { measure: Measure; channel: number }[] = [1, 2, 3, 4].flatMap((channel) =>
  TEMPLATE_MEASURES.filter((measure) => channel <= (TEMPLATE_CHANNELS[measure] ?? 1)).map((measure) => ({
    measure,
    channel,
  })),
);

/** How many alarms a logger recorded of each limit, in the order in which they first came. */
export function alarmGroups(alarms: readonly LoggerAlarm[]): { side: Side; limit: number | null; count: number }[] {
  const groups = new Map<string, { side: Side; limit: number | null; count: number }>();
  for (const { side, limit } of alarms) {
    const group = groups.get(`${side} ${limit}`) ?? { side, limit, count: 0 };
    group.count += 1;
    groups.set(`${side} ${limit}`, group);
  }
  return [...groups.values()];
}

const DAY_MS = 86_400_000;

/** The query of the history tab that shows a file's span, with a little room on either side, and the file in it. */
export function historyOf(carrierId: number, { firstAt, lastAt }: { firstAt: number; lastAt: number }): string {
  const room = Math.max(3_600_000, Math.min(DAY_MS, (lastAt - firstAt) / 20));
  const iso = (at: number) => new Date(Math.round(at)).toISOString();
  return new URLSearchParams({
    id: String(carrierId),
    tab: "history",
    from: iso(firstAt - room),
    to: iso(lastAt + room),
    loggers: "1",
  }).toString();
}

/** Faults that the loggers record of themselves by a number: 15 is their clock's. */
const CLOCK_FAULT = "15";
export const faultKind = (code: string): "clock" | "other" => (code === CLOCK_FAULT ? "clock" : "other");

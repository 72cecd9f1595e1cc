import { type LoggerAlarm, MEASURES, type Measure, type Side } from "@/db/enums";
import { MAXIMUM_BYTES, MAXIMUM_MEGABYTES } from "@/features/telemetry/logger/content.rules";
import type { Issue } from "@/lib/errors";

/** Maximum number of logger files per carrier. */
export const MAXIMUM_FILES = 200;
/** The file as raw body, or in a form with its name. */
export const FILE_BODY = { maximumBytes: MAXIMUM_BYTES + 64 * 1024, fileKey: "file" } as const;

/** Extensions for the file dialog, including common unsupported ones, so that the refusal can name the format. */
export const ACCEPTED_ENDINGS = [
  ...[".csv", ".txt", ".tsv", ".log", ".dat", ".xlsx"],
  ...[".xls", ".pdf", ".gpx", ".xml", ".json", ".html", ".png", ".jpg", ".jpeg"],
];

export const CONTENT_TYPES = {
  csv: "text/csv",
  "fridge-tag": "text/plain",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** Checks the size before the content is read; null if it is valid. */
export function sizeIssue(size: number): Issue | null {
  if (size === 0) return { path: "file", rule: "required", message: "is empty" };
  if (size <= MAXIMUM_BYTES) return null;
  return { path: "file", rule: "fileSize", message: `at most ${MAXIMUM_MEGABYTES} MB`, limit: MAXIMUM_MEGABYTES };
}

/** Channels per measure that the template has columns for. */
const TEMPLATE_CHANNELS: Partial<Record<Measure, number>> = { temperature: 4, humidity: 4 };
/** Measures that loggers record, in template order; signal strength only concerns a device's own radio. */
const TEMPLATE_MEASURES = MEASURES.filter((measure) => measure !== "signal");

/** The value columns of the template, ordered by channel. */
export const TEMPLATE_COLUMNS: { measure: Measure; channel: number }[] = [1, 2, 3, 4].flatMap((channel) =>
  TEMPLATE_MEASURES.filter((measure) => channel <= (TEMPLATE_CHANNELS[measure] ?? 1)).map((measure) => ({
    measure,
    channel,
  })),
);

/** The number of alarms per limit, in the order of their first occurrence. */
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

/** The query of the history tab that shows the file and its span with a margin on either side. */
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

/** Loggers report their own faults by number; 15 is a clock fault. */
const CLOCK_FAULT = "15";
export const faultKind = (code: string): "clock" | "other" => (code === CLOCK_FAULT ? "clock" : "other");

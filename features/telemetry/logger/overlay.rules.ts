import { dayKey, startOfDay } from "@/lib/datetime/zone";
import type { ReadingRow } from "../history/history.schema";
import type { LoggerCursor, LoggerDay, LoggerRow, MergedDto, MergedRow, OverlayFile } from "./overlay.schema";

const FIGURES = { "day-minimum": "min", "day-maximum": "max", "day-mean": "mean", reading: null } as const;

/** The daily figures; each spans its day on the clock of its file's logger. */
export function daysOf(rows: readonly LoggerRow[], files: readonly OverlayFile[]): LoggerDay[] {
  const zones = new Map(files.map(({ id, timeZone }) => [id, timeZone]));
  const days = new Map<string, LoggerDay>();
  for (const { fileId, measure, channel, statistic, at, value } of rows) {
    const [timeZone, figure] = [zones.get(fileId), FIGURES[statistic]];
    if (timeZone === undefined || figure === null) continue;
    const key = `${fileId} ${measure} ${channel} ${dayKey(new Date(at), timeZone)}`;
    let day = days.get(key);
    if (!day) {
      const [from, to] = [0, 1].map((ahead) => startOfDay(new Date(at), timeZone, ahead).getTime()) as [number, number];
      day = { fileId, measure, channel, from, to, min: null, mean: null, max: null };
      days.set(key, day);
    }
    day[figure] = value;
  }
  return [...days.values()].sort((a, b) => a.from - b.from);
}

/** The cursor of a row in the list. */
export const cursorOf = ({ at, fileId, measure, channel, statistic }: LoggerCursor): string =>
  [at, fileId, measure, channel, statistic].join(".");

type Page = {
  order: "newest" | "oldest";
  length: number;
  /** The cursors of this page. */
  cursors: { cursor: string | undefined; loggerCursor: string | undefined };
  /** Whether there are more live rows than those given. */
  goesOn: boolean;
};

/**
 * Merges two sorted lists into one page; each must be at least as long as the page if it continues. At equal instants,
 * live devices come first. `next` is the cursor of the next page.
 */
export function mergePage(
  live: readonly ReadingRow[],
  logger: readonly LoggerRow[],
  { order, length, cursors, goesOn }: Page,
): Pick<MergedDto, "items" | "next"> {
  const items: MergedRow[] = [];
  let [ofLive, ofLogger] = [0, 0];
  while (items.length < length) {
    const [a, b] = [live[ofLive], logger[ofLogger]];
    if (!a && !b) return { items, next: null };
    const isLive = a !== undefined && (b === undefined || (order === "newest" ? a.at >= b.at : a.at <= b.at));
    if (isLive) {
      items.push({ source: "live", ...(a as ReadingRow) });
      ofLive += 1;
    } else {
      items.push({ source: "logger", ...(b as LoggerRow) });
      ofLogger += 1;
    }
  }
  if (ofLive >= live.length && !goesOn && ofLogger >= logger.length) return { items, next: null };
  const [lastLive, lastLogger] = [live[ofLive - 1], logger[ofLogger - 1]];
  const cursor = lastLive ? `${lastLive.at}.${lastLive.probeId}` : cursors.cursor;
  const loggerCursor = lastLogger ? cursorOf(lastLogger) : cursors.loggerCursor;
  return { items, next: { ...(cursor && { cursor }), ...(loggerCursor && { loggerCursor }) } };
}

/**
 * Splits streamed CSV text into records without their line ends; a line break inside quotes does not end a record.
 * `rest` is the incomplete record.
 */
export function cutRecords(text: string): { records: string[]; rest: string } {
  const records: string[] = [];
  let [from, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === "\r" && text[at + 1] === "\n") {
      records.push(text.slice(from, at));
      from = at + 2;
      at += 1;
    }
  }
  return { records, rest: text.slice(from) };
}

type Say = (key: "overlay.mark" | "overlay.markUnnamed" | "tab.somebody", values?: Record<string, string>) => string;

/** The columns that mark every value of a file: the logger, the file, who imported it and when. */
export function markOf(
  file: Pick<OverlayFile, "fileName" | "loggerSerial" | "userName">,
  { say, date }: { say: Say; date: string },
): string {
  const from = { file: file.fileName, who: file.userName ?? say("tab.somebody"), date };
  return file.loggerSerial
    ? say("overlay.mark", { ...from, serial: file.loggerSerial })
    : say("overlay.markUnnamed", from);
}

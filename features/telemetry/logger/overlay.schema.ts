import { z } from "zod";
import { LOGGER_STATISTICS, type LoggerStatistic, MEASURES, type Measure } from "@/db/enums";
import { checkAsked, HistoryFields, HistoryRange, type ReadingRow, TableInput } from "../history/history.schema";
import { POINTS } from "../history/limits.rules";

/** Whose loggers: those of carriers. */
export const FilesInput = z.object({ carrierIds: HistoryFields.carrierIds.unwrap() });

/** The values of loggers beside what their carriers' devices sent: carriers and a range. */
export const SeriesInput = z
  .object({
    carrierIds: HistoryFields.carrierIds.unwrap(),
    from: HistoryFields.from,
    to: HistoryFields.to,
    points: z.coerce.number().int().min(POINTS.minimum).max(POINTS.maximum).default(POINTS.default),
  })
  .superRefine(checkAsked);

/** A logger's file as its values are marked with it. Instants in epoch ms. */
export type OverlayFile = {
  id: number;
  carrierId: number;
  carrierName: string;
  fileName: string;
  loggerSerial: string;
  loggerModel: string;
  timeZone: string;
  firstAt: number;
  lastAt: number;
  userName: string | null;
  createdAt: number;
};
export type OverlayFilesDto = { items: OverlayFile[] };

type Of = { fileId: number; measure: Measure; channel: number };
/** Columns of equal length; `at` in epoch ms is the middle of a bucket. */
export type LoggerSeries = Of & { at: number[]; min: number[]; mean: number[]; max: number[] };
/** The figures of days, each from its beginning to its end on the logger's clock. */
export type LoggerDay = Of & { from: number; to: number; min: number | null; mean: number | null; max: number | null };
/** `bucketSeconds` 0: the readings themselves. */
export type LoggerSeriesDto = { series: LoggerSeries[]; days: LoggerDay[]; bucketSeconds: number };

/** Where a page of values ends in either source; null: before its first. */
const LOGGER_CURSOR = new RegExp(
  `^(\\d{1,15})\\.([1-9]\\d{0,14})\\.(${MEASURES.join("|")})\\.(\\d{1,3})\\.(${LOGGER_STATISTICS.join("|")})$`,
);

export type LoggerCursor = {
  at: number;
  fileId: number;
  measure: Measure;
  channel: number;
  statistic: LoggerStatistic;
};

/** What the file of the history takes, and the carriers whose loggers' values stand in it as well. */
export const MergedCsvInput = HistoryRange.safeExtend({ loggersOf: HistoryFields.carrierIds.unwrap() });

/** What the list of the history takes, with the carriers whose loggers' values stand in it, and a cursor of its own for the loggers' values. */
export const MergedInput = TableInput.safeExtend({
  loggersOf: HistoryFields.carrierIds.unwrap(),
  loggerCursor: z
    .string()
    .regex(LOGGER_CURSOR, "a cursor of this list")
    .transform((text): LoggerCursor => {
      const [, at, fileId, measure, channel, statistic] = LOGGER_CURSOR.exec(text) as RegExpExecArray;
      return {
        at: Number(at),
        fileId: Number(fileId),
        measure: measure as Measure,
        channel: Number(channel),
        statistic: statistic as LoggerStatistic,
      };
    })
    .optional(),
});

export type LoggerRow = LoggerCursor & { value: number };
/** A row of either source. A live one is what the history's own list has. */
export type MergedRow = ({ source: "live" } & ReadingRow) | ({ source: "logger" } & LoggerRow);
/** `next` holds the queries of the page after this one. */
export type MergedDto = {
  items: MergedRow[];
  files: OverlayFile[];
  next: { cursor?: string; loggerCursor?: string } | null;
};

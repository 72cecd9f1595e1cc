import { z } from "zod";
import { LOGGER_STATISTICS, type LoggerStatistic, MEASURES, type Measure } from "@/db/enums";
import { checkAsked, HistoryFields, HistoryRange, type ReadingRow, TableInput } from "../history/history.schema";
import { POINTS } from "../history/limits.rules";

/** The carriers whose loggers are requested. */
export const FilesInput = z.object({ carrierIds: HistoryFields.carrierIds.unwrap() });

/** Carriers and range of the loggers' values. */
export const SeriesInput = z
  .object({
    carrierIds: HistoryFields.carrierIds.unwrap(),
    from: HistoryFields.from,
    to: HistoryFields.to,
    points: z.coerce.number().int().min(POINTS.minimum).max(POINTS.maximum).default(POINTS.default),
  })
  .superRefine(checkAsked);

/** A logger file as its values are marked with it. Instants in epoch ms. */
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
/** Daily figures, each from the start to the end of the day on the logger's clock. */
export type LoggerDay = Of & { from: number; to: number; min: number | null; mean: number | null; max: number | null };
/** `bucketSeconds` 0: the readings themselves. */
export type LoggerSeriesDto = { series: LoggerSeries[]; days: LoggerDay[]; bucketSeconds: number };

/** The last value of a page in either source; null: before the first. */
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

/** Input of the history file, with the carriers whose loggers' values are included. */
export const MergedCsvInput = HistoryRange.safeExtend({ loggersOf: HistoryFields.carrierIds.unwrap() });

/**
 * Input of the history list, with the carriers whose loggers' values are included, and a separate cursor for these
 * values.
 */
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
/** A row of either source; a live one as in the history list. */
export type MergedRow = ({ source: "live" } & ReadingRow) | ({ source: "logger" } & LoggerRow);
/** `next` contains the cursors of the next page. */
export type MergedDto = {
  items: MergedRow[];
  files: OverlayFile[];
  next: { cursor?: string; loggerCursor?: string } | null;
};

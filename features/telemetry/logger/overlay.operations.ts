import "server-only";
import { createTranslator } from "use-intl/core";
import { RawReply, streamOf } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { countCells, csvHeaders, csvWriter, stampIn, withCell } from "@/lib/spreadsheet/csv";
import { canonicalUnitOf } from "@/lib/units/format";
import { exportReadings } from "../history/export.operations";
import { listReadings } from "../history/history.operations";
import { chooseBuckets } from "../history/history.rules";
import { openProbes } from "../ingest/probe.operations";
import type { Span } from "../ingest/probe.rules";
import {
  countMost,
  findLoggerRows,
  findOverlayFiles,
  readLoggerDays,
  readLoggerSeries,
  streamLoggerRows,
} from "./overlay.data";
import { cursorOf, cutRecords, daysOf, markOf, mergePage } from "./overlay.rules";
import {
  FilesInput,
  type LoggerSeriesDto,
  MergedCsvInput,
  type MergedDto,
  MergedInput,
  type OverlayFile,
  type OverlayFilesDto,
  SeriesInput,
} from "./overlay.schema";

const DAY_MS = 86_400_000;

const within = (files: readonly OverlayFile[], { from, to }: Span) =>
  files.filter(({ firstAt, lastAt }) => firstAt < to && lastAt >= from - DAY_MS);

/** Lists the logger files of these carriers, of any time. */
export const listOverlayFiles = defineOperation({
  name: "history.loggerFiles",
  kind: "query",
  permission: "viewHistory",
  input: FilesInput,
  run: async ({ db, scope }, { carrierIds }): Promise<OverlayFilesDto> => ({
    items: await findOverlayFiles(db, scope, carrierIds),
  }),
});

/** The values of loggers in a range, to draw over the history, never part of it. */
export const getLoggerSeries = defineOperation({
  name: "history.loggerSeries",
  kind: "query",
  permission: "viewHistory",
  input: SeriesInput,
  async run({ db, scope }, { carrierIds, points, ...range }): Promise<LoggerSeriesDto> {
    const files = within(await findOverlayFiles(db, scope, carrierIds), range);
    const ids = files.map(({ id }) => id);
    const isRaw = (await countMost(db, ids, range)) <= points;
    const bucketSeconds = isRaw ? 0 : chooseBuckets(range, points, "UTC").seconds;
    // Daily extremes have their own minutes: those of the first and last day may lie outside the range.
    const around = { from: range.from - DAY_MS, to: range.to + DAY_MS };
    const days = daysOf(await readLoggerDays(db, ids, around), files);
    return {
      series: await readLoggerSeries(db, ids, range, bucketSeconds),
      days: days.filter(({ from, to }) => from < range.to && to > range.from),
      bucketSeconds,
    };
  },
});

const idsText = (ids: readonly number[] | undefined) => (ids && ids.length > 0 ? ids.join(",") : undefined);

/** The history list merged with the loggers' values; each row names its source. */
export const listMerged = defineOperation({
  name: "history.loggerTable",
  kind: "query",
  permission: "viewHistory",
  input: MergedInput,
  async run(ctx, { loggersOf, loggerCursor, cursor, probeIds, carrierIds, ...page }): Promise<MergedDto> {
    const { order, length } = page;
    const files = within(await findOverlayFiles(ctx.db, ctx.scope, loggersOf), page);
    const liveCursor = cursor && `${cursor.at}.${cursor.probeId}`;
    const asked = { ...page, probeIds: idsText(probeIds), carrierIds: idsText(carrierIds), cursor: liveCursor };
    const live = await listReadings.call(ctx, asked);
    const ids = files.map(({ id }) => id);
    const logger = await findLoggerRows(ctx.db, ids, page, order, { limit: length + 1, cursor: loggerCursor });
    const cursors = { cursor: liveCursor, loggerCursor: loggerCursor && cursorOf(loggerCursor) };
    return { files, ...mergePage(live.items, logger, { order, length, cursors, goesOn: live.next !== null }) };
  },
});

/** The history file with the loggers' values below those of live devices, and a column for the source. */
export const exportMerged = defineOperation({
  name: "history.loggerCsv",
  kind: "query",
  permission: "viewHistory",
  input: MergedCsvInput,
  async run(ctx, { loggersOf, probeIds, carrierIds, ...range }): Promise<RawReply> {
    const files = within(await findOverlayFiles(ctx.db, ctx.scope, loggersOf), range);
    const asked = { ...range, probeIds: idsText(probeIds), carrierIds: idsText(carrierIds) };
    const { timeZone } = await openProbes(ctx, { ...range, probeIds, carrierIds });
    const live = await exportReadings.call(ctx, asked);
    const lines = mergedLines(ctx, live, files, range, timeZone);
    return new RawReply(streamOf(lines), csvHeaders(ctx.now, timeZone));
  },
});

type Say = (key: string, values?: Record<string, string>) => string;

async function* mergedLines(
  ctx: OperationContext,
  live: RawReply,
  files: readonly OverlayFile[],
  range: Span,
  timeZone: string,
) {
  const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const say = createTranslator({ locale, messages, namespace: "history.logger" }) as unknown as Say;
  const nameOf = createTranslator({ locale, messages, namespace: "history" });
  let [rest, columns] = ["", 0];
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for await (const chunk of live.body as unknown as AsyncIterable<Uint8Array>) {
    const cut = cutRecords(rest + decoder.decode(chunk, { stream: true }));
    rest = cut.rest;
    yield cut.records
      .map((record) => {
        const isHead = columns === 0;
        if (isHead) columns = countCells(record);
        return withCell(record, say(isHead ? "overlay.source" : "overlay.live"));
      })
      .join("");
  }
  const write = csvWriter(columns + 1);
  for (const file of files) {
    const device = [file.loggerModel, file.loggerSerial].filter(Boolean).join(" ") || file.fileName;
    const date = stampIn(new Date(file.createdAt), timeZone).slice(0, 16).replace("T", " ");
    const mark = markOf(file, { say, date });
    for await (const rows of streamLoggerRows(ctx.db, file.id, range)) {
      yield rows
        .map(({ at, measure, channel, statistic, value }) => {
          const name = `${nameOf(`measure.${measure}`)}${channel > 1 ? ` ${channel}` : ""}`;
          const figure = statistic === "reading" ? name : `${name}, ${say(`overlay.statistic.${statistic}`)}`;
          const source = `${say("overlay.file")}: ${mark}`;
          const unit = canonicalUnitOf(measure);
          const known = [stampIn(new Date(at), timeZone), file.carrierName, device, figure, unit, value];
          const others = Array.from({ length: Math.max(0, columns - known.length) }, () => null);
          return write([...known, ...others, source]);
        })
        .join("");
    }
  }
}

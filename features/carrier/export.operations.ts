import "server-only";
import { once } from "node:events";
import { PassThrough, Readable, type Writable } from "node:stream";
import ExcelJS from "exceljs";
import { createTranslator } from "use-intl/core";
import type { Measure } from "@/db/enums";
import { timeZoneOf } from "@/lib/auth/time-zone";
import { RawReply } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { unitOf } from "@/lib/units/format";
import { abnormalityOf, broken } from "./carrier.rules";
import type { CarrierRowDto } from "./carrier.schema";
import {
  BATCH_ROWS,
  csvLine,
  EXPORT_COLUMNS,
  type ExportCell,
  type ExportColumn,
  fileName,
  MAXIMUM_ROWS,
  stampOf,
} from "./export.rules";
import { CarrierExportQuery } from "./export.schema";
import { chooseCarriers, rowsOf } from "./list.operations";

type Look = (key: string) => string;

async function wordsOf(ctx: OperationContext): Promise<Look> {
  const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
  return createTranslator({ locale, messages: await loadMessages(locale), namespace: "carrier" }) as unknown as Look;
}

/** The latest values of a measure: a number if there is one probe, otherwise all values joined. */
function valuesOf({ probes }: CarrierRowDto, measure: Measure): ExportCell {
  const values = probes.flatMap((probe) => (probe.measure === measure && probe.value !== null ? [probe.value] : []));
  if (values.length <= 1) return values[0] ?? null;
  return values.join(" / ");
}

function cellsOf(look: Look, row: CarrierRowDto, timeZone: string): ExportCell[] {
  const cells: Record<ExportColumn, ExportCell> = {
    name: row.name,
    customer: row.customerName,
    scene: row.scenePath.join(" / "),
    type: row.carrierTypeName ?? look(`type.${row.type}`),
    status: look(`statusChoice.${row.carrierStatus}`),
    abnormality: look(`abnormality.${abnormalityOf(row.status)}`),
    temperature: valuesOf(row, "temperature"),
    humidity: valuesOf(row, "humidity"),
    lastAt: row.lastAt === null ? null : stampOf(row.lastAt, timeZone),
    alarm: look(`alarm.short.${row.alarmSwitch}`),
    trigger: row.trigger?.name ?? null,
    devices: row.deviceCount,
    mode: look(`mode.${row.mode}`),
    traceable: look(`yesNo.${row.isTraceable ? "yes" : "no"}`),
  };
  return EXPORT_COLUMNS.map((column) => cells[column]);
}

const UNITS: Partial<Record<ExportColumn, Measure>> = { temperature: "temperature", humidity: "humidity" };

const headerOf = (look: Look): string[] =>
  EXPORT_COLUMNS.map((column) => {
    const measure = UNITS[column];
    return measure ? `${look(`measure.${measure}`)} (${unitOf(measure)})` : look(`column.${column}`);
  });

type Asked = { ctx: OperationContext; look: Look; ids: readonly number[]; timeZone: string };

/** Reads in batches, so that memory use does not depend on the file's length. */
async function* batches({ ctx, look, ids, timeZone }: Asked): AsyncGenerator<ExportCell[][]> {
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    const rows = await rowsOf(ctx, ids.slice(start, start + BATCH_ROWS));
    yield rows.map((row) => cellsOf(look, row, timeZone));
  }
}

async function* csvChunks(asked: Asked): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${csvLine(headerOf(asked.look))}`);
  for await (const rows of batches(asked)) yield Buffer.from(rows.map(csvLine).join(""));
}

/** Resolves once `step` has drained, or the client has disconnected. */
async function passedOn(step: Writable, file: PassThrough): Promise<void> {
  // The archive's streams predate `writableNeedDrain`.
  const { needDrain } = (step as unknown as { _writableState: { needDrain: boolean } })._writableState;
  if (!needDrain || file.destroyed) return;
  const over = new AbortController();
  const { signal } = over;
  await Promise.race(
    [once(step, "drain", { signal }), once(file, "close", { signal })].map((end) => end.catch(() => {})),
  );
  over.abort();
}

/** The streams between the sheet writer and the compressor. The writer itself ignores backpressure. */
const intoArchive = (sheet: ExcelJS.Worksheet): Writable[] =>
  (sheet as unknown as { stream: { pipes: Writable[] } }).stream.pipes;

/** Texts are string cells, so that no spreadsheet evaluates them as formulas. Backpressure slows the queries. */
function xlsxStream(asked: Asked): PassThrough {
  const stream = new PassThrough();
  const write = async () => {
    const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useSharedStrings: false });
    const sheet = book.addWorksheet(SHEET, { views: [{ state: "frozen", ySplit: 1 }] });
    sheet.columns = headerOf(asked.look).map((header) => ({ header, width: 18 }));
    for await (const rows of batches(asked)) {
      for (const row of rows) sheet.addRow(row).commit();
      for (const step of [...intoArchive(sheet), stream]) await passedOn(step, stream);
      if (stream.destroyed) return;
    }
    sheet.commit();
    await book.commit();
  };
  write().catch((error: unknown) => {
    log.error({ err: error, requestId: asked.ctx.requestId }, "the export broke off");
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return stream;
}

/** Name of the sheet, as in the file name. */
const SHEET = "GM";

const CONTENT_TYPE = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** Exports all carriers that match the list's criteria. The file is streamed. */
export const exportCarriers = defineOperation({
  name: "carrier.export",
  kind: "query",
  permission: "viewCarrier",
  input: CarrierExportQuery,
  async run(ctx, { format, ...query }): Promise<RawReply> {
    const { ids, total } = await chooseCarriers(ctx, query, { start: 0, length: MAXIMUM_ROWS });
    if (total > MAXIMUM_ROWS) throw broken("q", "tooMany", `${total} rows, at most ${MAXIMUM_ROWS}`, MAXIMUM_ROWS);
    const timeZone = await timeZoneOf(ctx);
    const asked = { ctx, look: await wordsOf(ctx), ids, timeZone };
    const body = format === "csv" ? Readable.from(csvChunks(asked)) : xlsxStream(asked);
    return new RawReply(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
      "content-type": CONTENT_TYPE[format],
      "content-disposition": `attachment; filename="${fileName(ctx.now.getTime(), timeZone, format)}"`,
    });
  },
});

import "server-only";
import type { Measure } from "@/db/enums";
import { auditTaken } from "@/features/file/taken.service";
import { timeZoneOf } from "@/lib/auth/time-zone";
import { csvFile } from "@/lib/export/csv-file";
import { defineExport, type ExportCell, type ExportColumn as ExportTitle } from "@/lib/export/define-export";
import { type ExportWords, exportCustomer, exportWords, stemOf, titleOf } from "@/lib/export/list-export";
import { xlsxFile } from "@/lib/export/xlsx-file";
import { RawReply, streamOf } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { shownCell, unitOf } from "@/lib/units/format";
import type { ValueLocale } from "@/lib/units/value-locale";
import { abnormalityOf, broken } from "./carrier.rules";
import { CarrierListQuery, type CarrierRowDto } from "./carrier.schema";
import { BATCH_ROWS, EXPORT_COLUMNS, type ExportColumn, fileName, MAXIMUM_ROWS, stampOf } from "./export.rules";
import { CarrierExportQuery } from "./export.schema";
import { chooseCarriers, rowsOf } from "./list.operations";

type Look = (key: string) => string;

/** The latest values of a measure: a number if there is one probe, otherwise all values joined. */
function cellOf({ probes }: CarrierRowDto, measure: Measure, { head, own }: Units): ExportCell {
  const values = probes.flatMap((probe) =>
    probe.measure === measure && probe.value !== null ? [shownCell(probe.value, measure, own)] : [],
  );
  const unit = unitOf(measure, own);
  // A row of a customer with another unit than the heading's says so in its cell.
  if (values.length > 0 && unit !== unitOf(measure, head)) return `${values.join(" / ")} ${unit}`;
  if (values.length <= 1) return values[0] ?? null;
  return values.join(" / ");
}

/** The locales with the units of the heading and of the row. */
type Units = { head: ValueLocale; own: ValueLocale };

function cellsOf(look: Look, row: CarrierRowDto, timeZone: string, units: Units): ExportCell[] {
  const cells: Record<ExportColumn, ExportCell> = {
    name: row.name,
    customer: row.customerName,
    scene: row.scenePath.join(" / "),
    type: row.carrierTypeName ?? look(`type.${row.type}`),
    status: look(`statusChoice.${row.carrierStatus}`),
    abnormality: look(`abnormality.${abnormalityOf(row.status)}`),
    temperature: cellOf(row, "temperature", units),
    humidity: cellOf(row, "humidity", units),
    lastAt: row.lastAt === null ? null : stampOf(row.lastAt, timeZone),
    alarm: look(`alarm.short.${row.alarmSwitch}`),
    trigger: row.trigger?.name ?? null,
    devices: row.deviceCount,
    mode: look(`mode.${row.mode}`),
    workMode: look(`workMode.${row.workMode}`),
    bearingType: row.bearingType && look(`bearingType.${row.bearingType}`),
    traceable: look(`yesNo.${row.isTraceable ? "yes" : "no"}`),
  };
  return EXPORT_COLUMNS.map((column) => cells[column]);
}

const UNITS: Partial<Record<ExportColumn, Measure>> = { temperature: "temperature", humidity: "humidity" };

const columnsOf = (look: Look, head: ValueLocale): ExportTitle[] =>
  EXPORT_COLUMNS.map((column) => {
    const measure = UNITS[column];
    return {
      title: measure ? `${look(`measure.${measure}`)} (${unitOf(measure, head)})` : look(`column.${column}`),
      width: 18,
    };
  });

type Asked = { ctx: OperationContext; look: Look; words: ExportWords; ids: readonly number[]; timeZone: string };

/** Reads in batches, so that memory use does not depend on the file's length. */
async function* batches({ ctx, look, words, ids, timeZone }: Asked): AsyncGenerator<ExportCell[][]> {
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    const rows = await rowsOf(ctx, ids.slice(start, start + BATCH_ROWS));
    yield rows.map((row) => cellsOf(look, row, timeZone, { head: words.values, own: words.valuesOf(row.customerId) }));
  }
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
    await auditTaken(ctx, "carrier", query);
    const timeZone = await timeZoneOf(ctx);
    const words = await exportWords(ctx);
    const asked = { ctx, look: words.look("carrier"), words, ids, timeZone };
    const columns = columnsOf(asked.look, words.values);
    const body =
      format === "csv"
        ? csvFile(columns, batches(asked))
        : xlsxFile({ title: SHEET, columns }, batches(asked), ctx.now);
    return new RawReply(streamOf(body), {
      "content-type": CONTENT_TYPE[format],
      "content-disposition": `attachment; filename="${fileName(ctx.now.getTime(), timeZone, format)}"`,
    });
  },
});

/** The carriers that match the list's criteria, in its order. */
export const carrierExport = defineExport({
  kind: "carrier",
  permission: "viewCarrier",
  input: CarrierListQuery,
  async open(ctx, { iDisplayStart: _, iDisplayLength: __, ...query }) {
    const words = await exportWords(ctx);
    const { ids, total } = await chooseCarriers(ctx, query, { start: 0, length: MAXIMUM_ROWS });
    if (total > MAXIMUM_ROWS) throw broken("q", "tooMany", `${total} rows, at most ${MAXIMUM_ROWS}`, MAXIMUM_ROWS);
    const { timeZone, look } = words;
    const { title } = titleOf(words, "carrier");
    return {
      title,
      fileStem: stemOf(query.type ? look("carrier.type")(query.type) : title, null, query, timeZone),
      customerId: exportCustomer(ctx),
      timeZone,
      total,
      columns: columnsOf(look("carrier"), words.values),
      batches: batches({ ctx, look: look("carrier"), words, ids, timeZone }),
    };
  },
});

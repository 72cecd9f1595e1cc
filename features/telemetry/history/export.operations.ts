import "server-only";
import { auditTaken } from "@/features/file/taken.service";
import { csvFile } from "@/lib/export/csv-file";
import { defineExport, type ExportCell } from "@/lib/export/define-export";
import { type ExportWords, exportCustomer, exportWords, titleOf } from "@/lib/export/list-export";
import { RawReply, streamOf } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { csvHeaders, stamper } from "@/lib/spreadsheet/csv";
import { shownCell, unitOf } from "@/lib/units/format";
import type { ReadableProbe } from "../ingest/probe.data";
import { openProbes } from "../ingest/probe.operations";
import { type Span, spansOf } from "../ingest/probe.rules";
import { estimateReadings, streamReadings } from "./history.data";
import { placeOf } from "./history.rules";
import { HistoryExport } from "./history.schema";

/** Columns with their widths. */
const COLUMNS = { time: 30, carrier: 24, device: 30, measure: 14, unit: 8, value: 12 };

type Told = { probes: readonly ReadableProbe[]; range: Span; timeZone: string; words: ExportWords };

async function* batchesOf(ctx: OperationContext, told: Told): AsyncGenerator<ExportCell[][]> {
  const { probes, range, timeZone, words } = told;
  const t = words.look("history");
  const stamp = stamper(timeZone);
  for (const probe of probes) {
    const { carrierName, deviceName, serialNumber, measure } = probe;
    const values = words.valuesOf(probe.customerId);
    const names = [carrierName ?? "", `${deviceName} (${serialNumber})`, t(`measure.${measure}`)];
    const fixed = [...names, unitOf(measure, values)];
    for (const span of spansOf([probe], range)) {
      for await (const rows of streamReadings(ctx.db, span)) {
        ctx.signal?.throwIfAborted();
        yield rows.map(({ at, value }) => [stamp(at), ...fixed, shownCell(value, measure, values)]);
      }
    }
  }
}

/** Every reading of a range, probe by probe. */
export const historyExport = defineExport({
  kind: "history",
  permission: "viewHistory",
  input: HistoryExport,
  async open(ctx, asked) {
    const { probes, timeZone } = await openProbes(ctx, asked);
    const words = await exportWords(ctx);
    const [t, { title }] = [words.look("history"), titleOf(words, "history")];
    const names = [...new Set(probes.map(placeOf))];
    const name = names.length > 2 ? `${names[0]} +${names.length - 1}` : names.join(", ");
    return {
      title: `${title}: ${name}`,
      fileStem: name,
      customerId: exportCustomer(ctx),
      timeZone,
      total: await estimateReadings(ctx.db, spansOf(probes, asked)),
      columns: Object.entries(COLUMNS).map(([column, width]) => ({ title: t(`csv.${column}`), width })),
      batches: batchesOf(ctx, { probes, range: asked, timeZone, words }),
    };
  },
});

/** Streams the readings as a CSV file (RFC 4180, UTF-8 with a byte order mark), probe by probe. */
export const exportReadings = defineOperation({
  name: "history.csv",
  kind: "query",
  permission: "viewHistory",
  input: HistoryExport,
  async run(ctx, asked): Promise<RawReply> {
    const { columns, batches, timeZone } = await historyExport.open(ctx, asked);
    await auditTaken(ctx, "history", asked);
    return new RawReply(streamOf(csvFile(columns, batches)), csvHeaders(ctx.now, timeZone));
  },
});

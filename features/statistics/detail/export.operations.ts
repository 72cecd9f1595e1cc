import "server-only";
import { streamExport } from "@/features/file/taken.service";
import { countRecorded } from "@/features/telemetry/history/record.service";
import { openProbes } from "@/features/telemetry/ingest/probe.operations";
import { defineExport, type ExportCell } from "@/lib/export/define-export";
import { exportCustomer, exportWords, titleOf } from "@/lib/export/list-export";
import type { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { stampIn } from "@/lib/spreadsheet/csv";
import { shownCell, unitOf } from "@/lib/units/format";
import type { ValueLocale } from "@/lib/units/value-locale";
import { rowsAtMost } from "./detail.rules";
import { type DetailDto, DetailExport } from "./detail.schema";
import { type DetailProbe, readRows } from "./detail.service";

/** Rows per query. */
const BATCH_ROWS = 500;

type Asked = Omit<Parameters<typeof readRows>[3], "order" | "length" | "cursor">;

/** Means have more digits than any sensor; four are enough. */
const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(4)));

/** The locale for the values of a column: that of the customer of the probe. */
type ValuesOf = (probe: DetailProbe) => ValueLocale;

async function* batchesOf(
  ctx: OperationContext,
  probes: readonly DetailProbe[],
  timeZone: string,
  asked: Asked,
  valuesOf: ValuesOf,
): AsyncGenerator<ExportCell[][]> {
  let cursor: number | undefined;
  do {
    const page: DetailDto = await readRows(ctx, probes, timeZone, {
      ...asked,
      order: "oldest",
      length: BATCH_ROWS,
      cursor,
    });
    if (page.rows.length > 0)
      yield page.rows.map(({ at, cells }) => [
        stampIn(new Date(at), timeZone),
        ...cells.map((value, index) => {
          const probe = probes[index] as DetailProbe;
          return rounded(shownCell(value, probe.measure, valuesOf(probe)));
        }),
      ]);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

/** All rows of the range, oldest first: a column for each probe. */
export const detailExport = defineExport({
  kind: "detail",
  permission: "viewDetailData",
  input: DetailExport,
  async open(ctx, asked) {
    const { probes, timeZone } = await openProbes(ctx, asked);
    const words = await exportWords(ctx);
    const t = words.look("history");
    const valuesOf: ValuesOf = ({ customerId }) => words.valuesOf(customerId);
    const nameOf = (probe: DetailProbe) => {
      const { carrierName, deviceName, serialNumber, measure } = probe;
      const unit = unitOf(measure, valuesOf(probe));
      const what = unit ? `${t(`measure.${measure}`)} (${unit})` : t(`measure.${measure}`);
      return [carrierName ?? deviceName, serialNumber, what].join(" · ");
    };
    const readings = await countRecorded(ctx.db, probes, asked);
    return {
      ...titleOf(words, "detail"),
      customerId: exportCustomer(ctx),
      timeZone,
      total: rowsAtMost(asked, readings),
      columns: [{ title: t("csv.time"), width: 30 }, ...probes.map((probe) => ({ title: nameOf(probe), width: 24 }))],
      batches: batchesOf(ctx, probes, timeZone, asked, valuesOf),
    };
  },
});

/** The same as a CSV file at once. */
export const exportDetail = defineOperation({
  name: "detail.csv",
  kind: "query",
  permission: "viewDetailData",
  input: DetailExport,
  run: (ctx, asked): Promise<RawReply> => streamExport(ctx, detailExport, asked),
});

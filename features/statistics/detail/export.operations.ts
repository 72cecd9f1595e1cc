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
import { unitOf } from "@/lib/units/format";
import { rowsAtMost } from "./detail.rules";
import { type DetailDto, DetailExport } from "./detail.schema";
import { type DetailProbe, readRows } from "./detail.service";

/** Rows per query. */
const BATCH_ROWS = 500;

type Asked = Omit<Parameters<typeof readRows>[3], "order" | "length" | "cursor">;

/** Means have more digits than any sensor; four are enough. */
const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(4)));

async function* batchesOf(
  ctx: OperationContext,
  probes: readonly DetailProbe[],
  timeZone: string,
  asked: Asked,
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
      yield page.rows.map(({ at, cells }) => [stampIn(new Date(at), timeZone), ...cells.map(rounded)]);
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
    const nameOf = ({ carrierName, deviceName, serialNumber, measure }: DetailProbe) => {
      const unit = unitOf(measure);
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
      batches: batchesOf(ctx, probes, timeZone, asked),
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

import "server-only";
import { z } from "zod";
import type { DownloadProgressDto } from "@/features/file/download.schema";
import { exportReadings, historyExport } from "@/features/telemetry/history/export.operations";
import { HistoryExport } from "@/features/telemetry/history/history.schema";
import type { RawReply } from "@/lib/http/reply";
import { defineOperation } from "@/lib/operation/define-operation";
import { lineText } from "@/lib/validation/fields";
import { instantMs } from "@/lib/validation/instant";
import { createDownload } from "./download.operations";

/** Largest file that is streamed at once. */
const STREAMED_ROWS = 10_000;

/** Ids as a list, or separated by commas. */
const joined = (value: unknown) => (Array.isArray(value) ? value.join(",") : value);
const Ids = z.preprocess(joined, lineText(400).optional());

/** As `HistoryExport`, with the format; the older console calls xlsx `excel`. */
const ExportHistoryInput = z.strictObject({
  probeIds: Ids,
  carrierIds: Ids,
  from: instantMs(),
  to: instantMs(),
  format: z.preprocess((value) => (value === "excel" ? "xlsx" : value), z.enum(["csv", "xlsx", "pdf"]).default("csv")),
});

/** The readings of a range: a small CSV file at once, anything else as a download that is being made. */
export const exportHistory = defineOperation({
  name: "history.export",
  kind: "query",
  permission: "viewHistory",
  input: ExportHistoryInput,
  async run(ctx, { format, ...asked }): Promise<RawReply | DownloadProgressDto> {
    const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    if (format === "csv") {
      const { total } = await historyExport.open(ctx, HistoryExport.parse(query));
      if (total <= STREAMED_ROWS) return exportReadings.call(ctx, query as never);
    }
    return createDownload.call(ctx, { kind: "history", format, query });
  },
});

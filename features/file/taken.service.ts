import "server-only";
import type { z } from "zod";
import { writeAudit } from "@/lib/audit/write-audit";
import { csvFile } from "@/lib/export/csv-file";
import type { Export } from "@/lib/export/define-export";
import { RawReply, streamOf } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { transaction } from "@/lib/operation/transaction";
import { csvHeaders } from "@/lib/spreadsheet/csv";

/** Input fields that say how, not what. */
const PAGING = new Set(["iDisplayStart", "iDisplayLength", "sort", "dir", "format"]);

/**
 * Records who took which data out, for a file that is streamed at once instead of being kept: `query` are the criteria.
 * The row is in the log of the actor's customer, or of `customerId`.
 */
export async function auditTaken(
  ctx: OperationContext,
  kind: string,
  query: Readonly<Record<string, unknown>>,
  customerId?: number,
): Promise<void> {
  const asked = Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value !== undefined && !PAGING.has(name)),
  );
  await transaction(ctx.db, (tx) =>
    writeAudit(tx, ctx, {
      operation: "download.stream",
      entity: "download",
      entityId: kind,
      new: { kind, query: asked },
      ...(customerId !== undefined && { customerId }),
    }),
  );
}

/** Streams an export as a CSV file at once (RFC 4180, UTF-8 with a byte order mark), and records it. */
export async function streamExport<S extends z.ZodType>(
  ctx: OperationContext,
  { kind, open }: Export<S>,
  query: z.output<S>,
): Promise<RawReply> {
  const { columns, batches, customerId, timeZone } = await open(ctx, query);
  await auditTaken(ctx, kind, query as Record<string, unknown>, customerId);
  return new RawReply(streamOf(csvFile(columns, batches)), csvHeaders(ctx.now, timeZone));
}

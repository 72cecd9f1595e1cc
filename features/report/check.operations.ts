import "server-only";
import { signingOf } from "@/features/signature/signature.service";
import { customerScope } from "@/lib/auth/scope";
import { notFound } from "@/lib/errors";
import { limitAddress } from "@/lib/http/rate-limit";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC } from "@/lib/operation/define-operation";
import { CHECK_RATE } from "./check.rules";
import { findChecked, findFiles } from "./report.data";
import { type CheckedReportDto, CheckInput } from "./report.schema";
import { signedRecordOf } from "./signing.service";

/**
 * What is known of a document, for anyone who has it: by the key of its QR code, or by its SHA-256. Throws NOT_FOUND for
 * any other.
 */
export const checkReport = defineOperation({
  name: "report.check",
  kind: "query",
  permission: PUBLIC,
  input: CheckInput,
  async run(ctx, asked): Promise<CheckedReportDto> {
    // Counted before any lookup, to limit guessing.
    await limitAddress("reportCheck", ctx.address, CHECK_RATE.address, CHECK_RATE.seconds);
    if (asked.key === undefined && asked.sha256 === undefined) throw notFound("report", "");
    const found = await findChecked(ctx.db, asked);
    if (!found) throw notFound("report", "");
    const { row, customerName } = found;
    const record = row.state === "generated" ? signedRecordOf(row) : null;
    const scope = customerScope(row.customerId);
    const signing = record && (await signingOf({ ...ctx, scope }, record));
    const files = await findFiles(ctx.db, row.id);
    return {
      name: row.name,
      type: row.type,
      customer: customerName,
      from: row.fromAt.getTime(),
      to: row.toAt.getTime(),
      timeZone: row.timeZone,
      version: row.version,
      generatedAt: row.generatedAt?.toISOString() ?? null,
      approval: row.approval,
      signatures: (signing?.signatures ?? [])
        .filter(({ version }) => version === row.version)
        .map(({ meaning, printedName: name, at, state }) => ({ meaning, name, at, state })),
      files: files.map(({ sha256, version, signatures, locale }) => ({
        ...{ sha256, version, signatures, locale },
        isLatest: version === files[0]?.version && signatures === files[0]?.signatures,
      })),
    };
  },
});

/** The report of a key in the page's address; null without one. */
export const loadChecked = (ctx: OperationContext, key: string): Promise<CheckedReportDto | null> =>
  key === "" ? Promise.resolve(null) : checkReport.call(ctx, { key });

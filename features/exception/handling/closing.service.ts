import "server-only";
import { readParameters } from "@/features/parameter/parameter.operations";
import { type SignedRecord, signingOf, signRecord, versionOf } from "@/features/signature/signature.service";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import type { MutationContext, Refused } from "@/lib/operation/define-operation";
import { findExceptions } from "../exception.data";
import type { ClosingDto, ExceptionDto } from "../exception.schema";
import type { CloseInput } from "./schema";

/** What the signature of a closing covers: what happened, who took note, and how it was explained. */
const contentOf = (row: ExceptionDto) => ({
  carrierId: row.carrier?.id ?? null,
  device: row.device.serialNumber,
  kind: row.kind,
  measure: row.measure,
  side: row.side,
  severity: row.severity,
  minimum: row.minimum,
  maximum: row.maximum,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
  peak: row.peak,
  peakAt: row.peakAt,
  acknowledgedAt: row.acknowledgedAt,
  acknowledgementComment: row.acknowledgementComment,
  status: row.status,
  reasonId: row.reason?.id ?? null,
  measures: row.measures,
  remark: row.remark,
  analysisResult: row.analysisResult,
});

const recordOf = (row: ExceptionDto, version: number): SignedRecord => ({
  kind: "exception",
  id: row.id,
  version,
  customerId: row.customerId,
  content: contentOf(row),
});

/** Exceptions as their closings signed them, for verification. */
export async function readSignedExceptions(ctx: OperationContext, ids: readonly number[]): Promise<SignedRecord[]> {
  const rows = await findExceptions(ctx.db, ctx.scope, [...ids], ctx.now);
  return Promise.all(rows.map(async (row) => recordOf(row, await versionOf(ctx, "exception", row.id))));
}

/** Whether closing this exception needs a signature, by the customer's parameter. */
async function needsSignature({ db }: OperationContext, row: Pick<ExceptionDto, "severity" | "customerId">) {
  if (row.severity !== "critical") return false;
  return (await readParameters(db, row.customerId))["approval.signCriticalClosing"] === "true";
}

/** The signatures of an exception's closings, each verified, and whether closing it now needs one. */
export async function closingOf(ctx: OperationContext, row: ExceptionDto): Promise<ClosingDto> {
  const version = await versionOf(ctx, "exception", row.id);
  // Every closing is a version: after a reopening the next one is signed anew.
  const { contentHash, signatures } = await signingOf(ctx, recordOf(row, Math.max(1, version)));
  return { isSigned: await needsSignature(ctx, row), contentHash, signatures };
}

/** Signs the closing if it needs a signature. Returns the refusal of a wrong password. */
export async function signClosing(
  ctx: MutationContext,
  row: ExceptionDto,
  { password, totp, contentHash }: CloseInput,
): Promise<Refused | null> {
  if (!(await needsSignature(ctx, row))) return null;
  if (password === undefined || contentHash === undefined)
    throw new AppError("INVALID", "password: closing a critical exception needs a signature", {
      issues: [{ path: "password", rule: "required", message: "closing a critical exception needs a signature" }],
    });
  const version = (await versionOf(ctx, "exception", row.id)) + 1;
  const signed = await signRecord(ctx, recordOf(row, version), { meaning: "approved", password, totp, contentHash });
  return typeof signed === "number" ? null : signed;
}

import "server-only";
import type { SignedRecord } from "@/features/signature/signature.service";
import type { OperationContext } from "@/lib/operation/context";
import { contentOf, findReports, type ReportRow } from "./report.data";

/** A generated report as signatures cover it; null before it is generated. */
export function signedRecordOf(row: ReportRow): SignedRecord | null {
  const content = contentOf(row);
  const { id, version, customerId, signatures: wanted } = row;
  return content && { kind: "report", id, version, customerId, content, wanted };
}

/** Reports as they are now, for verification. */
export async function readSignedReports(ctx: OperationContext, ids: readonly number[]): Promise<SignedRecord[]> {
  return (await findReports(ctx.db, ctx.scope, ids)).flatMap((row) => signedRecordOf(row) ?? []);
}

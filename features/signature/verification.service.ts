import "server-only";
import type { SignedKind } from "@/db/enums";
import type { OperationContext } from "@/lib/operation/context";
import { findSignatures, findSignaturesAfter, findSignedAudits, type SignatureRow } from "./signature.data";
import { changedFields } from "./signature.rules";
import { canonicalContent, isGenuine, type SignedRecord } from "./signature.service";

/** Reads records of one kind as they are now, in the version that is signed last; absent ones do not exist any more. */
export type RecordReader = (ctx: OperationContext, ids: readonly number[]) => Promise<readonly SignedRecord[]>;

/** The readers of all kinds that people sign, filled in by the worker's registry. */
export type RecordReaders = Partial<Record<SignedKind, RecordReader>>;

/**
 * `forged`: the row is not the one that was written. `unrecorded`: the audit trail has no such signature. `missing`: the
 * audit trail has one that no longer exists. `changed`: the record differs from what was signed. `gone`: the record was
 * deleted.
 */
export type SignatureProblem = {
  id: number;
  problem: "forged" | "unrecorded" | "missing" | "changed" | "gone";
  kind: SignedKind | null;
  recordId: number | null;
  fields: string[];
};

const BATCH = 500;

/** Verifies every signature of the installation against its seal, the audit trail and its record. */
export async function verifySignatures(
  ctx: OperationContext,
  readers: RecordReaders,
): Promise<{ count: number; problems: SignatureProblem[] }> {
  const problems: SignatureProblem[] = [];
  const audited = new Map((await findSignedAudits(ctx.db)).map(({ id, contentHash }) => [id, contentHash]));
  const missing = new Set(audited.keys());
  let [count, after] = [0, 0];
  for (;;) {
    const rows = await findSignaturesAfter(ctx.db, after, BATCH);
    if (rows.length === 0) break;
    for (const row of rows) {
      missing.delete(row.id);
      const name = (problem: SignatureProblem["problem"]) =>
        problems.push({ id: row.id, problem, kind: row.recordKind, recordId: row.recordId, fields: [] });
      if (!isGenuine(row)) name("forged");
      else if (audited.get(row.id) !== row.contentHash) name("unrecorded");
    }
    problems.push(...(await changedAmong(ctx, rows, readers)));
    count += rows.length;
    after = (rows.at(-1) as SignatureRow).id;
  }
  for (const id of missing) problems.push({ id, problem: "missing", kind: null, recordId: null, fields: [] });
  return { count, problems };
}

async function changedAmong(
  ctx: OperationContext,
  rows: readonly SignatureRow[],
  readers: RecordReaders,
): Promise<SignatureProblem[]> {
  const problems: SignatureProblem[] = [];
  for (const [kind, read] of Object.entries(readers) as [SignedKind, RecordReader][]) {
    const own = rows.filter(({ recordKind }) => recordKind === kind);
    if (own.length === 0) continue;
    const ids = [...new Set(own.map(({ recordId }) => recordId))];
    const records = new Map((await read(ctx, ids)).map((record) => [record.id, record]));
    const all = await findSignatures(ctx.db, ctx.scope, kind, ids);
    for (const row of own) {
      const record = records.get(row.recordId);
      const { id, recordId, version } = row;
      // Earlier versions are replaced on purpose.
      const isLast = all.every((one) => one.recordId !== recordId || one.version <= version);
      if (!record) problems.push({ id, problem: "gone", kind, recordId, fields: [] });
      else if (isLast && record.version === version) {
        const current = canonicalContent(record.content);
        if (current.contentHash !== row.contentHash)
          problems.push({
            id,
            problem: "changed",
            kind,
            recordId,
            fields: changedFields(JSON.parse(row.content), JSON.parse(current.content)),
          });
      }
    }
  }
  return problems;
}

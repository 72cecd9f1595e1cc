import "server-only";
import { writeAudit } from "@/lib/audit/write-audit";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import type { ExceptionEvent } from "../schema";
import { findReasons, type LockedException, lockExceptions, saveExceptions } from "./data";
import { assertMay, type Deed, refusal } from "./rules";
import {
  AcknowledgeBatchInput,
  AcknowledgeInput,
  CloseInput,
  HandleInput,
  type ReasonDto,
  ReasonListQuery,
  ReopenInput,
} from "./schema";

export const listExceptionReasons = defineOperation({
  name: "exceptionReason.choices",
  kind: "query",
  permission: "viewEx",
  input: ReasonListQuery,
  run: ({ db, scope }, query): Promise<ReasonDto[]> => findReasons(db, scope, query),
});

/** Who signs: an exception is a person's matter. */
function signer({ actor }: OperationContext): number {
  if (actor.type !== "user") throw refusal.illegalHandler();
  return actor.principal.user.id;
}

/** The row, locked and allowed to undergo the deed. */
async function take(ctx: OperationContext, id: number, deed: Deed): Promise<LockedException> {
  const [row] = await lockExceptions(ctx.db, ctx.scope, [id]);
  if (!row) throw refusal.recordNotFound(id);
  assertMay(deed, [{ path: "id", row }]);
  return row;
}

/** Tells the other browsers; the change stands whether they hear of it or not. */
async function tell(rows: readonly LockedException[], change: ExceptionEvent["change"]): Promise<void> {
  try {
    await liveBus().publish(
      rows.map(({ id, customerId, carrierId, severity }) => {
        const data: ExceptionEvent = { id, customerId, carrierId, severity, change };
        return { type: "exception", customerId, carrierId, data };
      }),
    );
  } catch (error) {
    log.error({ err: error, change }, "live event lost");
  }
}

/** Who acknowledges: an account, or a contact without one, by name. */
type Signature = { acknowledgedBy: number } | { acknowledgedByContact: string };

const acknowledgement = (signature: Signature, comment: string, now: Date) => ({
  acknowledgedAt: now,
  ...signature,
  acknowledgementComment: comment,
});
const NOT_ACKNOWLEDGED = { acknowledgedAt: null, acknowledgedBy: null, acknowledgementComment: null };

/** Acknowledges a locked exception that may undergo it, by whatever way the acknowledgement came in. */
export async function acknowledge(
  ctx: MutationContext,
  row: LockedException,
  signature: Signature,
  comment: string,
): Promise<void> {
  assertMay("acknowledge", [{ path: "id", row }]);
  const values = acknowledgement(signature, comment, ctx.now);
  await saveExceptions(ctx.tx, [row], values);
  ctx.track({ customerId: row.customerId, old: NOT_ACKNOWLEDGED, new: values, reason: comment });
  ctx.afterCommit(() => tell([row], "acknowledged"));
}

export const acknowledgeException = defineOperation({
  name: "exception.acknowledge",
  kind: "mutation",
  permission: "acknowledgeEx",
  input: AcknowledgeInput,
  async run(ctx, { id, comment }) {
    const signature = { acknowledgedBy: signer(ctx) };
    await acknowledge(ctx, await take(ctx, id, "acknowledge"), signature, comment);
    return { id };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

/** All or none; every row gets its own line in its customer's audit trail. */
export const acknowledgeExceptions = defineOperation({
  name: "exception.acknowledgeBatch",
  kind: "mutation",
  permission: "acknowledgeEx",
  input: AcknowledgeBatchInput,
  async run(ctx, { ids, comment }) {
    const values = acknowledgement({ acknowledgedBy: signer(ctx) }, comment, ctx.now);
    const rows = await lockExceptions(ctx.tx, ctx.scope, ids);
    const targets = ids.map((id, index) => {
      const row = rows.find((candidate) => candidate.id === id);
      if (!row) throw refusal.recordNotFound(id, `ids.${index}`);
      return { path: `ids.${index}`, row };
    });
    assertMay("acknowledge", targets);
    await saveExceptions(ctx.tx, rows, values);
    // Chains are locked in the order of their customers, so that two batches cannot wait for each other.
    for (const { id, customerId } of rows.toSorted((a, b) => a.customerId - b.customerId)) {
      await writeAudit(ctx.tx, ctx, {
        operation: "exception.acknowledge",
        entity: "exception",
        entityId: String(id),
        customerId,
        old: NOT_ACKNOWLEDGED,
        new: values,
        reason: comment,
      });
    }
    ctx.track({ reason: comment });
    ctx.afterCommit(() => tell(rows, "acknowledged"));
    return { ids };
  },
  audit: { entity: "exceptionBatch", id: ({ ids }) => ids.join(",") },
});

/** What handling decides, in the trail with the reason's own words: a name may change, the record not. */
const handlingOf = ({ status, isClosed, reasonId, measures, remark, analysisResult }: LockedException) => ({
  status,
  isClosed,
  reasonId,
  measures,
  remark,
  analysisResult,
});

export const handleException = defineOperation({
  name: "exception.handle",
  kind: "mutation",
  permission: "handleEx",
  input: HandleInput,
  async run(ctx, { id, ...input }) {
    const handledBy = signer(ctx);
    const row = await take(ctx, id, "handle");
    const [reason] = await findReasons(ctx.tx, ctx.scope, { customerId: row.customerId, id: input.reasonId });
    if (!reason) throw refusal.reasonNotFound(input.reasonId);
    const values = { ...handlingOf(row), ...input, status: "processed" as const };
    await saveExceptions(ctx.tx, [row], { ...values, handledBy, handledAt: ctx.now });
    ctx.track({
      customerId: row.customerId,
      old: handlingOf(row),
      new: { ...values, reason: reason.code ?? reason.name },
    });
    ctx.afterCommit(() => tell([row], "handled"));
    return { id };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

/** Back to handling; what was written stays as a draft, and a closed file is open again. */
export const reopenException = defineOperation({
  name: "exception.reopen",
  kind: "mutation",
  permission: "handleEx",
  input: ReopenInput,
  async run(ctx, { id, reason }) {
    signer(ctx);
    const row = await take(ctx, id, "reopen");
    const values = { status: "unprocessed" as const, isClosed: false };
    await saveExceptions(ctx.tx, [row], values);
    ctx.track({ customerId: row.customerId, old: handlingOf(row), new: { ...handlingOf(row), ...values }, reason });
    ctx.afterCommit(() => tell([row], "handled"));
    return { id };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

export const closeException = defineOperation({
  name: "exception.close",
  kind: "mutation",
  permission: "handleEx",
  input: CloseInput,
  async run(ctx, { id }) {
    signer(ctx);
    const row = await take(ctx, id, "close");
    await saveExceptions(ctx.tx, [row], { isClosed: true });
    ctx.track({ customerId: row.customerId, old: { isClosed: false }, new: { isClosed: true } });
    ctx.afterCommit(() => tell([row], "handled"));
    return { id };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

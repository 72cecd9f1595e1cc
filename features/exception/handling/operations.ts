import "server-only";
import type { AcknowledgementChannel } from "@/db/enums";
import { writeAuditOfEach, writeAudits } from "@/lib/audit/write-audit";
import { customerScope } from "@/lib/auth/scope";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import type { Db, OperationContext } from "@/lib/operation/context";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { findException } from "../exception.data";
import type { ExceptionEvent, ReasonDto } from "../exception.schema";
import { signClosing } from "./closing.service";
import { findReasons, type LockedException, lockExceptions, queueAcknowledged, saveExceptions } from "./data";
import { type Action, assertMay, barOf, refusal } from "./rules";
import {
  AcknowledgeBatchInput,
  AcknowledgeInput,
  CloseInput,
  HandleBatchInput,
  HandleInput,
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

/** The account that signs. Throws unless the actor is a user: only a person may handle an exception. */
export function signer({ actor }: OperationContext): number {
  if (actor.type !== "user") throw refusal.illegalHandler();
  return actor.principal.user.id;
}

/** The row, locked and checked to allow the action. */
async function lockTarget(ctx: OperationContext, id: number, action: Action): Promise<LockedException> {
  const [row] = await lockExceptions(ctx.db, ctx.scope, [id]);
  if (!row) throw refusal.recordNotFound(id);
  assertMay(action, [{ path: "id", row }]);
  return row;
}

/** The rows of a batch with their fields in the input, locked. Throws NOT_FOUND unless all are visible. */
export async function lockTargets(
  ctx: OperationContext,
  ids: readonly number[],
): Promise<{ path: string; row: LockedException }[]> {
  const rows = await lockExceptions(ctx.db, ctx.scope, ids);
  return ids.map((id, index) => {
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) throw refusal.recordNotFound(id, `ids.${index}`);
    return { path: `ids.${index}`, row };
  });
}

/** In the order of customers, in which audit chains are locked, so that two batches cannot deadlock. */
export const byCustomer = (rows: readonly LockedException[]): LockedException[] =>
  rows.toSorted((a, b) => a.customerId - b.customerId || a.id - b.id);

/** The reason, if all these customers, whose exceptions were found, may choose it. */
async function reasonFor({ db }: OperationContext, customerIds: readonly number[], id: number): Promise<ReasonDto> {
  const found = await Promise.all(
    [...new Set(customerIds)].map((customerId) => findReasons(db, customerScope(customerId), { customerId, id })),
  );
  const reason = found[0]?.[0];
  if (!reason || found.some((rows) => rows.length === 0)) throw refusal.reasonNotFound(id);
  return reason;
}

type Acknowledger = Pick<ExceptionEvent, "by" | "byUserId">;

/** Notifies other browsers. Failures are only logged: the change is already stored. */
export async function publishHandling(
  rows: readonly LockedException[],
  change: ExceptionEvent["change"],
  acknowledger: Acknowledger = {},
): Promise<void> {
  try {
    await liveBus().publish(
      rows.map(({ id, customerId, carrierId, sceneId, severity }) => {
        const node = sceneId !== null && { sceneId };
        const data: ExceptionEvent = { id, customerId, carrierId, ...node, severity, change, ...acknowledger };
        return { type: "exception", customerId, carrierId, data };
      }),
    );
  } catch (error) {
    log.error({ err: error, change }, "live event lost");
  }
}

export { queueAcknowledged };

/** Who acknowledges, and how: an account in the console, or a contact without one. */
export type Signature = { acknowledgedVia: AcknowledgementChannel } & (
  | { acknowledgedBy: number }
  | { acknowledgedByContact: string; acknowledgedByContactId: number }
);

const acknowledgement = (signature: Signature, comment: string, now: Date) => ({
  acknowledgedAt: now,
  ...signature,
  acknowledgementComment: comment,
});
const NOT_ACKNOWLEDGED = { acknowledgedAt: null, acknowledgedBy: null, acknowledgementComment: null };

/** The audited values; the contact's id is that of the audit row's actor. */
const audited = ({
  acknowledgedByContactId: _,
  ...values
}: ReturnType<typeof acknowledgement> & { acknowledgedByContactId?: number }) => values;

const acknowledgerOf = ({ actor }: OperationContext, signature: Signature): Acknowledger => {
  if ("acknowledgedByContact" in signature) return { by: signature.acknowledgedByContact };
  return actor.type === "user" ? { by: actor.principal.user.name, byUserId: actor.principal.user.id } : {};
};

const reasonName = ({ code, name }: ReasonDto): string => code ?? name;

/** What a person says when acknowledging. */
export type Statement = { comment: string; reasonId?: number | undefined };

/** The cause given with an acknowledgement, if any. Throws unless these rows can still be handled. */
async function causeOf(
  ctx: OperationContext,
  targets: readonly { path: string; row: LockedException }[],
  reasonId: number | undefined,
): Promise<ReasonDto | null> {
  if (reasonId === undefined) return null;
  assertMay("handle", targets);
  return reasonFor(
    ctx,
    targets.map(({ row }) => row.customerId),
    reasonId,
  );
}

/** The audited change of a row: the acknowledgement, and the cause by its name, which may change later. */
const auditOf = (row: LockedException, values: Parameters<typeof audited>[0], cause: ReasonDto | null) => ({
  customerId: row.customerId,
  old: { ...NOT_ACKNOWLEDGED, ...(cause && { reasonId: row.reasonId }) },
  new: { ...audited(values), ...(cause && { reasonId: cause.id, reason: reasonName(cause) }) },
});

/** Acknowledges a locked exception that allows it, for every way of acknowledging. */
export async function acknowledge(
  ctx: MutationContext,
  row: LockedException,
  signature: Signature,
  { comment, reasonId }: Statement,
): Promise<void> {
  const targets = [{ path: "id", row }];
  assertMay("acknowledge", targets);
  const cause = await causeOf(ctx, targets, reasonId);
  const values = acknowledgement(signature, comment, ctx.now);
  await saveExceptions(ctx.tx, [row], { ...values, ...(cause && { reasonId: cause.id }) });
  await queueAcknowledged(ctx.tx, [row.id]);
  ctx.audit({ ...auditOf(row, values, cause), reason: comment });
  ctx.afterCommit(() => publishHandling([row], "acknowledged", acknowledgerOf(ctx, signature)));
}

type ForContact = {
  contact: { id: number; name: string; customerId: number };
  via: Exclude<AcknowledgementChannel, "console">;
  exceptionIds: readonly number[];
  comment: string;
  /** The name of the operation in the audit trail. */
  operation: `exception.${string}`;
};

/**
 * Acknowledges on behalf of a contact those of these exceptions that allow it, each with its own audit row. Returns
 * them, and what to run after the caller's transaction has committed.
 */
export async function acknowledgeForContact(
  ctx: OperationContext,
  tx: Db,
  { contact, via, exceptionIds, comment, operation }: ForContact,
): Promise<{ ids: number[]; places: string[]; afterCommit: () => Promise<void> }> {
  const { customerId, id: contactId, name } = contact;
  const locked = await lockExceptions(tx, customerScope(customerId), exceptionIds);
  const rows = locked.filter((row) => barOf("acknowledge", row) === null);
  if (rows.length === 0) return { ids: [], places: [], afterCommit: async () => {} };
  const signature = { acknowledgedByContact: name, acknowledgedByContactId: contactId, acknowledgedVia: via };
  const values = acknowledgement(signature, comment, ctx.now);
  await saveExceptions(tx, rows, values);
  const ids = rows.map(({ id }) => id);
  await queueAcknowledged(tx, ids);
  const line = { operation, entity: "exception", old: NOT_ACKNOWLEDGED, new: audited(values), reason: comment };
  const by = { contactId, name, customerId };
  await writeAudits(
    tx,
    ctx,
    customerId,
    ids.map((id) => ({ ...line, entityId: String(id), by })),
  );
  const places = [...new Set(rows.map(({ label }) => label))];
  return { ids, places, afterCommit: () => publishHandling(rows, "acknowledged", { by: name }) };
}

export const acknowledgeException = defineOperation({
  name: "exception.acknowledge",
  kind: "mutation",
  permission: "acknowledgeEx",
  input: AcknowledgeInput,
  async run(ctx, { id, ...statement }) {
    const signature = { acknowledgedBy: signer(ctx), acknowledgedVia: "console" as const };
    await acknowledge(ctx, await lockTarget(ctx, id, "acknowledge"), signature, statement);
    return { id };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

/** All or none; every row gets its own entry in its customer's audit trail. */
export const acknowledgeExceptions = defineOperation({
  name: "exception.acknowledgeBatch",
  kind: "mutation",
  permission: "acknowledgeEx",
  input: AcknowledgeBatchInput,
  async run(ctx, { ids, comment, reasonId }) {
    const signature = { acknowledgedBy: signer(ctx), acknowledgedVia: "console" as const };
    const values = acknowledgement(signature, comment, ctx.now);
    const targets = await lockTargets(ctx, ids);
    assertMay("acknowledge", targets);
    const cause = await causeOf(ctx, targets, reasonId);
    const rows = byCustomer(targets.map(({ row }) => row));
    await saveExceptions(ctx.tx, rows, { ...values, ...(cause && { reasonId: cause.id }) });
    await queueAcknowledged(ctx.tx, ids);
    const entries = rows.map((row) => ({
      ...{ operation: "exception.acknowledge", entity: "exception", entityId: String(row.id) },
      ...auditOf(row, values, cause),
      reason: comment,
    }));
    await writeAuditOfEach(ctx.tx, ctx, entries);
    ctx.audit({ reason: comment });
    ctx.afterCommit(() => publishHandling(rows, "acknowledged", acknowledgerOf(ctx, signature)));
    return { ids };
  },
  audit: { entity: "exceptionBatch", id: ({ ids }) => ids.join(",") },
});

/** The audited handling values, with the reason's text, because its name may change later. */
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
    const row = await lockTarget(ctx, id, "handle");
    const reason = await reasonFor(ctx, [row.customerId], input.reasonId);
    const values = { ...handlingOf(row), ...input, status: "processed" as const };
    await saveExceptions(ctx.tx, [row], { ...values, handledBy, handledAt: ctx.now });
    ctx.audit({
      customerId: row.customerId,
      old: handlingOf(row),
      new: { ...values, reason: reasonName(reason) },
    });
    ctx.afterCommit(() => publishHandling([row], "handled"));
    return { id };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

/** The same reason, measures and result for several, all or none. */
export const handleExceptions = defineOperation({
  name: "exception.handleBatch",
  kind: "mutation",
  permission: "handleEx",
  input: HandleBatchInput,
  async run(ctx, { ids, ...input }) {
    const handledBy = signer(ctx);
    const targets = await lockTargets(ctx, ids);
    assertMay("handle", targets);
    const rows = byCustomer(targets.map(({ row }) => row));
    const reason = await reasonFor(
      ctx,
      rows.map(({ customerId }) => customerId),
      input.reasonId,
    );
    const values = { ...input, status: "processed" as const };
    await saveExceptions(ctx.tx, rows, { ...values, handledBy, handledAt: ctx.now });
    const entries = rows.map((row) => ({
      ...{ operation: "exception.handle", entity: "exception", entityId: String(row.id), customerId: row.customerId },
      old: handlingOf(row),
      new: { ...handlingOf(row), ...values, reason: reasonName(reason) },
    }));
    await writeAuditOfEach(ctx.tx, ctx, entries);
    ctx.afterCommit(() => publishHandling(rows, "handled"));
    return { ids };
  },
  audit: { entity: "exceptionBatch", id: ({ ids }) => ids.join(",") },
});

/** Reopens handling; the texts remain as a draft, and a closed record is open again. */
export const reopenException = defineOperation({
  name: "exception.reopen",
  kind: "mutation",
  permission: "handleEx",
  input: ReopenInput,
  async run(ctx, { id, reason }) {
    signer(ctx);
    const row = await lockTarget(ctx, id, "reopen");
    const values = { status: "unprocessed" as const, isClosed: false };
    await saveExceptions(ctx.tx, [row], values);
    ctx.audit({ customerId: row.customerId, old: handlingOf(row), new: { ...handlingOf(row), ...values }, reason });
    ctx.afterCommit(() => publishHandling([row], "handled"));
    return { id };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

export const closeException = defineOperation({
  name: "exception.close",
  kind: "mutation",
  permission: "handleEx",
  input: CloseInput,
  async run(ctx, input) {
    const { id } = input;
    signer(ctx);
    const row = await lockTarget(ctx, id, "close");
    const found = await findException(ctx.tx, ctx.scope, id, ctx.now);
    if (!found) throw refusal.recordNotFound(id);
    const refused = await signClosing(ctx, found, input);
    if (refused) return refused;
    await saveExceptions(ctx.tx, [row], { isClosed: true });
    ctx.audit({ customerId: row.customerId, old: { isClosed: false }, new: { isClosed: true } });
    ctx.afterCommit(() => publishHandling([row], "handled"));
    return { id };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

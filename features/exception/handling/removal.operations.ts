import "server-only";
import { findSignedIds } from "@/features/signature/signature.service";
import { writeAuditOfEach } from "@/lib/audit/write-audit";
import { defineOperation, type MutationContext } from "@/lib/operation/define-operation";
import { saveExceptions } from "./data";
import { byCustomer, lockTargets, publishHandling, signer } from "./operations";
import { assertMay } from "./rules";
import { RemoveBatchInput, RemoveInput } from "./schema";

const NOT_REMOVED = { removedAt: null, removedBy: null, removalReason: null };

/** Deletes exceptions from the working lists, all or none. Reports, archives and the audit trail keep them. */
async function removeAll(ctx: MutationContext, ids: readonly number[], reason: string, pathOf?: string) {
  const values = { removedAt: ctx.now, removedBy: signer(ctx), removalReason: reason };
  const targets = (await lockTargets(ctx, ids)).map((target) => (pathOf ? { ...target, path: pathOf } : target));
  assertMay("remove", targets, await findSignedIds(ctx, "exception", ids));
  const rows = byCustomer(targets.map(({ row }) => row));
  await saveExceptions(ctx.tx, rows, values);
  ctx.afterCommit(() => publishHandling(rows, "removed"));
  return { rows, change: { old: NOT_REMOVED, new: values, reason } };
}

export const removeException = defineOperation({
  name: "exception.remove",
  kind: "mutation",
  permission: "removeEx",
  input: RemoveInput,
  async run(ctx, { id, reason }) {
    const { rows, change } = await removeAll(ctx, [id], reason, "id");
    ctx.audit({ ...(rows[0] && { customerId: rows[0].customerId }), ...change });
    return { id };
  },
  audit: { entity: "exception", id: ({ id }) => id },
});

/** Every row gets its own entry in its customer's audit trail. */
export const removeExceptions = defineOperation({
  name: "exception.removeBatch",
  kind: "mutation",
  permission: "removeEx",
  input: RemoveBatchInput,
  async run(ctx, { ids, reason }) {
    const { rows, change } = await removeAll(ctx, ids, reason);
    const entries = rows.map(({ id, customerId }) => ({
      ...{ operation: "exception.remove", entity: "exception", entityId: String(id), customerId },
      ...change,
    }));
    await writeAuditOfEach(ctx.tx, ctx, entries);
    ctx.audit({ reason });
    return { ids };
  },
  audit: { entity: "exceptionBatch", id: ({ ids }) => ids.join(",") },
});

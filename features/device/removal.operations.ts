import "server-only";
import type { DeviceKind } from "@/db/enums";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { visibilityOf } from "@/lib/auth/visibility";
import { notFound, throwMerged } from "@/lib/errors";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import { AUDIT_BATCH, auditEach, type LockedTarget, lockTargets } from "./batch.operations";
import { DeviceIds } from "./batch.schema";
import { lockFacts } from "./change.data";
import { auditSnapshot } from "./registration.rules";
import { deleteDevices, findTies } from "./removal.data";
import { removalRefusal } from "./removal.rules";

async function removeAll(ctx: OperationContext, targets: readonly LockedTarget[]): Promise<void> {
  const ids = targets.map(({ device }) => device.id);
  const ties = new Map((await findTies(ctx.db, visibilityOf(ctx), ids)).map((one) => [one.id, one]));
  throwMerged(
    targets.flatMap(({ path, device }) => {
      const tie = ties.get(device.id);
      return (tie && removalRefusal(tie, path)) ?? [];
    }),
  );
  await deleteDevices(ctx.db, ctx.scope, ids);
}

/** Builds the operation that deletes one device of a kind, unless it is in use or enabled. */
export const removing = <K extends DeviceKind>(kind: K) =>
  defineOperation({
    name: `${kind}.remove`,
    kind: "mutation",
    permission: `remove${DEVICE_SUBJECT[kind]}`,
    input: ById,
    async run(ctx, { id }): Promise<{ id: number }> {
      const [device] = await lockFacts(ctx.tx, ctx.scope, [kind], [id]);
      if (!device) throw notFound(kind, id);
      await removeAll(ctx, [{ path: "id", device }]);
      ctx.audit({ customerId: device.customerId, old: auditSnapshot(device) });
      return { id };
    },
    audit: { entity: kind, id: ({ id }) => id },
  });

/** Deletes several devices of one customer, all or none. */
export const removeDevices = defineOperation({
  name: "device.removeBatch",
  kind: "mutation",
  permission: "removeDevice",
  input: DeviceIds,
  async run(ctx, { ids }): Promise<{ ids: number[] }> {
    const targets = await lockTargets(ctx, ids, "remove");
    await removeAll(ctx, targets);
    await auditEach(
      ctx,
      "remove",
      targets.map(({ device }) => ({ device, change: { old: auditSnapshot(device) } })),
    );
    ctx.audit({ customerId: targets[0].device.customerId });
    return { ids };
  },
  audit: AUDIT_BATCH,
});

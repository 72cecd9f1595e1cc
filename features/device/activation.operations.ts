import "server-only";
import type { DeviceUse } from "@/db/enums";
import { publishExceptions } from "@/features/alarm/evaluation/evaluation.service";
import { type AppError, throwMerged } from "@/lib/errors";
import type { Db } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { lockAllOf, saveFollowed } from "./activation.data";
import { type CustomerEvent, followed, nextUse, type UseVerb } from "./activation.rules";
import { AUDIT_BATCH, auditEach, type LockedTarget, lockTargets } from "./batch.operations";
import { DeviceIds } from "./batch.schema";
import { publishDevices } from "./change.operations";
import { assertNotRecorded, stopWatching } from "./deactivation.service";
import { saveDevices } from "./device.data";
import { refusal } from "./device.rules";

/** Why a device cannot be enabled or disabled; null if it can. */
function useRefusal({ path, device }: LockedTarget, verb: UseVerb): AppError | null {
  const no = (rule: string, message: string) => refusal(path, rule, message, "CONFLICT");
  const use = nextUse(device.use, verb);
  if (!use) return no(verb === "enable" ? "enabledAlready" : "disabledAlready", `it is ${device.use}`);
  return use === "activated" && !device.isCustomerActive ? no("customerCancelled", "the customer is cancelled") : null;
}

/** Builds the operation that enables or disables devices of one customer, all or none. */
const using = (verb: UseVerb) =>
  defineOperation({
    name: `device.${verb}`,
    kind: "mutation",
    permission: "editDevice",
    input: DeviceIds,
    async run(ctx, { ids }): Promise<{ ids: number[] }> {
      const targets = await lockTargets(ctx, ids, "edit");
      throwMerged(targets.flatMap((target) => useRefusal(target, verb) ?? []));
      for (const { device } of targets)
        await saveDevices(ctx.tx, ctx.scope, [device.id], {
          use: nextUse(device.use, verb) as DeviceUse,
          resumeUse: null,
        });
      if (verb === "disable")
        await assertNotRecorded(
          ctx.tx,
          targets.map(({ path, device: { id } }) => ({ path, id })),
        );
      await auditEach(
        ctx,
        verb,
        targets.map(({ device }) => ({
          device,
          change: { old: { use: device.use }, new: { use: nextUse(device.use, verb) } },
        })),
      );
      if (verb === "disable") {
        const ended = await stopWatching(
          ctx.tx,
          ctx,
          targets.map(({ device }) => device),
        );
        ctx.afterCommit(() => publishExceptions(ended));
      }
      ctx.audit({ customerId: targets[0].device.customerId });
      await publishDevices(ctx, ids);
      return { ids };
    },
    audit: AUDIT_BATCH,
  });

/** Enables devices: their readings are accepted and their silence is notified. */
export const enableDevices = using("enable");

/** Disables devices, unless a verification records one of them: their readings are refused, open exceptions are closed, and their silence is not notified. */
export const disableDevices = using("disable");

/** Applies a customer event to the devices of a locked customer. Returns the audit data of each device that changed. */
export async function followCustomer(tx: Db, customerId: number, event: CustomerEvent) {
  const changes = (await lockAllOf(tx, customerId)).flatMap(({ id, ...old }) => {
    const after = followed(old, event);
    return after ? [{ id, old, after }] : [];
  });
  await saveFollowed(
    tx,
    changes.map(({ id, after }) => ({ id, ...after })),
  );
  return changes.map(({ id, old, after }) => ({ id, old: { use: old.use }, new: { use: after.use } }));
}

import "server-only";
import type { DeviceCustody } from "@/db/secondment-enums";
import { endExceptionsOfRemovedDevice } from "@/features/alarm/connection/operations";
import type { ExceptionChange } from "@/features/alarm/evaluation/evaluation.schema";
import {
  editableDevice,
  editablePlace,
  endMounting,
  publishMoves,
} from "@/features/carrier/mounting/mounting.operations";
import { cancelCommand } from "@/features/device/configuration/configuration.operations";
import { currentBinding, stepBinding } from "@/features/device/replacement/binding.operations";
import { cancelSwitch } from "@/features/device/replacement/switch.operations";
import { writeAudits } from "@/lib/audit/write-audit";
import { customerScope } from "@/lib/auth/scope";
import type { MutationContext } from "@/lib/operation/define-operation";
import { detachBehind, findCarriers, findCommandIds, findSwitchIds, saveRow } from "./device.data";

const NAME = "secondment";

/**
 * The context of what a secondment brings about at one of its customers: the product does it, whoever of the two has
 * decided it.
 */
export const onSideOf = (ctx: MutationContext, customerId: number): MutationContext => ({
  ...ctx,
  actor: { type: "system", job: NAME },
  scope: customerScope(customerId),
});

type Leaving = { id: number; customerId: number };

/**
 * Takes a device out of everything that it does at a customer who no longer has it: commands and replacements are
 * cancelled, it is unmounted and unbound at `at`, its open exceptions end, and it is in no node. What it measured there
 * stays. The caller has locked its rows.
 */
export async function leave(
  outer: MutationContext,
  { id, customerId }: Leaving,
  { at, reason, custody }: { at: Date; reason: string; custody: DeviceCustody },
): Promise<void> {
  const ctx = onSideOf(outer, customerId);
  const { tx } = ctx;
  for (const commandId of await findCommandIds(tx, id)) await cancelCommand.call(ctx, { id: commandId });
  for (const switchId of await findSwitchIds(tx, id)) await cancelSwitch.call(ctx, { id: switchId, reason });
  const ended: ExceptionChange[] = [];
  const carriers: { id: number; customerId: number }[] = [];
  const binding = await currentBinding(tx, id);
  if (binding) {
    const event = binding.deviceId === id ? "unbind" : "fallOff";
    const step = await stepBinding(tx, ctx, binding, { event, reason, path: "deviceId" });
    ended.push(...step.ended);
    if (step.parties.carrier) carriers.push(step.parties.carrier);
  }
  const device = await editableDevice(tx, ctx, id);
  for (const { id: carrierId, since } of await findCarriers(tx, id)) {
    const carrier = await editablePlace(tx, ctx, carrierId, "deviceId");
    // Somebody may have mounted it after the instant from which the other customer has it.
    const until = new Date(Math.max(at.getTime(), since));
    ended.push(...(await endMounting(tx, ctx, { device, carrier, at: until, reason })).ended);
    carriers.push(carrier);
  }
  for (const [kind, behind] of await detachBehind(tx, id))
    await writeAudits(
      tx,
      ctx,
      customerId,
      behind.map((one) => ({
        ...{ operation: `${kind}.update`, entity: kind, entityId: String(one.id) },
        ...{ old: { gatewayId: id }, new: { gatewayId: null }, reason },
      })),
    );
  // Nothing is expected of it any more, which ends the exceptions of its connection.
  const isGone = custody === "given" || custody === "absent";
  await saveRow(tx, id, { sceneId: null, custody, ...(isGone && { calibrationDueOn: null }) });
  ended.push(...(await endExceptionsOfRemovedDevice(tx, ctx, device, { at, reason })));
  ctx.afterCommit(() => publishMoves(carriers, ended));
}

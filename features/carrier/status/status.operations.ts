import "server-only";
import { lockActiveOwners } from "@/lib/auth/lock-customer";
import { visibilityOf } from "@/lib/auth/visibility";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { permit, publishChange } from "../access.service";
import { type CarrierRecord, lockOne } from "../carrier.data";
import { dependentsOf, lockAllOf, saveFollowed, saveStatus, stateOf } from "./status.data";
import { type CustomerEvent, changed, followed, type StatusState, type StatusWish } from "./status.rules";
import { type StatusDto, StatusInput } from "./status.schema";

/** The audit snapshot of a status. */
export const auditSnapshotOfStatus = ({ status, defrostUntil }: StatusState) => ({
  status,
  defrostUntil: defrostUntil === null ? null : new Date(defrostUntil).toISOString(),
});

type Tx = Parameters<typeof saveStatus>[0];

/** Changes the status of a locked carrier, subject to the rules. */
export async function putStatus(tx: Tx, ctx: OperationContext, carrier: CarrierRecord, wish: StatusWish) {
  const old = stateOf(carrier);
  const isLeaving = wish.to === "retirement";
  const burden = isLeaving ? await dependentsOf(tx, visibilityOf(ctx), carrier.id) : { devices: [], openExceptions: 0 };
  const after = changed(old, wish, burden, ctx.now.getTime());
  await saveStatus(tx, carrier.id, after);
  return { old, after };
}

/** Changes a carrier's status with a reason; a defrost ends automatically. */
export const changeStatus = defineOperation({
  name: "carrier.changeStatus",
  kind: "mutation",
  permission: "editCarrier",
  input: StatusInput,
  async run(ctx, { id, status: to, defrostMinutes = null, reason, from }): Promise<StatusDto> {
    // While the customer is cancelled, the status only changes with the customer's.
    await lockActiveOwners(ctx.tx, ctx.scope, "carrier", [id], "status");
    const carrier = await lockOne(ctx.tx, ctx.scope, id);
    permit(ctx, "edit", carrier.type);
    const { old, after } = await putStatus(ctx.tx, ctx, carrier, { to, defrostMinutes, reason, from });
    ctx.audit({
      customerId: carrier.customerId,
      old: auditSnapshotOfStatus(old),
      new: auditSnapshotOfStatus(after),
      ...(reason && { reason }),
    });
    ctx.afterCommit(() => publishChange([carrier], "structure"));
    return { id, ...after };
  },
  audit: { entity: "carrier", id: ({ id }) => id },
});

/** Applies a customer event to the carriers of a locked customer; returns the audit data of each changed carrier. */
export async function followCustomer(tx: Tx, customerId: number, event: CustomerEvent) {
  const changes = (await lockAllOf(tx, customerId)).flatMap(({ id, ...old }) => {
    const after = followed(old, event);
    return after ? [{ id, old, after }] : [];
  });
  await saveFollowed(
    tx,
    changes.map(({ id, after }) => ({ id, ...after })),
  );
  return changes.map(({ id, old, after }) => ({ id, old: { status: old.status }, new: { status: after.status } }));
}

import "server-only";
import type { CarrierType } from "@/db/enums";
import type { DeviceEvent } from "@/features/telemetry/live/live.schema";
import { CARRIER_SUBJECT } from "@/lib/auth/subjects";
import { visibilityOf } from "@/lib/auth/visibility";
import { AppError } from "@/lib/errors";
import { liveBus } from "@/lib/live/live";
import { log } from "@/lib/log/log";
import { holds, type OperationContext } from "@/lib/operation/context";

type Action = "view" | "new" | "edit" | "remove";

/** Whether the actor has the permission code of this exact type; the operation only requires the family's code. */
export const mayDo = (ctx: OperationContext, action: Action, type: CarrierType): boolean =>
  holds(ctx, `${action}${CARRIER_SUBJECT[type]}`);

/** Throws FORBIDDEN if the actor lacks the permission code of this exact type. */
export function permit(ctx: OperationContext, action: Action, type: CarrierType): void {
  if (!mayDo(ctx, action, type)) throw new AppError("FORBIDDEN", `missing ${action}${CARRIER_SUBJECT[type]}`);
}

/** The types that the actor may view. */
export const viewableTypes = (ctx: OperationContext): readonly CarrierType[] => visibilityOf(ctx).types;

/** The customer name is shown only if the scope spans several customers. */
export const showsCustomers = ({ scope: { customerIds } }: Pick<OperationContext, "scope">): boolean =>
  customerIds === "all" || customerIds.length > 1;

/** Notifies open consoles of a change. A failure to notify does not undo the change. */
export async function publishChange(
  carriers: readonly { id: number; customerId: number }[],
  change: DeviceEvent["change"],
): Promise<void> {
  const events = carriers.map(({ id, customerId }) => {
    const data: DeviceEvent = { change, carrierId: id };
    return { type: "device" as const, customerId, carrierId: id, data };
  });
  try {
    await liveBus().publish(events);
  } catch (error) {
    log.warn({ err: error, carrierIds: carriers.map(({ id }) => id) }, "changed, but that could not be announced");
  }
}

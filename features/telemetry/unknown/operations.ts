import "server-only";
import { DEVICE_SUBJECT } from "@/lib/auth/subjects";
import { notFound } from "@/lib/errors";
import { log } from "@/lib/log/log";
import { holds, type OperationContext, soleDevice } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import type { PageContext } from "@/lib/page/define-page";
import { loadList } from "@/lib/resource/list-page";
import type { Page } from "@/lib/resource/list-query";
import { findOverflow, findUnknown, removeUnknown, storeMessages } from "./data";
import { byDevice, kindOf, REGISTRATIONS, type UnknownMessage } from "./rules";
import { type Adapter, type OverflowDto, UnknownById, type UnknownDeviceDto, UnknownListQuery } from "./schema";

/**
 * Stores what devices that the token's customer has not registered have sent. Returns whether it is stored; readings
 * accepted in the same request stay committed.
 */
export async function storeUnknown(
  ctx: OperationContext,
  adapter: Adapter,
  messages: readonly UnknownMessage[],
): Promise<boolean> {
  const { actor, db, now } = ctx;
  if (actor.type !== "device" || soleDevice(ctx) !== null || messages.length === 0) return false;
  try {
    await transaction(db, (tx) =>
      storeMessages(tx, actor.customerId, actor.gatewayId, byDevice(adapter, messages, now.getTime()), now.getTime()),
    );
    return true;
  } catch (error) {
    log.warn({ err: error, requestId: ctx.requestId }, "unknown devices could not be kept");
    return false;
  }
}

/** Lists devices that send but are not registered. */
export const listUnknownDevices = defineOperation({
  name: "unknownDevice.list",
  kind: "query",
  permission: "viewUnknownDevice",
  input: UnknownListQuery,
  run: ({ db, scope }, query): Promise<Page<UnknownDeviceDto> & { overflow?: OverflowDto }> => listed(db, scope, query),
});

async function listed(db: OperationContext["db"], scope: OperationContext["scope"], query: UnknownListQuery) {
  const [page, overflow] = await Promise.all([findUnknown(db, scope, query), findOverflow(db, scope)]);
  return { ...page, overflow };
}

/** Removes an unknown device from the list; it reappears when it sends again. */
export const removeUnknownDevice = defineOperation({
  name: "unknownDevice.remove",
  kind: "mutation",
  permission: "removeUnknownDevice",
  input: UnknownById,
  async run({ tx, scope, audit }, { id }) {
    const row = await removeUnknown(tx, scope, id);
    if (!row) throw notFound("unknownDevice", id);
    audit({ customerId: row.customerId, old: { device: row.key, adapter: row.adapter } });
    return { id };
  },
  audit: { entity: "unknownDevice", id: ({ id }) => id },
});

/** Data of the page of unknown devices, and the account's rights there. */
export async function loadUnknownScreen(ctx: PageContext) {
  const [view, overflow] = await Promise.all([loadList(ctx, listUnknownDevices), findOverflow(ctx.db, ctx.scope)]);
  return {
    ...view,
    overflow,
    rights: {
      register: REGISTRATIONS.filter((registration) => holds(ctx, `new${DEVICE_SUBJECT[kindOf(registration)]}`)),
      remove: holds(ctx, "removeUnknownDevice"),
    },
  };
}

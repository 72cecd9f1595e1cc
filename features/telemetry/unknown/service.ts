import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import { transaction } from "@/lib/operation/transaction";
import { findUnknown, renameUnknown } from "./data";
import { type UnknownDeviceDto, UnknownListQuery } from "./schema";

/** The unknown devices with these ids, in their order; undefined for one that the scope does not have. */
export async function unknownDevicesOf(
  { db, scope }: OperationContext,
  ids: readonly number[],
): Promise<(UnknownDeviceDto | undefined)[]> {
  const { items } = await findUnknown(db, scope, UnknownListQuery.parse({ iDisplayLength: ids.length }), ids);
  return ids.map((id) => items.find((item) => item.id === id));
}

/** Gives unknown devices of the token their addresses, by the names (in upper case) under which they have sent. */
export async function nameByAddress(
  { actor, db }: OperationContext,
  addresses: ReadonlyMap<string, string>,
): Promise<void> {
  if (actor.type !== "device" || addresses.size === 0) return;
  await transaction(db, (tx) => renameUnknown(tx, actor.customerId, actor.gatewayId, addresses));
}

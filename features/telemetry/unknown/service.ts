import "server-only";
import type { OperationContext } from "@/lib/operation/context";
import { findUnknown } from "./data";
import { type UnknownDeviceDto, UnknownListQuery } from "./schema";

/** The unknown devices with these ids, in their order; undefined for one that the scope does not have. */
export async function unknownDevicesOf(
  { db, scope }: OperationContext,
  ids: readonly number[],
): Promise<(UnknownDeviceDto | undefined)[]> {
  const { items } = await findUnknown(db, scope, UnknownListQuery.parse({ iDisplayLength: ids.length }), ids);
  return ids.map((id) => items.find((item) => item.id === id));
}

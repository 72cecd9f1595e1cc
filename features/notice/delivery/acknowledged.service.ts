import "server-only";
import { queueAcknowledged } from "@/features/exception/handling/operations";
import type { Db } from "@/lib/operation/context";
import { findAcknowledged } from "./acknowledged.data";

/** Has those told whom a message has just reached about exceptions that were acknowledged while it was on its way. */
export async function requeueAcknowledged(tx: Db, exceptionIds: readonly number[]): Promise<void> {
  const ids = await findAcknowledged(tx, exceptionIds);
  if (ids.length > 0) await queueAcknowledged(tx, ids);
}

import "server-only";
import { queueAcknowledged } from "@/features/exception/handling/operations";
import type { Db } from "@/lib/operation/context";
import { findAcknowledged } from "./acknowledged.data";

/** Queues acknowledgement notices for contacts whom a message has reached after its exceptions were acknowledged. */
export async function requeueAcknowledged(tx: Db, exceptionIds: readonly number[]): Promise<void> {
  const ids = await findAcknowledged(tx, exceptionIds);
  if (ids.length > 0) await queueAcknowledged(tx, ids);
}

import "server-only";
import type { Db } from "@/db/client";
import { auditHead } from "@/db/schema";
import { CHAIN_START, sealOf } from "./chain";
import { chainKeys } from "./chain-keys";

/**
 * Seals the start of new customers' chains, in the transaction that creates the customers. If a customer has no seal,
 * its chain was removed: the next row records that.
 */
export async function openChains(tx: Db, customerIds: readonly number[], keys = chainKeys()): Promise<void> {
  const heads = customerIds.map((customerId) => ({
    customerId,
    ...CHAIN_START,
    ...sealOf(customerId, CHAIN_START, keys),
  }));
  if (heads.length > 0) await tx.insert(auditHead).values(heads).onConflictDoNothing();
}

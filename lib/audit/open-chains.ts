import "server-only";
import type { Db } from "@/db/client";
import { auditHead } from "@/db/schema";
import { CHAIN_START, sealOf } from "./chain";
import { chainKeys } from "./chain-keys";

/**
 * Seals the beginning of the chains of new customers, with the customers themselves. A customer without one had a chain
 * that somebody removed: the next row says so.
 */
export async function openChains(tx: Db, customerIds: readonly number[], keys = chainKeys()): Promise<void> {
  const heads = customerIds.map((customerId) => ({
    customerId,
    ...CHAIN_START,
    ...sealOf(customerId, CHAIN_START, keys),
  }));
  if (heads.length > 0) await tx.insert(auditHead).values(heads).onConflictDoNothing();
}

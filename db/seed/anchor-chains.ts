import { eq, isNull, notExists } from "drizzle-orm";
import { auditHead, customer } from "@/db/schema";
import { anchorOf, sealOf } from "@/lib/audit/chain";
import { chainKeysOf } from "@/lib/audit/chain-keys";
import { openChains } from "@/lib/audit/open-chains";
import type { Db } from "../client";

/**
 * Anchors chains from before keyed hashes with the key of `authSecret`, and returns their number. Later rows have keyed
 * hashes, and a change of earlier rows is detected. Run by a person only: anyone who removes a seal must not get a new
 * one unnoticed.
 */
export async function anchorChains(db: Db, authSecret: string): Promise<number> {
  const keys = chainKeysOf([authSecret]);
  const heads = await db.select().from(auditHead).where(isNull(auditHead.seal)).for("update");
  for (const { customerId, sequence, hash } of heads) {
    const end = { sequence, hash };
    await db
      .update(auditHead)
      .set({ ...anchorOf(customerId, end, keys), ...sealOf(customerId, end, keys) })
      .where(eq(auditHead.customerId, customerId));
  }
  return heads.length;
}

/**
 * Seals the start of the chain of each customer without rows, and returns their number. Run by a person only: a removed
 * chain must not restart unnoticed.
 */
export async function openMissingChains(db: Db, authSecret: string): Promise<number> {
  const head = db.select({ id: auditHead.customerId }).from(auditHead).where(eq(auditHead.customerId, customer.id));
  const rows = await db.select({ id: customer.id }).from(customer).where(notExists(head));
  await openChains(
    db,
    rows.map(({ id }) => id),
    chainKeysOf([authSecret]),
  );
  return rows.length;
}

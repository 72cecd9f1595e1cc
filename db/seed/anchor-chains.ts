import { eq, isNull, notExists } from "drizzle-orm";
import { auditHead, customer } from "@/db/schema";
import { anchorOf, sealOf } from "@/lib/audit/chain";
import { chainKeysOf } from "@/lib/audit/chain-keys";
import { openChains } from "@/lib/audit/open-chains";
import type { Db } from "../client";

/**
 * Puts the ends of chains from before there was a key under that of `authSecret`, and returns how many: from here on
 * their rows have one, and those before can no longer be changed unseen. To be called by a
 * person alone: whoever takes a seal away must not get a new one unseen.
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
 * Seals the beginning of the chains of customers that have written no row yet, and returns how many. To be called by
 * a person alone: a chain that somebody has removed must not begin anew unseen.
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

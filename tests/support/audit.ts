import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit, auditHead } from "@/db/schema";
import { firstBroken, GENESIS } from "@/lib/audit/chain";

/** The audit rows of a customer, oldest first. */
export const auditRows = (db: Db, customerId: number) =>
  db.select().from(audit).where(eq(audit.customerId, customerId)).orderBy(asc(audit.sequence));

/** The audit rows of one record, oldest first. */
export const trailOf = async (db: Db, customerId: number, entity: string, entityId: number | string) =>
  (await auditRows(db, customerId)).filter((row) => row.entity === entity && row.entityId === String(entityId));

/** Walks the chain of a customer as it stands in the database; null if it holds, else the first broken sequence. */
export async function brokenLink(db: Db, customerId: number): Promise<number | null> {
  const rows = await auditRows(db, customerId);
  const [head] = await db.select().from(auditHead).where(eq(auditHead.customerId, customerId));
  const links = rows.map(({ id: _, at, ...row }) => ({ ...row, at: at.toISOString() }));
  return firstBroken(links, head ?? { sequence: 0, hash: GENESIS });
}

import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { audit } from "@/db/schema";
import { verifyChain } from "@/lib/audit/verify-chain";

/** The audit rows of a customer, oldest first. */
export const auditRows = (db: Db, customerId: number) =>
  db.select().from(audit).where(eq(audit.customerId, customerId)).orderBy(asc(audit.sequence));

/** The audit rows of one record, oldest first. */
export const trailOf = async (db: Db, customerId: number, entity: string, entityId: number | string) =>
  (await auditRows(db, customerId)).filter((row) => row.entity === entity && row.entityId === String(entityId));

/** Verifies a customer's stored audit chain; null if it is intact, otherwise the first broken sequence number. */
export const brokenLink = async (db: Db, customerId: number): Promise<number | null> =>
  (await verifyChain(db, customerId)).firstBroken?.sequence ?? null;

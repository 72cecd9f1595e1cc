import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { userAccount } from "@/db/schema";

// Queries concern the caller's own account, so no scope is needed.

/** Stores the customer on which the agent's next sessions start. */
export async function saveProxyCustomer(db: Db, userId: number, proxyCustomerId: number): Promise<void> {
  await db.update(userAccount).set({ proxyCustomerId }).where(eq(userAccount.id, userId));
}

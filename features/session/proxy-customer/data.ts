import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { userAccount } from "@/db/schema";

// For oneself: the account is the scope.

/** The next sessions of the agent start on this customer. */
export async function saveProxyCustomer(db: Db, userId: number, proxyCustomerId: number): Promise<void> {
  await db.update(userAccount).set({ proxyCustomerId }).where(eq(userAccount.id, userId));
}

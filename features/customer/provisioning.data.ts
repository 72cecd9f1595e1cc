import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { userAccount } from "@/db/schema";

/** The first account of a customer, which was just made: it cannot be deleted. */
export async function markDefaultUser(tx: Db, userId: number): Promise<void> {
  await tx.update(userAccount).set({ isDefault: true }).where(eq(userAccount.id, userId));
}

import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { userAccount } from "@/db/schema";

/** Marks the first account of a new customer, which cannot be deleted. */
export async function markDefaultUser(tx: Db, userId: number): Promise<void> {
  await tx.update(userAccount).set({ isDefault: true }).where(eq(userAccount.id, userId));
}

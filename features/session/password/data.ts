import "server-only";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { userAccount } from "@/db/schema";

// Queries concern the caller's own account, so no scope is needed.

export async function savePassword(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db.update(userAccount).set({ passwordHash, mustChangePassword: false }).where(eq(userAccount.id, userId));
}

import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { scene, userAccount } from "@/db/schema";

/** Marks the first account of a new customer, which cannot be deleted. */
export async function markDefaultUser(tx: Db, userId: number): Promise<void> {
  await tx.update(userAccount).set({ isDefault: true }).where(eq(userAccount.id, userId));
}

/** The top of a customer's organisation tree. */
export async function findTopSceneIds(tx: Db, customerId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: scene.id })
    .from(scene)
    .where(and(eq(scene.customerId, customerId), isNull(scene.parentId)));
  return rows.map(({ id }) => id);
}

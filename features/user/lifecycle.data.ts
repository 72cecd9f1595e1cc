import "server-only";
import { and, eq, inArray, not } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ActivationStatus } from "@/db/enums";
import { backupCode, userAccount } from "@/db/schema";
import { deleteFiles } from "@/lib/stored-file/stored-file";
import { broken } from "./grant.rules";

const NO_FACTOR = { totpSecret: null, totpConfirmedAt: null, totpLastStep: null };

/** Sets the status of locked accounts by an explicit action, as opposed to a change of their role or customer. */
export async function setStatus(db: Db, ids: readonly number[], status: ActivationStatus): Promise<void> {
  await db
    .update(userAccount)
    .set({ status, cancelledWith: null })
    .where(inArray(userAccount.id, [...ids]));
}

/**
 * Replaces the password by a one-time password. This also removes a lock after wrong passwords and the second factor,
 * because a user who lost the phone with the codes has no other way to log in.
 */
export async function setOneTimePassword(db: Db, id: number, passwordHash: string): Promise<void> {
  await db
    .update(userAccount)
    .set({ passwordHash, mustChangePassword: true, failedLogins: 0, lockedUntil: null, ...NO_FACTOR })
    .where(eq(userAccount.id, id));
  await db.delete(backupCode).where(eq(backupCode.userId, id));
}

/** Whether the customer has other accounts than these. */
export async function hasOthers(db: Db, customerId: number, ids: readonly number[]): Promise<boolean> {
  const [left] = await db
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(and(eq(userAccount.customerId, customerId), not(inArray(userAccount.id, [...ids]))))
    .limit(1);
  return left !== undefined;
}

const isReferredTo = (error: unknown) => (error as { cause?: { code?: string } })?.cause?.code === "23503";

/** Deletes an account with its sessions, places and pictures. Throws with `path` if records refer to the person. */
export async function deleteUser(db: Db, id: number, path: string): Promise<void> {
  try {
    const { avatarId, signatureId } = userAccount;
    const gone = await db.delete(userAccount).where(eq(userAccount.id, id)).returning({ avatarId, signatureId });
    await deleteFiles(
      db,
      gone.flatMap((row) => [row.avatarId, row.signatureId]),
    );
  } catch (error) {
    if (isReferredTo(error))
      throw broken(path, "hasRecords", "records carry the name of this person: cancel it", "CONFLICT");
    throw error;
  }
}

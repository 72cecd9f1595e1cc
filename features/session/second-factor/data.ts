import "server-only";
import { and, count, eq, isNull, lt, or } from "drizzle-orm";
import type { Db } from "@/db/client";
import { backupCode, parameter, userAccount } from "@/db/schema";
import { SECOND_FACTOR_PARAMETER } from "@/lib/auth/principal";

// Queries concern the caller's own account, so no scope is needed.

export type Factor = { sealedSecret: string | null; isOn: boolean; lastStep: number | null };

/** The account's second factor, locked until the transaction ends, so that a code is accepted once only. */
export async function lockFactor(db: Db, userId: number): Promise<Factor> {
  const [row] = await db
    .select({
      sealedSecret: userAccount.totpSecret,
      confirmedAt: userAccount.totpConfirmedAt,
      lastStep: userAccount.totpLastStep,
    })
    .from(userAccount)
    .where(eq(userAccount.id, userId))
    .for("update");
  if (!row) throw new Error(`account ${userId} is gone`);
  return { sealedSecret: row.sealedSecret, isOn: row.confirmedAt !== null, lastStep: row.lastStep };
}

/** Stores a secret that awaits its first code. The factor is not active yet. */
export async function savePendingSecret(db: Db, userId: number, sealedSecret: string): Promise<void> {
  await db
    .update(userAccount)
    .set({ totpSecret: sealedSecret, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(userAccount.id, userId));
}

export async function saveConfirmation(db: Db, userId: number, step: number, now: Date): Promise<void> {
  await db.update(userAccount).set({ totpConfirmedAt: now, totpLastStep: step }).where(eq(userAccount.id, userId));
}

/** Consumes the time step; false if it, or a later one, was used before. */
export async function consumeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const isNewer = or(isNull(userAccount.totpLastStep), lt(userAccount.totpLastStep, step));
  const rows = await db
    .update(userAccount)
    .set({ totpLastStep: step })
    .where(and(eq(userAccount.id, userId), isNewer))
    .returning({ id: userAccount.id });
  return rows.length > 0;
}

export async function removeFactor(db: Db, userId: number): Promise<void> {
  await db
    .update(userAccount)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(userAccount.id, userId));
  await db.delete(backupCode).where(eq(backupCode.userId, userId));
}

export async function replaceBackupCodes(db: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await db.delete(backupCode).where(eq(backupCode.userId, userId));
  await db.insert(backupCode).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Consumes the code; false if it does not exist or was used before. */
export async function consumeBackupCode(db: Db, userId: number, codeHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(backupCode)
    .set({ usedAt: now })
    .where(and(eq(backupCode.userId, userId), eq(backupCode.codeHash, codeHash), isNull(backupCode.usedAt)))
    .returning({ id: backupCode.id });
  return rows.length > 0;
}

export async function countBackupCodes(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(backupCode)
    .where(and(eq(backupCode.userId, userId), isNull(backupCode.usedAt)));
  return row?.left ?? 0;
}

/** Whether the installation requires a second factor of all users. */
export async function isFactorRequired(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ content: parameter.content })
    .from(parameter)
    .where(and(isNull(parameter.customerId), eq(parameter.code, SECOND_FACTOR_PARAMETER)));
  return row?.content === "true";
}

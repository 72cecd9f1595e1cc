import "server-only";
import { and, eq, gt, isNull, lte, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, loginQrcode, session, userAccount } from "@/db/schema";
import { hashToken } from "@/lib/auth/token";

// Queries concern the caller's own account, or that of the presented key, so no scope is needed.

/** Stores the code and invalidates the account's earlier ones. */
export async function replaceQrcode(
  db: Db,
  values: { userId: number; key: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { userId, key, now, expiresAt } = values;
  await db.delete(loginQrcode).where(eq(loginQrcode.userId, userId));
  await db.insert(loginQrcode).values({ keyHash: hashToken(key), userId, createdAt: now, expiresAt });
}

/** When the account's last code was created; null without one. */
export async function findQrcodeTime(db: Db, userId: number): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: loginQrcode.createdAt })
    .from(loginQrcode)
    .where(eq(loginQrcode.userId, userId));
  return row?.createdAt ?? null;
}

/** A valid code: not used and not expired. */
const isOpen = (key: string, now: Date): SQL | undefined =>
  and(eq(loginQrcode.keyHash, hashToken(key)), isNull(loginQrcode.usedAt), gt(loginQrcode.expiresAt, now));

/** The owner of the code, while it is valid and the session that showed it is alive. */
export async function findQrcodeOwner(db: Db, key: string, now: Date) {
  const [row] = await db
    .select({
      userId: userAccount.id,
      username: userAccount.username,
      name: userAccount.name,
      customer: customer.name,
      expiresAt: loginQrcode.expiresAt,
      isSingleSignOn: session.isSingleSignOn,
    })
    .from(loginQrcode)
    .innerJoin(userAccount, eq(userAccount.id, loginQrcode.userId))
    .innerJoin(customer, eq(customer.id, userAccount.customerId))
    .innerJoin(
      session,
      // A session that started after the code cannot have shown it.
      and(
        eq(session.userId, userAccount.id),
        isNull(session.endedAt),
        gt(session.expiresAt, now),
        lte(session.createdAt, loginQrcode.createdAt),
      ),
    )
    .where(isOpen(key, now))
    .limit(1);
  return row;
}

/** Consumes the code; false if it was used meanwhile or is expired. */
export async function consumeQrcode(db: Db, key: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(loginQrcode)
    .set({ usedAt: now })
    .where(isOpen(key, now))
    .returning({ id: loginQrcode.id });
  return rows.length > 0;
}

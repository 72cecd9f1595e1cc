import "server-only";
import { and, eq, gt, isNull, lte, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, loginQrcode, session, userAccount } from "@/db/schema";
import { hashToken } from "@/lib/auth/token";

// For oneself, or for whoever holds the key: the account is the scope.

/** Keeps the code and voids the account's earlier ones. */
export async function replaceQrcode(
  db: Db,
  values: { userId: number; key: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { userId, key, now, expiresAt } = values;
  await db.delete(loginQrcode).where(eq(loginQrcode.userId, userId));
  await db.insert(loginQrcode).values({ keyHash: hashToken(key), userId, createdAt: now, expiresAt });
}

/** A code that still opens: not used, not too old. */
const isOpen = (key: string, now: Date): SQL | undefined =>
  and(eq(loginQrcode.keyHash, hashToken(key)), isNull(loginQrcode.usedAt), gt(loginQrcode.expiresAt, now));

/** Whose code it is, while it opens and the session that showed it still lives. */
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
      // A session that began after the code cannot have shown it.
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

/** Uses the code up; false if somebody else did, or it is too old. */
export async function takeQrcode(db: Db, key: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(loginQrcode)
    .set({ usedAt: now })
    .where(isOpen(key, now))
    .returning({ id: loginQrcode.id });
  return rows.length > 0;
}

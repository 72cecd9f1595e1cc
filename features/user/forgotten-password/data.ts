import "server-only";
import { and, count, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, passwordReset, role, userAccount, userIdentity } from "@/db/schema";
import { hashToken } from "@/lib/auth/token";
import { MAIL_RESET } from "./schema";

// These run before login: the name, the address or the presented key is the scope.

/** Queues the search for the account and the mail. */
export async function queueReset(tx: Db, account: string): Promise<void> {
  await tx.$client`
    select graphile_worker.add_job(${MAIL_RESET.name}::text, payload := json_build_object('account', ${account}::text),
             max_attempts := ${MAIL_RESET.maximumAttempts}::int)`;
}

/** The account of this name, else of this e-mail address, case-insensitively, locked; undefined if there is none. */
export async function lockForgetful(
  tx: Db,
  account: string,
): Promise<{ id: number; isSingleSignOn: boolean } | undefined> {
  const name = eq(sql`lower(${userAccount.username})`, account.toLowerCase());
  const address = and(eq(sql`lower(${userAccount.email})`, account.toLowerCase()), sql`${userAccount.email} <> ''`);
  const [row] = await tx
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(or(name, address))
    .orderBy(sql`${name} desc`)
    .limit(1)
    .for("update");
  if (!row) return undefined;
  const [identity] = await tx
    .select({ id: userIdentity.id })
    .from(userIdentity)
    .where(eq(userIdentity.userId, row.id))
    .limit(1);
  return { id: row.id, isSingleSignOn: identity !== undefined };
}

/** The account of a key; active only with its role and its customer. */
export async function getOwner(tx: Db, userId: number) {
  const [row] = await tx
    .select({
      id: userAccount.id,
      username: userAccount.username,
      customerId: userAccount.customerId,
      isActive: sql<boolean>`${userAccount.status} = 'active' and ${role.status} = 'active' and ${customer.status} = 'active'`,
    })
    .from(userAccount)
    .innerJoin(role, eq(role.id, userAccount.roleId))
    .innerJoin(customer, eq(customer.id, userAccount.customerId))
    .where(eq(userAccount.id, userId));
  if (!row) throw new Error(`account ${userId} is gone`);
  return row;
}

/** What a key is bound to; `stateHash` changes with the password and the address. */
async function stateOf(tx: Db, userId: number): Promise<{ email: string | null; stateHash: string }> {
  const [row] = await tx
    .select({ email: userAccount.email, passwordHash: userAccount.passwordHash })
    .from(userAccount)
    .where(eq(userAccount.id, userId));
  if (!row) throw new Error(`account ${userId} is gone`);
  return { email: row.email, stateHash: hashToken(`${row.passwordHash}\0${row.email ?? ""}`) };
}

const HOUR_MS = 3_600_000;

/** The account's address, and how many keys it was mailed within the last hour. */
export async function findResetState(
  tx: Db,
  userId: number,
  now: Date,
): Promise<{ email: string | null; recentResets: number }> {
  const since = new Date(now.getTime() - HOUR_MS);
  const [made] = await tx
    .select({ count: count() })
    .from(passwordReset)
    .where(and(eq(passwordReset.userId, userId), gt(passwordReset.createdAt, since)));
  return { email: (await stateOf(tx, userId)).email, recentResets: made?.count ?? 0 };
}

/** Stores a key's id, and deletes those that no longer count. */
export async function insertReset(tx: Db, values: { userId: number; now: Date; expiresAt: Date }): Promise<string> {
  const { userId, now, expiresAt } = values;
  await tx.delete(passwordReset).where(lt(passwordReset.createdAt, new Date(now.getTime() - HOUR_MS)));
  const { stateHash } = await stateOf(tx, userId);
  const [row] = await tx
    .insert(passwordReset)
    .values({ userId, stateHash, createdAt: now, expiresAt })
    .returning({ id: passwordReset.id });
  if (!row) throw new Error("no row of the reset");
  return row.id;
}

/**
 * Consumes the key and all others of its account. Returns the account's id; undefined if the key is used, expired, or
 * the password or the address has changed since.
 */
export async function consumeReset(tx: Db, id: string, now: Date): Promise<number | undefined> {
  const [row] = await tx
    .update(passwordReset)
    .set({ usedAt: now })
    .where(and(eq(passwordReset.id, id), isNull(passwordReset.usedAt), gt(passwordReset.expiresAt, now)))
    .returning({ userId: passwordReset.userId, stateHash: passwordReset.stateHash });
  if (!row) return undefined;
  await tx
    .update(passwordReset)
    .set({ usedAt: now })
    .where(and(eq(passwordReset.userId, row.userId), isNull(passwordReset.usedAt)));
  return (await stateOf(tx, row.userId)).stateHash === row.stateHash ? row.userId : undefined;
}

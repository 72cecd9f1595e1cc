import "server-only";
import { and, asc, eq, gt, inArray, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import {
  challenge,
  customer,
  loginTicket,
  parameter,
  role,
  roleCustomer,
  session,
  userAccount,
  userCustomer,
} from "@/db/schema";
import { hashToken } from "@/lib/auth/token";
import { type LoginState, SESSION_PARAMETERS, type SessionSettings, sessionSettings } from "./rules";

// These run before anybody is signed in, or for oneself: the account is the scope.

export type Account = {
  id: number;
  username: string;
  name: string;
  locale: string | null;
  customerId: number;
  scopeType: ScopeType;
  /** The proxy customer that an agent worked on last. */
  proxyCustomerId: number | null;
  hasSecondFactor: boolean;
  passwordHash: string;
  isActive: boolean;
};

async function accountWhere(db: Db, condition: SQL): Promise<Account | undefined> {
  const [row] = await db
    .select({
      id: userAccount.id,
      username: userAccount.username,
      name: userAccount.name,
      locale: userAccount.locale,
      customerId: userAccount.customerId,
      scopeType: role.scopeType,
      proxyCustomerId: userAccount.proxyCustomerId,
      hasSecondFactor: sql<boolean>`${userAccount.totpConfirmedAt} is not null`,
      passwordHash: userAccount.passwordHash,
      isActive: sql<boolean>`${userAccount.status} = 'active' and ${role.status} = 'active' and ${customer.status} = 'active'`,
    })
    .from(userAccount)
    .innerJoin(role, eq(role.id, userAccount.roleId))
    .innerJoin(customer, eq(customer.id, userAccount.customerId))
    .where(condition);
  return row;
}

/** The account of that name, without regard to case; undefined if there is none. */
export const findAccount = (db: Db, username: string): Promise<Account | undefined> =>
  accountWhere(db, eq(sql`lower(${userAccount.username})`, username.toLowerCase()));

/** The account of a session or code that is known to belong to one. */
export async function getAccount(db: Db, id: number): Promise<Account> {
  const account = await accountWhere(db, eq(userAccount.id, id));
  if (!account) throw new Error(`account ${id} is gone`);
  return account;
}

/** What sessions obey, as the installation has set it. */
export async function findSettings(db: Db): Promise<SessionSettings> {
  const rows = await db
    .select({ code: parameter.code, content: parameter.content })
    .from(parameter)
    .where(and(isNull(parameter.customerId), inArray(parameter.code, Object.keys(SESSION_PARAMETERS))));
  return sessionSettings(rows);
}

/** The active customers that an agent may work on, by name: those that the account names, else those of its role. */
export async function findProxyCustomers(db: Db, userId: number): Promise<{ id: number; name: string }[]> {
  const ofUser = db.select().from(userCustomer).where(eq(userCustomer.userId, userId));
  const named = db.select({ id: userCustomer.customerId }).from(userCustomer).where(eq(userCustomer.userId, userId));
  const ofRole = db
    .select({ id: roleCustomer.customerId })
    .from(roleCustomer)
    .innerJoin(userAccount, eq(userAccount.roleId, roleCustomer.roleId))
    .where(and(eq(userAccount.id, userId), notExists(ofUser)));
  return db
    .select({ id: customer.id, name: customer.name })
    .from(customer)
    .where(and(eq(customer.status, "active"), or(inArray(customer.id, named), inArray(customer.id, ofRole))))
    .orderBy(asc(customer.name), asc(customer.id));
}

/**
 * The account's count of wrong passwords, locked until the transaction ends: guesses at once are counted one by one.
 * The hash comes along: one that was read before may have been changed since.
 */
export async function lockLoginState(db: Db, accountId: number): Promise<LoginState & { passwordHash: string }> {
  const [row] = await db
    .select({
      failedLogins: userAccount.failedLogins,
      lockedUntil: userAccount.lockedUntil,
      passwordHash: userAccount.passwordHash,
    })
    .from(userAccount)
    .where(eq(userAccount.id, accountId))
    .for("update");
  if (!row) throw new Error(`account ${accountId} is gone`);
  return row;
}

export async function saveLoginState(db: Db, accountId: number, state: LoginState): Promise<void> {
  await db
    .update(userAccount)
    .set({ failedLogins: state.failedLogins, lockedUntil: state.lockedUntil })
    .where(eq(userAccount.id, accountId));
}

export async function insertSession(
  db: Db,
  values: Pick<typeof session.$inferInsert, "userId" | "proxyCustomerId" | "address" | "userAgent" | "expiresAt">,
): Promise<string> {
  const [row] = await db.insert(session).values(values).returning({ id: session.id });
  if (!row) throw new Error("no session row");
  return row.id;
}

export async function endSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .update(session)
    .set({ endedAt: now, endReason: "logout" })
    .where(and(eq(session.id, sessionId), isNull(session.endedAt)));
}

/** Keeps a captcha's answer; expired ones go at the same time. */
export async function insertChallenge(db: Db, answer: string, expiresAt: Date, now: Date): Promise<string> {
  await db.delete(challenge).where(lt(challenge.expiresAt, now));
  const [row] = await db
    .insert(challenge)
    .values({ answerHash: hashToken(answer), expiresAt })
    .returning({ key: challenge.key });
  if (!row) throw new Error("no challenge row");
  return row.key;
}

/** Uses the captcha up, right or wrong; whether the answer was right and in time. */
export async function takeChallenge(db: Db, key: string, answer: string, now: Date): Promise<boolean> {
  const [row] = await db
    .delete(challenge)
    .where(and(eq(challenge.key, key), gt(challenge.expiresAt, now)))
    .returning({ answerHash: challenge.answerHash });
  return row?.answerHash === hashToken(answer);
}

/** Keeps that this captcha was solved and the password was right, while the second factor is asked for. */
export async function keepTicket(db: Db, key: string, userId: number, expiresAt: Date, now: Date): Promise<void> {
  await db.delete(loginTicket).where(lt(loginTicket.expiresAt, now));
  await db
    .insert(loginTicket)
    .values({ tokenHash: hashToken(key), userId, expiresAt })
    .onConflictDoNothing({ target: loginTicket.tokenHash });
}

/** Whether this captcha was solved for the account a moment ago, and its password was right. */
export async function hasTicket(db: Db, key: string, userId: number, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: loginTicket.id })
    .from(loginTicket)
    .where(
      and(eq(loginTicket.tokenHash, hashToken(key)), eq(loginTicket.userId, userId), gt(loginTicket.expiresAt, now)),
    );
  return rows.length > 0;
}

/** A ticket is good for one session. */
export async function dropTickets(db: Db, userId: number): Promise<void> {
  await db.delete(loginTicket).where(eq(loginTicket.userId, userId));
}

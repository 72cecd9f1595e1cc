import "server-only";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { challenge, customer, role, session, userAccount } from "@/db/schema";
import { hashToken } from "@/lib/auth/token";
import type { LoginState } from "./rules";

// These run before anybody is signed in: the account itself is the scope.

export type Account = {
  id: number;
  username: string;
  name: string;
  customerId: number;
  scopeType: ScopeType;
  passwordHash: string;
  isActive: boolean;
};

/** The account of that name, without regard to case; undefined if there is none. */
export async function findAccount(db: Db, username: string): Promise<Account | undefined> {
  const [row] = await db
    .select({
      id: userAccount.id,
      username: userAccount.username,
      name: userAccount.name,
      customerId: userAccount.customerId,
      scopeType: role.scopeType,
      passwordHash: userAccount.passwordHash,
      isActive: sql<boolean>`${userAccount.status} = 'active' and ${role.status} = 'active' and ${customer.status} = 'active'`,
    })
    .from(userAccount)
    .innerJoin(role, eq(role.id, userAccount.roleId))
    .innerJoin(customer, eq(customer.id, userAccount.customerId))
    .where(eq(sql`lower(${userAccount.username})`, username.toLowerCase()));
  return row;
}

/** The account's count of wrong passwords, locked until the transaction ends: guesses at once are counted one by one. */
export async function lockLoginState(db: Db, accountId: number): Promise<LoginState> {
  const [row] = await db
    .select({ failedLogins: userAccount.failedLogins, lockedUntil: userAccount.lockedUntil })
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

/** Ends the account's live sessions; returns how many there were. */
export async function endSessions(
  db: Db,
  accountId: number,
  reason: "replaced" | "logout",
  now: Date,
): Promise<number> {
  const ended = await db
    .update(session)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(session.userId, accountId), isNull(session.endedAt)))
    .returning({ id: session.id });
  return ended.length;
}

export async function insertSession(
  db: Db,
  values: { userId: number; address: string; userAgent: string; expiresAt: Date },
): Promise<string> {
  const [row] = await db.insert(session).values(values).returning({ id: session.id });
  if (!row) throw new Error("no session row");
  return row.id;
}

export async function endSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.update(session).set({ endedAt: now, endReason: "logout" }).where(eq(session.id, sessionId));
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

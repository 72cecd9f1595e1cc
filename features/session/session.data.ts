import "server-only";
import { and, asc, desc, eq, gt, inArray, isNull, lt, notExists, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ScopeType, SessionEndReason } from "@/db/enums";
import {
  challenge,
  customer,
  knownLogin,
  loginTicket,
  parameter,
  role,
  roleCustomer,
  session,
  userAccount,
  userCustomer,
} from "@/db/schema";
import { KNOWN_DAYS } from "@/lib/auth/known-device";
import { hashToken } from "@/lib/auth/token";
import { networkOf } from "@/lib/http/client-address";
import {
  type LoginState,
  MAXIMUM_KNOWN,
  SESSION_PARAMETERS,
  type SessionSettings,
  sessionSettings,
  type Ticket,
} from "./session.rules";

// These run before login, or concern the caller's own account, so no scope is needed.

export type Account = {
  id: number;
  username: string;
  name: string;
  locale: string | null;
  customerId: number;
  scopeType: ScopeType;
  /** The last proxy customer of an agent. */
  proxyCustomerId: number | null;
  hasSecondFactor: boolean;
  passwordHash: string;
  failedLogins: number;
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
      failedLogins: userAccount.failedLogins,
      isActive: sql<boolean>`${userAccount.status} = 'active' and ${role.status} = 'active' and ${customer.status} = 'active'`,
    })
    .from(userAccount)
    .innerJoin(role, eq(role.id, userAccount.roleId))
    .innerJoin(customer, eq(customer.id, userAccount.customerId))
    .where(condition);
  return row;
}

/** The account of that name, case-insensitively; undefined if there is none. */
export const findAccount = (db: Db, username: string): Promise<Account | undefined> =>
  accountWhere(db, eq(sql`lower(${userAccount.username})`, username.toLowerCase()));

/** The account of an existing session or code. */
export async function getAccount(db: Db, id: number): Promise<Account> {
  const account = await accountWhere(db, eq(userAccount.id, id));
  if (!account) throw new Error(`account ${id} is gone`);
  return account;
}

/** The session settings of the installation. */
export async function findSettings(db: Db): Promise<SessionSettings> {
  const rows = await db
    .select({ code: parameter.code, content: parameter.content })
    .from(parameter)
    .where(and(isNull(parameter.customerId), inArray(parameter.code, Object.keys(SESSION_PARAMETERS))));
  return sessionSettings(rows);
}

/** The active customers that an agent may work for, by name: those of the account, else those of its role. */
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
 * The account's failure count, locked until the transaction ends, so that concurrent guesses are counted one by one.
 * The hash is included because an earlier read may be outdated.
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

async function saveLoginState(db: Db, accountId: number, state: LoginState): Promise<void> {
  await db
    .update(userAccount)
    .set({ failedLogins: state.failedLogins, lockedUntil: state.lockedUntil })
    .where(eq(userAccount.id, accountId));
}

/** A device or network from which the account has logged in before. */
export type KnownLogin = LoginState & { id: number };

export type Origin = { deviceHash: string | null; networkHash: string | null };

/** The origin of a request, as stored for an account. */
export const originOf = ({ deviceToken, address }: { deviceToken?: string | undefined; address: string }): Origin => ({
  deviceHash: deviceToken === undefined ? null : hashToken(deviceToken),
  networkHash: address === "" ? null : hashToken(networkOf(address)),
});

/**
 * The device from which the account has logged in before, else the network; undefined if neither is known. Locked with
 * `forUpdate`, so that concurrent guesses are counted one by one.
 */
export async function findKnownLogin(
  db: Db,
  userId: number,
  { deviceHash, networkHash }: Origin,
  forUpdate = false,
): Promise<KnownLogin | undefined> {
  const { id, kind, hash, failedLogins, lockedUntil } = knownLogin;
  const isOrigin = or(
    eq(hash, ""),
    deviceHash === null ? undefined : and(eq(kind, "device"), eq(hash, deviceHash)),
    networkHash === null ? undefined : and(eq(kind, "network"), eq(hash, networkHash)),
  );
  const query = db
    .select({ id, failedLogins, lockedUntil })
    .from(knownLogin)
    .where(and(eq(knownLogin.userId, userId), isOrigin))
    .orderBy(asc(kind))
    .limit(1);
  const [row] = await (forUpdate ? query.for("update") : query);
  return row;
}

async function saveKnownState(db: Db, id: number, { failedLogins, lockedUntil }: LoginState): Promise<void> {
  await db.update(knownLogin).set({ failedLogins, lockedUntil }).where(eq(knownLogin.id, id));
}

/**
 * The failure count for the origin of the request: that of the device or network from which the account has logged in
 * before, else that of the account, which all unknown origins share. Locked until the transaction ends.
 */
export async function lockGuesses(db: Db, accountId: number, origin: Origin) {
  const { passwordHash, ...ofAccount } = await lockLoginState(db, accountId);
  const known = await findKnownLogin(db, accountId, origin, true);
  return {
    passwordHash,
    state: known ?? ofAccount,
    save: (state: LoginState) => (known ? saveKnownState(db, known.id, state) : saveLoginState(db, accountId, state)),
  };
}

/** Stores the origin of a login, and deletes the least recently used ones beyond the limit. */
export async function rememberLogin(
  db: Db,
  userId: number,
  { deviceHash, networkHash }: Origin & { deviceHash: string },
  now: Date,
): Promise<void> {
  const fresh = { lastAt: now, failedLogins: 0, lockedUntil: null };
  await db
    .insert(knownLogin)
    .values([
      { userId, kind: "device", hash: deviceHash, ...fresh },
      ...(networkHash === null ? [] : [{ userId, kind: "network" as const, hash: networkHash, ...fresh }]),
    ])
    .onConflictDoUpdate({ target: [knownLogin.userId, knownLogin.kind, knownLogin.hash], set: fresh });
  await db.$client`
    delete from known_login where id in (
      select id from known_login where user_id = ${userId} order by last_at desc, id desc offset ${MAXIMUM_KNOWN})
        or (user_id = ${userId} and last_at < ${now.toISOString()}::timestamptz - make_interval(days => ${KNOWN_DAYS}))`;
}

export async function insertSession(
  db: Db,
  values: Pick<
    typeof session.$inferInsert,
    "userId" | "proxyCustomerId" | "address" | "userAgent" | "expiresAt" | "isSingleSignOn"
  >,
): Promise<string> {
  const [row] = await db.insert(session).values(values).returning({ id: session.id });
  if (!row) throw new Error("no session row");
  return row.id;
}

/** Whether the session was opened by single sign-on. */
export async function findIsSingleSignOn(db: Db, sessionId: string): Promise<boolean> {
  const [row] = await db.select({ is: session.isSingleSignOn }).from(session).where(eq(session.id, sessionId));
  return row?.is ?? false;
}

/** Ends a session. Returns false if it is over already. */
export async function endSession(
  db: Db,
  sessionId: string,
  reason: Extract<SessionEndReason, "logout" | "switched">,
  now: Date,
): Promise<boolean> {
  const ended = await db
    .update(session)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(session.id, sessionId), isNull(session.endedAt)))
    .returning({ id: session.id });
  return ended.length > 0;
}

/** Ends the oldest live sessions of an account as replaced, so that only `kept` remain. Returns the ids of the ended. */
export async function endOldestSessions(db: Db, userId: number, kept: number, now: Date): Promise<string[]> {
  const live = and(eq(session.userId, userId), isNull(session.endedAt));
  const newest = db
    .select({ id: session.id })
    .from(session)
    .where(and(live, gt(session.expiresAt, now)))
    .orderBy(desc(session.createdAt), desc(session.id))
    .limit(kept);
  const ended = await db
    .update(session)
    .set({ endedAt: now, endReason: "replaced" })
    .where(and(live, gt(session.expiresAt, now), notInArray(session.id, newest)))
    .returning({ id: session.id });
  return ended.map(({ id }) => id);
}

/** Stores a captcha's answer, and deletes expired ones. */
export async function insertChallenge(db: Db, answer: string, expiresAt: Date, now: Date): Promise<string> {
  await db.delete(challenge).where(lt(challenge.expiresAt, now));
  const [row] = await db
    .insert(challenge)
    .values({ answerHash: hashToken(answer), expiresAt })
    .returning({ key: challenge.key });
  if (!row) throw new Error("no challenge row");
  return row.key;
}

/** Consumes the captcha whether the answer is right or wrong. Returns whether it was correct and in time. */
export async function consumeChallenge(db: Db, key: string, answer: string, now: Date): Promise<boolean> {
  const [row] = await db
    .delete(challenge)
    .where(and(eq(challenge.key, key), gt(challenge.expiresAt, now)))
    .returning({ answerHash: challenge.answerHash });
  return row?.answerHash === hashToken(answer);
}

/** Stores a solved captcha for the account while a proof of work or the second factor is requested. */
export async function storeTicket(db: Db, key: string, userId: number, ticket: Ticket, now: Date): Promise<void> {
  await db.delete(loginTicket).where(lt(loginTicket.expiresAt, now));
  await db
    .insert(loginTicket)
    .values({ tokenHash: hashToken(key), userId, ...ticket })
    .onConflictDoNothing({ target: loginTicket.tokenHash });
}

/** Consumes the account's ticket. Of concurrent requests only one gets it; the others do not wait for it. */
export async function consumeTicket(db: Db, key: string, userId: number, now: Date): Promise<Ticket | undefined> {
  const { id, tokenHash, userId: owner, expiresAt, triesLeft } = loginTicket;
  const free = db
    .select({ id })
    .from(loginTicket)
    .where(and(eq(tokenHash, hashToken(key)), eq(owner, userId), gt(expiresAt, now)))
    .for("update", { skipLocked: true });
  const [row] = await db.delete(loginTicket).where(inArray(id, free)).returning({ expiresAt, triesLeft });
  return row;
}

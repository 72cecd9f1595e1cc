import "server-only";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, role, userAccount, userIdentity } from "@/db/schema";
import type { Assignment } from "./rules";

// These run before login, for a person that the provider has authenticated. The identity is the scope.

/** Serialises the logins of one person at the provider, so that only the first creates an account. */
export async function lockIdentity(db: Db, issuer: string, subject: string): Promise<void> {
  await db.$client`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 20261126))`;
}

/** The account of a person at the provider; undefined before the first login. */
export async function findIdentity(db: Db, issuer: string, subject: string): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: userIdentity.userId })
    .from(userIdentity)
    .where(and(eq(userIdentity.issuer, issuer), eq(userIdentity.subject, subject)));
  return row?.userId;
}

export async function insertIdentity(db: Db, userId: number, issuer: string, subject: string): Promise<void> {
  await db.insert(userIdentity).values({ userId, issuer, subject });
}

/** Finds customer and role by code and name, case-insensitively; undefined if there is none. */
export async function findAssigned(
  db: Db,
  { customerCode, roleName }: Assignment,
): Promise<{ customerId: number; roleId: number } | undefined> {
  const [row] = await db
    .select({ customerId: customer.id, roleId: role.id })
    .from(role)
    .innerJoin(customer, eq(customer.id, role.customerId))
    .where(
      and(
        eq(sql`lower(${customer.code})`, customerCode.toLowerCase()),
        eq(sql`lower(${role.name})`, roleName.toLowerCase()),
      ),
    );
  return row;
}

const isFree = async (db: Db, condition: ReturnType<typeof and>, ownId: number | null): Promise<boolean> => {
  const where = and(condition, ownId === null ? undefined : ne(userAccount.id, ownId));
  return (await db.select({ id: userAccount.id }).from(userAccount).where(where).limit(1)).length === 0;
};

export const isUsernameFree = (db: Db, username: string): Promise<boolean> =>
  isFree(db, eq(sql`lower(${userAccount.username})`, username.toLowerCase()), null);

/** Whether no account of the customer except `ownId` has the name. */
export const isNameFree = (db: Db, customerId: number, name: string, ownId: number | null): Promise<boolean> =>
  isFree(
    db,
    and(eq(userAccount.customerId, customerId), eq(sql`lower(${userAccount.name})`, name.toLowerCase())),
    ownId,
  );

/** Whether no account except `ownId` has the e-mail address. */
export const isEmailFree = (db: Db, email: string, ownId: number | null): Promise<boolean> =>
  isFree(db, eq(sql`lower(${userAccount.email})`, email.toLowerCase()), ownId);

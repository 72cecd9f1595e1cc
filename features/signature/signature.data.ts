import "server-only";
import { and, asc, desc, eq, gte, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { SignedKind } from "@/db/enums";
import { signature, storedFile, userAccount } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { ofCustomers } from "@/lib/auth/scope-filter";

export type SignatureRow = typeof signature.$inferSelect;
export type NewSignature = typeof signature.$inferInsert;

/** The signatures of these records in order of time. The caller has opened the records in its scope. */
export const findSignatures = (
  db: Db,
  scope: Scope,
  kind: SignedKind,
  recordIds: readonly number[],
): Promise<SignatureRow[]> =>
  db
    .select()
    .from(signature)
    .where(
      and(
        eq(signature.recordKind, kind),
        inArray(signature.recordId, [...recordIds]),
        ofCustomers(scope, signature.customerId),
      ),
    )
    .orderBy(asc(signature.id));

/** Serialises the signatures of a record, so that two people cannot give the same one. */
export async function lockRecord(tx: Db, kind: SignedKind, recordId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`signature ${kind} ${recordId}`}, 0))`);
}

export async function insertSignature(tx: Db, row: NewSignature): Promise<number> {
  const [made] = await tx.insert(signature).values(row).returning({ id: signature.id });
  return (made as { id: number }).id;
}

/** Whether this session has signed since an instant. */
export async function hasSignedSince(db: Db, sessionId: string, since: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: signature.id })
    .from(signature)
    .where(and(eq(signature.sessionId, sessionId), gte(signature.at, since)))
    .limit(1);
  return row !== undefined;
}

/** The drawn signature of the person's profile now; null without one. */
export async function findDrawnId(db: Db, userId: number): Promise<string | null> {
  const [row] = await db.select({ id: userAccount.signatureId }).from(userAccount).where(eq(userAccount.id, userId));
  return row?.id ?? null;
}

/** The stored copy of a person's drawn signature with this hash, if they have signed with it before. */
export async function findImage(db: Db, userId: number, imageHash: string): Promise<string | null> {
  const [row] = await db
    .select({ imageId: storedFile.id })
    .from(signature)
    .innerJoin(storedFile, eq(storedFile.id, signature.imageId))
    .where(and(eq(signature.userId, userId), eq(signature.imageHash, imageHash)))
    .orderBy(desc(signature.id))
    .limit(1);
  return row?.imageId ?? null;
}

/** The stored drawing of a signature of a customer in scope; null if there is none. */
export async function findImageOf(db: Db, scope: Scope, id: number): Promise<string | null> {
  const [row] = await db
    .select({ imageId: signature.imageId })
    .from(signature)
    .where(and(eq(signature.id, id), ofCustomers(scope, signature.customerId)));
  return row?.imageId ?? null;
}

/** The stored drawings of these signatures of customers in scope, with the hashes that their seals name. */
export const findImages = (
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<{ id: number; imageId: string | null; imageHash: string | null }[]> =>
  db
    .select({ id: signature.id, imageId: signature.imageId, imageHash: signature.imageHash })
    .from(signature)
    .where(and(inArray(signature.id, [...ids]), ofCustomers(scope, signature.customerId)));

/** The number of active accounts of a customer, up to two. */
export async function countPeople(db: Db, customerId: number): Promise<number> {
  const rows = await db.$client`
    select from user_account where customer_id = ${customerId} and status = 'active' limit 2`;
  return rows.length;
}

/** All signatures after one, in order, for verification. */
export const findSignaturesAfter = (db: Db, id: number, limit: number): Promise<SignatureRow[]> =>
  db.select().from(signature).where(sql`${signature.id} > ${id}`).orderBy(asc(signature.id)).limit(limit);

/** The signatures that the audit trail knows, with the hash of what was signed. */
export const findSignedAudits = (db: Db): Promise<{ id: number; contentHash: string }[]> =>
  db.$client<{ id: number; contentHash: string }[]>`
    select entity_id::bigint::int as id, new_values ->> 'contentHash' as "contentHash"
      from audit where operation = 'signature.sign' and entity = 'signature' order by sequence`;

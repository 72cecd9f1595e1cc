import "server-only";
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { PushEndReason } from "@/db/enums";
import { contact, installationKey, pushSubscription, userAccount } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { notFound } from "@/lib/errors";
import type { ContactDeviceDto, PushDeviceDto } from "./push.schema";

export type Device = typeof pushSubscription.$inferSelect;

/** How many days an ended subscription is listed with its reason. */
const SHOWN_DAYS = 30;

const isLive = isNull(pushSubscription.endedAt);

const shownOf = ({ id, label, createdAt, lastSentAt, lastError, endedAt, endReason }: Device): ContactDeviceDto => ({
  id,
  label,
  createdAt: createdAt.toISOString(),
  lastSentAt: lastSentAt?.toISOString() ?? null,
  lastError,
  endedAt: endedAt?.toISOString() ?? null,
  endReason,
});

const dtoOf = (row: Device, deviceHash: string | null): PushDeviceDto => ({
  ...shownOf(row),
  endpoint: row.endpoint,
  isHere: deviceHash !== null && row.deviceHash === deviceHash,
});

export async function findKey(db: Db, name: string) {
  const [row] = await db.select().from(installationKey).where(eq(installationKey.name, name));
  return row;
}

/** Inserts a key pair if there is none, or replaces `old`. */
export async function insertKey(db: Db, pair: typeof installationKey.$inferInsert, old?: string): Promise<void> {
  if (old !== undefined)
    await db
      .delete(installationKey)
      .where(and(eq(installationKey.name, pair.name), eq(installationKey.publicKey, old)));
  await db.insert(installationKey).values(pair).onConflictDoNothing();
}

/** Ends subscriptions with another installation key: push services refuse messages signed with the present one. */
export async function endOtherKeys(db: Db, publicKey: string, now: Date): Promise<void> {
  await db
    .update(pushSubscription)
    .set({ endedAt: now, endReason: "key" })
    .where(and(isLive, sql`${pushSubscription.publicKey} is distinct from ${publicKey}`));
}

const shown = (now: Date) =>
  or(isLive, gt(pushSubscription.endedAt, new Date(now.getTime() - SHOWN_DAYS * 86_400_000)));

/** The account's devices, active ones first; `deviceHash` identifies the requesting browser. */
export async function findDevices(
  db: Db,
  userId: number,
  deviceHash: string | null,
  now: Date,
): Promise<PushDeviceDto[]> {
  const rows = await db
    .select()
    .from(pushSubscription)
    .where(and(eq(pushSubscription.userId, userId), shown(now)))
    .orderBy(desc(isLive), asc(pushSubscription.createdAt), asc(pushSubscription.id));
  return rows.map((row) => dtoOf(row, deviceHash));
}

/** The devices of the account from which a contact was imported. Throws NOT_FOUND outside the scope. */
export async function findContactDevices(
  db: Db,
  scope: Scope,
  contactId: number,
  now: Date,
): Promise<ContactDeviceDto[]> {
  const [person] = await db
    .select({ userId: contact.userId })
    .from(contact)
    .where(and(eq(contact.id, contactId), inScope(scope, { customerId: contact.customerId })));
  if (!person) throw notFound("contact", contactId);
  if (person.userId === null) return [];
  const rows = await db
    .select()
    .from(pushSubscription)
    .where(and(eq(pushSubscription.userId, person.userId), shown(now)))
    .orderBy(desc(isLive), asc(pushSubscription.createdAt), asc(pushSubscription.id));
  return rows.map(shownOf);
}

/** A contact in scope that was imported from the account of a device. Throws NOT_FOUND if there is none. */
export async function getDeviceContact(tx: Db, scope: Scope, deviceId: number) {
  const [row] = await tx
    .select({ name: contact.name, customerId: contact.customerId })
    .from(pushSubscription)
    .innerJoin(contact, eq(contact.userId, pushSubscription.userId))
    .where(and(eq(pushSubscription.id, deviceId), inScope(scope, { customerId: contact.customerId })))
    .orderBy(asc(contact.id))
    .limit(1);
  if (!row) throw notFound("push device", deviceId);
  return row;
}

export async function countDevices(tx: Db, userId: number): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(pushSubscription)
    .where(and(eq(pushSubscription.userId, userId), isLive));
  return row?.total ?? 0;
}

type NewDevice = { userId: number; endpoint: string; p256dh: string; auth: string; label: string } & {
  publicKey: string;
  deviceHash: string | null;
};

/**
 * Saves a subscription. A browser belongs to the account that subscribed last in it. Returns undefined if another
 * account has the endpoint and `auth` does not match, because the endpoint alone proves nothing. The account's
 * subscriptions that ended long ago are deleted.
 */
export async function saveDevice(tx: Db, values: NewDevice, now: Date): Promise<PushDeviceDto | undefined> {
  const { endpoint: _, ...own } = values;
  await tx
    .delete(pushSubscription)
    .where(
      and(
        eq(pushSubscription.userId, values.userId),
        lt(pushSubscription.endedAt, new Date(now.getTime() - SHOWN_DAYS * 86_400_000)),
      ),
    );
  const [row] = await tx
    .insert(pushSubscription)
    .values({ ...values, createdAt: now })
    .onConflictDoUpdate({
      target: pushSubscription.endpoint,
      set: {
        ...own,
        createdAt: now,
        lastSentAt: sql`case when ${pushSubscription.userId} = excluded.user_id then ${pushSubscription.lastSentAt} end`,
        lastError: null,
        endedAt: null,
        endReason: null,
      },
      setWhere: or(eq(pushSubscription.userId, values.userId), eq(pushSubscription.auth, values.auth)),
    })
    .returning();
  return row && dtoOf(row, values.deviceHash);
}

/** Deletes the earlier subscription of the same account and browser that this one replaces. */
export async function removeReplaced(tx: Db, userId: number, endpoint: string, by: number): Promise<void> {
  await tx
    .delete(pushSubscription)
    .where(
      and(eq(pushSubscription.userId, userId), eq(pushSubscription.endpoint, endpoint), ne(pushSubscription.id, by)),
    );
}

export async function removeDevice(tx: Db, userId: number, id: number): Promise<PushDeviceDto | undefined> {
  const [row] = await tx
    .delete(pushSubscription)
    .where(and(eq(pushSubscription.id, id), eq(pushSubscription.userId, userId)))
    .returning();
  return row && dtoOf(row, null);
}

/** Locks a subscription with its account by the endpoint. Includes whether the account is active. */
export async function lockByEndpoint(tx: Db, endpoint: string) {
  const [row] = await tx
    .select({
      device: pushSubscription,
      account: { id: userAccount.id, username: userAccount.username, customerId: userAccount.customerId },
      status: userAccount.status,
    })
    .from(pushSubscription)
    .innerJoin(userAccount, eq(userAccount.id, pushSubscription.userId))
    .where(eq(pushSubscription.endpoint, endpoint))
    .for("update", { of: pushSubscription });
  return row;
}

/** Stores the new endpoint of a browser that replaced its subscription itself, unless another browser has it. */
export async function moveDevice(tx: Db, id: number, values: Pick<Device, "endpoint" | "p256dh" | "auth">) {
  const isSame = and(eq(pushSubscription.endpoint, values.endpoint), eq(pushSubscription.auth, values.auth));
  await tx.delete(pushSubscription).where(and(isSame, ne(pushSubscription.id, id)));
  await tx
    .update(pushSubscription)
    .set({ ...values, lastError: null, endedAt: null, endReason: null })
    .where(eq(pushSubscription.id, id));
}

/** The recipient of notifications: a contact, an account, or one device of an account. */
export type PushTarget = { contactId: number } | { userId: number; deviceId?: number };

/** The subscribed browsers of an active account, or of the account from which a contact was imported. */
export async function findTargets(db: Db, to: PushTarget): Promise<{ username: string; devices: Device[] }> {
  const owner =
    "contactId" in to
      ? eq(userAccount.id, sql`(select user_id from contact where id = ${to.contactId})`)
      : eq(userAccount.id, to.userId);
  const own = and(
    eq(pushSubscription.userId, userAccount.id),
    isLive,
    "contactId" in to || to.deviceId === undefined ? undefined : eq(pushSubscription.id, to.deviceId),
  );
  const rows = await db
    .select({ username: userAccount.username, device: pushSubscription })
    .from(userAccount)
    .leftJoin(pushSubscription, own)
    .where(and(owner, eq(userAccount.status, "active")))
    .orderBy(asc(pushSubscription.id));
  return { username: rows[0]?.username ?? "", devices: rows.flatMap(({ device }) => (device ? [device] : [])) };
}

/** The contacts that push can reach: their account is active and has a subscribed browser. */
export async function findContactsWithDevice(db: Db, contactIds: readonly number[]): Promise<Set<number>> {
  if (contactIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: contact.id })
    .from(contact)
    .innerJoin(userAccount, and(eq(userAccount.id, contact.userId), eq(userAccount.status, "active")))
    .innerJoin(pushSubscription, and(eq(pushSubscription.userId, userAccount.id), isLive))
    .where(inArray(contact.id, [...contactIds]));
  return new Set(rows.map(({ id }) => id));
}

export async function saveSent(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0)
    await db
      .update(pushSubscription)
      .set({ lastSentAt: now, lastError: null })
      .where(inArray(pushSubscription.id, [...ids]));
}

export async function saveFailed(db: Db, id: number, lastError: string): Promise<void> {
  await db.update(pushSubscription).set({ lastError }).where(eq(pushSubscription.id, id));
}

/** Ends active subscriptions. The rows are kept, so that the list of devices shows the reason. */
export async function endDevices(db: Db, ids: readonly number[], reason: PushEndReason, now: Date): Promise<Device[]> {
  if (ids.length === 0) return [];
  return db
    .update(pushSubscription)
    .set({ endedAt: now, endReason: reason })
    .where(and(inArray(pushSubscription.id, [...ids]), isLive))
    .returning();
}

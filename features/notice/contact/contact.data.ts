import "server-only";
import { and, arrayContains, asc, count, desc, eq, ilike, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contact, contactGroup, dutyRota, userAccount } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { keyedHash } from "@/lib/auth/secret-box";
import { conflict, fieldError, notFound } from "@/lib/errors";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { containsPattern, type Page } from "@/lib/resource/list-query";
import { namedContacts } from "../duty/duty.rules";
import { findContactsWithDevice } from "../push/push.data";
import { type Candidate, type ContactChannel, lastRecipient, pinOwner } from "./contact.rules";
import type { ContactDto, ContactInput, ContactListQuery, ContactRowDto, QuietHoursInput } from "./contact.schema";

type Row = typeof contact.$inferSelect;

const visible = (scope: Scope) => inScope(scope, { customerId: contact.customerId });

function dtoOf({
  createdAt,
  locale,
  channels,
  quietHours,
  pinHash,
  pinFailures: _,
  pinLockedUntil: __,
  ...row
}: Row): ContactDto {
  return {
    ...row,
    // Stored as it was checked.
    quietHours: quietHours as QuietHoursInput | null,
    locale: toLocale(locale) ?? DEFAULT_LOCALE,
    channels: channels.filter((channel): channel is ContactChannel => channel !== "popup"),
    hasPin: pinHash !== null,
    createdAt: createdAt.toISOString(),
  };
}

/** The PIN as it is stored: whoever reads the table alone cannot try all of them. */
export const pinHashOf = (contactId: number, pin: string): string => keyedHash(pin, pinOwner(contactId));

async function savePin(tx: Db, id: number, pin: string | null): Promise<Row> {
  const values = { pinHash: pin === null ? null : pinHashOf(id, pin), pinFailures: 0, pinLockedUntil: null };
  const [row] = await tx.update(contact).set(values).where(eq(contact.id, id)).returning();
  return row as Row;
}

/** An empty phone would count as a duplicate of the next one. */
const stored = ({ phone, email, pin: _, ...values }: ContactInput) => ({
  ...values,
  phone: phone || null,
  email: email || null,
});

const ORDER: Record<ContactListQuery["sort"], SQL> = {
  level: sql`(${contact.level}, lower(${contact.name}))`,
  name: sql`lower(${contact.name})`,
  createdAt: sql`${contact.createdAt}`,
};

export async function findContacts(db: Db, scope: Scope, query: ContactListQuery): Promise<Page<ContactRowDto>> {
  const { q, customerId, groupId, level, channel } = query;
  const where = and(
    visible(scope),
    q ? or(...[contact.name, contact.phone, contact.email].map((text) => ilike(text, containsPattern(q)))) : undefined,
    customerId ? eq(contact.customerId, customerId) : undefined,
    groupId ? eq(contact.groupId, groupId) : undefined,
    level ? eq(contact.level, level) : undefined,
    channel ? arrayContains(contact.channels, [channel]) : undefined,
  );
  const rows = await db
    .select()
    .from(contact)
    .where(where)
    .orderBy((query.dir === "asc" ? asc : desc)(ORDER[query.sort]), asc(contact.id))
    .limit(query.iDisplayLength)
    .offset(query.iDisplayStart);
  const [counted] = await db.select({ total: count() }).from(contact).where(where);
  return { items: await withDevices(db, rows), total: counted?.total ?? 0 };
}

export async function getContact(db: Db, scope: Scope, id: number): Promise<ContactRowDto> {
  const rows = await db
    .select()
    .from(contact)
    .where(and(eq(contact.id, id), visible(scope)));
  const [found] = await withDevices(db, rows);
  if (!found) throw notFound("contact", id);
  return found;
}

async function withDevices(db: Db, rows: readonly Row[]): Promise<ContactRowDto[]> {
  const ids = rows.map(({ id }) => id);
  const reached = await findContactsWithDevice(db, ids);
  return rows.map((row) => ({ ...dtoOf(row), hasDevice: reached.has(row.id) }));
}

type Group = { id: number; customerId: number };

/** The groups, locked: what decides whether a plan still reaches somebody must not change meanwhile. */
export async function lockGroups(tx: Db, scope: Scope, ids: readonly number[]): Promise<Group[]> {
  return tx
    .select({ id: contactGroup.id, customerId: contactGroup.customerId })
    .from(contactGroup)
    .where(and(inArray(contactGroup.id, [...ids]), inScope(scope, { customerId: contactGroup.customerId })))
    .orderBy(asc(contactGroup.id))
    .for("update");
}

/** One group, locked; NOT_FOUND outside the scope. */
export async function lockGroup(tx: Db, scope: Scope, id: number): Promise<Group> {
  const [group] = await lockGroups(tx, scope, [id]);
  if (!group) throw notFound("contact group", id);
  return group;
}

/** The same for people who are to be told anew: the customer is held before the group, and must be active. */
export async function lockGroupForNew(tx: Db, scope: Scope, id: number): Promise<Group> {
  const [group] = await tx
    .select({ customerId: contactGroup.customerId })
    .from(contactGroup)
    .where(and(eq(contactGroup.id, id), inScope(scope, { customerId: contactGroup.customerId })));
  if (!group) throw notFound("contact group", id);
  await lockActiveCustomer(tx, group.customerId, "groupId");
  return lockGroup(tx, scope, id);
}

/**
 * The contacts in the order of the ids, locked with their groups and those where they are to go, all at once and in one
 * order; a missing one is NOT_FOUND.
 */
export async function lockContacts(
  tx: Db,
  scope: Scope,
  ids: readonly number[],
  groupIds: readonly number[] = [],
): Promise<ContactDto[]> {
  const place = and(inArray(contact.id, [...ids]), visible(scope));
  const places = await tx.select({ groupId: contact.groupId }).from(contact).where(place);
  await lockGroups(tx, scope, [...new Set([...groupIds, ...places.map(({ groupId }) => groupId)])]);
  const rows = await tx.select().from(contact).where(place).orderBy(asc(contact.id)).for("update");
  return ids.map((id) => {
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) throw notFound("contact", id);
    return dtoOf(row);
  });
}

/** `userId` is the account that it is made from. */
export async function insertContact(
  tx: Db,
  group: Group,
  input: ContactInput,
  userId: number | null = null,
): Promise<ContactDto> {
  const [row] = await tx
    .insert(contact)
    .values({ ...stored(input), groupId: group.id, customerId: group.customerId, userId })
    .returning();
  const { id } = row as Row;
  return dtoOf(input.pin ? await savePin(tx, id, input.pin) : (row as Row));
}

export async function saveContact(tx: Db, id: number, input: ContactInput): Promise<ContactDto> {
  const [row] = await tx.update(contact).set(stored(input)).where(eq(contact.id, id)).returning();
  return dtoOf(input.pin === undefined ? (row as Row) : await savePin(tx, id, input.pin));
}

/** Moves one of a batch, whose place in it a refusal names. */
export async function moveContact(
  tx: Db,
  { id, name, phone, ...from }: ContactDto,
  to: { groupId?: number; level?: number },
  path: string,
): Promise<ContactDto> {
  const place = { groupId: to.groupId ?? from.groupId, level: to.level ?? from.level };
  const twin = and(eq(contact.groupId, place.groupId), eq(contact.level, place.level), ne(contact.id, id));
  const [taken] = phone
    ? await tx
        .select({ id: contact.id })
        .from(contact)
        .where(and(twin, eq(contact.phone, phone)))
    : [];
  if (taken) throw fieldError("CONTACT_PHONE_TAKEN", `${name}: the phone is there already`, path);
  const [row] = await tx.update(contact).set(place).where(eq(contact.id, id)).returning();
  return dtoOf(row as Row);
}

export async function removeContacts(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.delete(contact).where(inArray(contact.id, [...ids]));
}

/**
 * At least one recipient (specification, section 5): throws when somebody who was taken away from a group and level was
 * the last there, and a notification plan names them. Call it after the change, with the contacts as they were.
 */
export async function assertRecipientsLeft(tx: Db, before: readonly ContactDto[], pathOf: (id: number) => string) {
  for (const { id, groupId, level } of before) {
    const rows = await tx.$client<{ name: string }[]>`
      select distinct coalesce(t.name, '') as name from notification_plan_row r left join alarm_trigger t on t.id = r.trigger_id
       where r.contact_group_id = ${groupId} and (r.is_on_duty or r.level = ${level}) and r.channels && '{email,sms,voice,push}'
         and not exists (select from contact c where c.group_id = r.contact_group_id and (r.is_on_duty or c.level = r.level))
       order by 1`;
    const triggers = rows.map(({ name }) => name);
    if (triggers.length > 0) throw lastRecipient(pathOf(id), triggers);
  }
}

/** Throws when a contact that is to leave its group stands in the group's on-call rota. */
export async function assertOffRota(tx: Db, leaving: readonly ContactDto[], pathOf: (id: number) => string) {
  const groupIds = [...new Set(leaving.map(({ groupId }) => groupId))];
  const rotas = await tx.select().from(dutyRota).where(inArray(dutyRota.groupId, groupIds));
  for (const { id, groupId } of leaving) {
    const rota = rotas.find((one) => one.groupId === groupId);
    if (rota && namedContacts(rota).some((named) => named.id === id))
      throw conflict(pathOf(id), "inRota", "stands in the on-call rota of the group");
  }
}

export type SyncUser = Candidate & { id: number; name: string; gender: number | null; locale: string | null };

/** The accounts of a customer among these ids: nobody is told of what belongs to another customer. */
export async function findUsers(tx: Db, customerId: number, ids: readonly number[]): Promise<SyncUser[]> {
  const { id, name, gender, mobile, email, locale, status } = userAccount;
  return tx
    .select({ id, name, gender, mobile, email, locale, status })
    .from(userAccount)
    .where(and(inArray(id, [...ids]), eq(userAccount.customerId, customerId)));
}

/** Whether the account is a contact of this group and level already, or its phone is one's. */
export async function isDuplicate(tx: Db, groupId: number, level: number, user: SyncUser): Promise<boolean> {
  const same = [eq(contact.userId, user.id), ...(user.mobile ? [eq(contact.phone, user.mobile)] : [])];
  const rows = await tx
    .select({ id: contact.id })
    .from(contact)
    .where(and(eq(contact.groupId, groupId), eq(contact.level, level), or(...same)))
    .limit(1);
  return rows.length > 0;
}

import "server-only";
import { and, arrayContains, asc, count, desc, eq, ilike, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { contact, contactGroup, customer, dutyRota, userAccount } from "@/db/schema";
import { lockActiveCustomer } from "@/lib/auth/lock-customer";
import type { Scope } from "@/lib/auth/scope";
import { inScope } from "@/lib/auth/scope-filter";
import { keyedHash } from "@/lib/auth/secret-box";
import { conflict, fieldError, notFound } from "@/lib/errors";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
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
    // The stored value was validated on write.
    quietHours: quietHours as QuietHoursInput | null,
    locale: toLocale(locale) ?? DEFAULT_LOCALE,
    channels: channels.filter((channel): channel is ContactChannel => channel !== "popup"),
    hasPin: pinHash !== null,
    createdAt: createdAt.toISOString(),
  };
}

/** The hash of a PIN as stored. It is keyed, so that the table alone does not allow a brute-force search. */
export const pinHashOf = (contactId: number, pin: string): string => keyedHash(pin, pinOwner(contactId));

async function savePin(tx: Db, id: number, pin: string | null): Promise<Row> {
  const values = { pinHash: pin === null ? null : pinHashOf(id, pin), pinFailures: 0, pinLockedUntil: null };
  const [row] = await tx.update(contact).set(values).where(eq(contact.id, id)).returning();
  return row as Row;
}

/** Empty addresses are stored as null; otherwise two contacts without a phone would count as duplicates. */
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

/** Locks groups, so that the check whether a plan still has recipients is not invalidated by a concurrent change. */
export async function lockGroups(tx: Db, scope: Scope, ids: readonly number[]): Promise<Group[]> {
  return tx
    .select({ id: contactGroup.id, customerId: contactGroup.customerId })
    .from(contactGroup)
    .where(and(inArray(contactGroup.id, [...ids]), inScope(scope, { customerId: contactGroup.customerId })))
    .orderBy(asc(contactGroup.id))
    .for("update");
}

/** Locks one group. Throws NOT_FOUND outside the scope. */
export async function lockGroup(tx: Db, scope: Scope, id: number): Promise<Group> {
  const [group] = await lockGroups(tx, scope, [id]);
  if (!group) throw notFound("contact group", id);
  return group;
}

/** Locks a group to add contacts. The customer is locked before the group and must be active. */
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
 * Locks contacts with their current and target groups, all at once and in one order. Returns them in the order of
 * `ids`. Throws NOT_FOUND if one is missing.
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

/** The customer's language, in which its new contacts are notified. */
export async function findCustomerLocale(db: Db, customerId: number): Promise<Locale> {
  const [row] = await db.select({ locale: customer.locale }).from(customer).where(eq(customer.id, customerId));
  return toLocale(row?.locale) ?? DEFAULT_LOCALE;
}

/** `userId` is the account from which the contact is imported. */
export async function insertContact(
  tx: Db,
  group: Group,
  input: ContactInput,
  userId: number | null = null,
): Promise<ContactDto> {
  const { id: groupId, customerId } = group;
  const locale = input.locale ?? (await findCustomerLocale(tx, customerId));
  const [row] = await tx
    .insert(contact)
    .values({ ...stored(input), locale, groupId, customerId, userId })
    .returning();
  const { id } = row as Row;
  return dtoOf(input.pin ? await savePin(tx, id, input.pin) : (row as Row));
}

export async function saveContact(tx: Db, id: number, input: ContactInput): Promise<ContactDto> {
  const [row] = await tx.update(contact).set(stored(input)).where(eq(contact.id, id)).returning();
  return dtoOf(input.pin === undefined ? (row as Row) : await savePin(tx, id, input.pin));
}

/** Moves one contact of a batch. An error names its index in the batch. */
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
 * Enforces at least one recipient (specification, section 5). Throws if a removed contact was the last of its group and
 * level and a notification plan names these. Call it after the change, with the contacts as they were before.
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

/** Throws if a contact that is to leave its group is named in the group's on-call rota. */
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

/** The accounts among `ids` of this customer. Contacts must not be notified of another customer's data. */
export async function findUsers(tx: Db, customerId: number, ids: readonly number[]): Promise<SyncUser[]> {
  const { id, name, gender, mobile, email, locale, status } = userAccount;
  return tx
    .select({ id, name, gender, mobile, email, locale, status })
    .from(userAccount)
    .where(and(inArray(id, [...ids]), eq(userAccount.customerId, customerId)));
}

/** Whether the account, or a contact with its phone number, is already in this group and level. */
export async function isDuplicate(tx: Db, groupId: number, level: number, user: SyncUser): Promise<boolean> {
  const same = [eq(contact.userId, user.id), ...(user.mobile ? [eq(contact.phone, user.mobile)] : [])];
  const rows = await tx
    .select({ id: contact.id })
    .from(contact)
    .where(and(eq(contact.groupId, groupId), eq(contact.level, level), or(...same)))
    .limit(1);
  return rows.length > 0;
}

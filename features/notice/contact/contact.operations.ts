import "server-only";
import { voidLinks } from "@/features/exception/link/operations";
import { assertVersion } from "@/lib/audit/assert-version";
import { writeAuditOfEach } from "@/lib/audit/write-audit";
import { AppError } from "@/lib/errors";
import { toLocale } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { ById } from "@/lib/resource/by-id";
import type { Page } from "@/lib/resource/list-query";
import { voidCodes } from "../delivery/code.service";
import {
  assertOffRota,
  assertRecipientsLeft,
  findContacts,
  findUsers,
  getContact,
  insertContact,
  isDuplicate,
  lockContacts,
  lockGroup,
  lockGroupForNew,
  moveContact,
  removeContacts,
  type SyncUser,
  saveContact,
} from "./contact.data";
import { pushIssue, reachableBy, SYNC, type SyncCode, syncBar } from "./contact.rules";
import {
  type ContactDto,
  ContactInput,
  ContactListQuery,
  ContactMoveInput,
  ContactRemoveInput,
  type ContactRowDto,
  type ContactSyncDto,
  ContactSyncInput,
  ContactUpdateInput,
} from "./contact.schema";

/**
 * A reply with the PIN acknowledges in the contact's name, which only a person may do. An API key can therefore neither
 * set nor remove a PIN. Throws FORBIDDEN.
 */
function assertMaySetPin({ actor }: OperationContext, { pin }: Pick<ContactInput, "pin">): void {
  if (pin === undefined || actor.type !== "key") return;
  const message = "the PIN is set by a person, not by an API key";
  throw new AppError("FORBIDDEN", `pin: ${message}`, { issues: [{ path: "pin", rule: "keyPin", message }] });
}

const audit = { entity: "contact", id: (dto: { id: number }) => dto.id };

export const listContacts = defineOperation({
  name: "contact.list",
  kind: "query",
  permission: "viewContacts",
  input: ContactListQuery,
  run: ({ db, scope }, query): Promise<Page<ContactRowDto>> => findContacts(db, scope, query),
});

export const getContactById = defineOperation({
  name: "contact.get",
  kind: "query",
  permission: "viewContacts",
  input: ById,
  run: ({ db, scope }, { id }): Promise<ContactRowDto> => getContact(db, scope, id),
});

/** The contact belongs to the customer of its group. */
export const createContact = defineOperation({
  name: "contact.create",
  kind: "mutation",
  permission: "newContacts",
  input: ContactInput,
  async run(ctx, input): Promise<ContactDto> {
    const { tx, scope, audit } = ctx;
    assertMaySetPin(ctx, input);
    const issue = pushIssue(input.channels, null);
    if (issue) throw issue;
    const made = await insertContact(tx, await lockGroupForNew(tx, scope, input.groupId), input);
    audit({ customerId: made.customerId, new: made });
    return made;
  },
  audit,
});

/** A contact can only move between groups of its own customer. */
const sameCustomer = (path: string) =>
  new AppError("INVALID", `${path}: the group belongs to another customer`, {
    issues: [{ path, rule: "scope", message: "the group belongs to another customer" }],
  });

export const updateContact = defineOperation({
  name: "contact.update",
  kind: "mutation",
  permission: "editContacts",
  input: ContactUpdateInput,
  async run(ctx, { id, version, ...input }): Promise<ContactDto> {
    const { tx, scope, audit } = ctx;
    assertMaySetPin(ctx, input);
    const [old] = await lockContacts(tx, scope, [id], [input.groupId]);
    const before = old as ContactDto;
    await assertVersion(ctx, { entity: "contact", id, version }, async () => before);
    const issue = pushIssue(input.channels, before.userId);
    if (issue) throw issue;
    const group = await lockGroup(tx, scope, input.groupId);
    if (group.customerId !== before.customerId) throw sameCustomer("groupId");
    if (before.groupId !== group.id) await assertOffRota(tx, [before], () => "groupId");
    const after = await saveContact(tx, id, input);
    const isMoved = before.groupId !== after.groupId || before.level !== after.level;
    if (isMoved) await assertRecipientsLeft(tx, [before], () => "level");
    if (before.email !== after.email || before.phone !== after.phone) await voidLinks(tx, id);
    if (before.phone !== after.phone) await voidCodes(tx, id);
    // The DTOs do not contain the PIN. Without this flag a replaced PIN would leave no difference in the audit.
    const isPinChanged = before.hasPin && typeof input.pin === "string";
    audit({ customerId: after.customerId, old: before, new: { ...after, ...(isPinChanged && { isPinChanged }) } });
    return after;
  },
  audit,
});

export const removeContact = defineOperation({
  name: "contact.remove",
  kind: "mutation",
  permission: "removeContacts",
  input: ById,
  async run({ tx, scope, audit }, { id }): Promise<ContactDto> {
    const [old] = await lockContacts(tx, scope, [id]);
    const before = old as ContactDto;
    await assertOffRota(tx, [before], () => "id");
    await removeContacts(tx, [id]);
    await assertRecipientsLeft(tx, [before], () => "id");
    audit({ customerId: before.customerId, old: before });
    return before;
  },
  audit,
});

type Change = { id: number; customerId: number; old?: ContactDto; new?: ContactDto };

/** Writes one audit row per contact. */
async function writeEach(ctx: OperationContext, operation: string, changes: readonly Change[]): Promise<void> {
  const entries = changes.map(({ id, ...change }) => ({
    ...{ operation, entity: "contact", entityId: String(id) },
    ...change,
  }));
  await writeAuditOfEach(ctx.db, ctx, entries);
}

/** Moves contacts of one customer to another group, to another level, or both. All or nothing. */
export const moveContacts = defineOperation({
  name: "contact.moveBatch",
  kind: "mutation",
  permission: "editContacts",
  input: ContactMoveInput,
  async run({ tx, scope, audit, ...ctx }, { ids, groupId, level }) {
    const before = await lockContacts(tx, scope, ids, groupId === undefined ? [] : [groupId]);
    const [first] = before;
    const customerId = (first as ContactDto).customerId;
    const stranger = before.findIndex((one) => one.customerId !== customerId);
    if (stranger >= 0) throw sameCustomer(`ids.${stranger}`);
    if (groupId !== undefined && (await lockGroup(tx, scope, groupId)).customerId !== customerId)
      throw sameCustomer("groupId");
    const leaving = before.filter((one) => groupId !== undefined && one.groupId !== groupId);
    await assertOffRota(tx, leaving, (id) => `ids.${ids.indexOf(id)}`);
    const to = { ...(groupId !== undefined && { groupId }), ...(level !== undefined && { level }) };
    const after: ContactDto[] = [];
    for (const [index, one] of before.entries()) after.push(await moveContact(tx, one, to, `ids.${index}`));
    await assertRecipientsLeft(tx, before, (id) => `ids.${ids.indexOf(id)}`);
    const changes = before.map((old, index) => ({ id: old.id, customerId, old, new: after[index] as ContactDto }));
    await writeEach({ ...ctx, scope, db: tx }, "contact.move", changes);
    audit({ customerId, new: to });
    return { ids };
  },
  audit: { entity: "contactBatch", id: ({ ids }) => ids.join(",") },
});

export const removeContactBatch = defineOperation({
  name: "contact.removeBatch",
  kind: "mutation",
  permission: "removeContacts",
  input: ContactRemoveInput,
  async run({ tx, scope, audit, ...ctx }, { ids }) {
    const before = await lockContacts(tx, scope, ids);
    await assertOffRota(tx, before, (id) => `ids.${ids.indexOf(id)}`);
    await removeContacts(tx, ids);
    await assertRecipientsLeft(tx, before, (id) => `ids.${ids.indexOf(id)}`);
    const changes = before.map((old) => ({ id: old.id, customerId: old.customerId, old }));
    await writeEach({ ...ctx, scope, db: tx }, "contact.remove", changes);
    audit({ customerId: (before[0] as ContactDto).customerId });
    return { ids };
  },
  audit: { entity: "contactBatch", id: ({ ids }) => ids.join(",") },
});

/** The contact that an account becomes. */
function contactOf(user: SyncUser, groupId: number, level: number): ContactInput {
  const reach = { phone: user.mobile ?? "", email: user.email ?? "" };
  return {
    groupId,
    level,
    name: user.name.slice(0, 30),
    ...reach,
    gender: user.gender === 0 || user.gender === 1 ? user.gender : null,
    // Push is included even without a device, so that notifications work as soon as the user enables them.
    channels: [...reachableBy(reach), "push"],
    locale: toLocale(user.locale),
    quietHours: null,
    delayMinutes: null,
    repeatTimes: null,
    repeatIntervalMinutes: null,
  };
}

/**
 * Imports accounts of the group's customer as contacts. One failure does not stop the others: each account gets its own
 * code, 1 succeeded, 2 duplicate, 404 not found, 0 cancelled or without phone and e-mail.
 */
export const syncContacts = defineOperation({
  name: "contact.sync",
  kind: "mutation",
  permission: "syncContacts",
  input: ContactSyncInput,
  async run({ tx, scope, audit, ...ctx }, { userIds, groupId, level }): Promise<ContactSyncDto> {
    // The lock serialises concurrent imports, so that the duplicate check is reliable.
    const group = await lockGroupForNew(tx, scope, groupId);
    const users = await findUsers(tx, group.customerId, userIds);
    const made: ContactDto[] = [];
    const items: { userId: number; code: SyncCode }[] = [];
    for (const userId of userIds) {
      const user = users.find(({ id }) => id === userId);
      let code = syncBar(user);
      if (user && code === undefined && (await isDuplicate(tx, groupId, level, user))) code = SYNC.duplicate;
      if (user && code === undefined) {
        made.push(await insertContact(tx, group, contactOf(user, groupId, level), userId));
      }
      items.push({ userId, code: code ?? SYNC.succeeded });
    }
    const changes = made.map((one) => ({ id: one.id, customerId: group.customerId, new: one }));
    await writeEach({ ...ctx, scope, db: tx }, "contact.create", changes);
    audit({ customerId: group.customerId, new: { level, items } });
    return { items };
  },
  audit: { entity: "contactGroup", id: (_, { groupId }) => groupId },
});

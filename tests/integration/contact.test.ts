import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { contact, contactGroup, customer, notificationPlanRow, userAccount } from "@/db/schema";
import {
  createContact,
  getContactById,
  listContacts,
  moveContacts,
  removeContact,
  removeContactBatch,
  syncContacts,
  updateContact,
} from "@/features/notice/contact/contact.operations";
import { ContactInput } from "@/features/notice/contact/contact.schema";
import { contactGroups } from "@/features/notice/contact/group.operations";
import type { OperationContext } from "@/lib/operation/context";
import { issuesOf } from "@/lib/validation/issues";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";
import { auditRows, brokenLink, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
let own: Customer;
let other: Customer;
let admin: OperationContext;

const contextOf = async (options: UserOptions, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));

beforeAll(async () => {
  own = await makeCustomer(db());
  other = await makeCustomer(db());
  admin = await contextOf({});
});
afterAll(() => db().$client.end({ timeout: 5 }));

let count = 0;
const next = () => {
  count += 1;
  return count;
};
const phoneOf = (number: number) => `139${String(number).padStart(8, "0")}`;
const group = (ctx = admin, fields: Record<string, unknown> = {}) =>
  contactGroups.create.call(ctx, { name: `group ${next()}`, ...fields });
const foreignGroup = () => group(systemContext(), { customerId: other.id });
const person = (groupId: number, fields: Record<string, unknown> = {}) => ({
  groupId,
  name: "Ada",
  phone: phoneOf(next()),
  ...fields,
});
const made = (groupId: number, fields: Record<string, unknown> = {}, ctx = admin) =>
  createContact.call(ctx, person(groupId, fields) as Parameters<typeof createContact.call>[1]);
const stored = async (id: number) => (await db().select().from(contact).where(eq(contact.id, id)))[0];
const length = async (customerId = own.id) => (await auditRows(db(), customerId)).length;

const refusals = (calls: Promise<unknown>[]) => Promise.all(calls.map(refusal));

/** A plan of a trigger of its own that tells the group at this level. */
async function planFor(groupId: number, level = 1) {
  const { trigger } = await makeFridge(db(), own);
  const row = { triggerId: trigger.id, contactGroupId: groupId, level, channels: ["email" as const] };
  await db().insert(notificationPlanRow).values(row);
  return trigger;
}

describe("groups", () => {
  it("are made, renamed and removed, and the trail keeps who was in them", async () => {
    const dto = await group(admin, { name: "  Night shift " });
    expect(dto).toMatchObject({ customerId: own.id, name: "Night shift", contactCount: 0, triggers: [] });
    await contactGroups.update.call(admin, { id: dto.id, name: "Night" });
    const { id } = await made(dto.id);
    const trigger = await planFor(dto.id, 3);
    expect(await contactGroups.get.call(admin, { id: dto.id })).toMatchObject({
      name: "Night",
      contactCount: 1,
      triggers: [trigger.name],
    });
    await db().delete(notificationPlanRow).where(eq(notificationPlanRow.contactGroupId, dto.id));
    await contactGroups.remove.call(admin, { id: dto.id });
    expect(await stored(id)).toBeUndefined();
    expect(await trailOf(db(), own.id, "contactGroup", dto.id)).toMatchObject([
      { operation: "contactGroup.create", oldValues: null },
      { operation: "contactGroup.update", oldValues: { name: "Night shift" }, newValues: { name: "Night" } },
      { operation: "contactGroup.remove", oldValues: { name: "Night", contacts: [{ id, name: "Ada" }] } },
    ]);
  });

  it("cannot go while a notification plan tells them; the refusal names its triggers", async () => {
    const dto = await group();
    const { id } = await made(dto.id);
    const trigger = await planFor(dto.id);
    const before = await length();
    const { code, message, issues } = await refusal(contactGroups.remove.call(admin, { id: dto.id }));
    expect([code, issues]).toMatchObject(["CONFLICT", [{ path: "id", rule: "inUse" }]]);
    expect(message).toContain(trigger.name);
    expect([(await stored(id)) !== undefined, await length()]).toEqual([true, before]);
  });

  it("have a name of their own within the customer", async () => {
    const { name } = await group();
    expect(await refusal(group(admin, { name }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "name", rule: "unique" }],
    });
    await group(systemContext(), { customerId: other.id, name });
    expect(await refusal(group(admin, { name: "x".repeat(31) }))).toMatchObject({ code: "INVALID" });
  });

  it("move to another customer only while nobody is in them", async () => {
    const root = await contextOf({ scopeType: 3 }, { ...own, id: 1 });
    const dto = await group();
    await made(dto.id);
    const move = (id: number) => contactGroups.update.call(root, { id, name: "moved", customerId: other.id });
    expect(await refusal(move(dto.id))).toMatchObject({ issues: [{ path: "customerId", rule: "inUse" }] });
    expect(await move((await group()).id)).toMatchObject({ customerId: other.id });
  });
});

describe("contacts", () => {
  it("are made, changed and removed with their trail", async () => {
    const { id: groupId } = await group();
    const dto = await made(groupId, { name: " Ada ", email: "ada@example.com", level: 2, gender: 0, locale: "es" });
    const expected = { groupId, customerId: own.id, level: 2, name: "Ada", gender: 0, locale: "es", userId: null };
    expect(dto).toMatchObject({ ...expected, email: "ada@example.com", channels: ["email", "sms", "voice"] });
    expect(await getContactById.call(admin, { id: dto.id })).toEqual({ ...dto, hasDevice: false });
    const quietHours = { from: "22:00", to: "07:00", upTo: "minor" as const };
    const eve = { id: dto.id, groupId, name: "Eve", email: "eve@example.com", quietHours };
    const changed = await updateContact.call(admin, eve);
    expect(changed).toMatchObject({ name: "Eve", phone: null, level: 1, channels: ["email"], quietHours });
    expect((await listContacts.call(admin, { groupId })).items).toEqual([{ ...changed, hasDevice: false }]);
    await removeContact.call(admin, { id: dto.id });
    expect(await stored(dto.id)).toBeUndefined();
    const trail = await trailOf(db(), own.id, "contact", dto.id);
    expect(trail.map(({ operation }) => operation)).toEqual(["contact.create", "contact.update", "contact.remove"]);
    expect(trail[1]).toMatchObject({
      oldValues: { name: "Ada", level: 2, phone: dto.phone, email: "ada@example.com" },
      newValues: { name: "Eve", level: 1, phone: null, email: "eve@example.com" },
    });
    const { version: _, ...last } = changed;
    expect(trail[2]?.oldValues).toEqual(last);
    expect(await brokenLink(db(), own.id)).toBeNull();
  });

  it("have a timing of their own up to its bounds, each part of it or none", async () => {
    const { id: groupId } = await group();
    const none = { delayMinutes: null, repeatTimes: null, repeatIntervalMinutes: null };
    const least = { delayMinutes: 0, repeatTimes: 0, repeatIntervalMinutes: 1 };
    const most = { delayMinutes: 1440, repeatTimes: 20, repeatIntervalMinutes: 1440 };
    expect(await made(groupId)).toMatchObject(none);
    const dto = await made(groupId, least);
    expect(dto).toMatchObject(least);
    expect(await stored(dto.id)).toMatchObject(least);
    const change = async (timing: Partial<typeof none | typeof most>) => {
      const form = person(groupId, { ...timing, id: dto.id }) as Parameters<typeof updateContact.call>[1];
      const changed = await updateContact.call(admin, form);
      expect(await getContactById.call(admin, { id: dto.id })).toMatchObject(changed);
      expect(await stored(dto.id)).toMatchObject({ delayMinutes: changed.delayMinutes });
      return changed;
    };
    expect(await change(most)).toMatchObject(most);
    expect((await listContacts.call(admin, { groupId })).items).toContainEqual(expect.objectContaining(most));
    expect((await trailOf(db(), own.id, "contact", dto.id)).at(-1)).toMatchObject({
      oldValues: least,
      newValues: most,
    });
    expect(await change({ delayMinutes: 5 })).toMatchObject({ ...none, delayMinutes: 5 });
    expect(await change({})).toMatchObject(none);
  });

  it("are told in their own language, or in that which their customer had when they were made", async () => {
    const spanish = await makeCustomer(db(), { locale: "es" });
    const keeper = await contextOf({}, spanish);
    const { id: groupId } = await group(keeper);
    const { id } = await made(groupId, {}, keeper);
    const chosen = await made(groupId, { locale: "ja" }, keeper);
    const userIds = [
      (await makeUser(db(), spanish.id, { mobile: phoneOf(next()) })).id,
      (await makeUser(db(), spanish.id, { mobile: phoneOf(next()), locale: "ja" })).id,
    ];
    await syncContacts.call(keeper, { userIds, groupId, level: 1 });
    const { items } = await listContacts.call(keeper, { groupId, sort: "createdAt" });
    expect(items.map(({ locale }) => locale)).toEqual(["es", "ja", "es", "ja"]);
    await db().update(customer).set({ locale: "en-US" }).where(eq(customer.id, spanish.id));
    const renamed = (contactId: number) => updateContact.call(keeper, { ...person(groupId), id: contactId });
    expect([(await renamed(id)).locale, (await renamed(chosen.id)).locale]).toEqual(["es", "ja"]);
    expect(await made(groupId, {}, keeper)).toMatchObject({ locale: "en-US" });
  });

  it("are listed by group, level, channel and text", async () => {
    const { id: groupId } = await group();
    await made(groupId, { name: "b", level: 1, email: "" });
    await made(groupId, { name: "A", level: 1, email: "a_1@example.com" });
    await made(groupId, { name: "c", level: 3 });
    const names = async (query: Parameters<typeof listContacts.call>[1]) =>
      (await listContacts.call(admin, { groupId, ...query })).items.map(({ name }) => name);
    expect(await names({})).toEqual(["A", "b", "c"]);
    expect(await names({ dir: "desc" })).toEqual(["c", "b", "A"]);
    expect(await names({ level: 3 })).toEqual(["c"]);
    expect(await names({ channel: "email" })).toEqual(["A"]);
    expect(await names({ q: "A_1@" })).toEqual(["A"]);
    expect(await listContacts.call(admin, { customerId: other.id })).toEqual({ items: [], total: 0 });
  });

  const TAKEN = { code: "CONTACT_PHONE_TAKEN", issues: [{ path: "phone", rule: "CONTACT_PHONE_TAKEN" }] };

  it("have one phone in a group and level", async () => {
    const { id: groupId } = await group();
    const { phone } = await made(groupId);
    const second = await made(groupId, { phone, level: 2 });
    await made(groupId, { phone: null, email: "a@example.com" });
    await made(groupId, { phone: null, email: "a@example.com" });
    const before = [await stored(second.id), await length()];
    expect(await refusal(made(groupId, { phone }))).toMatchObject(TAKEN);
    expect(await refusal(updateContact.call(admin, { id: second.id, groupId, name: "x", phone }))).toMatchObject(TAKEN);
    expect(await refusal(moveContacts.call(admin, { ids: [second.id], level: 1 }))).toMatchObject({
      code: "CONTACT_PHONE_TAKEN",
      issues: [{ path: "ids.0" }],
    });
    expect([await stored(second.id), await length()]).toEqual(before);
    await made((await group()).id, { phone });
  });

  it("have one phone however it is written, also abroad", async () => {
    const { id: groupId } = await group();
    const { phone } = await made(groupId, { phone: "+86 139 1111 2222" });
    expect(phone).toBe("13911112222");
    for (const written of ["13911112222", "139-1111-2222", "+8613911112222"])
      expect(await refusal(made(groupId, { phone: written }))).toMatchObject(TAKEN);
    expect(await made(groupId, { phone: "+49 170 1234567" })).toMatchObject({ phone: "+491701234567" });
    expect(await refusal(made(groupId, { phone: "+49-170-123-4567" }))).toMatchObject(TAKEN);
  });
});

const INVALID: [field: string, value: unknown, rule: string][] = [
  ["name", "", "required"],
  ["name", "x".repeat(31), "too_big"],
  ["phone", "123", "phone"],
  ["phone", "+0491701234567", "phone"],
  ["email", "ada@", "email"],
  ["email", `${"a".repeat(95)}@b.example`, "too_big"],
  ["gender", 2, "invalid_value"],
  ["level", 0, "too_small"],
  ["level", 6, "too_big"],
  ["channels", [], "required"],
  ["channels", ["popup"], "invalid_value"],
  ["locale", "de", "invalid_value"],
  ["groupId", 0, "too_small"],
  ["delayMinutes", -1, "too_small"],
  ["delayMinutes", 1441, "too_big"],
  ["delayMinutes", 1.5, "invalid_type"],
  ["repeatTimes", -1, "too_small"],
  ["repeatTimes", 21, "too_big"],
  ["repeatIntervalMinutes", 0, "too_small"],
  ["repeatIntervalMinutes", 1441, "too_big"],
];

describe("an invalid contact", () => {
  it.each(INVALID)("is refused: %s %j", async (field, value, rule) => {
    const { id: groupId } = await group();
    const { id } = await made(groupId);
    const before = [await stored(id), await length()];
    const values = person(groupId, { [field]: value }) as Parameters<typeof createContact.call>[1];
    const parsed = ContactInput.safeParse(values);
    const told = parsed.success ? [] : issuesOf(parsed.error);
    expect(told[0]).toMatchObject({ rule, path: expect.stringMatching(new RegExp(`^${field}`)) });
    expect(await refusal(createContact.call(admin, values))).toMatchObject({ code: "INVALID", issues: told });
    expect(await refusal(updateContact.call(admin, { ...values, id }))).toMatchObject({ code: "INVALID" });
    expect([await stored(id), await length()]).toEqual(before);
  });

  it("needs a phone or an e-mail, and the address of each channel", async () => {
    const { id: groupId } = await group();
    const rules = async (fields: Record<string, unknown>) =>
      (await refusal(made(groupId, fields))).issues?.map(({ path, rule }) => `${path} ${rule}`);
    expect(await rules({ phone: "", email: "" })).toEqual(["phone phoneOrEmail"]);
    expect(await rules({ channels: ["email", "sms"] })).toEqual(["email channelEmail"]);
    expect(await rules({ phone: "", email: "a@example.com", channels: ["voice"] })).toEqual(["phone channelPhone"]);
  });
});

describe("at least one recipient", () => {
  it("stays where a plan tells the group and level, however he would leave", async () => {
    const { id: groupId } = await group();
    const trigger = await planFor(groupId);
    const [first, second] = [await made(groupId), await made(groupId)];
    const elsewhere = await made(groupId, { level: 2 });
    await removeContact.call(admin, { id: first.id });
    await removeContact.call(admin, { id: elsewhere.id });
    const target = await group();
    const before = [await stored(second.id), await length()];
    const away = { ids: [second.id] };
    for (const [call, path] of [
      [() => removeContact.call(admin, { id: second.id }), "id"],
      [() => removeContactBatch.call(admin, away), "ids.0"],
      [() => moveContacts.call(admin, { ...away, level: 2 }), "ids.0"],
      [() => moveContacts.call(admin, { ...away, groupId: target.id }), "ids.0"],
      [() => updateContact.call(admin, { ...person(groupId), id: second.id, level: 4 }), "level"],
    ] as const) {
      const { code, message, issues } = await refusal(call());
      expect([code, issues]).toMatchObject(["CONFLICT", [{ path, rule: "lastRecipient" }]]);
      expect(message).toContain(trigger.name);
    }
    expect([await stored(second.id), await length()]).toEqual(before);
    await updateContact.call(admin, { id: second.id, groupId, name: "Eve", email: "eve@example.com" });
  });

  it("stays when the last two are removed at once", async () => {
    const { id: groupId } = await group();
    await planFor(groupId);
    const ids = [(await made(groupId)).id, (await made(groupId)).id];
    const done = await Promise.allSettled(ids.map((id) => removeContact.call(admin, { id })));
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("several contacts", () => {
  it("move and go together, each with a line of its own in the trail", async () => {
    const [from, to] = [await group(), await group()];
    const ids = [(await made(from.id)).id, (await made(from.id, { level: 3 })).id];
    expect(await moveContacts.call(admin, { ids, groupId: to.id })).toEqual({ ids });
    expect([await stored(ids[0] as number), await stored(ids[1] as number)]).toMatchObject([
      { groupId: to.id, level: 1 },
      { groupId: to.id, level: 3 },
    ]);
    expect((await trailOf(db(), own.id, "contact", ids[1] as number)).at(-1)).toMatchObject({
      operation: "contact.move",
      oldValues: { groupId: from.id },
      newValues: { groupId: to.id },
    });
    await removeContactBatch.call(admin, { ids });
    expect((await trailOf(db(), own.id, "contact", ids[0] as number)).at(-1)?.operation).toBe("contact.remove");
    expect(await stored(ids[0] as number)).toBeUndefined();
  });

  it("go nowhere when one of them cannot, and not to another customer", async () => {
    const [own1, foreign] = [await group(), await foreignGroup()];
    const { id } = await made(own1.id);
    const stranger = await made(foreign.id, {}, systemContext());
    const before = [await stored(id), await length()];
    const root = await contextOf({ scopeType: 3 }, { ...own, id: 1 });
    expect(await refusal(removeContactBatch.call(admin, { ids: [id, stranger.id] }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await refusal(moveContacts.call(root, { ids: [id, stranger.id], level: 2 }))).toMatchObject({
      issues: [{ path: "ids.1", rule: "scope" }],
    });
    expect(await refusal(moveContacts.call(root, { ids: [id], groupId: foreign.id }))).toMatchObject({
      issues: [{ path: "groupId", rule: "scope" }],
    });
    expect(await refusal(moveContacts.call(admin, { ids: [id] }))).toMatchObject({ code: "INVALID" });
    expect(await refusal(removeContactBatch.call(admin, { ids: [] }))).toMatchObject({ code: "INVALID" });
    expect([await stored(id), await length()]).toEqual(before);
  });
});

describe("accounts", () => {
  it("become contacts, each with a result of its own", async () => {
    const { id: groupId } = await group();
    const phone = phoneOf(next());
    const taken = await made(groupId);
    const user = async (values: UserOptions) => (await makeUser(db(), own.id, values)).id;
    const good = await user({ name: "Good One", mobile: phone, gender: 1, locale: "ja" });
    const mute = await user({});
    const cancelled = await user({ mobile: phoneOf(next()), status: "cancelled" });
    const twin = await user({ mobile: taken.phone });
    const foreign = (await makeUser(db(), other.id, { mobile: phoneOf(next()) })).id;
    const userIds = [good, mute, cancelled, twin, foreign, 999_999];
    const { items } = await syncContacts.call(admin, { userIds, groupId, level: 1 });
    expect(items.map(({ userId, code }) => [userId, code])).toEqual([
      [good, 1],
      [mute, 0],
      [cancelled, 0],
      [twin, 2],
      [foreign, 404],
      [999_999, 404],
    ]);
    const rows = (await listContacts.call(admin, { groupId })).items.filter((row) => row.userId !== null);
    expect(rows).toMatchObject([
      {
        name: "Good One",
        phone,
        email: null,
        channels: ["sms", "voice", "push"],
        locale: "ja",
        gender: 1,
        userId: good,
      },
    ]);
    expect(await trailOf(db(), own.id, "contact", rows[0]?.id ?? 0)).toMatchObject([{ operation: "contact.create" }]);
    expect((await trailOf(db(), own.id, "contactGroup", groupId)).at(-1)).toMatchObject({
      operation: "contact.sync",
      newValues: { level: 1, items },
    });
    const again = await syncContacts.call(admin, { userIds: [good], groupId, level: 1 });
    expect(again.items).toEqual([{ userId: good, code: 2 }]);
    expect((await syncContacts.call(admin, { userIds: [good], groupId, level: 2 })).items[0]?.code).toBe(1);
  });

  it("become one contact when two take them over at once, and leave it when they go", async () => {
    const { id: groupId } = await group();
    const user = await makeUser(db(), own.id, { email: `${next()}@example.com` });
    const take = () => syncContacts.call(admin, { userIds: [user.id], groupId, level: 1 });
    const codes = (await Promise.all([take(), take(), take()])).map(({ items }) => items[0]?.code);
    expect(codes.sort()).toEqual([1, 2, 2]);
    await db().delete(userAccount).where(eq(userAccount.id, user.id));
    expect((await listContacts.call(admin, { groupId })).items).toMatchObject([{ userId: null }]);
  });

  it("of another customer are as absent as its groups", async () => {
    const foreign = await foreignGroup();
    const user = await makeUser(db(), own.id, { mobile: phoneOf(next()) });
    const call = syncContacts.call(admin, { userIds: [user.id], groupId: foreign.id, level: 1 });
    expect(await refusal(call)).toMatchObject({ code: "NOT_FOUND" });
    expect(await db().select().from(contact).where(eq(contact.groupId, foreign.id))).toEqual([]);
  });
});

describe("who may not", () => {
  it("neither reads nor changes", async () => {
    const { id: groupId } = await group();
    const { id } = await made(groupId);
    const before = [await stored(id), await length()];
    const viewer = await contextOf({ permissions: ["viewContacts"] });
    const nobody = await contextOf({ permissions: ["viewEx"] });
    // Bound to nodes: contacts have none, and the level of the codes is above him.
    const bound = await contextOf({ scopeType: 0, sceneIds: [own.sceneId] });
    for (const ctx of [nobody, bound])
      for (const told of await refusals([listContacts.call(ctx, {}), contactGroups.list.call(ctx, {})]))
        expect(told).toMatchObject({ code: "FORBIDDEN" });
    const calls = [
      made(groupId, {}, viewer),
      updateContact.call(viewer, { ...person(groupId), id }),
      removeContact.call(viewer, { id }),
      moveContacts.call(viewer, { ids: [id], level: 2 }),
      removeContactBatch.call(viewer, { ids: [id] }),
      syncContacts.call(viewer, { userIds: [1], groupId, level: 1 }),
      group(viewer),
      contactGroups.remove.call(viewer, { id: groupId }),
    ];
    for (const told of await refusals(calls)) expect(told).toMatchObject({ code: "FORBIDDEN" });
    expect([await stored(id), await length()]).toEqual(before);
  });

  it("finds nothing outside the scope, and leaves it as it is", async () => {
    const foreign = await foreignGroup();
    const { id } = await made(foreign.id, {}, systemContext());
    const own1 = await group();
    const before = [await stored(id), await length(other.id)];
    const calls = [
      getContactById.call(admin, { id }),
      updateContact.call(admin, { ...person(own1.id), id }),
      removeContact.call(admin, { id }),
      moveContacts.call(admin, { ids: [id], level: 2 }),
      made(foreign.id),
      contactGroups.get.call(admin, { id: foreign.id }),
      contactGroups.update.call(admin, { id: foreign.id, name: "x" }),
      contactGroups.remove.call(admin, { id: foreign.id }),
      group(admin, { customerId: other.id }),
    ];
    for (const told of await refusals(calls)) expect(told).toMatchObject({ code: "NOT_FOUND" });
    const { id: mine } = await made(own1.id);
    expect(await refusal(updateContact.call(admin, { ...person(foreign.id), id: mine }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect([await stored(id), await length(other.id)]).toEqual(before);
    expect(await db().select().from(contactGroup).where(eq(contactGroup.id, foreign.id))).toHaveLength(1);
  });
});

describe("an API key", () => {
  it("keeps contacts up to date, and neither sets nor removes a PIN, by which it could acknowledge", async () => {
    const permissions = new Set(["newContacts", "editContacts", "viewContacts"] as const);
    const key: OperationContext = {
      ...admin,
      actor: { type: "key", keyId: 1, customerId: own.id, name: "hr", permissions },
    };
    const { id: groupId } = await group();
    const refused = { code: "FORBIDDEN", issues: [{ path: "pin", rule: "keyPin" }] };
    expect(await refusal(made(groupId, { pin: "4711" }, key))).toMatchObject(refused);
    const { id } = await made(groupId, {}, key);
    const form = { ...person(groupId), id };
    expect(await refusal(updateContact.call(key, { ...form, pin: "4711" }))).toMatchObject(refused);
    expect((await stored(id))?.pinHash).toBeNull();

    await updateContact.call(admin, { ...form, pin: "4711" });
    const before = await stored(id);
    for (const pin of ["0815", null])
      expect(await refusal(updateContact.call(key, { ...form, pin }))).toMatchObject(refused);
    await updateContact.call(key, { ...form, name: "Ada L" });
    expect(await stored(id)).toMatchObject({ ...before, name: "Ada L", version: expect.any(Number) });
  });
});

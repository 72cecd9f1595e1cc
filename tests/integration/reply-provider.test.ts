import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { audit, contact, contactGroup, replyProvider } from "@/db/schema";
import { createContact, getContactById, updateContact } from "@/features/notice/contact/contact.operations";
import {
  createReplyProvider,
  listReplyProviders,
  removeReplyProvider,
  rotateReplySecret,
  updateReplyProvider,
} from "@/features/notice/reply/provider.operations";
import { liveBus } from "@/lib/live/live";
import { signedInAs } from "../factories/exception";
import { makeCustomer } from "../factories/world";

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const CODES = ["viewReplyProvider", "newReplyProvider", "editReplyProvider", "removeReplyProvider"] as const;
const platform = () => signedInAs(1, { permissions: CODES, scopeType: 3 });
const generic = { name: "SMS", format: "generic", authentication: "secret" } as const;
const linesOf = (id: number) =>
  db()
    .select()
    .from(audit)
    .where(eq(audit.entityId, String(id)))
    .orderBy(audit.id);

beforeEach(async () => {
  await db().$client`delete from reply_provider`;
});

describe("a reply provider", () => {
  it("is registered, renamed, given a new secret and removed, with a line in the trail and no secret anywhere", async () => {
    const made = await createReplyProvider.call(await platform(), generic);
    const { id } = made;
    await updateReplyProvider.call(await platform(), { id, name: "Gateway", isEnabled: false });
    const next = await rotateReplySecret.call(await platform(), { id });
    expect(next.secret).not.toBe(made.secret);
    expect(Date.parse(next.previousUntil as string)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const [listed] = await listReplyProviders.call(await platform(), {});
    expect(listed).toMatchObject({ id, name: "Gateway", isEnabled: false });
    expect(Object.keys(listed as object)).not.toContain("secret");
    await removeReplyProvider.call(await platform(), { id });
    const lines = (await linesOf(id)).filter(({ entity }) => entity === "replyProvider");
    expect(lines.map(({ operation }) => operation)).toEqual([
      "replyProvider.create",
      "replyProvider.update",
      "replyProvider.rotateSecret",
      "replyProvider.remove",
    ]);
    const trail = JSON.stringify(lines);
    for (const secret of [made.secret, next.secret]) expect(trail).not.toContain(secret);
    expect(trail).not.toContain('"secret":');
  });

  it("is the platform's, by name once, and proves itself as its format can", async () => {
    const stranger = await signedInAs(1, { permissions: ["viewReplyProvider"], scopeType: 3 });
    await expect(createReplyProvider.call(stranger, generic)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { id } = await createReplyProvider.call(await platform(), generic);
    await expect(createReplyProvider.call(await platform(), generic)).rejects.toThrow(
      /reply_provider_name_key|duplicate|Failed query/,
    );
    for (const [values, path] of [
      [{ name: "" }, "name"],
      [{ format: "twilio", authentication: "secret", secret: "x".repeat(32) }, "authentication"],
      [{ format: "twilio", authentication: "hmac" }, "secret"],
      [{ format: "aliyun", authentication: "hmac" }, "authentication"],
      [{ secret: "chosen by hand, which is weak" }, "secret"],
    ] as const)
      await expect(
        createReplyProvider.call(await platform(), { ...generic, name: "B", ...values }),
      ).rejects.toMatchObject({
        issues: [expect.objectContaining({ path: [path] })],
      });
    await expect(rotateReplySecret.call(await platform(), { id, secret: "chosen by hand" })).rejects.toMatchObject({
      code: "INVALID",
    });
    await expect(
      updateReplyProvider.call(await platform(), { id: id + 1000, name: "C", isEnabled: true }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await db().select().from(replyProvider)).toHaveLength(1);
  });
});

describe("a contact's PIN", () => {
  it("is set, kept by a save without it, set anew and removed; nobody reads it", async () => {
    const owner = await makeCustomer(db());
    const [group] = await db().insert(contactGroup).values({ customerId: owner.id, name: "Ward" }).returning();
    const ctx = () => signedInAs(owner.id, { permissions: ["newContacts", "editContacts", "viewContacts"] });
    const fields = { groupId: group?.id ?? 0, name: "Wang Fang", phone: "13912345678" };
    for (const pin of ["123", "123456789", "12a4", "１２３４"])
      await expect(createContact.call(await ctx(), { ...fields, pin })).rejects.toMatchObject({
        issues: [expect.objectContaining({ path: ["pin"] })],
      });
    const { id, hasPin } = await createContact.call(await ctx(), { ...fields, pin: "4711" });
    const hash = async () => (await db().select().from(contact).where(eq(contact.id, id)))[0]?.pinHash;
    const first = await hash();
    expect([hasPin, first]).toEqual([true, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(await updateContact.call(await ctx(), { id, ...fields })).toMatchObject({ hasPin: true });
    expect(await hash()).toBe(first);
    await db().update(contact).set({ pinFailures: 3, pinLockedUntil: new Date() }).where(eq(contact.id, id));
    await updateContact.call(await ctx(), { id, ...fields, pin: "0815" });
    expect(await hash()).not.toBe(first);
    expect(await db().select().from(contact).where(eq(contact.id, id))).toMatchObject([
      { pinFailures: 0, pinLockedUntil: null },
    ]);
    expect(JSON.stringify(await getContactById.call(await ctx(), { id }))).not.toMatch(/4711|0815|pinHash/);
    expect(await updateContact.call(await ctx(), { id, ...fields, pin: null })).toMatchObject({ hasPin: false });
    const trail = (await linesOf(id)).filter(({ entity }) => entity === "contact");
    expect(trail.map(({ oldValues, newValues }) => [oldValues, newValues])).toEqual([
      [null, expect.objectContaining({ hasPin: true })],
      [{}, {}],
      [{}, { isPinChanged: true }],
      [{ hasPin: true }, { hasPin: false }],
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/4711|0815|pinHash/);
  });
});

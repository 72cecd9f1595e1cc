import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/service/notice/reply/route";
import { db } from "@/db/client";
import { contact, exception, notice, noticeReply } from "@/db/schema";
import { pinHashOf } from "@/features/notice/contact/contact.data";
import { issueCode } from "@/features/notice/delivery/code.service";
import { listNoticeLog } from "@/features/notice/log/operations";
import { createReplyProvider } from "@/features/notice/reply/provider.operations";
import { liveBus } from "@/lib/live/live";
import { makeException, signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";

// Numbers that several customers have as a contact, and lists of messages.

const MINUTE = 60_000;
let number = 0;
const next = () => {
  number += 1;
  return number;
};
let token: string;

afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});
beforeEach(async () => {
  await db().$client`delete from reply_provider`;
  token = await makeProvider("generic");
});

async function makeProvider(format: "generic" | "aliyun"): Promise<string> {
  const platform = await signedInAs(1, { permissions: ["newReplyProvider"], scopeType: 3 });
  const values = { name: `provider ${next()}`, format, authentication: "secret" } as const;
  return (await createReplyProvider.call(platform, values)).secret as string;
}

const phoneOf = () => `137${String(10_000_000 + next()).slice(-8)}`;

async function call(body: unknown, secret = token) {
  const url = `https://cold.example/service/notice/reply?token=${secret}`;
  const request = new Request(url, { method: "POST", body: JSON.stringify(body) });
  const response = await POST(request, { params: Promise.resolve({}) });
  return { status: response.status, answer: await response.text() };
}

async function reply(from: string, text: string): Promise<{ outcome: string; text: string }> {
  const { answer } = await call({ id: `m${next()}`, from, at: new Date().toISOString(), text });
  return JSON.parse(answer).result;
}

type Owner = Awaited<ReturnType<typeof makeCustomer>>;

/** A customer that has notified this number of an alarm at a fridge; without `isNotified` it only has the contact. */
async function makeNotifier(phone: string, pin: string, isNotified = true) {
  const owner = await makeCustomer(db());
  const name = `fridge of ${owner.code}`;
  const place = await makeFridge(db(), owner, { contacts: [{ phone, locale: "en-US" }], carrier: { name } });
  const [person] = await db().select().from(contact).where(eq(contact.groupId, place.group.id));
  const contactId = person?.id as number;
  await db()
    .update(contact)
    .set({ pinHash: pinHashOf(contactId, pin) })
    .where(eq(contact.id, contactId));
  if (!isNotified) return { owner, name, contactId, exceptionId: 0, code: "" };
  const { id: exceptionId } = await makeException(db(), place);
  const code = await issueCode(db(), { customerId: owner.id, contactId, phone }, [exceptionId], new Date());
  return { owner, name, contactId, exceptionId, code: code as string };
}

const logOf = ({ id }: Owner) =>
  db()
    .select()
    .from(notice)
    .where(and(eq(notice.customerId, id), eq(notice.type, "reply")))
    .orderBy(notice.id);
const isAcknowledged = async (id: number) =>
  (await db().select().from(exception).where(eq(exception.id, id)))[0]?.acknowledgedAt !== null;

describe("a number that several customers have", () => {
  it("is asked for the code with every alarm, and each customer's log shows its own alarms only", async () => {
    const phone = phoneOf();
    // Entered the number first, and never sent anything to it.
    const stranger = await makeNotifier(phone, "9999", false);
    const [a, b] = [await makeNotifier(phone, "4711"), await makeNotifier(phone, "0815")];
    const asked = await reply(phone, "OK 4711");
    expect(asked.outcome).toBe("codeMissing");
    for (const { code, name } of [a, b]) expect(asked.text).toContain(`${code} ${name}`);
    for (const [mine, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const rows = await logOf(mine.owner);
      expect(rows).toMatchObject([{ reason: "reply: code missing", status: "failed", exceptionId: null }]);
      expect(rows[0]?.content).toContain(`${mine.code} ${mine.name}`);
      const admin = await signedInAs(mine.owner.id, { permissions: ["viewNoticeLog"] });
      const shown = JSON.stringify(await listNoticeLog.call(admin, {}));
      expect(shown).toContain(mine.name);
      for (const secret of [other.name, ` ${other.code} `, other.owner.code]) expect(shown).not.toContain(secret);
    }
    expect(await logOf(stranger.owner)).toEqual([]);
  });

  it("acknowledges with the PIN of the contact of the alarm's customer only", async () => {
    const phone = phoneOf();
    const [a, b] = [await makeNotifier(phone, "4711"), await makeNotifier(phone, "0815")];
    expect(await reply(phone, `${a.code} 0815`)).toMatchObject({ outcome: "wrongPin" });
    expect(await isAcknowledged(a.exceptionId)).toBe(false);
    expect(await reply(phone, `OK ${a.code} PIN 4711`)).toMatchObject({ outcome: "acknowledged" });
    expect([await isAcknowledged(a.exceptionId), await isAcknowledged(b.exceptionId)]).toEqual([true, false]);
    expect(await logOf(b.owner)).toEqual([]);
    // The one alarm left is the other customer's.
    expect(await reply(phone, "4711")).toMatchObject({ outcome: "wrongPin" });
    expect((await logOf(a.owner)).map(({ reason }) => reason)).toEqual(["reply: wrong PIN", ""]);
    expect(await reply(phone, "0815OK")).toMatchObject({ outcome: "acknowledged" });
    expect(await isAcknowledged(b.exceptionId)).toBe(true);
  });

  it("is not logged for customers that never notified it", async () => {
    const phone = phoneOf();
    const stranger = await makeNotifier(phone, "9999", false);
    const mine = await makeNotifier(phone, "4711");
    expect(await reply(phone, "who is this?")).toMatchObject({ outcome: "unreadable" });
    const unknown = mine.code === "2A" ? "3B" : "2A";
    expect(await reply(phone, `OK ${unknown} 4711`)).toMatchObject({ outcome: "unknownCode" });
    expect((await logOf(mine.owner)).map(({ reason }) => reason)).toEqual([
      "reply: not understood",
      "reply: unknown code",
    ]);
    expect(await logOf(stranger.owner)).toEqual([]);
    const nobody = phoneOf();
    const [one, two] = [await makeNotifier(nobody, "1111", false), await makeNotifier(nobody, "2222", false)];
    expect(await reply(nobody, "4711")).toMatchObject({ outcome: "nothingOpen" });
    for (const { owner } of [one, two]) expect(await logOf(owner)).toHaveLength(1);
  });
});

describe("a list of messages", () => {
  const chinaTime = (at: number) => new Date(at + 8 * 60 * MINUTE).toISOString().slice(0, 19).replace("T", " ");

  it("are processed one by one: a late or malformed one does not block those after it", async () => {
    const secret = await makeProvider("aliyun");
    const phone = phoneOf();
    const mine = await makeNotifier(phone, "4711");
    const one = (content: string, age: number, sequence: number) => ({
      phone_number: phone,
      send_time: chinaTime(Date.now() - age * MINUTE),
      content,
      sequence_id: sequence,
    });
    const late = one(`${mine.code} 4711`, 16, 1);
    expect(await call([late], secret)).toEqual({ status: 200, answer: '{"code":0,"msg":"ok"}' });
    expect(await isAcknowledged(mine.exceptionId)).toBe(false);
    const list = [
      late,
      { ...late, sequence_id: 2, send_time: "yesterday" },
      one("7K\0", 20, 3),
      one(`${mine.code} 4711`, 1, 4),
    ];
    for (const _ of [1, 2]) expect(await call(list, secret)).toEqual({ status: 200, answer: '{"code":0,"msg":"ok"}' });
    expect(await isAcknowledged(mine.exceptionId)).toBe(true);
    expect((await logOf(mine.owner)).map(({ status, reason }) => [status, reason])).toEqual([
      ["failed", "reply: too late"],
      ["failed", "reply: too late"],
      ["received", ""],
    ]);
    const kept = await db().select().from(noticeReply).where(eq(noticeReply.customerId, mine.owner.id));
    expect(kept.map(({ outcome }) => outcome)).toEqual(["tooLate", "tooLate", "acknowledged"]);
  });
});

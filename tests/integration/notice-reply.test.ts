import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/service/notice/reply/route";
import { db, transaction } from "@/db/client";
import { audit, contact, exception, notice, noticeCode, noticeReply, outbox, replyProvider } from "@/db/schema";
import { getException } from "@/features/exception/exception.operations";
import { timelineOf } from "@/features/exception/figures/timeline.rules";
import { pinHashOf } from "@/features/notice/contact/contact.data";
import { updateContact } from "@/features/notice/contact/contact.operations";
import { notifyAcknowledged } from "@/features/notice/delivery/acknowledged.jobs";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import {
  createReplyProvider,
  rotateReplySecret,
  updateReplyProvider,
} from "@/features/notice/reply/provider.operations";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { makeException, signedInAs } from "../factories/exception";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { brokenLink } from "../support/audit";
import { clearQueue } from "../support/queue";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [deliverNotice, notifyAcknowledged] as unknown as Job[];
const MINUTE = 60_000;
let mailbox: Mailbox;
let owner: Awaited<ReturnType<typeof makeCustomer>>;
let posts: { to: string; text: string; key: string; code: string; way: string }[];
let secret: string;
let number = 0;
const nextNumber = () => {
  number += 1;
  return number;
};

const gateway = createServer(async (request, response) => {
  posts.push({ ...((await json(request)) as (typeof posts)[number]), way: request.url ?? "" });
  response.writeHead(202).end();
});

beforeAll(async () => {
  mailbox = await startMailbox();
  await new Promise<void>((done) => gateway.listen(0, "127.0.0.1", done));
});
beforeEach(async () => {
  posts = [];
  mailbox.mails.length = 0;
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  await clearQueue(db());
  await db().$client`delete from reply_provider`;
  owner = await makeCustomer(db(), { notifyBySms: true });
  const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const body = '{"to":"{{to}}","text":"{{text}}","key":"{{key}}","code":"{{code}}"}';
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  process.env.PUBLIC_URL = "https://cold.example/";
  for (const way of ["SMS", "VOICE"]) {
    process.env[`${way}_WEBHOOK_URL`] = `${address}/${way.toLowerCase()}`;
    process.env[`${way}_WEBHOOK_BODY`] = body;
  }
  resetEnvironment();
  secret = (await makeProvider()).secret as string;
});
afterEach(() => {
  for (const name of [
    "SMTP_URL",
    "PUBLIC_URL",
    "SMS_WEBHOOK_URL",
    "VOICE_WEBHOOK_URL",
    "SMS_WEBHOOK_BODY",
    "VOICE_WEBHOOK_BODY",
  ])
    delete process.env[name];
  resetEnvironment();
});
afterAll(async () => {
  gateway.closeAllConnections();
  await new Promise((done) => gateway.close(done));
  await mailbox.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const platform = () =>
  signedInAs(1, { permissions: ["newReplyProvider", "editReplyProvider", "viewReplyProvider"], scopeType: 3 });
type Provider = Parameters<typeof createReplyProvider.call>[1];
const makeProvider = async (values: Partial<Provider> = {}) =>
  createReplyProvider.call(await platform(), {
    name: `provider ${nextNumber()}`,
    format: "generic",
    authentication: "secret",
    ...values,
  });

/** A number of its own for each test: what waits at a number is known by it. */
const phoneOf = () => `139${String(10_000_000 + nextNumber()).slice(-8)}`;

type Call = { headers?: Record<string, string>; query?: string; body?: unknown };

async function call({ headers = { authorization: `Bearer ${secret}` }, query = "", body = {} }: Call = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const url = `https://cold.example/service/notice/reply${query}`;
  const response = await POST(new Request(url, { method: "POST", headers, body: text }), {
    params: Promise.resolve({}),
  });
  const answer = await response.text();
  return { status: response.status, type: response.headers.get("content-type"), answer };
}

const message = (from: string, text: string, values: Record<string, unknown> = {}) => ({
  id: `m${nextNumber()}`,
  from,
  at: new Date().toISOString(),
  text,
  ...values,
});

/** What the gateway is to send back. */
async function reply(from: string, text: string, values: Record<string, unknown> = {}) {
  const { status, answer } = await call({ body: message(from, text, values) });
  return { status, ...(JSON.parse(answer).result as { outcome: string; text: string }) };
}

/** Alarms of fridges in one room, told to these people. */
async function raise(contacts: FridgeOptions["contacts"], plan: FridgeOptions["plan"], count = 1, of = owner) {
  const first = await makeFridge(db(), of, { contacts: contacts ?? [], plan: plan ?? [] });
  for (const row of await db().select().from(contact).where(eq(contact.groupId, first.group.id)))
    if (row.pinHash)
      await db()
        .update(contact)
        .set({ pinHash: pinHashOf(row.id, row.pinHash) })
        .where(eq(contact.id, row.id));
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = index === 0 ? first : await makeFridge(db(), of, { carrier: { name: `Fridge ${index}` } });
    ids.push(
      await transaction(db(), async (tx) => {
        const row = await makeException(tx, place, { conditionId: first.condition.id, startedAt: new Date() });
        await planNotices(tx, [row.id]);
        return row.id;
      }),
    );
  }
  await runQueue(JOBS, { ahead: 30 });
  return { ids, group: first.group, place: first };
}

/** `pinHash` holds the PIN itself until `raise` has hashed it. */
const nurse = (phone: string, values: Record<string, unknown> = {}) => ({
  name: "Wang Fang",
  phone,
  pinHash: "4711",
  locale: "en-US",
  channels: ["sms" as const],
  ...values,
});
const SMS = [{ channels: ["sms" as const], repeatTimes: 1 }];
const rowOf = async (id = 0) => (await db().select().from(exception).where(eq(exception.id, id)))[0];
const codeIn = (text = "") => /OK ([2-9][A-Z]{1,2})/.exec(text)?.[1] ?? "";
const replies = () => db().select().from(noticeReply);
const logOf = (customerId = owner.id) =>
  db()
    .select()
    .from(notice)
    .where(sql`${notice.customerId} = ${customerId} and ${notice.type} = 'reply'`)
    .orderBy(notice.id);

describe("an alarm by every channel, acknowledged by SMS", () => {
  it("stops the others, tells them who it was, and is the same story everywhere", async () => {
    const phone = phoneOf();
    const { ids, place } = await raise(
      [
        nurse(phone),
        { name: "Dr Chen", email: "chen@example.com", phone: phoneOf(), channels: ["email", "voice"], locale: "zh-CN" },
      ],
      [
        { channels: ["sms", "email", "voice", "popup"], repeatTimes: 2 },
        { channels: ["voice"], afterMinutes: 31 },
      ],
    );
    const sms = posts.find(({ way }) => way === "/sms");
    expect(sms?.text).toMatch(/^\[Critical\] fridge .+ Reply OK [2-9][A-Z] and your PIN$/);
    expect(sms?.code).toBe(codeIn(sms?.text));
    expect(posts.filter(({ way }) => way === "/voice")).toHaveLength(1);
    expect(mailbox.mails).toHaveLength(1);
    posts.length = 0;

    const answer = await reply(`+86${phone}`, `ok ${codeIn(sms?.text).toLowerCase()} 4711`);
    expect(answer).toMatchObject({
      status: 200,
      outcome: "acknowledged",
      text: expect.stringContaining(place.carrier.name),
    });
    expect(await rowOf(ids[0])).toMatchObject({
      acknowledgedByContact: "Wang Fang",
      acknowledgedVia: "sms",
      acknowledgementComment: "Acknowledged by SMS by Wang Fang",
    });
    await runQueue(JOBS, { ahead: true });
    await runQueue(JOBS, { ahead: true });
    expect(posts, "nobody is called or told again").toEqual([]);
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("紧急"),
      `Wang Fang 已确认：${place.carrier.name}`,
    ]);

    const detail = await getException.call(await signedInAs(owner.id, { permissions: ["viewEx"] }), { id: ids[0] });
    const story = timelineOf(detail).map((entry) =>
      entry.kind === "notice"
        ? `${entry.notice.type} ${entry.notice.channel} ${entry.notice.status} ${entry.notice.contactName} ${entry.notice.recipient}`
        : entry.kind,
    );
    expect(story).toContain(`reply sms received Wang Fang ${"861****"}${phone.slice(-4)}`);
    expect(story).toContain("acknowledged email sent Dr Chen chen@example.com");
    expect(timelineOf(detail)).toContainEqual(
      expect.objectContaining({ kind: "acknowledged", actor: "Wang Fang", via: "sms" }),
    );
    expect(await logOf()).toMatchObject([
      { exceptionId: ids[0], status: "received", reason: "", content: answer.text },
    ]);
    const [line] = await db()
      .select()
      .from(audit)
      .where(eq(audit.operation, "exception.acknowledgeBySms"))
      .orderBy(sql`id desc`)
      .limit(1);
    expect(line).toMatchObject({
      actorType: "contact",
      actorName: "Wang Fang",
      customerId: owner.id,
      entityId: String(ids[0]),
      reason: "Acknowledged by SMS by Wang Fang",
    });
    expect(await brokenLink(db(), owner.id)).toBeNull();
  });

  it("names all alarms of one message, and one alarm by the same code in every repeat", async () => {
    const phone = phoneOf();
    const { ids } = await raise([nurse(phone)], SMS, 3);
    const code = codeIn(posts[0]?.text);
    await runQueue(JOBS, { ahead: true });
    expect(posts.map(({ text }) => codeIn(text))).toEqual([code, code]);
    expect(await reply(phone, `４７１１　${code}`)).toMatchObject({ outcome: "acknowledged" });
    for (const id of ids) expect((await rowOf(id))?.acknowledgedVia).toBe("sms");
    expect((await logOf()).map(({ exceptionId }) => exceptionId)).toEqual(ids);
  });

  it("finds a contact at a landline, with the country code or without", async () => {
    const local = `8${String(1_000_000 + nextNumber()).slice(-7)}`;
    for (const from of [`+86 20 ${local}`, `86 20 ${local}`, `020${local}`]) {
      const { ids } = await raise([nurse(`020-${local}`)], SMS);
      expect(await reply(from, "OK 4711")).toMatchObject({ outcome: "acknowledged" });
      expect((await rowOf(ids[0]))?.acknowledgedVia).toBe("sms");
    }
  });

  it("finds a contact abroad however the gateway writes the number", async () => {
    const phone = `+49170${String(1_000_000 + nextNumber())}`;
    for (const from of [phone, phone.replace("+", "00"), phone.replace("+49170", "+49 170 ")]) {
      const { ids } = await raise([nurse(phone)], SMS);
      expect(posts.at(-1)?.to).toBe(phone);
      expect(await reply(from, "OK 4711")).toMatchObject({ outcome: "acknowledged" });
      expect((await rowOf(ids[0]))?.acknowledgedVia).toBe("sms");
    }
  });

  it("needs no code where one alarm alone waits, and asks which where there are several", async () => {
    const phone = phoneOf();
    const first = await raise([nurse(phone)], SMS);
    expect(await reply(phone, "OK 4711")).toMatchObject({ outcome: "acknowledged" });
    expect(await reply(phone, "OK 4711")).toMatchObject({ outcome: "nothingOpen" });
    await raise([nurse(phone)], SMS);
    const { ids } = await raise([nurse(phone)], SMS);
    const asked = await reply(phone, "4711");
    expect(asked).toMatchObject({
      outcome: "codeMissing",
      text: expect.stringMatching(/^Which alarm\? [2-9][A-Z]+ fridge .+; [2-9][A-Z]+ fridge/),
    });
    expect(await reply(phone, `${codeIn(posts.at(-1)?.text)} 4711`)).toMatchObject({ outcome: "acknowledged" });
    expect((await rowOf(ids[0]))?.acknowledgedVia).toBe("sms");
    expect((await rowOf(first.ids[0]))?.acknowledgedVia).toBe("sms");
  });

  it("by a key during the call", async () => {
    const phone = phoneOf();
    const { ids } = await raise([nurse(phone, { channels: ["voice"] })], [{ channels: ["voice"] }]);
    const [made] = posts;
    expect(made?.text).toMatch(/To acknowledge, press 1, then your PIN and the hash key\.$/);
    const pressed = { text: undefined, key: made?.key };
    expect(await reply(phone, "", { ...pressed, digits: "2" })).toMatchObject({
      outcome: "unreadable",
      text: expect.stringContaining("Press 1"),
    });
    expect(await reply(phone, "", { ...pressed, digits: "10000" })).toMatchObject({ outcome: "wrongPin" });
    expect(await reply(phone, "", { ...pressed, digits: "14711#" })).toMatchObject({ outcome: "acknowledged" });
    expect(await rowOf(ids[0])).toMatchObject({
      acknowledgedVia: "voice",
      acknowledgementComment: "Acknowledged by phone by Wang Fang",
    });
  });

  it("tells who was first, and what was withdrawn", async () => {
    const [mine, yours] = [phoneOf(), phoneOf()];
    const { ids } = await raise([nurse(mine), nurse(yours, { name: "Li Na", locale: "zh-CN" })], SMS);
    const [a, b] = [mine, yours].map((phone) => codeIn(posts.find(({ to }) => to === phone)?.text));
    expect(await reply(mine, `${a} 4711`)).toMatchObject({ outcome: "acknowledged" });
    expect(await reply(yours, `${b} 4711`)).toMatchObject({
      outcome: "already",
      text: expect.stringMatching(/^Wang Fang 已于 \d\d:\d\d 确认。$/),
    });
    await db()
      .update(exception)
      .set({ acknowledgedAt: null, withdrawnAt: new Date() })
      .where(eq(exception.id, ids[0] ?? 0));
    expect(await reply(yours, `${b} 4711`)).toMatchObject({ outcome: "withdrawn" });
  });
});

describe("a reply that is refused", () => {
  const untouched = async (id = 0) =>
    expect(await rowOf(id)).toMatchObject({ acknowledgedAt: null, acknowledgedVia: null });

  it("with a wrong PIN is counted, locks the PIN for a while, and says so", async () => {
    const phone = phoneOf();
    const { ids, group } = await raise([nurse(phone)], SMS);
    const code = codeIn(posts[0]?.text);
    for (const left of [4, 3, 2, 1])
      expect(await reply(phone, `${code} 0000`)).toMatchObject({
        outcome: "wrongPin",
        text: expect.stringContaining(`${left} tr`),
      });
    expect(await reply(phone, `${code} 0000`)).toMatchObject({ outcome: "locked" });
    expect(await reply(phone, `${code} 4711`)).toMatchObject({
      outcome: "locked",
      text: expect.stringMatching(/after \d\d:\d\d/),
    });
    await untouched(ids[0]);
    expect((await logOf()).map(({ reason }) => reason)).toEqual([
      ...Array(4).fill("reply: wrong PIN"),
      ...Array(2).fill("reply: PIN locked"),
    ]);
    await db()
      .update(contact)
      .set({ pinLockedUntil: new Date(Date.now() - 1000) })
      .where(eq(contact.groupId, group.id));
    expect(await reply(phone, `${code} 4711`)).toMatchObject({ outcome: "acknowledged" });
  });

  it("without a PIN, or from a contact that has none", async () => {
    const phone = phoneOf();
    const { ids } = await raise([nurse(phone)], SMS);
    expect(await reply(phone, `OK ${codeIn(posts[0]?.text)}`)).toMatchObject({
      outcome: "pinMissing",
      text: expect.stringContaining(codeIn(posts[0]?.text)),
    });
    const other = phoneOf();
    await raise([nurse(other, { pinHash: null })], SMS);
    expect(posts.at(-1)?.text).not.toContain("Reply");
    expect(await reply(other, "OK 7K 4711")).toMatchObject({ outcome: "unknownCode" });
    await untouched(ids[0]);
  });

  it("from an unknown number leaves no trace at any customer", async () => {
    const { ids } = await raise([nurse(phoneOf())], SMS);
    expect(await reply(phoneOf(), `${codeIn(posts[0]?.text)} 4711`)).toMatchObject({ outcome: "unknownSender" });
    await untouched(ids[0]);
    expect(await logOf()).toEqual([]);
    expect((await replies()).at(-1)).toMatchObject({
      customerId: null,
      outcome: "unknownSender",
      sender: expect.stringMatching(/^\d{3}\*{4}\d{4}$/),
    });
  });

  it("with the code of another number, and of another customer's alarm", async () => {
    const [mine, yours] = [phoneOf(), phoneOf()];
    const other = await makeCustomer(db(), { notifyBySms: true });
    const theirs = await raise([nurse(yours)], SMS, 1, other);
    const code = codeIn(posts[0]?.text);
    await raise([nurse(mine)], SMS);
    await db()
      .delete(noticeCode)
      .where(eq(noticeCode.phone, `86${mine}`));
    expect(await reply(mine, `${code} 4711`)).toMatchObject({ outcome: "unknownCode" });
    await untouched(theirs.ids[0]);
    expect(await logOf(other.id)).toEqual([]);
  });

  it("with the key of another contact's call", async () => {
    const [mine, yours] = [phoneOf(), phoneOf()];
    const { ids } = await raise([nurse(yours, { channels: ["voice"] })], [{ channels: ["voice"] }]);
    const key = posts[0]?.key;
    await raise([nurse(mine)], SMS);
    expect(await reply(mine, "", { text: undefined, digits: "14711", key })).toMatchObject({ outcome: "unknownCode" });
    await untouched(ids[0]);
  });

  it("once the contact has another number, or the customer is cancelled", async () => {
    const phone = phoneOf();
    const { ids, group } = await raise([nurse(phone)], SMS);
    const [person] = await db().select().from(contact).where(eq(contact.groupId, group.id));
    const admin = await signedInAs(owner.id, { permissions: ["editContacts"] });
    const fields = { id: person?.id ?? 0, groupId: group.id, name: "Wang Fang", channels: ["sms" as const] };
    await updateContact.call(admin, { ...fields, phone: phoneOf() });
    expect(await db().select().from(noticeCode).where(eq(noticeCode.contactId, fields.id))).toEqual([]);
    await updateContact.call(admin, { ...fields, phone });
    expect(await reply(phone, `${codeIn(posts[0]?.text)} 4711`)).toMatchObject({ outcome: "unknownCode" });
    await db().$client`update customer set status = 'cancelled' where id = ${owner.id}`;
    expect(await reply(phone, "4711")).toMatchObject({ outcome: "unknownSender" });
    await untouched(ids[0]);
  });
});

describe("a replay", () => {
  it("is answered as the first time and changes nothing", async () => {
    const phone = phoneOf();
    await raise([nurse(phone)], SMS);
    const wrong = message(phone, `${codeIn(posts[0]?.text)} 0000`);
    const first = await call({ body: wrong });
    const before = [await replies(), await logOf(), await db().select().from(contact).where(eq(contact.phone, phone))];
    // Also hours later, and with another text under the same id.
    for (const again of [
      wrong,
      { ...wrong, at: "2020-01-01T00:00:00Z" },
      { ...wrong, text: `${codeIn(posts[0]?.text)} 4711` },
    ])
      expect(await call({ body: again })).toEqual(first);
    expect([await replies(), await logOf(), await db().select().from(contact).where(eq(contact.phone, phone))]).toEqual(
      before,
    );
  });

  it("at the same moment is one reply", async () => {
    const phone = phoneOf();
    await raise([nurse(phone)], SMS);
    const body = message(phone, `${codeIn(posts[0]?.text)} 4711`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => call({ body })));
    expect(new Set(answers.map(({ status, answer }) => `${status} ${answer}`)).size).toBe(1);
    expect(await logOf()).toHaveLength(1);
  });

  it("of an old message that never came in is too old", async () => {
    const phone = phoneOf();
    const { ids } = await raise([nurse(phone)], SMS);
    const count = (await replies()).length;
    const at = new Date(Date.now() - 16 * MINUTE).toISOString();
    const { status, answer } = await call({ body: message(phone, `${codeIn(posts[0]?.text)} 4711`, { at }) });
    expect([status, answer]).toEqual([400, expect.stringContaining("too old")]);
    expect(answer).toContain("replyTooOld");
    expect((await rowOf(ids[0]))?.acknowledgedAt).toBeNull();
    expect(await replies()).toHaveLength(count);
  });
});

describe("a gateway", () => {
  it("without the right secret is refused, and nothing is stored", async () => {
    const phone = phoneOf();
    const { ids } = await raise([nurse(phone)], SMS);
    const body = message(phone, `${codeIn(posts[0]?.text)} 4711`);
    const count = (await replies()).length;
    const [row] = await db().select().from(replyProvider);
    const wrong: Call[] = [
      { headers: {} },
      { headers: { authorization: `Bearer ${secret}x` } },
      { headers: { "x-webhook-secret": row?.secret ?? "" } },
      { headers: {}, query: `?provider=${row?.id}` },
      { headers: {}, query: "?token=" },
    ];
    for (const one of wrong) {
      const { status, answer } = await call({ ...one, body });
      expect([status, JSON.parse(answer).state.msg]).toEqual([401, "令牌、密钥或签名缺失或无效。"]);
    }
    expect(await replies()).toHaveLength(count);
    expect((await rowOf(ids[0]))?.acknowledgedAt).toBeNull();
    expect((await db().select().from(contact).where(eq(contact.phone, phone)))[0]?.pinFailures).toBe(0);
    expect(row?.secret).not.toContain(secret);
  });

  it("sends its secret in a header, the address or the body, and the old one for a day", async () => {
    const phone = phoneOf();
    await raise([nurse(phone)], SMS);
    const status = async (given: Call, extra = {}) =>
      (await call({ ...given, body: message(phone, "?", extra) })).status;
    const tried = async (token: string) => [
      await status({ headers: { authorization: `Bearer ${token}` } }),
      await status({ headers: { "x-webhook-secret": token } }),
      await status({ headers: {}, query: `?token=${token}` }),
      await status({ headers: {} }, { token }),
    ];
    expect(await tried(secret)).toEqual([200, 200, 200, 200]);
    const [row] = await db().select().from(replyProvider);
    const id = row?.id ?? 0;
    const { secret: next } = await rotateReplySecret.call(await platform(), { id });
    expect([await tried(secret), await tried(next as string)].flat()).toEqual(Array(8).fill(200));
    await db()
      .update(replyProvider)
      .set({ previousUntil: new Date(Date.now() - 1000) })
      .where(eq(replyProvider.id, id));
    expect((await tried(secret)).concat(await tried(next as string))).toEqual([401, 401, 401, 401, 200, 200, 200, 200]);
    await updateReplyProvider.call(await platform(), { id, name: "off", isEnabled: false });
    expect(await tried(next as string)).toEqual([401, 401, 401, 401]);
  });

  it("may sign its calls instead", async () => {
    const { id, secret: key } = await makeProvider({ authentication: "hmac" });
    const phone = phoneOf();
    await raise([nurse(phone)], SMS);
    const signed = (body: string, at = Math.floor(Date.now() / 1000), using = key as string) =>
      call({
        query: `?provider=${id}`,
        headers: {
          "x-timestamp": String(at),
          "x-signature": `sha256=${createHmac("sha256", using).update(`${at}.${body}`).digest("hex")}`,
        },
        body,
      });
    const body = JSON.stringify(message(phone, `${codeIn(posts[0]?.text)} 4711`));
    expect((await signed(body, Math.floor(Date.now() / 1000) - 3600)).status).toBe(401);
    expect((await signed(body, undefined, "another key")).status).toBe(401);
    expect(
      (await call({ query: `?provider=${id}`, headers: { "x-webhook-secret": key as string }, body })).status,
    ).toBe(401);
    expect(JSON.parse((await signed(body)).answer).result.outcome).toBe("acknowledged");
  });

  it("of Twilio signs with its auth token, and is answered in its own words", async () => {
    const authToken = "0123456789abcdef0123456789abcdef";
    const { id, secret: shown } = await makeProvider({ format: "twilio", authentication: "hmac", secret: authToken });
    expect(shown).toBeNull();
    const phone = phoneOf();
    await raise([nurse(phone)], SMS);
    const fields = {
      MessageSid: "SM1",
      From: `+86${phone}`,
      To: "+4900",
      Body: `${codeIn(posts[0]?.text)} 4711`,
      NumMedia: "0",
    };
    const query = `?provider=${id}`;
    const signed = `https://cold.example/service/notice/reply${query}${Object.entries(fields).sort().flat().join("")}`;
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": createHmac("sha1", authToken).update(signed).digest("base64"),
    };
    const body = new URLSearchParams(fields).toString();
    expect((await call({ query, headers: { ...headers, "x-twilio-signature": "AAAA" }, body })).status).toBe(401);
    expect((await call({ query, headers, body: `${body}0` })).status).toBe(401);
    const done = await call({ query, headers, body });
    expect(done).toMatchObject({
      status: 200,
      type: expect.stringContaining("xml"),
      answer: expect.stringContaining("<Message>Acknowledged: "),
    });
    const pressed = { CallSid: "CA1", Direction: "outbound-api", From: "+4900", To: `+86${phone}`, Digits: "14711" };
    const voice = `https://cold.example/service/notice/reply${query}${Object.entries(pressed).sort().flat().join("")}`;
    const spoken = await call({
      query,
      headers: { ...headers, "x-twilio-signature": createHmac("sha1", authToken).update(voice).digest("base64") },
      body: new URLSearchParams(pressed).toString(),
    });
    expect(spoken.answer).toContain('<Say language="en-US">No alarm is waiting for you.</Say>');
  });

  it("of Aliyun posts a list, its secret in the address", async () => {
    const { secret: token } = await makeProvider({ format: "aliyun", authentication: "secret" });
    const phone = phoneOf();
    const { ids } = await raise([nurse(phone)], SMS);
    const time = new Date(Date.now() + 8 * 60 * MINUTE).toISOString().slice(0, 19).replace("T", " ");
    const one = { phone_number: phone, send_time: time, content: `${codeIn(posts[0]?.text)}4711`, sequence_id: 1 };
    expect(
      await call({ query: `?token=${token}`, headers: {}, body: [one, { ...one, sequence_id: 2 }] }),
    ).toMatchObject({
      status: 200,
      answer: '{"code":0,"msg":"ok"}',
    });
    expect((await rowOf(ids[0]))?.acknowledgedVia).toBe("sms");
    expect((await logOf()).map(({ status }) => status)).toEqual(["received", "received"]);
  });

  it.each([
    ["{", "not valid JSON", "body invalidJson"],
    [{}, "id: ", "id required"],
    [{ id: "1", from: "1", at: "2026-01-01T00:00:00Z" }, "either text or digits is required", "text textOrDigits"],
  ])("with a body that is none is told what is wrong: %j", async (body, why, issue) => {
    const { status, answer } = await call({ body });
    expect([status, answer]).toEqual([400, expect.stringContaining(why as string)]);
    const issues: { path: string; rule: string }[] = JSON.parse(answer).state.issues;
    expect(issues.map(({ path, rule }) => `${path} ${rule}`)).toContain(issue);
  });
});

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { ensurePartitions } from "@/db/partitions";
import { contact, customer, exception, exceptionLink, notice, outbox, reading } from "@/db/schema";
import { getException, listExceptions } from "@/features/exception/exception.operations";
import { timelineOf } from "@/features/exception/figures/timeline.rules";
import { dropExpiredLinks } from "@/features/exception/link/jobs";
import { acknowledgeByLink, getLinkedException } from "@/features/exception/link/operations";
import { LINK_DAYS, RATE } from "@/features/exception/link/rules";
import { updateContact } from "@/features/notice/contact/contact.operations";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import { linkToken } from "@/lib/auth/link-token";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import { anonymousContext } from "@/lib/operation/request-context";
import type { Job } from "@/lib/queue/define-job";
import { makeException, signedInAs } from "../factories/exception";
import { type FridgeOptions, makeCustomer, makeFridge } from "../factories/world";
import { brokenLink, trailOf } from "../support/audit";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [deliverNotice as unknown as Job];
const DAY = 86_400_000;
let mailbox: Mailbox;
let owner: Awaited<ReturnType<typeof makeCustomer>>;

beforeAll(async () => {
  mailbox = await startMailbox();
  await ensurePartitions(db().$client, Date.now() - DAY, Date.now());
});
beforeEach(async () => {
  mailbox.mails.length = 0;
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  owner = await makeCustomer(db());
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  process.env.PUBLIC_URL = "https://cold.example/";
  resetEnvironment();
});
afterEach(() => {
  delete process.env.SMTP_URL;
  delete process.env.PUBLIC_URL;
  resetEnvironment();
});
afterAll(async () => {
  await mailbox.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const told: FridgeOptions = {
  contacts: [
    { name: "Zhang Wei", email: "zhang@example.com", locale: "en-US" },
    { name: "Li Na", email: "li@example.com", locale: "ja" },
  ],
  plan: [{ channels: ["email"], repeatTimes: 1 }],
};

/** Somebody without an account, from an address of his own. */
const stranger = (now = new Date(), address: string = randomUUID()) => ({
  ...anonymousContext(new Headers(), "en-US"),
  address,
  now,
});

/** An exception that is planned in the same breath, and told to everybody in its plan. */
async function tell(options: FridgeOptions = told, values: Parameters<typeof makeException>[2] = {}) {
  const place = await makeFridge(db(), owner, options);
  const id = await transaction(db(), async (tx) => {
    const row = await makeException(tx, place, { conditionId: place.condition.id, startedAt: new Date(), ...values });
    await planNotices(tx, [row.id]);
    return row.id;
  });
  await runQueue(JOBS, { ahead: 30 });
  return { id, place };
}

const mailTo = (address: string) => mailbox.mails.filter(({ to }) => to && !Array.isArray(to) && to.text === address);
const keysIn = (text: string | undefined) =>
  [...(text ?? "").matchAll(/exDetail\?key=([\w-]{43})/g)].map(([, key]) => key as string);
const keyFor = (address: string) => keysIn(mailTo(address)[0]?.text)[0] as string;
const look = (key: string, now?: Date) => getLinkedException.call(stranger(now), { key });
const acknowledge = (key: string, comment = "on my way", now?: Date) =>
  acknowledgeByLink.call(stranger(now), { key, comment });
const rowOf = async (id: number) => (await db().select().from(exception).where(eq(exception.id, id)))[0];
const linksOf = (id: number) => db().select().from(exceptionLink).where(eq(exceptionLink.exceptionId, id));

const DEAD = { code: "NOT_FOUND", message: "the link is not valid, or is too old" };

describe("a mail of an alarm", () => {
  it("brings each contact a link of his own, to a page in his language", async () => {
    await tell();
    const [mine] = mailTo("zhang@example.com");
    expect(mine?.text).toMatch(/without logging in\nhttps:\/\/cold\.example\/en-US\/exDetail\?key=[\w-]{43}\n/);
    expect(String(mine?.html)).toContain(
      `href="https://cold.example/en-US/exDetail?key=${keyFor("zhang@example.com")}"`,
    );
    expect(mailTo("li@example.com")[0]?.text).toContain("https://cold.example/ja/exDetail?key=");
    expect(keyFor("li@example.com")).not.toBe(keyFor("zhang@example.com"));
  });

  it("keeps no key in the log, where others would read it", async () => {
    await tell();
    const rows = await db().select().from(notice).where(eq(notice.customerId, owner.id));
    expect(rows).toHaveLength(2);
    for (const { content } of rows) {
      expect(content).toContain("exDetail?key=…");
      expect(keysIn(content)).toEqual([]);
    }
  });

  it("keeps no key of a refusal that names the link", async () => {
    const strict = await startMailbox({
      refuse: ({ text }) => `5.7.1 blocked: ${/https:\S+exDetail\S+/.exec(text ?? "")?.[0]}`,
    });
    process.env.SMTP_URL = `smtp://127.0.0.1:${strict.port}`;
    resetEnvironment();
    try {
      await tell().catch(() => undefined);
      const reasons = (await db().select().from(notice).where(eq(notice.customerId, owner.id))).map(
        (row) => row.reason,
      );
      const errors = (await db().select().from(outbox).where(eq(outbox.customerId, owner.id))).flatMap(
        ({ lastError }) => lastError ?? [],
      );
      expect(errors.length).toBeGreaterThan(0);
      expect(reasons.length).toBeGreaterThan(0);
      for (const text of [...reasons, ...errors]) {
        expect(text).toContain("exDetail?key=…");
        expect(keysIn(text)).toEqual([]);
      }
    } finally {
      await strict.close();
    }
  });

  it("repeats the same link, and makes it last longer", async () => {
    const { id } = await tell();
    const before = await linksOf(id);
    await runQueue(JOBS, { ahead: true });
    const [first, second] = mailTo("zhang@example.com");
    expect(keysIn(second?.text)).toEqual(keysIn(first?.text));
    const after = await linksOf(id);
    expect(after).toHaveLength(2);
    for (const { id: link, expiresAt } of after)
      expect(expiresAt > (before.find((one) => one.id === link)?.expiresAt as Date)).toBe(true);
  });

  it("links each of several, and what a digest tells of", async () => {
    const place = await makeFridge(db(), owner, told);
    const second = await makeFridge(db(), owner, { carrier: { alarmTriggerId: place.trigger.id } });
    const ids = await transaction(db(), async (tx) => {
      const rows = [];
      for (const fridge of [place, second])
        rows.push((await makeException(tx, fridge, { conditionId: place.condition.id, startedAt: new Date() })).id);
      await planNotices(tx, rows);
      return rows;
    });
    await runQueue(JOBS, { ahead: 30 });
    const keys = keysIn(mailTo("zhang@example.com")[0]?.text);
    const opened = await Promise.all(keys.map((key) => look(key)));
    expect(opened.map(({ id }) => id).sort()).toEqual(ids.sort());

    mailbox.mails.length = 0;
    const late = await tell(told, { isDetectedLate: true, endedAt: new Date() });
    await runQueue(JOBS, { ahead: true });
    const digest = mailTo("zhang@example.com").find(({ subject }) => subject?.startsWith("Summary"));
    expect((await look(keysIn(digest?.text)[0] as string)).id).toBe(late.id);
  });

  it("has no link where the console has no address", async () => {
    delete process.env.PUBLIC_URL;
    resetEnvironment();
    const { id } = await tell();
    expect(mailTo("zhang@example.com")[0]?.text).not.toContain("exDetail");
    expect(await linksOf(id)).toEqual([]);
  });
});

describe("the page of a link", () => {
  it("shows the one exception and who was told, without any address", async () => {
    const { id, place } = await tell();
    const from = Date.now() - 20 * 60_000;
    const samples = [4, 9, 11.3].map((value, step) => ({
      probeId: place.probes.temperature as number,
      at: new Date(from + step * 120_000),
      value,
    }));
    await db().insert(reading).values(samples);
    const page = await look(keyFor("zhang@example.com"));
    expect(page).toMatchObject({
      id,
      stand: "open",
      contactName: "Zhang Wei",
      customerName: owner.name,
      place: place.carrier.name,
      path: ["House"],
      minimum: 2,
      maximum: 8,
      peak: 11.3,
      acknowledgement: null,
    });
    expect(page.told.map(({ name, isSent }) => [name, isSent]).sort()).toEqual([
      ["Li Na", true],
      ["Zhang Wei", true],
    ]);
    expect(page.chart?.series.max).toEqual([4, 9, 11.3]);
    expect(JSON.stringify(page)).not.toMatch(/@example|recipient|serialNumber/);
  });

  it("has the figures over observed time, and the stored ones where the readings are gone", async () => {
    const startedAt = new Date(Date.now() - 20 * 60_000);
    const minutes = (count: number) => new Date(startedAt.getTime() + count * 60_000);
    const { place } = await tell(told, { startedAt, endedAt: minutes(4), sampleCount: 2, figuresAt: minutes(10) });
    const probeId = place.probes.temperature as number;
    const at = (count: number, value: number) => ({ probeId, at: minutes(count), value });
    await db()
      .insert(reading)
      .values([at(0, 9), at(2, 11), at(4, 5)]);
    expect(await look(keyFor("zhang@example.com"))).toMatchObject({
      mean: 10,
      meanKineticTemperature: expect.closeTo(10.04, 1),
      degreeMinutes: expect.closeTo(8, 9),
      observedSeconds: 240,
      sampleCount: 2,
      figuresAt: null,
    });
    await db().delete(reading).where(eq(reading.probeId, probeId));
    expect(await look(keyFor("zhang@example.com"))).toMatchObject({
      mean: 9.6,
      degreeMinutes: 48,
      figuresAt: minutes(10).toISOString(),
    });
  });

  it("draws long spans out of the hours", async () => {
    const startedAt = new Date(Date.now() - 20 * DAY);
    const { place } = await tell(told, { startedAt });
    await db().$client`
      insert into reading_hour (probe_id, hour, count, sum, minimum, maximum)
      select ${place.probes.temperature as number}, date_trunc('hour', now()) - make_interval(hours => n), 2, 18, 8.5, 9.5
        from generate_series(1, 480) n`;
    const chart = (await look(keyFor("zhang@example.com"))).chart;
    expect(chart?.bucketSeconds).toBe(4 * 3600);
    expect(chart?.series.at.length).toBeGreaterThan(115);
    expect(new Set([...(chart?.series.mean ?? [])])).toEqual(new Set([9]));
  });

  it("tells of the last tries where there were too many to tell of", async () => {
    const { id } = await tell();
    await db().$client`
      insert into notice (customer_id, exception_id, channel, type, status, contact_name, recipient, content, reason, attempt, at)
      select ${owner.id}, ${id}, 'email', 'alarm', 'failed', 'try ' || n, '', '', 'busy', n, now() + make_interval(secs => n)
        from generate_series(1, 600) n`;
    const { told: lines } = await look(keyFor("zhang@example.com"));
    expect(lines.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, index) => `try ${551 + index}`));
  });

  it("is forgotten once it opens nothing any more", async () => {
    const { id } = await tell();
    const [old, fresh] = await linksOf(id);
    await db()
      .update(exceptionLink)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(exceptionLink.id, old?.id as string));
    await dropExpiredLinks.run(
      {},
      { db: db(), now: new Date(), attempt: 1, maximumAttempts: 1, signal: new AbortController().signal },
    );
    expect(await linksOf(id)).toEqual([fresh]);
  });

  it("changes nothing, however often a mail scanner opens it", async () => {
    const { id } = await tell();
    const before = [await rowOf(id), await linksOf(id)];
    for (let time = 0; time < 3; time += 1) await look(keyFor("zhang@example.com"));
    expect([await rowOf(id), await linksOf(id)]).toEqual(before);
    expect(await trailOf(db(), owner.id, "exception", id)).toEqual([]);
  });
});

describe("acknowledging by a link", () => {
  it("stops the repeats, and is the contact's deed for everybody who looks", async () => {
    const { id } = await tell();
    await expect(acknowledge(keyFor("zhang@example.com"), " goods moved \n to ward 2 ")).resolves.toEqual({ id });
    expect(await rowOf(id)).toMatchObject({
      acknowledgedBy: null,
      acknowledgedByContact: "Zhang Wei",
      acknowledgementComment: "goods moved \n to ward 2",
    });
    mailbox.mails.length = 0;
    await runQueue(JOBS, { ahead: true });
    expect(mailbox.mails).toEqual([]);

    const [action] = await trailOf(db(), owner.id, "exception", id);
    expect(action).toMatchObject({
      actorType: "contact",
      actorName: "Zhang Wei",
      operation: "exception.acknowledgeByLink",
      reason: "goods moved \n to ward 2",
      newValues: { acknowledgedByContact: "Zhang Wei" },
    });
    expect(await brokenLink(db(), owner.id)).toBeNull();

    const reader = await signedInAs(owner.id, { permissions: ["viewEx"] });
    const detail = await getException.call(reader, { id: String(id) });
    expect(timelineOf(detail)).toContainEqual(
      expect.objectContaining({ kind: "acknowledged", actor: "Zhang Wei", via: "link" }),
    );
    const { items } = await listExceptions.call(reader, { acknowledged: "yes" });
    expect(items).toMatchObject([{ id, acknowledgedBy: "Zhang Wei", acknowledgedVia: "link" }]);
  });

  it("can be done once: afterwards every link tells who did it and when", async () => {
    const { id } = await tell();
    await acknowledge(keyFor("zhang@example.com"));
    for (const key of [keyFor("zhang@example.com"), keyFor("li@example.com")]) {
      await expect(acknowledge(key, "me too")).rejects.toMatchObject({ code: "CONFLICT" });
      expect(await look(key)).toMatchObject({
        stand: "acknowledged",
        acknowledgement: { by: "Zhang Wei", comment: "on my way", via: "link" },
      });
    }
    expect((await rowOf(id))?.acknowledgementComment).toBe("on my way");
  });

  it("is one deed when two come at once", async () => {
    const { id } = await tell();
    const keys = [keyFor("zhang@example.com"), keyFor("zhang@example.com"), keyFor("li@example.com")];
    const outcomes = await Promise.allSettled(keys.map((key) => acknowledge(key)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await trailOf(db(), owner.id, "exception", id)).toHaveLength(1);
  });

  it.each(["withdrawn", "merged"])("is refused once it is %s, and the page says so", async (stand) => {
    const { id, place } = await tell();
    const mergedIntoId = stand === "merged" ? (await makeException(db(), place)).id : null;
    await db().update(exception).set({ withdrawnAt: new Date(), mergedIntoId }).where(eq(exception.id, id));
    expect((await look(keyFor("zhang@example.com"))).stand).toBe(stand);
    await expect(acknowledge(keyFor("zhang@example.com"))).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await rowOf(id))?.acknowledgedAt).toBeNull();
  });

  it.each(["", "   ", "x".repeat(251), "a\u0007b"])("needs a comment that can be kept: %j", async (comment) => {
    const { id } = await tell();
    await expect(acknowledge(keyFor("zhang@example.com"), comment)).rejects.toMatchObject({
      issues: [expect.objectContaining({ path: ["comment"] })],
    });
    expect((await rowOf(id))?.acknowledgedAt).toBeNull();
  });
});

describe("a link opens nothing", () => {
  const refused = async (key: string, now?: Date) => {
    await expect(look(key, now)).rejects.toMatchObject(DEAD);
    await expect(acknowledge(key, "x", now)).rejects.toMatchObject(DEAD);
  };

  it("that was changed, made up or of another purpose", async () => {
    const { id } = await tell();
    const key = keyFor("zhang@example.com");
    const changed = `${key.slice(0, 5)}${key[5] === "A" ? "B" : "A"}${key.slice(6)}`;
    const [link] = await linksOf(id);
    await refused(changed);
    await refused(linkToken("exception link", randomUUID()));
    await refused(linkToken("backup" as never, link?.id as string));
    await refused(link?.id as string);
    await refused("");
    expect((await rowOf(id))?.acknowledgedAt).toBeNull();
  });

  it("that is too old", async () => {
    await tell();
    const key = keyFor("zhang@example.com");
    const soon = new Date(Date.now() + LINK_DAYS * DAY - 60_000);
    expect((await look(key, soon)).stand).toBe("open");
    await refused(key, new Date(soon.getTime() + 120_000));
  });

  it("of a contact who was removed, or of a customer that is cancelled", async () => {
    const { id } = await tell();
    const [gone, kept] = [keyFor("zhang@example.com"), keyFor("li@example.com")];
    const links = await linksOf(id);
    const people = await db().select().from(contact).where(eq(contact.customerId, owner.id));
    const zhang = people.find(({ name }) => name === "Zhang Wei");
    expect(links.map(({ contactId }) => contactId)).toContain(zhang?.id);
    await db()
      .delete(contact)
      .where(eq(contact.id, zhang?.id as number));
    await refused(gone);
    expect((await look(kept)).id).toBe(id);
    await db().update(customer).set({ status: "cancelled" }).where(eq(customer.id, owner.id));
    await refused(kept);
  });

  it("of a contact who has another address now, for the old one may have been somebody else's", async () => {
    const { id } = await tell();
    const [key, other] = [keyFor("zhang@example.com"), keyFor("li@example.com")];
    const people = await db().select().from(contact).where(eq(contact.customerId, owner.id));
    const zhang = people.find(({ name }) => name === "Zhang Wei") as (typeof people)[number];
    const editor = await signedInAs(owner.id, { permissions: ["viewContacts", "editContacts"] });
    const { groupId, level, name, locale } = zhang;
    const change = (values: { email: string; name?: string }) =>
      updateContact.call(editor, {
        id: zhang.id,
        groupId,
        level,
        name,
        locale,
        channels: ["email"],
        ...values,
      } as never);
    await change({ email: "zhang@example.com", name: "Zhang W." });
    expect((await look(key)).contactName).toBe("Zhang W.");
    await change({ email: "zhang.wei@example.com" });
    await refused(key);
    expect((await look(other)).id).toBe(id);
  });

  it("while too many are tried from one address, or the same too often", async () => {
    await tell();
    const key = keyFor("zhang@example.com");
    const now = new Date();
    const guess = () => getLinkedException.call(stranger(now, "10.1.2.3"), { key: "x" });
    for (let time = 0; time < RATE.address; time += 1) await expect(guess()).rejects.toMatchObject(DEAD);
    await expect(guess()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    for (let time = 0; time < RATE.link; time += 1) await look(key, now);
    await expect(look(key, now)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});

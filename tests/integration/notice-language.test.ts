import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import { contact, customer, notice } from "@/db/schema";
import { createContact } from "@/features/notice/contact/contact.operations";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import { resetEnvironment } from "@/lib/env/env";
import { LOCALES, type Locale } from "@/lib/i18n/routing";
import { liveBus } from "@/lib/live/live";
import type { Job } from "@/lib/queue/define-job";
import { makeException, signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { clearQueue } from "../support/queue";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [deliverNotice as unknown as Job];
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await startMailbox();
  process.env.SMTP_URL = `smtp://127.0.0.1:${mailbox.port}`;
  resetEnvironment();
});
beforeEach(() => clearQueue(db()));
afterAll(async () => {
  delete process.env.SMTP_URL;
  resetEnvironment();
  await mailbox.close();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const CRITICAL: Record<Locale, string> = { "zh-CN": "紧急", "en-US": "Critical", es: "Crítica", ja: "緊急" };
const languageOf = (text = "") => LOCALES.find((locale) => text.includes(CRITICAL[locale]));

type Fridge = Awaited<ReturnType<typeof makeFridge>>;

/** An alarm of the fridge, delivered; what the log has of it: channel, how it went, language and who. */
async function alarm(fridge: Fridge): Promise<string[]> {
  const { id } = await makeException(db(), fridge, { conditionId: fridge.condition.id, startedAt: new Date() });
  await transaction(db(), (tx) => planNotices(tx, [id]));
  await runQueue(JOBS, { ahead: 30 });
  const rows = await db().select().from(notice).where(eq(notice.exceptionId, id));
  return rows
    .map((row) => `${row.channel} ${row.status} ${languageOf(row.content)} ${row.contactName}`.trimEnd())
    .sort();
}

describe.each(["en-US", "es"] as const)("for a customer in %s", (locale) => {
  const japanese = { name: "Aya", email: "aya@example.com", locale: "ja" };

  it("what is told to nobody by name is in its language: the pop-up, and what it has switched off", async () => {
    const owner = await makeCustomer(db(), { locale, notifyByEmail: false, notifyBySms: false });
    const channels = ["popup" as const, "email" as const, "sms" as const];
    const next = () => makeFridge(db(), owner, { contacts: [japanese], plan: [{ channels }] });
    expect(await alarm(await next())).toEqual([
      `email failed ${locale}`,
      `popup sent ${locale}`,
      `sms failed ${locale}`,
    ]);
    await db().update(customer).set({ locale: "zh-CN" }).where(eq(customer.id, owner.id));
    expect(await alarm(await next())).toEqual(["email failed zh-CN", "popup sent zh-CN", "sms failed zh-CN"]);
  });

  it("a contact without a language is told in it, and one with a language in that one", async () => {
    const owner = await makeCustomer(db(), { locale });
    const fridge = await makeFridge(db(), owner, { contacts: [japanese], plan: [{ channels: ["email", "popup"] }] });
    const admin = await signedInAs(owner.id, { permissions: ["newContacts"] });
    await createContact.call(admin, { groupId: fridge.group.id, name: "Bo", email: `bo-${owner.id}@example.com` });
    const told = ["email sent ja Aya", `email sent ${locale} Bo`, `popup sent ${locale}`];
    expect(await alarm(fridge)).toEqual(told.sort());
    const mails = mailbox.mails.filter(({ subject }) => subject?.includes(fridge.carrier.name));
    expect(mails.map(({ subject }) => languageOf(subject)).sort()).toEqual(["ja", locale].sort());
  });

  it("what was for a contact who is gone is in its language", async () => {
    const owner = await makeCustomer(db(), { locale });
    const fridge = await makeFridge(db(), owner, { contacts: [{ ...japanese, locale: "zh-CN" }], plan: [{}] });
    const { id } = await makeException(db(), fridge, { conditionId: fridge.condition.id, startedAt: new Date() });
    await transaction(db(), (tx) => planNotices(tx, [id]));
    await db().delete(contact).where(eq(contact.customerId, owner.id));
    await runQueue(JOBS, { ahead: 30 });
    const [row] = await db().select().from(notice).where(eq(notice.exceptionId, id));
    expect([row?.status, languageOf(row?.content)]).toEqual(["failed", locale]);
  });
});

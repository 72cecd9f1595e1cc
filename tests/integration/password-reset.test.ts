import { randomBytes } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { audit, notice, outbox, passwordReset, session, userAccount, userIdentity } from "@/db/schema";
import { deliverDirect } from "@/features/notice/health/jobs";
import { changePassword } from "@/features/session/password/operations";
import { login } from "@/features/session/session.operations";
import { mailReset } from "@/features/user/forgotten-password/jobs";
import { requestReset, resetForgotten } from "@/features/user/forgotten-password/operations";
import { noScope } from "@/lib/auth/scope";
import { resetEnvironment } from "@/lib/env/env";
import { closeRateLimits } from "@/lib/http/rate-limit";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeCustomer } from "../factories/world";
import { systemContext } from "../support/contexts";
import { TEST_PASSWORD } from "../support/environment";
import { clearQueue } from "../support/queue";
import { refusal } from "../support/refusal";
import { runQueue } from "../support/run-queue";
import { type Mailbox, startMailbox } from "../support/smtp";

const JOBS = [mailReset, deliverDirect] as unknown as Job[];
const NEW = { newPassword: "Snow2027", confirmPassword: "Snow2027" };

let mailbox: Mailbox;
let customerId: number;

function configure(values: { mail?: boolean; address?: string } = {}) {
  const { mail = true, address = "https://console.example/" } = values;
  process.env.SMTP_URL = mail ? `smtp://127.0.0.1:${mailbox.port}` : "";
  process.env.PUBLIC_URL = address;
  resetEnvironment();
}

beforeAll(async () => {
  mailbox = await startMailbox();
});
beforeEach(async () => {
  customerId = (await makeCustomer(db())).id;
  mailbox.mails.length = 0;
  await clearQueue(db());
  await db().delete(notice);
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  closeRateLimits();
  configure();
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

const anonymous = (now = new Date()): OperationContext => ({
  ...systemContext(now),
  actor: { type: "anonymous" },
  scope: noScope(),
  address: "192.0.2.10",
});
const withMail = (options: UserOptions = {}) =>
  makeUser(db(), customerId, { email: `u${randomBytes(5).toString("hex")}@example.com`, locale: "en-US", ...options });

/** Requests a mail and lets the worker send it. */
async function ask(account: string): Promise<unknown> {
  const answer = await requestReset.call(anonymous(), { account });
  await runQueue(JOBS);
  return answer;
}
const lastKey = () => /[?&]key=([\w-]+)/.exec(mailbox.mails.at(-1)?.text ?? "")?.[1] as string;
const reset = (key: string, more: Record<string, unknown> = {}, now = new Date()) =>
  resetForgotten.call(anonymous(now), { key, ...NEW, ...more });
const logIn = (username: string, password: string) => login.call(anonymous(), { username, password });
const trail = (id: number | string) =>
  db()
    .select()
    .from(audit)
    .where(and(eq(audit.entity, "user"), eq(audit.entityId, String(id))))
    .orderBy(desc(audit.id));

describe("a one-time password", () => {
  it("is replaced without being asked for again, but not by itself", async () => {
    const user = await makeUser(db(), customerId, { mustChangePassword: true });
    const ctx = await accountContext(db(), user);
    const same = { newPassword: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
    expect((await refusal(changePassword.call(ctx, same))).issues).toEqual([
      expect.objectContaining({ path: "newPassword", rule: "passwordSame" }),
    ]);
    expect((await changePassword.call(ctx, NEW)).result).toEqual({ id: user.id });
    expect((await logIn(user.username, NEW.newPassword)).result.user.id).toBe(user.id);
  });

  it("is the only one: any other is required for the change", async () => {
    const user = await makeUser(db(), customerId);
    const refused = await refusal(changePassword.call(await accountContext(db(), user), NEW));
    expect(refused.issues).toEqual([expect.objectContaining({ path: "oldPassword", rule: "required" })]);
    expect((await logIn(user.username, TEST_PASSWORD)).result.user.id).toBe(user.id);
  });
});

describe("a forgotten password", () => {
  it("is replaced with the link in the mail, once; all sessions end and the log says so", async () => {
    const user = await withMail({ mustChangePassword: true, failedLogins: 3 });
    await openSessionOf(db(), user);
    await ask(user.username.toUpperCase());
    const [mail] = mailbox.mails;
    expect(mailbox.mails).toHaveLength(1);
    expect([mail?.to].flat()[0]?.text).toBe(user.email);
    expect(mail?.subject).toBe("Frostline: set a new password");
    expect(mail?.text).toContain("https://console.example/en-US/resetPassword?key=");

    const key = lastKey();
    expect(await reset(key)).toEqual({ id: user.id });
    const [row] = await db().select().from(userAccount).where(eq(userAccount.id, user.id));
    expect(row).toMatchObject({ mustChangePassword: false, failedLogins: 0 });
    const sessions = await db().select().from(session).where(eq(session.userId, user.id));
    expect(sessions.map(({ endReason }) => endReason)).toEqual(["password-changed"]);
    expect((await refusal(logIn(user.username, TEST_PASSWORD))).code).toBe("PASSWORD_WRONG");
    expect((await logIn(user.username, NEW.newPassword)).result.user.id).toBe(user.id);
    expect((await refusal(reset(key))).code).toBe("RESET_INVALID");
    const operations = (await trail(user.id)).map(({ operation }) => operation);
    expect(operations).toEqual(expect.arrayContaining(["password.mail", "password.reset"]));
  });

  it("is found by the e-mail address as well, and the whole link may be entered", async () => {
    const user = await withMail();
    await ask(` ${user.email?.toUpperCase()} `);
    const link = /https:\S+/.exec(mailbox.mails[0]?.text ?? "")?.[0] as string;
    expect(await reset(` ${link} `)).toEqual({ id: user.id });
  });

  it("is written in the language of the account, else of its customer", async () => {
    const spanish = (await makeCustomer(db(), { locale: "es" })).id;
    const [own, none] = [
      await makeUser(db(), spanish, { email: "own-locale@example.com", locale: "ja" }),
      await makeUser(db(), spanish, { email: "no-locale@example.com" }),
    ];
    await ask(own.username);
    await ask(none.username);
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
      "Frostline：新しいパスワードの設定",
      "Frostline: elija una contraseña nueva",
    ]);
    expect(mailbox.mails[1]?.text).toContain("/es/resetPassword?key=");
  });

  it("is replaced by a key to enter where the console has no public address", async () => {
    configure({ address: "" });
    const user = await withMail();
    await ask(user.username);
    const text = mailbox.mails[0]?.text ?? "";
    expect(text).not.toContain("http");
    const key = /Key: ([\w-]{43})/.exec(text)?.[1] as string;
    expect(await reset(key)).toEqual({ id: user.id });
  });

  it("leaves the key neither in the database nor in the notice log", async () => {
    const user = await withMail();
    await ask(user.username);
    const key = lastKey();
    const rows = [
      await db().select().from(passwordReset),
      await db().select().from(outbox),
      await db().select().from(notice),
      await db().select().from(audit),
    ];
    expect(JSON.stringify(rows)).not.toContain(key);
    const [logged] = await db()
      .select()
      .from(notice)
      .where(eq(notice.recipient, user.email as string));
    expect(logged).toMatchObject({ type: "captcha", status: "sent", channel: "email" });
    expect(logged?.content).toContain("key=…");
  });

  it.each<[string, () => Promise<string>]>([
    ["nobody's", async () => "nobody-there"],
    ["of a cancelled account", async () => (await withMail({ status: "cancelled" })).username],
    ["of an account without an address", async () => (await makeUser(db(), customerId)).username],
    [
      "of an account of the provider",
      async () => {
        const user = await withMail();
        await db()
          .insert(userIdentity)
          .values({ userId: user.id, issuer: "https://id.example", subject: user.username });
        return user.username;
      },
    ],
  ])("is answered alike and mails nothing where the name is %s", async (_, who) => {
    const known = await withMail();
    const account = await who();
    expect(await ask(account)).toEqual(await requestReset.call(anonymous(), { account: known.username }));
    expect(mailbox.mails).toHaveLength(0);
  });

  it("is looked for by the worker alone, so that the time says nothing", async () => {
    const user = await withMail();
    await requestReset.call(anonymous(), { account: user.username });
    expect(await db().select().from(passwordReset).where(eq(passwordReset.userId, user.id))).toEqual([]);
    await runQueue(JOBS);
    expect(await db().select().from(passwordReset).where(eq(passwordReset.userId, user.id))).toHaveLength(1);
  });

  it("is mailed three times an hour, and requested ten times in ten minutes by a network", async () => {
    const user = await withMail();
    for (let time = 0; time < 4; time += 1) await ask(user.username);
    expect(mailbox.mails).toHaveLength(3);
    for (let time = 4; time < 10; time += 1) await requestReset.call(anonymous(), { account: "nobody" });
    expect((await refusal(requestReset.call(anonymous(), { account: "nobody" }))).code).toBe("RATE_LIMITED");
  });

  it("is void after half an hour, another change of the password or of the address, and with any other key", async () => {
    const [late, changed, moved, other] = [await withMail(), await withMail(), await withMail(), await withMail()];
    const keys: string[] = [];
    for (const user of [late, changed, moved, other]) {
      await ask(user.username);
      keys.push(lastKey());
    }
    const [ofLate, ofChanged, ofMoved, ofOther] = keys as [string, string, string, string];
    const code = async (key: string, now?: Date) => (await refusal(reset(key, {}, now))).code;
    expect(await code(ofLate, new Date(Date.now() + 31 * 60_000))).toBe("RESET_INVALID");
    const own = { oldPassword: TEST_PASSWORD, newPassword: "Frost2028", confirmPassword: "Frost2028" };
    await changePassword.call(await accountContext(db(), changed), own);
    expect(await code(ofChanged)).toBe("RESET_INVALID");
    await db()
      .update(userAccount)
      .set({ email: `moved-${moved.email}` })
      .where(eq(userAccount.id, moved.id));
    expect(await code(ofMoved)).toBe("RESET_INVALID");
    const forged = `${ofOther.slice(0, -1)}${ofOther.endsWith("A") ? "B" : "A"}`;
    expect(await code(forged)).toBe("RESET_INVALID");
    expect(await code("x")).toBe("RESET_INVALID");
    expect(await reset(ofOther)).toEqual({ id: other.id });
  });

  it("that was requested twice is replaced once: the other key is void then", async () => {
    const user = await withMail();
    await ask(user.username);
    const first = lastKey();
    await ask(user.username);
    expect(await reset(lastKey())).toEqual({ id: user.id });
    expect((await refusal(reset(first))).code).toBe("RESET_INVALID");
  });

  it("does not become a weak one, nor two that differ", async () => {
    const user = await withMail();
    await ask(user.username);
    const key = lastKey();
    const weak = await refusal(reset(key, { newPassword: "short", confirmPassword: "short" }));
    expect(weak.issues).toContainEqual(expect.objectContaining({ path: "newPassword", rule: "password" }));
    const differing = await refusal(reset(key, { confirmPassword: "Snow2028" }));
    expect(differing.issues).toContainEqual(
      expect.objectContaining({ path: "confirmPassword", rule: "passwordMatch" }),
    );
    expect(await reset(key)).toEqual({ id: user.id });
  });

  it("is not mailed without a mail server, and the call says so", async () => {
    configure({ mail: false });
    expect((await refusal(requestReset.call(anonymous(), { account: "anybody" }))).code).toBe("UNAVAILABLE");
  });
});

import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/db/client";
import type { PushEndReason } from "@/db/enums";
import { contact, installationKey, notice, outbox, pushSubscription, userAccount } from "@/db/schema";
import { listContacts } from "@/features/notice/contact/contact.operations";
import { findRuns } from "@/features/notice/health/data";
import { deliverDirect } from "@/features/notice/health/jobs";
import { getChannelTest, testChannel } from "@/features/notice/health/operations";
import { isFailing, OUTAGE_AFTER_MS } from "@/features/notice/health/rules";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import { findContactsWithDevice } from "@/features/notice/push/push.data";
import {
  endContactDevice,
  getPushState,
  listContactDevices,
  releasePush,
  removePushDevice,
  renewPush,
  subscribePush,
  testPush,
} from "@/features/notice/push/push.operations";
import { login, logout } from "@/features/session/session.operations";
import { cancelUser } from "@/features/user/lifecycle.operations";
import { newDeviceToken } from "@/lib/auth/known-device";
import { customerScope } from "@/lib/auth/scope";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { accountContext, makeUser } from "../factories/account";
import { makeException, signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { TEST_PASSWORD } from "../support/environment";
import { clearQueue } from "../support/queue";
import { runQueue } from "../support/run-queue";

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let base: string;
let posted: string[];
let status: (path: string) => number;

const service = createServer(async (request, response) => {
  await buffer(request);
  posted.push(request.url ?? "");
  response.writeHead(status(request.url ?? "")).end();
});

beforeAll(async () => {
  process.env.PUSH_PRIVATE = "on";
  process.env.LOGIN_CAPTCHA = "off";
  resetEnvironment();
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  posted = [];
  status = () => 201;
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  await clearQueue(db());
  await db().delete(notice).where(eq(notice.channel, "push"));
  owner = await makeCustomer(db());
});
afterAll(async () => {
  delete process.env.PUSH_PRIVATE;
  delete process.env.LOGIN_CAPTCHA;
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const userIdOf = ({ actor }: OperationContext) => (actor.type === "user" ? actor.principal.user.id : 0);
const nurse = () => signedInAs(owner.id);

/** What a browser gives when it subscribes. */
function browser() {
  const path = `/${randomBytes(6).toString("hex")}`;
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
  return { path, endpoint: base + path, keys, label: "Chrome, Android" };
}
type Browser = ReturnType<typeof browser>;
const subscribe = (ctx: OperationContext, { path: _, ...given }: Browser, more: object = {}) =>
  subscribePush.call(ctx, { ...given, ...more });
const rowOf = async ({ endpoint }: Browser) =>
  (await db().select().from(pushSubscription).where(eq(pushSubscription.endpoint, endpoint)))[0];
const end = ({ endpoint }: Browser, endReason: PushEndReason) =>
  db().update(pushSubscription).set({ endedAt: new Date(), endReason }).where(eq(pushSubscription.endpoint, endpoint));

/** An alarm that the contact of an account is notified of by push; its rows of the notice log. */
async function alarm(userId: number) {
  const place = await makeFridge(db(), owner, {
    contacts: [{ name: "Wang Fang", userId, channels: ["push"], locale: "en-US" }],
    plan: [{ channels: ["push"] }],
  });
  const id = await transaction(db(), async (tx) => {
    const row = await makeException(tx, place, { conditionId: place.condition.id, startedAt: new Date() });
    await planNotices(tx, [row.id]);
    return row.id;
  });
  await runQueue([deliverNotice] as unknown as Job[], { ahead: 30 }).catch(() => undefined);
  return db().select().from(notice).where(eq(notice.exceptionId, id)).orderBy(notice.id);
}

/** The installation's key as it is after AUTH_SECRET was changed: it cannot be opened. */
const spoilKey = () => db().update(installationKey).set({ sealedPrivateKey: "v1.AAAA" });

describe("a contact's device", () => {
  it("is a live subscription of the active account that the contact was made from", async () => {
    const [one, two, without, cancelled] = [await nurse(), await nurse(), await nurse(), await nurse()];
    const ended = browser();
    for (const ctx of [one, one, cancelled]) await subscribe(ctx, browser());
    await subscribe(two, ended);
    await end(ended, "gone");
    await db()
      .update(userAccount)
      .set({ status: "cancelled" })
      .where(eq(userAccount.id, userIdOf(cancelled)));
    const place = await makeFridge(db(), owner, {
      contacts: [one, two, without, cancelled, null].map((ctx) => ({
        userId: ctx && userIdOf(ctx),
        channels: ["push"],
      })),
    });
    const contacts = await db().select().from(contact).where(eq(contact.groupId, place.group.id)).orderBy(contact.id);
    const ids = contacts.map(({ id }) => id);
    expect(await findContactsWithDevice(db(), ids)).toEqual(new Set([ids[0]]));
    expect(await findContactsWithDevice(db(), ids.slice(1))).toEqual(new Set());
    expect(await findContactsWithDevice(db(), [])).toEqual(new Set());
    const admin = await signedInAs(owner.id, { permissions: ["viewContacts"] });
    const { items } = await listContacts.call(admin, { groupId: place.group.id, sort: "createdAt" });
    const byId = items.toSorted((a, b) => a.id - b.id);
    expect(byId.map(({ hasDevice }) => hasDevice)).toEqual([true, false, false, false, false]);
  });

  it("is seen and ended by an administrator, with a row in the trail", async () => {
    const ctx = await nurse();
    const own = browser();
    const { id } = await subscribe(ctx, own);
    const place = await makeFridge(db(), owner, { contacts: [{ userId: userIdOf(ctx), name: "Wang Fang" }, {}] });
    const [linked, other] = await db()
      .select()
      .from(contact)
      .where(eq(contact.groupId, place.group.id))
      .orderBy(contact.id);
    const admin = await signedInAs(owner.id, { permissions: ["viewContacts", "editContacts"] });
    const elsewhere = await signedInAs((await makeCustomer(db())).id, {
      permissions: ["viewContacts", "editContacts"],
    });
    const of = { id: linked?.id ?? 0 };
    expect(await listContactDevices.call(admin, of)).toMatchObject([{ id, label: "Chrome, Android", endedAt: null }]);
    expect(JSON.stringify(await listContactDevices.call(admin, of))).not.toContain(own.endpoint);
    expect(await listContactDevices.call(admin, { id: other?.id ?? 0 })).toEqual([]);
    await expect(listContactDevices.call(elsewhere, of)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(endContactDevice.call(elsewhere, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(endContactDevice.call(ctx, { id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await rowOf(own))?.endedAt).toBeNull();
    await endContactDevice.call(admin, { id });
    await expect(endContactDevice.call(admin, { id })).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await getPushState.call(ctx, {})).devices).toMatchObject([{ id, endReason: "administrator" }]);
    expect(await alarm(userIdOf(ctx))).toMatchObject([{ status: "failed" }]);
    expect(posted).toEqual([]);
    expect((await trailOf(db(), owner.id, "pushDevice", id)).at(-1)).toMatchObject({
      operation: "pushDevice.end",
      newValues: { id, label: "Chrome, Android", endReason: "administrator" },
    });
  });
});

describe("a key of the installation that another AUTH_SECRET has made void", () => {
  it("ends what was made with it, and the browser subscribes with the new one", async () => {
    const ctx = await nurse();
    const [first, again] = [browser(), browser()];
    const { publicKey: old } = await getPushState.call(ctx, {});
    await subscribe(ctx, first, { publicKey: old });
    await spoilKey();
    const { publicKey, devices } = await getPushState.call(ctx, {});
    expect(publicKey).not.toBe(old);
    expect(devices).toMatchObject([{ endpoint: first.endpoint, endReason: "key", endedAt: expect.any(String) }]);
    await expect(subscribe(ctx, again, { publicKey: old })).rejects.toMatchObject({ code: "CONFLICT" });
    await subscribe(ctx, again, { publicKey, replaces: first.endpoint });
    expect((await getPushState.call(ctx, {})).devices).toMatchObject([{ endpoint: again.endpoint, endReason: null }]);
  });

  it("is the channel's fault in the notice log, not the recipient's", async () => {
    const ctx = await nurse();
    const own = browser();
    await subscribe(ctx, own);
    await spoilKey();
    expect(await alarm(userIdOf(ctx))).toMatchObject([
      { status: "failed", fault: "channel", reason: "the subscription was made with another key of the installation" },
    ]);
    expect(posted).toEqual([]);
    expect(await rowOf(own)).toMatchObject({ endReason: "key" });
  });

  it("is found by 401 and 403 where the subscription's key is not known; with the present key they end nothing", async () => {
    const ctx = await nurse();
    const [unknown, present] = [browser(), browser()];
    for (const one of [unknown, present]) await subscribe(ctx, one);
    await db().update(pushSubscription).set({ publicKey: null }).where(eq(pushSubscription.endpoint, unknown.endpoint));
    status = (path) => (path === unknown.path ? 403 : 401);
    const [line] = await alarm(userIdOf(ctx));
    expect(line).toMatchObject({ fault: "channel", reason: "the push service answered HTTP 401" });
    expect(await rowOf(unknown)).toMatchObject({ endReason: "key" });
    expect(await rowOf(present)).toMatchObject({ endedAt: null, lastError: "the push service answered HTTP 401" });
  });
});

describe("a notification that nobody takes", () => {
  it("is an outage once three accounts were refused", async () => {
    status = () => 413;
    const lines = [];
    for (let index = 0; index < 3; index += 1) {
      const ctx = await nurse();
      await subscribe(ctx, browser());
      lines.push(...(await alarm(userIdOf(ctx))));
      const [run] = await findRuns(db(), ["push"]);
      expect(isFailing(run, (run?.since ?? 0) + OUTAGE_AFTER_MS)).toBe(index === 2);
    }
    expect(lines).toMatchObject(Array.from({ length: 3 }, () => ({ status: "failed", fault: "recipient" })));
    expect(new Set(lines.map(({ recipient }) => recipient)).size).toBe(3);
  });

  it("is nobody's fault without a device, for nothing was handed over", async () => {
    const ctx = await nurse();
    const { username } = (ctx.actor.type === "user" && ctx.actor.principal.user) || { username: "" };
    expect(await alarm(userIdOf(ctx))).toMatchObject([
      {
        status: "failed",
        fault: null,
        recipient: username,
        reason: "no device of the contact's account takes push notifications",
      },
    ]);
    expect(await findRuns(db(), ["push"])).toEqual([]);
  });
});

describe("a subscription that the browser has replaced by itself", () => {
  const renew = (from: Browser, to: Browser, auth = from.keys.auth) => {
    const stranger: OperationContext = { ...systemless(), actor: { type: "anonymous" } };
    const old = { endpoint: from.endpoint, auth };
    return renewPush.call(stranger, { old, endpoint: to.endpoint, keys: to.keys });
  };
  const systemless = () => ({
    scope: customerScope(owner.id),
    db: db(),
    requestId: "renewal",
    address: `10.${[...randomBytes(3)].join(".")}`,
    userAgent: "test",
    locale: "en-US",
    now: new Date(),
  });

  it("moves to its new address without a login, also after the push service has given up the old one", async () => {
    const ctx = await nurse();
    const [first, second, third] = [browser(), browser(), browser()];
    const { id } = await subscribe(ctx, first);
    expect(await renew(first, second)).toEqual({ id });
    await end(second, "gone");
    expect(await renew(second, third)).toEqual({ id });
    expect((await getPushState.call(ctx, {})).devices).toMatchObject([{ id, endpoint: third.endpoint, endedAt: null }]);
    await alarm(userIdOf(ctx));
    expect(posted).toEqual([third.path]);
    const trail = await trailOf(db(), owner.id, "pushDevice", id);
    expect(trail.map(({ operation, actorType }) => `${operation} ${actorType}`)).toEqual([
      "push.subscribe user",
      "push.renew user",
      "push.renew user",
    ]);
    expect(JSON.stringify(trail)).not.toContain(base);
  });

  it("is refused without the secret of the old one, and for what somebody has ended", async () => {
    const ctx = await nurse();
    const [own, other] = [browser(), browser()];
    await subscribe(ctx, own);
    await expect(renew(own, other, browser().keys.auth)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(renew(other, browser())).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const reason of ["otherAccount", "administrator", "cancelled", "key"] as const) {
      await end(own, reason);
      await expect(renew(own, other), reason).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await rowOf(own)).toMatchObject({ userId: userIdOf(ctx) });
  });
});

describe("a browser that several accounts use", () => {
  const signIn = async (deviceToken: string) => {
    const user = await makeUser(db(), owner.id, { permissions: [] });
    const stranger: OperationContext = { ...(await nurse()), actor: { type: "anonymous" }, deviceToken };
    await login.call(stranger, { username: user.username, password: TEST_PASSWORD });
    return { ...(await accountContext(db(), user)), deviceToken };
  };

  it("goes on after a logout, until another account logs in there", async () => {
    const deviceToken = newDeviceToken();
    const one = await signIn(deviceToken);
    const [here, elsewhere] = [browser(), browser()];
    await subscribe(one, here);
    await subscribe({ ...one, deviceToken: newDeviceToken() }, elsewhere);
    await logout.call(one, {});
    await signIn(newDeviceToken());
    expect(await rowOf(here)).toMatchObject({ endedAt: null });
    await signIn(deviceToken);
    expect(await rowOf(here)).toMatchObject({ endReason: "otherAccount", userId: userIdOf(one) });
    expect(await rowOf(elsewhere)).toMatchObject({ endedAt: null });
    await alarm(userIdOf(one));
    expect(posted).toEqual([elsewhere.path]);
    const state = await getPushState.call(one, {});
    expect(state.devices).toMatchObject([
      { endpoint: elsewhere.endpoint, isHere: false },
      { endpoint: here.endpoint, isHere: true, endReason: "otherAccount" },
    ]);
    expect(one.actor.principal.user.name).toBe(state.account);
  });

  it("gives up what another account has left, of which only the browser knows", async () => {
    const [one, two] = [await nurse(), await nurse()];
    const own = browser();
    const { id } = await subscribe(one, own);
    const proof = { endpoint: own.endpoint, auth: own.keys.auth };
    await expect(releasePush.call(one, proof)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await releasePush.call(two, proof)).toEqual({ id });
    await expect(releasePush.call(two, proof)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await getPushState.call(one, {})).devices).toMatchObject([{ id, endReason: "otherAccount" }]);
    expect((await trailOf(db(), owner.id, "pushDevice", id)).at(-1)).toMatchObject({ operation: "push.release" });
  });

  it("ends with the account, and does not come back with it", async () => {
    const admin = await accountContext(db(), await makeUser(db(), owner.id));
    const user = await makeUser(db(), owner.id, { permissions: [] });
    const own = browser();
    await subscribe(await accountContext(db(), user), own);
    await cancelUser.call(admin, { id: user.id });
    expect(await rowOf(own)).toMatchObject({ endReason: "cancelled", endedAt: expect.any(Date) });
  });
});

describe("a test to a device", () => {
  it("goes to this one alone, and says what the push service said", async () => {
    const ctx = await nurse();
    const [one, two] = [browser(), browser()];
    const { id } = await subscribe(ctx, one);
    await subscribe(ctx, two);
    expect(await testPush.call(ctx, { id })).toEqual({ isSent: true, reason: "" });
    expect(posted).toEqual([one.path]);
    expect((await getPushState.call(ctx, {})).devices[0]).toMatchObject({ lastSentAt: expect.any(String) });
    status = () => 503;
    const reason = "the push service answered HTTP 503";
    expect(await testPush.call(ctx, { id })).toEqual({ isSent: false, reason });
    expect((await getPushState.call(ctx, {})).devices[0]).toMatchObject({ lastError: reason, endedAt: null });
    await expect(testPush.call(await nurse(), { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (let index = 0; index < 4; index += 1) await testPush.call(ctx, { id });
    await expect(testPush.call(ctx, { id })).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await removePushDevice.call(ctx, { id });
    const trail = await trailOf(db(), owner.id, "pushDevice", id);
    expect(trail.filter(({ operation }) => operation === "push.test")).toHaveLength(6);
  });
});

describe("a test of the channel", () => {
  const DIRECT = [deliverDirect] as unknown as Job[];

  it("goes to the devices of a contact, or of who asks, and is in the notice log under the account", async () => {
    const ctx = await nurse();
    const [one, own] = [browser(), browser()];
    await subscribe(ctx, one);
    const place = await makeFridge(db(), owner, { contacts: [{ userId: userIdOf(ctx), name: "Wang Fang" }, {}] });
    const [linked, other] = await db()
      .select()
      .from(contact)
      .where(eq(contact.groupId, place.group.id))
      .orderBy(contact.id);
    const user = await makeUser(db(), owner.id);
    const admin = await accountContext(db(), user);
    const refused = (path: string) => ({ details: { issues: [expect.objectContaining({ path, rule: "noDevice" })] } });
    const without = { channel: "push" as const, contactId: other?.id ?? 0 };
    await expect(testChannel.call(admin, without)).rejects.toMatchObject(refused("contactId"));
    await expect(testChannel.call(admin, { channel: "push" })).rejects.toMatchObject(refused("channel"));
    const { id } = await testChannel.call(admin, { channel: "push", contactId: linked?.id ?? 0 });
    await subscribe(admin, own);
    const { id: ownId } = await testChannel.call(admin, { channel: "push" });
    await runQueue(DIRECT);
    expect(posted.toSorted()).toEqual([one.path, own.path].toSorted());
    const { username } = (ctx.actor.type === "user" && ctx.actor.principal.user) || { username: "" };
    expect(await getChannelTest.call(admin, { id })).toMatchObject({ result: "sent", recipient: username });
    expect(await getChannelTest.call(admin, { id: ownId })).toMatchObject({ result: "sent", recipient: user.username });
  });
});

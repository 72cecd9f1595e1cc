import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import ece from "http_ece";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as acknowledgeRoute } from "@/app/service/exceptionLink/push/route";
import { db, transaction } from "@/db/client";
import { audit, contact, exception, exceptionLink, installationKey, notice, outbox, userAccount } from "@/db/schema";
import { acknowledgeException } from "@/features/exception/handling/operations";
import { createContact, updateContact } from "@/features/notice/contact/contact.operations";
import { notifyAcknowledged } from "@/features/notice/delivery/acknowledged.jobs";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { planNotices } from "@/features/notice/notice.service";
import { getPushState, removePushDevice, subscribePush } from "@/features/notice/push/push.operations";
import { endpointFault, MAXIMUM_DEVICES } from "@/features/notice/push/push.rules";
import type { PushPayload } from "@/features/notice/push/push.schema";
import { resetEnvironment } from "@/lib/env/env";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import type { Job } from "@/lib/queue/define-job";
import { makeException, signedInAs } from "../factories/exception";
import { makeCustomer, makeFridge } from "../factories/world";
import { clearQueue } from "../support/queue";
import { runQueue } from "../support/run-queue";

const JOBS = [deliverNotice, notifyAcknowledged] as unknown as Job[];
type Push = { path: string; headers: IncomingHttpHeaders; body: Buffer };
let pushes: Push[];
let status: (path: string) => number;
let base: string;
let owner: Awaited<ReturnType<typeof makeCustomer>>;

const service = createServer(async (request, response) => {
  pushes.push({ path: request.url ?? "", headers: request.headers, body: await buffer(request) });
  response.writeHead(status(request.url ?? "")).end();
});

beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  pushes = [];
  status = () => 201;
  process.env.PUSH_PRIVATE = "on";
  resetEnvironment();
  await db().update(outbox).set({ status: "skipped" }).where(eq(outbox.status, "pending"));
  await clearQueue(db());
  owner = await makeCustomer(db());
});
afterEach(() => {
  delete process.env.PUSH_PRIVATE;
  resetEnvironment();
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

/** A browser as the Push API has it: its keys, and its address at a push service. */
function makeBrowser(path = `/${randomBytes(6).toString("hex")}`) {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") };
  const read = ({ body }: Push): PushPayload =>
    JSON.parse(
      ece.decrypt(body, { version: "aes128gcm", privateKey: ecdh, authSecret: auth.toString("base64url") }).toString(),
    );
  return { path, read, input: { endpoint: base + path, keys, label: "Chrome, Android" } };
}

const userIdOf = ({ actor }: OperationContext) => (actor.type === "user" ? actor.principal.user.id : 0);
const nurse = () => signedInAs(owner.id, { permissions: ["acknowledgeEx"] });

/** Alarms of fridges in one room, told by push to the contact of an account. */
async function raise(userId: number, { count = 1, others = [] as Record<string, unknown>[] } = {}) {
  const first = await makeFridge(db(), owner, {
    contacts: [{ name: "Wang Fang", userId, channels: ["push"], locale: "en-US" }, ...others],
    plan: [{ channels: ["push"], repeatTimes: 1 }],
  });
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = index === 0 ? first : await makeFridge(db(), owner, { carrier: { name: `Fridge ${index}` } });
    ids.push(
      await transaction(db(), async (tx) => {
        const row = await makeException(tx, place, { conditionId: first.condition.id, startedAt: new Date() });
        await planNotices(tx, [row.id]);
        return row.id;
      }),
    );
  }
  await runQueue(JOBS, { ahead: 30 }).catch(() => undefined);
  return { ids, place: first };
}

const log = () => db().select().from(notice).where(eq(notice.customerId, owner.id)).orderBy(notice.id);
const rowOf = async (id = 0) => (await db().select().from(exception).where(eq(exception.id, id)))[0];

/** What the service worker sends: without a cookie. Status and what became of each key. */
async function acknowledge(keys: readonly string[], origin = "https://cold.example") {
  const request = new Request("https://cold.example/service/exceptionLink/push", {
    method: "POST",
    headers: { host: "cold.example", origin, "content-type": "application/json" },
    body: JSON.stringify({ keys }),
  });
  const response = await acknowledgeRoute(request, { params: Promise.resolve({}) });
  const { result, state } = (await response.json()) as {
    result: { outcomes: string[] } | null;
    state: { issues?: { path: string; rule: string }[] };
  };
  const refused = keys.map((_, index) => state.issues?.find(({ path }) => path === `keys.${index}`)?.rule);
  return [response.status, ...(result?.outcomes ?? refused)];
}

describe("a notification", () => {
  it("is encrypted for the browser, signed by the installation, urgent, and replaces the one before", async () => {
    const ctx = await nurse();
    const browser = makeBrowser();
    await subscribePush.call(ctx, browser.input);
    const { publicKey } = await getPushState.call(ctx, {});
    const { ids, place } = await raise(userIdOf(ctx));
    expect(pushes).toHaveLength(1);
    const [push] = pushes as [Push];
    expect(push.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "14400", urgency: "high" });
    expect(push.body.toString("latin1")).not.toContain(place.carrier.name);
    const said = browser.read(push);
    expect(said).toMatchObject({
      title: `[Critical] ${place.carrier.name}: Temperature above maximum`,
      body: expect.stringMatching(/^Above 8\.0 °C for .+, peak 11\.3 °C\nSince: /),
      url: `/en-US/exDetail?key=${said.keys[0]}`,
      severity: "critical",
      words: { acknowledge: "Acknowledge" },
    });

    const [, token = "", k] = /^vapid t=([^,]+), ?k=(.+)$/.exec(push.headers.authorization ?? "") ?? [];
    expect(k).toBe(publicKey);
    const [head = "", claims = "", signature = ""] = token.split(".");
    const point = Buffer.from(publicKey, "base64url");
    const jwk = {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    };
    const key = createPublicKey({ key: jwk, format: "jwk" });
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    expect(isSigned).toBe(true);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      aud: base,
      sub: "mailto:frostline@localhost",
    });

    await runQueue(JOBS, { ahead: true });
    expect(pushes).toHaveLength(2);
    expect(pushes[1]?.headers.topic).toBe(push.headers.topic);
    expect(push.headers.topic).toMatch(/^[\w-]{32}$/);
    expect(browser.read(pushes[1] as Push).tag).toBe(said.tag);
    const [line] = await log();
    expect(line).toMatchObject({ channel: "push", status: "sent", exceptionId: ids[0], contactName: "Wang Fang" });
    for (const secret of [...said.keys, browser.input.endpoint])
      expect(JSON.stringify(await log())).not.toContain(secret);
    const [stored] = await db().select().from(installationKey);
    expect(stored?.sealedPrivateKey).toMatch(/^v1\./);
  });

  it("goes to every browser of the account; one that is gone ends, and says so", async () => {
    const ctx = await nurse();
    const [one, two, gone] = [makeBrowser(), makeBrowser(), makeBrowser("/gone")];
    for (const { input } of [one, two, gone]) await subscribePush.call(ctx, input);
    status = (path) => (path === "/gone" ? 410 : 201);
    await raise(userIdOf(ctx));
    expect(pushes.map(({ path }) => path).sort()).toEqual([one.path, two.path, "/gone"].sort());
    const sent = { lastSentAt: expect.any(String), lastError: null, endedAt: null, endReason: null };
    expect((await getPushState.call(ctx, {})).devices).toMatchObject([
      { endpoint: one.input.endpoint, ...sent },
      { endpoint: two.input.endpoint, ...sent },
      {
        endpoint: gone.input.endpoint,
        lastSentAt: null,
        lastError: "the push service answered HTTP 410",
        endedAt: expect.any(String),
        endReason: "gone",
      },
    ]);
    expect(await log()).toMatchObject([{ status: "sent" }]);
    await raise(userIdOf(ctx));
    expect(pushes).toHaveLength(5);
  });

  it("that nobody takes is logged with the reason, and tried again where that helps", async () => {
    const ctx = await nurse();
    const { id } = await subscribePush.call(ctx, makeBrowser().input);
    status = () => 503;
    await raise(userIdOf(ctx));
    expect((await log()).at(-1)).toMatchObject({ status: "failed", reason: "the push service answered HTTP 503" });
    expect((await getPushState.call(ctx, {})).devices).toMatchObject([
      { id, lastError: "the push service answered HTTP 503", endedAt: null },
    ]);
    status = () => 201;
    await runQueue(JOBS, { ahead: true });
    expect((await log()).some((row) => row.status === "sent")).toBe(true);
    status = () => 403;
    await raise(userIdOf(ctx));
    expect((await log()).at(-1)).toMatchObject({ status: "failed", reason: "the push service answered HTTP 403" });
    await removePushDevice.call(ctx, { id });
    await raise(userIdOf(ctx));
    expect((await log()).at(-1)?.reason).toBe("no device of the contact's account takes push notifications");
  });

  it("reaches nobody whose account is cancelled", async () => {
    const ctx = await nurse();
    await subscribePush.call(ctx, makeBrowser().input);
    await db()
      .update(userAccount)
      .set({ status: "cancelled" })
      .where(eq(userAccount.id, userIdOf(ctx)));
    await raise(userIdOf(ctx));
    expect(pushes).toEqual([]);
  });
});

describe("the action of a notification", () => {
  it("acknowledges all that it reports, once, without a login", async () => {
    const ctx = await nurse();
    const browser = makeBrowser();
    await subscribePush.call(ctx, browser.input);
    const { ids } = await raise(userIdOf(ctx), { count: 2 });
    const { keys, url, title } = browser.read(pushes[0] as Push);
    expect([keys.length, url, title]).toEqual([
      2,
      "/en-US/abnormal/dataex?state=open",
      expect.stringContaining("2 alarms"),
    ]);
    expect((await acknowledge(keys, "https://evil.example"))[0]).toBe(403);
    for (const id of ids) expect((await rowOf(id))?.acknowledgedAt).toBeNull();
    expect(await acknowledge(keys)).toEqual([200, "acknowledged", "acknowledged"]);
    for (const id of ids)
      expect(await rowOf(id)).toMatchObject({
        acknowledgedVia: "push",
        acknowledgedByContact: "Wang Fang",
        acknowledgementComment: "Acknowledged by Wang Fang through a push notification",
      });
    expect(await acknowledge(keys)).toEqual([409, "already", "already"]);
    const lines = await db()
      .select()
      .from(audit)
      .where(eq(audit.operation, "exception.acknowledgeByPush"))
      .orderBy(audit.id);
    expect(
      lines.slice(-3).map(({ actorType, actorName, entityId }) => `${actorType} ${actorName} ${entityId}`),
    ).toEqual([...ids.map((id) => `contact Wang Fang ${id}`), `contact Wang Fang ${ids.join(",")}`]);
  });

  it("is gone once somebody else acknowledged, and the device says who", async () => {
    const ctx = await nurse();
    const browser = makeBrowser();
    await subscribePush.call(ctx, browser.input);
    const { ids, place } = await raise(userIdOf(ctx));
    const alarm = browser.read(pushes[0] as Push);
    await acknowledgeException.call(await signedInAs(owner.id, { name: "Dr Chen" }), {
      id: ids[0] ?? 0,
      comment: "mine",
    });
    await runQueue(JOBS);
    await runQueue(JOBS, { ahead: true });
    expect(pushes).toHaveLength(2);
    expect(browser.read(pushes[1] as Push)).toMatchObject({
      title: `Acknowledged by Dr Chen: ${place.carrier.name}`,
      tag: alarm.tag,
      keys: [],
    });
    expect(await acknowledge(alarm.keys)).toEqual([409, "already"]);
  });
});

describe("the keys of a notification", () => {
  const link = (exceptionId = 0) => eq(exceptionLink.exceptionId, exceptionId);

  it("are answered one by one: what is dead or over does not keep the others from being acknowledged", async () => {
    const ctx = await nurse();
    const browser = makeBrowser();
    await subscribePush.call(ctx, browser.input);
    const { ids } = await raise(userIdOf(ctx), { count: 4 });
    const { keys } = browser.read(pushes[0] as Push);
    const [dead, withdrawn, mine, others] = ids;
    await db().delete(exceptionLink).where(link(dead));
    await db()
      .update(exception)
      .set({ withdrawnAt: new Date() })
      .where(eq(exception.id, withdrawn ?? 0));
    const colleague = await signedInAs(owner.id, { name: "Dr Chen" });
    await acknowledgeException.call(colleague, { id: mine ?? 0, comment: "mine" });
    const asked: string[] = [];
    const options = db().$client.options as { debug?: unknown };
    const before = options.debug;
    options.debug = (_connection: number, query: string) => asked.push(query);
    expect(await acknowledge(keys)).toEqual([200, "invalid", "over", "already", "acknowledged"]);
    options.debug = before;
    expect(
      asked.filter((query) => query.includes('from "exception_link"')),
      "one to find, one to lock",
    ).toHaveLength(2);
    expect(await rowOf(dead)).toMatchObject({ acknowledgedAt: null });
    expect(await rowOf(others)).toMatchObject({ acknowledgedVia: "push" });
    expect(await acknowledge(keys)).toEqual([409, "invalid", "over", "already", "already"]);
  });

  it("that open nothing any more are no acknowledgement", async () => {
    const ctx = await nurse();
    const browser = makeBrowser();
    await subscribePush.call(ctx, browser.input);
    const { ids, place } = await raise(userIdOf(ctx));
    const { keys } = browser.read(pushes[0] as Push);
    const admin = await signedInAs(owner.id, { permissions: ["editContacts"] });
    const [person] = await db().select().from(contact).where(eq(contact.groupId, place.group.id));
    const changed = { id: person?.id ?? 0, groupId: place.group.id, name: "Wang Fang", phone: "13900000078" };
    await updateContact.call(admin, { ...changed, channels: ["push"] });
    expect(await acknowledge(keys)).toEqual([404, "invalid"]);
    expect(await rowOf(ids[0])).toMatchObject({ acknowledgedAt: null });
  });

  it("of one contact do not acknowledge together with those of another", async () => {
    const [one, two] = [await nurse(), await nurse()];
    const browsers = [makeBrowser(), makeBrowser()] as const;
    await subscribePush.call(one, browsers[0].input);
    await subscribePush.call(two, browsers[1].input);
    await raise(userIdOf(one));
    await raise(userIdOf(two));
    const keys = pushes.flatMap((push, index) => browsers[index]?.read(push).keys ?? []);
    expect(await acknowledge(keys)).toEqual([200, "acknowledged", "invalid"]);
  });

  it("count once against the limit of an address, however many a notification brings", async () => {
    const batch = (name: number) => Array.from({ length: 20 }, (_, index) => `made up ${name} ${index}`);
    for (let index = 0; index < 7; index += 1) expect((await acknowledge(batch(index)))[0]).toBe(404);
  });
});

describe("a subscription", () => {
  it("belongs to the account that made it last, and is removed by that one alone", async () => {
    const [one, two] = [await nurse(), await nurse()];
    const { input } = makeBrowser();
    const { id } = await subscribePush.call(one, input);
    await expect(removePushDevice.call(two, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await getPushState.call(two, {})).devices).toEqual([]);
    expect((await subscribePush.call(two, input)).id).toBe(id);
    expect((await getPushState.call(one, {})).devices).toEqual([]);
    await removePushDevice.call(two, { id });
    const lines = await db().select().from(audit).where(eq(audit.entity, "pushDevice")).orderBy(audit.id);
    expect(lines.slice(-3).map(({ operation }) => operation)).toEqual([
      "push.subscribe",
      "push.subscribe",
      "push.remove",
    ]);
    expect(JSON.stringify(lines)).not.toContain(input.endpoint);
  });

  it("is bounded, and names fields that are wrong", async () => {
    const ctx = await nurse();
    const { input } = makeBrowser();
    for (const [values, path] of [
      [{ endpoint: "nowhere" }, "endpoint"],
      [{ keys: { ...input.keys, auth: "short" } }, "keys"],
      [{ label: "x".repeat(101) }, "label"],
    ] as const)
      await expect(subscribePush.call(ctx, { ...input, ...values })).rejects.toMatchObject({
        issues: [expect.objectContaining({ path: expect.arrayContaining([path]) })],
      });
    for (let index = 0; index < MAXIMUM_DEVICES; index += 1) await subscribePush.call(ctx, makeBrowser().input);
    await expect(subscribePush.call(ctx, input)).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await getPushState.call(ctx, {})).devices).toHaveLength(MAXIMUM_DEVICES);
  });

  it("leads to the internet alone, also what was stored under other rules", async () => {
    const ctx = await nurse();
    await subscribePush.call(ctx, makeBrowser().input);
    process.env.PUSH_PRIVATE = "off";
    resetEnvironment();
    await expect(subscribePush.call(ctx, makeBrowser().input)).rejects.toMatchObject({ code: "INVALID" });
    await raise(userIdOf(ctx));
    expect(pushes).toEqual([]);
    expect((await log()).at(-1)).toMatchObject({
      status: "failed",
      reason: "the push service has an address that may not be reached",
    });
    for (const bad of [
      "http://push.example/x",
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://169.254.169.254/",
      "https://10.0.0.1/",
      "https://push.example:8443/",
      "https://a:b@push.example/",
      "https://localhost/",
    ])
      expect(endpointFault(bad, false), bad).not.toBeNull();
    expect(endpointFault("https://fcm.googleapis.com/fcm/send/abc", false)).toBeNull();
  });

  it("is of use to contacts of accounts alone", async () => {
    const ctx = await nurse();
    const { place } = await raise(userIdOf(ctx));
    const admin = await signedInAs(owner.id, { permissions: ["newContacts", "editContacts"] });
    const fields = {
      groupId: place.group.id,
      name: "Nobody",
      phone: "13900000077",
      channels: ["sms", "push"] as ("sms" | "push")[],
    };
    const refused = { issues: [expect.objectContaining({ path: "channels", rule: "channelPush" })] };
    await expect(createContact.call(admin, fields)).rejects.toMatchObject({ details: refused });
    const [linked] = await db().select().from(contact).where(eq(contact.groupId, place.group.id));
    const changed = { ...fields, id: linked?.id ?? 0, name: "Wang Fang" };
    expect(await updateContact.call(admin, changed)).toMatchObject({ channels: ["sms", "push"] });
  });
});

import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { pushSubscription } from "@/db/schema";
import { releasePush, renewPush, subscribePush } from "@/features/notice/push/push.operations";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { signedInAs } from "../factories/exception";
import { makeCustomer } from "../factories/world";
import { refusal } from "../support/refusal";

let owner: Awaited<ReturnType<typeof makeCustomer>>;

beforeEach(async () => {
  owner = await makeCustomer(db());
});
afterAll(async () => {
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const userIdOf = ({ actor }: OperationContext) => (actor.type === "user" ? actor.principal.user.id : 0);

describe("the endpoint of another account's browser", () => {
  const auth = () => randomBytes(16).toString("base64url");
  const p256dh = () => randomBytes(65).toString("base64url");
  const ofBrowser = () => ({
    endpoint: `https://push.example/${randomBytes(6).toString("hex")}`,
    keys: { p256dh: p256dh(), auth: auth() },
    label: "Chrome, Android",
  });
  const rowAt = async (endpoint: string) =>
    (await db().select().from(pushSubscription).where(eq(pushSubscription.endpoint, endpoint)))[0];

  it("is not taken over by whoever knows it", async () => {
    const [victim, thief] = [await signedInAs(owner.id), await signedInAs(owner.id)];
    const browser = ofBrowser();
    await subscribePush.call(victim, browser);
    const before = await rowAt(browser.endpoint);
    const keys = { p256dh: p256dh(), auth: auth() };
    expect(await refusal(subscribePush.call(thief, { ...browser, keys }))).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "endpoint", rule: "pushTaken" }],
    });
    // Nor moved there from a subscription of their own, nor ended.
    const own = ofBrowser();
    await subscribePush.call(thief, own);
    const old = { endpoint: own.endpoint, auth: own.keys.auth };
    expect(await refusal(renewPush.call(thief, { old, endpoint: browser.endpoint, keys }))).toMatchObject({
      code: "CONFLICT",
    });
    expect(await refusal(releasePush.call(thief, { endpoint: browser.endpoint, auth: keys.auth }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await rowAt(browser.endpoint)).toEqual(before);
  });

  it("goes over where the browser itself proves that it is there, and ends there", async () => {
    const [first, second] = [await signedInAs(owner.id), await signedInAs(owner.id)];
    const browser = ofBrowser();
    await subscribePush.call(first, browser);
    await subscribePush.call(second, browser);
    expect(await rowAt(browser.endpoint)).toMatchObject({ userId: userIdOf(second), endedAt: null });
    await releasePush.call(first, { endpoint: browser.endpoint, auth: browser.keys.auth });
    expect(await rowAt(browser.endpoint)).toMatchObject({ userId: userIdOf(second), endReason: "otherAccount" });
    // One's own may get new keys.
    const keys = { p256dh: p256dh(), auth: auth() };
    await subscribePush.call(second, { ...browser, keys });
    expect(await rowAt(browser.endpoint)).toMatchObject({ ...keys, userId: userIdOf(second), endedAt: null });
  });
});

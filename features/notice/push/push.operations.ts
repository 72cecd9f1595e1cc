import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";

import { writeAudit } from "@/lib/audit/write-audit";
import { hashToken, sameSecret } from "@/lib/auth/token";
import { env } from "@/lib/env/env";
import { AppError, conflict, notFound } from "@/lib/errors";
import { limitAddress, limitRate } from "@/lib/http/rate-limit";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, PUBLIC, SIGNED_IN } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { ById } from "@/lib/resource/by-id";
import type { Translate } from "../notice.rules";
import { vapidKeys } from "./key.service";
import {
  countDevices,
  endDevices,
  findContactDevices,
  findDevices,
  getDeviceContact,
  lockByEndpoint,
  moveDevice,
  removeDevice,
  removeReplaced,
  saveDevice,
} from "./push.data";
import { endpointFault, MAXIMUM_DEVICES, mayRenew, testNotification } from "./push.rules";
import {
  type ContactDeviceDto,
  type PushDeviceDto,
  type PushStateDto,
  type PushTestDto,
  ReleaseInput,
  RenewInput,
  SubscribeInput,
} from "./push.schema";
import { sendPush } from "./send.service";

function userOf({ actor }: OperationContext) {
  if (actor.type !== "user") throw new AppError("UNAUTHENTICATED", "sign in first");
  return actor.principal.user;
}

/** Identifies the requesting browser. */
const deviceHashOf = ({ deviceToken }: OperationContext) => (deviceToken === undefined ? null : hashToken(deviceToken));

export const getPushState = defineOperation({
  name: "push.get",
  kind: "query",
  permission: SIGNED_IN,
  input: z.strictObject({}),
  async run(ctx): Promise<PushStateDto> {
    const { id, name } = userOf(ctx);
    // First, because a new key ends subscriptions made with the earlier one.
    const { publicKey } = await vapidKeys(ctx.db);
    return { publicKey, account: name, devices: await findDevices(ctx.db, id, deviceHashOf(ctx), ctx.now) };
  },
});

/** For the audit trail, without the endpoint, which gives access to the browser. */
const audited = ({ id, label, endReason }: Pick<PushDeviceDto, "id" | "label" | "endReason">) => ({
  id,
  label,
  endReason,
});

function assertEndpoint(endpoint: string): void {
  const fault = endpointFault(endpoint, env().PUSH_PRIVATE);
  if (fault)
    throw new AppError("INVALID", `endpoint: ${fault}`, {
      issues: [{ path: "endpoint", rule: "pushEndpoint", message: fault }],
    });
}

/** Subscribes this browser to the account's alarms. */
export const subscribePush = defineOperation({
  name: "push.subscribe",
  kind: "mutation",
  permission: SIGNED_IN,
  input: SubscribeInput,
  async run(ctx, { endpoint, keys, label, publicKey: given, replaces }): Promise<PushDeviceDto> {
    const { id: userId } = userOf(ctx);
    assertEndpoint(endpoint);
    const { publicKey } = await vapidKeys(ctx.tx);
    if (given !== undefined && given !== publicKey)
      throw conflict("publicKey", "pushKey", "the installation has another key by now: subscribe with that one");
    const values = { userId, endpoint, ...keys, label, publicKey, deviceHash: deviceHashOf(ctx) };
    const made = await saveDevice(ctx.tx, values, ctx.now);
    if (!made) throw conflict("endpoint", "pushTaken", "another account has this subscription");
    if (replaces !== undefined) await removeReplaced(ctx.tx, userId, replaces, made.id);
    if ((await countDevices(ctx.tx, userId)) > MAXIMUM_DEVICES)
      throw conflict(
        "endpoint",
        "pushDevices",
        `at most ${MAXIMUM_DEVICES} devices: remove one first`,
        MAXIMUM_DEVICES,
      );
    ctx.audit({ new: audited(made) });
    return made;
  },
  audit: { entity: "pushDevice", id: ({ id }) => id },
});

export const removePushDevice = defineOperation({
  name: "push.remove",
  kind: "mutation",
  permission: SIGNED_IN,
  input: ById,
  async run(ctx, { id }): Promise<{ id: number }> {
    const old = await removeDevice(ctx.tx, userOf(ctx).id, id);
    if (!old) throw notFound("push device", id);
    ctx.audit({ old: audited(old) });
    return { id };
  },
  audit: { entity: "pushDevice", id: ({ id }) => id },
});

/** Renewals from one network address within a minute. */
const RENEWALS_PER_MINUTE = 30;

/**
 * Moves a subscription to the endpoint with which the browser replaced it. The service worker has no session for this.
 * The secret of the old subscription, which no push service knows, authenticates the account.
 */
export const renewPush = defineOperation({
  name: "push.renew",
  kind: "mutation",
  permission: PUBLIC,
  input: RenewInput,
  async run(ctx, { old, endpoint, keys }): Promise<{ id: number }> {
    await limitAddress("push renewal", ctx.address, RENEWALS_PER_MINUTE, 60);
    assertEndpoint(endpoint);
    const known = await lockByEndpoint(ctx.tx, old.endpoint);
    const isProven = known !== undefined && sameSecret(known.device.auth, old.auth);
    if (!isProven || known.status !== "active" || !mayRenew(known.device.endReason))
      throw new AppError("NOT_FOUND", "there is no such subscription");
    const { id, label } = known.device;
    await moveDevice(ctx.tx, id, { endpoint, ...keys });
    ctx.audit({ by: known.account, customerId: known.account.customerId, new: { id, label } });
    return { id };
  },
  audit: { entity: "pushDevice", id: ({ id }) => id },
});

/** Ends the subscription that another account left in the requesting browser. `auth` proves its possession. */
export const releasePush = defineOperation({
  name: "push.release",
  kind: "mutation",
  permission: SIGNED_IN,
  input: ReleaseInput,
  async run(ctx, { endpoint, auth }): Promise<{ id: number }> {
    const known = await lockByEndpoint(ctx.tx, endpoint);
    if (!known || !sameSecret(known.device.auth, auth) || known.account.id === userOf(ctx).id)
      throw new AppError("NOT_FOUND", "no other account has this subscription");
    const { id, label, endReason } = known.device;
    if (endReason !== null) throw new AppError("NOT_FOUND", "the subscription has ended already");
    await endDevices(ctx.tx, [id], "otherAccount", ctx.now);
    const { customerId } = known.account;
    ctx.audit({ customerId, old: { id, label, endReason }, new: { id, label, endReason: "otherAccount" } });
    return { id };
  },
  audit: { entity: "pushDevice", id: ({ id }) => id },
});

/** Tests that one account may send within ten minutes. */
const TESTS = 6;
const TEST_WINDOW_SECONDS = 600;

/** Sends a test to one device of the account. Returns whether the push service accepted it. */
export const testPush = defineOperation({
  name: "push.test",
  // A query, so that no transaction is open while the push service responds. The audit row is written afterwards.
  kind: "query",
  permission: SIGNED_IN,
  input: ById,
  async run(ctx, { id }): Promise<PushTestDto> {
    const user = userOf(ctx);
    const owned = (await findDevices(ctx.db, user.id, null, ctx.now)).find((one) => one.id === id);
    if (!owned) throw notFound("push device", id);
    await limitRate(`push-test:${user.id}`, TESTS, TEST_WINDOW_SECONDS);
    const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
    const messages = await loadMessages(locale);
    const t = createTranslator({ locale, messages, namespace: "notice" }) as unknown as Translate;
    const payload = testNotification(t, { locale, by: user.name, at: ctx.now.getTime() });
    const outcome = await sendPush(ctx.db, { userId: user.id, deviceId: id }, payload, ctx.now);
    const isSent = outcome.result === "sent";
    await transaction(ctx.db, (tx) =>
      writeAudit(tx, ctx, { operation: "push.test", entity: "pushDevice", entityId: String(id), new: { isSent } }),
    );
    return { isSent, reason: outcome.result === "sent" ? "" : outcome.reason };
  },
});

export const listContactDevices = defineOperation({
  name: "pushDevice.list",
  kind: "query",
  permission: "viewContacts",
  input: ById,
  run: ({ db, scope, now }, { id }): Promise<ContactDeviceDto[]> => findContactDevices(db, scope, id, now),
});

/** Ends a device as an administrator, e.g. a lost phone. The account sees the reason and can subscribe again. */
export const endContactDevice = defineOperation({
  name: "pushDevice.end",
  kind: "mutation",
  permission: "editContacts",
  input: ById,
  async run({ tx, scope, now, audit }, { id }): Promise<{ id: number }> {
    const { customerId, name } = await getDeviceContact(tx, scope, id);
    const [ended] = await endDevices(tx, [id], "administrator", now);
    if (!ended) throw conflict("id", "ended", "the device has ended already");
    audit({ customerId, old: { contact: name, endReason: null }, new: { contact: name, ...audited(ended) } });
    return { id };
  },
  audit: { entity: "pushDevice", id: ({ id }) => id },
});

import "server-only";
import { randomUUID } from "node:crypto";
import { NOTICE_CHANNELS, type NoticeChannel } from "@/db/enums";
import { conflict } from "@/lib/errors";
import { limitRate } from "@/lib/http/rate-limit";
import { type Db, holds, type OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import type { PageContext } from "@/lib/page/define-page";
import { isChannelConfigured, variablesOf } from "../delivery/channel.service";
import { findTargets } from "../push/push.data";
import { loadReplyProviders } from "../reply/provider.operations";
import {
  findOutages,
  findPast,
  findSwitchedOff,
  findUsage,
  getOwnAddresses,
  getTest,
  getTestContact,
  insertDirect,
} from "./data";
import {
  type ChannelDto,
  ChannelQuery,
  type ChannelState,
  type ChannelStateDto,
  type ChannelTestDto,
  ChannelTestInput,
  ChannelTestQuery,
  type ChannelTrouble,
} from "./schema";

const seesAll = ({ scope }: OperationContext) => scope.customerIds === "all";

const stateOf = (channel: NoticeChannel, failing: ReadonlyMap<NoticeChannel, unknown>): ChannelState => {
  if (!isChannelConfigured(channel)) return "unconfigured";
  return failing.has(channel) ? "failing" : "working";
};

/**
 * The health of every channel. Configuration and outages concern the installation, because its mail server and gateways
 * are shared; figures cover the customers in scope. Internals of the installation (variables, reasons of outages) are
 * only included for users who may see all of it.
 */
export const listChannels = defineOperation({
  name: "noticeChannel.list",
  kind: "query",
  permission: "viewNoticeChannel",
  input: ChannelQuery,
  async run(ctx, { customerId }): Promise<{ channels: ChannelDto[] }> {
    const { db, scope } = ctx;
    const [past, usage, outages] = await Promise.all([
      findPast(db, scope, NOTICE_CHANNELS, reachable(ctx, customerId)),
      findUsage(db, scope, customerId),
      findOutages(db),
    ]);
    const open = new Map(outages.filter(({ endedAt }) => endedAt === null).map((one) => [one.channel, one]));
    const channels = past.map(({ channel, ...facts }): ChannelDto => {
      const state = stateOf(channel, open);
      const used = usage.find((one) => one.channel === channel && !one.isSwitchedOff);
      return {
        channel,
        state,
        variables: seesAll(ctx) ? variablesOf(channel) : [],
        failingSince: state === "failing" ? (open.get(channel)?.startedAt ?? null) : null,
        lastSuccessAt: facts.lastSuccessAt,
        lastFailure: facts.lastFailureAt === null ? null : { at: facts.lastFailureAt, reason: facts.lastReason ?? "" },
        waiting: { count: facts.waiting, oldestDueAt: facts.oldestDueAt },
        day: facts.day,
        week: facts.week,
        usage: { plans: used?.plans ?? 0, contacts: used?.contacts ?? 0 },
        outages: outages
          .filter((one) => one.channel === channel)
          .slice(0, 5)
          .map(({ id, startedAt, endedAt, reason }) => ({
            id,
            startedAt,
            endedAt,
            reason: seesAll(ctx) ? reason : null,
          })),
      };
    });
    return { channels };
  },
});

/** The requested customer: null if none is requested, -1, which matches nothing, if it is outside the scope. */
function reachable({ scope }: OperationContext, customerId: number | undefined): number | null {
  if (customerId === undefined) return null;
  return scope.customerIds === "all" || scope.customerIds.includes(customerId) ? customerId : -1;
}

/**
 * The channels that plans in scope use and that are not configured, fail, or are switched off by their customer, with the
 * plans and contacts concerned.
 */
export const listTroubles = defineOperation({
  name: "noticeChannel.troubles",
  kind: "query",
  permission: "viewNoticeChannel",
  input: ChannelQuery,
  async run({ db, scope }, { customerId }): Promise<ChannelTrouble[]> {
    const [usage, outages] = await Promise.all([findUsage(db, scope, customerId), findOutages(db, true)]);
    const open = new Map(outages.map((one) => [one.channel, one]));
    return NOTICE_CHANNELS.flatMap((channel): ChannelTrouble[] => {
      const state = stateOf(channel, open);
      return usage
        .filter((one) => one.channel === channel)
        .flatMap(({ isSwitchedOff, plans, contacts, customerId }): ChannelTrouble[] => {
          const facts = { channel, plans, contacts, customerId };
          if (isSwitchedOff) return [{ ...facts, state: "switchedOff", failingSince: null }];
          if (state === "working") return [];
          return [{ ...facts, state, failingSince: open.get(channel)?.startedAt ?? null }];
        });
    });
  },
});

/** The state of every channel for the plans of a customer, for forms of users who may view or create plans. */
export const listChannelStates = defineOperation({
  name: "noticeChannel.states",
  kind: "query",
  permission: "viewAlarmTrigger",
  input: ChannelQuery,
  run: (ctx, { customerId }): Promise<ChannelStateDto[]> => findChannelStates(ctx, customerId),
});

/**
 * The state of every channel for the plans of a customer, for screens that show a plan to users without permission for
 * channel states. Without a customer, what a customer has switched off is not known.
 */
export async function findChannelStates(ctx: OperationContext, customerId?: number): Promise<ChannelStateDto[]> {
  const { db, scope } = ctx;
  const open = new Map((await findOutages(db, true)).map((one) => [one.channel, one]));
  const off = customerId === undefined ? [] : await findSwitchedOff(db, scope, customerId);
  const setting = customerId !== undefined && holds(ctx, "viewCustomer") ? customerId : null;
  return NOTICE_CHANNELS.map((channel) =>
    off.includes(channel)
      ? { channel, state: "switchedOff", customerId: setting }
      : { channel, state: stateOf(channel, open), customerId: null },
  );
}

/** Channels that deliver nothing at present: not configured, or failing. */
export async function findDown(db: Db): Promise<NoticeChannel[]> {
  const failing = (await findOutages(db, true)).map(({ channel }) => channel);
  return NOTICE_CHANNELS.filter((channel) => failing.includes(channel) || !isChannelConfigured(channel));
}

/** The most tests per sending account, and per contact, within ten minutes. */
const TESTS_EACH = 6;
const TESTS_TO_ONE = 3;
const TEST_WINDOW_SECONDS = 600;

/**
 * Sends a test by a channel, with the same delivery as alarms, to a contact or to the user. It is attempted once and
 * logged in the notice log as a test. Throws CONFLICT with the field if the address is missing, RATE_LIMITED past six
 * in ten minutes.
 */
export const testChannel = defineOperation({
  name: "noticeChannel.test",
  kind: "mutation",
  permission: "testNoticeChannel",
  input: ChannelTestInput,
  async run(ctx, { channel, contactId }): Promise<{ id: number }> {
    const { tx, scope, actor, audit } = ctx;
    if (actor.type !== "user") throw conflict("contactId", "person", "a test is sent by a person");
    const { user, customer } = actor.principal;
    const isOwn = contactId === undefined || channel === "popup";
    const target = isOwn
      ? { customerId: customer.id, ...(await getOwnAddresses(tx, user.id)) }
      : await getTestContact(tx, scope, contactId);
    const field = isOwn ? "channel" : "contactId";
    const address = channel === "email" ? target.email : target.phone;
    if (channel !== "popup" && channel !== "push" && !address)
      throw conflict(field, "noAddress", "has no address for this channel");
    if (channel === "push") {
      const { devices } = await findTargets(tx, isOwn ? { userId: user.id } : { contactId });
      if (devices.length === 0) throw conflict(field, "noDevice", "no device takes push notifications");
    }
    await limitRate(`notice-test:${user.id}`, TESTS_EACH, TEST_WINDOW_SECONDS);
    if (!isOwn) await limitRate(`notice-test-to:${contactId}`, TESTS_TO_ONE, TEST_WINDOW_SECONDS);
    const id = await insertDirect(tx, {
      customerId: target.customerId,
      channel,
      contactId: isOwn ? null : contactId,
      userId: isOwn ? user.id : null,
      key: `channel-test:${randomUUID()}`,
      content: { type: "test", by: user.name },
    });
    audit({ customerId: target.customerId, new: { channel, contactId: contactId ?? null, to: target.name } });
    return { id: id as number };
  },
  audit: { entity: "noticeChannel", id: (_, { channel }) => channel },
});

/** The state of a test, for polling. */
export const getChannelTest = defineOperation({
  name: "noticeChannel.testResult",
  kind: "query",
  permission: "testNoticeChannel",
  input: ChannelTestQuery,
  run: ({ db, scope }, { id }): Promise<ChannelTestDto> => getTest(db, scope, id),
});

export async function loadChannelScreen(ctx: PageContext) {
  const { customer, permissions, user } = ctx.principal;
  return {
    ...(await listChannels.call(ctx, {})),
    mayTest: permissions.has("testNoticeChannel"),
    isInstallation: seesAll(ctx),
    replies: await loadReplyProviders(ctx),
    userId: user.id,
    timeZone: customer.timeZone,
    now: ctx.now.getTime(),
  };
}

/** The data of the banner; null for users who cannot act on it. */
export async function loadChannelBanner(ctx: OperationContext & Pick<PageContext, "principal">) {
  if (!ctx.principal.permissions.has("viewNoticeChannel")) return null;
  const { permissions, user } = ctx.principal;
  return {
    troubles: await listTroubles.call(ctx, {}),
    userId: user.id,
    maySeeCustomer: permissions.has("viewCustomer"),
  };
}

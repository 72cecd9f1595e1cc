import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { cache } from "react";
import { writeAudit } from "@/lib/audit/write-audit";
import { limitRate } from "@/lib/http/rate-limit";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation } from "@/lib/operation/define-operation";
import { transaction } from "@/lib/operation/transaction";
import { openLink } from "@/lib/outbound/link";
import { OutboundError, outboundError } from "@/lib/outbound/outbound-error";
import type { PageContext } from "@/lib/page/define-page";
import { ById } from "@/lib/resource/by-id";
import { tolerant } from "@/lib/resource/list-query";
import { testPart } from "../delivery/delivery.rules";
import type { SendingTarget } from "../delivery/delivery.schema";
import { linkSettingsOf, signed } from "../delivery/delivery.service";
import { forwardStore, getSendingTarget, skipToHead, withCustomers } from "../forward.data";
import type { ForwardStateDto } from "../forward.schema";
import { findEvents, findStates, findTraffic, insertEvent, startReplay } from "./data";
import { assertEnabled, assertPast } from "./rules";
import { type ForwardPlatformDto, type ForwardTestDto, ForwardTrafficQuery, ReplayInput } from "./schema";

const HOUR_MS = 3_600_000;

/** Returns the state of a target: connection, backlog, hourly traffic and events. */
export const getPlatform = defineOperation({
  name: "forwardSet.platform",
  kind: "query",
  permission: "viewForwardSet",
  input: ForwardTrafficQuery,
  async run(ctx, { id, hours }): Promise<ForwardPlatformDto> {
    const found = await forwardStore.get(ctx, id);
    const { items } = await withCustomers(ctx.db, { items: [found], total: 1 });
    const since = new Date(Math.floor(ctx.now.getTime() / HOUR_MS) * HOUR_MS - (hours - 1) * HOUR_MS);
    const [state, traffic, events] = await Promise.all([
      stateOf(ctx, found),
      findTraffic(ctx.db, id, since),
      findEvents(ctx.db, id),
    ]);
    return { target: items[0] as ForwardPlatformDto["target"], state, hours, traffic, events };
  },
});

const stateOf = async (ctx: OperationContext, target: { id: number; isEnabled: boolean }) =>
  (await findStates(ctx.db, [target], ctx.now)).get(target.id) as ForwardStateDto;

const TESTS_A_MINUTE = 10;
const LONGEST_TEST_MS = 30_000;

/** Sends a test message at once, independently of the backlog, and returns the result. */
export const testForwardSet = defineOperation({
  name: "forwardSet.test",
  // No transaction waits for the response of another server; the audit row is written afterwards.
  kind: "query",
  permission: "editForwardSet",
  input: ById,
  async run(ctx, { id }): Promise<ForwardTestDto> {
    const target = await getSendingTarget(ctx.db, ctx.scope, id);
    await limitRate(`forward test ${id}`, TESTS_A_MINUTE, 60);
    const started = performance.now();
    const error = await sendTest(target, ctx).then(
      () => null,
      (failure: unknown) => outboundError(failure),
    );
    const elapsedMs = Math.round(performance.now() - started);
    const [errorCode, errorDetail] = [error?.failure ?? null, error?.detail ?? ""];
    await transaction(ctx.db, async (tx) => {
      await insertEvent(tx, id, error ? "test-failed" : "tested", { errorCode, detail: errorDetail });
      const row = { operation: "forwardSet.test", entity: "forwardSet", entityId: String(id) };
      await writeAudit(tx, ctx, { ...row, customerId: target.customerId, new: { ok: error === null, errorCode } });
    });
    return { ok: error === null, elapsedMs, errorCode, errorDetail };
  },
});

async function sendTest(target: SendingTarget, { requestId, now }: OperationContext): Promise<void> {
  // With its own client id, as the broker would otherwise close the existing connection.
  const settings = linkSettingsOf(
    { ...target, heartbeatSeconds: 0 },
    `${target.clientId || `frostline-${target.id}`}-test`,
  );
  const message = signed(target, testPart(target, `${target.id}-test-${requestId}`, now));
  const over = new AbortController();
  const work = (async () => {
    const link = await openLink(settings);
    try {
      await link.send(message);
    } finally {
      await link.close();
    }
  })();
  const late = pause(LONGEST_TEST_MS, undefined, { signal: over.signal }).then(() => {
    throw new OutboundError("timeout");
  });
  late.catch(() => {});
  try {
    await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/** Sends everything since an instant again, beside new data. */
export const replayForwardSet = defineOperation({
  name: "forwardSet.replay",
  kind: "mutation",
  permission: "editForwardSet",
  input: ReplayInput,
  async run(ctx, { id, from }): Promise<ForwardStateDto & { id: number }> {
    const target = await forwardStore.get(ctx, id);
    assertEnabled(target.isEnabled);
    assertPast(from, ctx.now);
    await startReplay(ctx.tx, id, from, ctx.now);
    await insertEvent(ctx.tx, id, "replay", { detail: from.toISOString() });
    ctx.audit({ customerId: target.customerId, new: { from: from.toISOString(), until: ctx.now.toISOString() } });
    return { id, ...(await stateOf({ ...ctx, db: ctx.tx }, target)) };
  },
  audit: { entity: "forwardSet", id: ({ id }) => id },
});

/** Skips the backlog and continues from now; it can be sent again later. */
export const skipForwardSet = defineOperation({
  name: "forwardSet.skip",
  kind: "mutation",
  permission: "editForwardSet",
  input: ById,
  async run(ctx, { id }): Promise<ForwardStateDto & { id: number }> {
    const target = await forwardStore.get(ctx, id);
    const before = await stateOf(ctx, target);
    await skipToHead(ctx.tx, id);
    await insertEvent(ctx.tx, id, "skipped", { detail: before.waitingSince ?? "" });
    ctx.audit({
      customerId: target.customerId,
      old: { waiting: before.waiting, waitingSince: before.waitingSince },
      new: { waiting: 0, waitingSince: null },
    });
    return { id, ...(await stateOf(ctx, target)) };
  },
  audit: { entity: "forwardSet", id: ({ id }) => id },
});

/** Data of the target's window, with the account's rights. */
export const loadPlatform = cache(async (ctx: PageContext) => {
  const { id, hours } = { id: ctx.search.id, ...tolerant(ForwardTrafficQuery.omit({ id: true }), ctx.search) };
  const platform = await getPlatform.call(ctx, { id: Number(id) || 0, hours });
  const { permissions, customer } = ctx.principal;
  return { platform, mayEdit: permissions.has("editForwardSet"), timeZone: customer.timeZone, now: ctx.now.getTime() };
});

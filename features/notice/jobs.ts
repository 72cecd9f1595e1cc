import "server-only";
import { transaction } from "@/db/client";
import type { NoticeChannel, OutboxStatus } from "@/db/enums";
import { isMailConfigured } from "@/lib/mail/mail";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import {
  claimBatch,
  findDeliveries,
  freeDeliveries,
  holdDeliveries,
  insertNotices,
  noteSending,
  saveDeliveries,
} from "./data";
import { attempt, type Outcome } from "./delivery/operations";
import { type Fate, fateOf } from "./fate/rules";
import { messageOf } from "./message/operations";
import { insertPlanned } from "./plan/data";
import { DIGEST, GATHER_MS, HELD, nextDigestAt, type Planned } from "./plan/rules";
import { giveUp } from "./recovery/data";
import { DELIVER_NOTICE, type Delivery, DeliveryPayload } from "./schema";

/** Nobody works for a customer that is cancelled: it is told of nothing, and the log says why. */
const CANCELLED: Outcome = { result: "skipped", reason: "the customer is cancelled" };

/** `unknown`: the try ended in the middle; it is made again in any case. */
type Noted = Outcome | { result: "unknown"; reason: string };

const CUT_SHORT: Noted = {
  result: "unknown",
  reason: "the worker ended while it was sending; whether this arrived is not known",
};

/**
 * Delivers one outbox row with all others that may share its message, with one notice log row an attempt for each
 * exception. What was sent is never sent again; a crash between the mail server's or gateway's yes and our note may
 * repeat a message, under the same key (`docs/decisions/029-killed-and-hanging.md`).
 */
export const deliverNotice = defineJob({
  ...DELIVER_NOTICE,
  payload: DeliveryPayload,
  run: ({ outboxId }, ctx) =>
    deliver(outboxId, ctx).catch(async (error: unknown) => {
      // What was noted is settled by now; what was not would be lost without a trace.
      if (ctx.attempt >= ctx.maximumAttempts) await giveUp(ctx.db, [outboxId], `it cannot be delivered: ${error}`);
      throw error;
    }),
});

async function deliver(outboxId: number, ctx: JobContext): Promise<void> {
  const until = new Date(ctx.now.getTime() + GATHER_MS);
  const claimed = await transaction(ctx.db, (tx) => claimBatch(tx, outboxId, until, ctx.jobId));
  const batch = await findDeliveries(ctx.db, claimed);
  if (batch[0]?.customer.isCancelled) return note(ctx, outboxId, batch, "", CANCELLED);
  const found = await settle(ctx, outboxId, batch);
  const [first] = found;
  if (!first) return;
  const message = await messageOf(ctx, first, found).catch(async (error: unknown) => {
    await note(ctx, outboxId, found, "", { result: "retry", reason: `the message cannot be written: ${error}` });
    throw error;
  });
  const record = message.kept(message.text);
  const due = await noteCutShort(ctx, outboxId, found, record);
  const leader = due.find(({ id }) => id === outboxId) ?? first;
  if (leader.channel !== "popup")
    await noteSending(
      ctx.db,
      due.map(({ id }) => id),
    );
  const outcome = recorded(await attempt(leader, message), message.kept);
  await note(ctx, outboxId, due, record, outcome);
  if (outcome.result === "retry") throw new Error(outcome.reason);
}

/** A server may say in its refusal what it did not like, word for word. */
const recorded = (outcome: Outcome, kept: (text: string) => string): Outcome =>
  outcome.result === "sent" ? outcome : { ...outcome, reason: kept(outcome.reason) };

/** Has the log tell of tries that nobody could note; what follows is the next one. */
async function noteCutShort(ctx: JobContext, outboxId: number, due: Delivery[], content: string): Promise<Delivery[]> {
  const cut = due.filter(({ isCutShort }) => isCutShort);
  if (cut.length === 0) return due;
  await note(ctx, outboxId, cut, content, CUT_SHORT);
  return due.map((one) => (one.isCutShort ? { ...one, attempts: one.attempts + 1 } : one));
}

/** Does with each what its fate is by now; what remains is to be sent, by the job of one of them. */
async function settle(ctx: JobContext, outboxId: number, batch: readonly Delivery[]): Promise<Delivery[]> {
  const now = ctx.now.getTime();
  const judged = batch.map((delivery) => ({ delivery, fate: fateOf(dueOf(delivery), now) }));
  const idsOf = (fate: Fate["fate"]) => judged.flatMap((one) => (one.fate.fate === fate ? [one.delivery.id] : []));
  const due = judged.flatMap(({ delivery, fate }) => (fate.fate === "send" ? [delivery] : []));
  if (due.length === batch.length) return due;
  const held = judged.flatMap(({ delivery: { id, type }, fate }) =>
    fate.fate === "hold" ? [{ id, until: fate.until, gather: type === "digest" ? DIGEST : HELD }] : [],
  );
  const digests = judged.flatMap(({ delivery, fate }) => (fate.fate === "digest" ? [delivery] : []));
  const leads = due.some(({ id }) => id === outboxId);
  await transaction(ctx.db, async (tx) => {
    await holdDeliveries(tx, held);
    for (const delivery of digests)
      await insertPlanned(tx, delivery.customerId, [digestOf(delivery, now)], DELIVER_NOTICE);
    const over = [...idsOf("skip"), ...idsOf("digest")];
    await saveDeliveries(tx, over, { status: "skipped", isAttempt: false, lastError: null, now: ctx.now });
    // A message has the key of the row whose job sends it: without that row, another one of them sends it.
    if (!leads)
      await freeDeliveries(
        tx,
        due.map(({ id }) => id),
      );
  });
  return leads ? due : [];
}

const dueOf = (delivery: Delivery) => ({
  ...delivery,
  severity: delivery.exception.severity,
  isAcknowledged: delivery.exception.isAcknowledged,
  isEnded: delivery.exception.endedAt !== null,
  isWithdrawn: delivery.exception.isWithdrawn,
  isMailable:
    isMailConfigured() &&
    delivery.contactChannels.includes("email") &&
    Boolean(delivery.contactEmail) &&
    delivery.customer.notifyByEmail,
  timeZone: delivery.customer.timeZone,
});

/** The line of a digest that a message becomes which quiet hours have outlived. */
const digestOf = ({ exception, contactId }: Delivery, now: number): Planned => ({
  exceptionId: exception.id,
  rowId: 0,
  round: 0,
  type: "digest",
  channel: "email",
  contactId,
  bar: null,
  isFollowUp: false,
  gather: DIGEST,
  dueAt: nextDigestAt(now),
});

const recipientOf = (channel: NoticeChannel, { contactEmail, contactPhone }: Delivery): string => {
  if (channel === "popup") return "";
  return (channel === "email" ? contactEmail : contactPhone) ?? "";
};

async function note(
  ctx: JobContext,
  outboxId: number,
  due: readonly Delivery[],
  content: string,
  outcome: Noted,
): Promise<void> {
  const isSent = outcome.result === "sent";
  const reason = outcome.result === "sent" ? "" : outcome.reason;
  const isLast = ctx.attempt >= ctx.maximumAttempts;
  const mayRetry = outcome.result === "unknown" || (outcome.result === "retry" && !isLast);
  const rows = [...new Map(due.map((delivery) => [delivery.exception.id, delivery])).values()];
  const settled: OutboxStatus = outcome.result === "skipped" ? "skipped" : "failed";
  const [keeper] = rows;
  await transaction(ctx.db, async (tx) => {
    await insertNotices(
      tx,
      rows.map((delivery) => ({
        customerId: delivery.customerId,
        exceptionId: delivery.exception.id,
        outboxId,
        channel: delivery.channel,
        type: delivery.type,
        status: isSent ? ("sent" as const) : ("failed" as const),
        contactName: delivery.contactName,
        recipient: recipientOf(delivery.channel, delivery),
        // Once a try: the log reads it from there for all that it told of.
        content: delivery === keeper ? content : "",
        reason,
        attempt: delivery.attempts + 1,
      })),
    );
    await saveDeliveries(
      tx,
      due.map(({ id }) => id),
      {
        status: isSent ? "done" : mayRetry ? "pending" : settled,
        isAttempt: true,
        lastError: reason || null,
        now: ctx.now,
      },
    );
  });
}

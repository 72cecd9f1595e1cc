import "server-only";
import { transaction } from "@/db/client";
import type { NoticeChannel, OutboxStatus } from "@/db/enums";
import { isMailConfigured } from "@/lib/mail/mail";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { requeueAcknowledged } from "./delivery/acknowledged.service";
import { type DeliveryDecision, decideDelivery } from "./delivery/decision.rules";
import { attempt, type Outcome } from "./delivery/delivery.service";
import { type Composed, messageOf } from "./delivery/message.service";
import { findDutyPeople, insertPlanned } from "./delivery/plan.data";
import {
  BATCH_WINDOW_MS,
  DIGEST,
  deferringHours,
  dutyRecipients,
  HELD,
  nextDigestAt,
  type Planned,
} from "./delivery/plan.rules";
import { giveUp } from "./delivery/recovery.data";
import { findDown } from "./health/operations";
import {
  claimBatch,
  deferDeliveries,
  findDeliveries,
  freeDeliveries,
  insertNotices,
  noteSending,
  saveDeliveries,
} from "./notice.data";
import { DELIVER_NOTICE, type Delivery, DeliveryPayload } from "./notice.schema";

/** Cancelled customers are not notified; the log records the reason. */
const CANCELLED: Outcome = { result: "skipped", reason: "the customer is cancelled", fault: null };

/** `unknown`: the attempt was interrupted; it is repeated in any case. */
type Noted = Outcome | { result: "unknown"; reason: string; fault: null; recipient?: undefined };

const CUT_SHORT: Noted = {
  result: "unknown",
  reason: "the worker ended while it was sending; whether this arrived is not known",
  fault: null,
};

/**
 * Delivers one outbox row with all others that share its message, with one notice log row per attempt and exception.
 * Sent messages are never sent again. A crash between the acceptance by the mail server or gateway and its record may
 * repeat a message, under the same key (`docs/decisions/023-queue-and-faults.md`).
 */
export const deliverNotice = defineJob({
  ...DELIVER_NOTICE,
  payload: DeliveryPayload,
  run: ({ outboxId }, ctx) =>
    deliver(outboxId, ctx).catch(async (error: unknown) => {
      // Recorded rows are finalised by now. The others would be lost without a trace.
      if (ctx.attempt >= ctx.maximumAttempts) await giveUp(ctx.db, [outboxId], `it cannot be delivered: ${error}`);
      throw error;
    }),
});

async function deliver(outboxId: number, ctx: JobContext): Promise<void> {
  const until = new Date(ctx.now.getTime() + BATCH_WINDOW_MS);
  const claimed = await transaction(ctx.db, (tx) => claimBatch(tx, outboxId, until, ctx.jobId));
  const batch = await findDeliveries(ctx.db, claimed);
  if (batch[0]?.customer.isCancelled) return note(ctx, outboxId, batch, "", CANCELLED);
  if (batch[0]?.duty) return assignDuty(ctx, batch);
  const found = await decideBatch(ctx, outboxId, batch);
  const [first] = found;
  if (!first) return;
  const message = await messageOf(ctx, first, found).catch(async (error: unknown) => {
    await note(ctx, outboxId, found, "", {
      result: "retry",
      reason: `the message cannot be written: ${error}`,
      fault: null,
    });
    throw error;
  });
  const record = message.kept(message.text);
  const due = await noteCutShort(ctx, outboxId, found, record);
  const leader = due.find(({ id }) => id === outboxId) ?? first;
  const ids = due.map(({ id }) => id);
  const open = due.flatMap(({ exception }) => (exception.isAcknowledged ? [] : [exception.id]));
  // Acknowledged while the message was composed: the delivery is decided again.
  if (leader.channel !== "popup" && !(await noteSending(ctx.db, ids, open))) return deliver(outboxId, ctx);
  const outcome = recorded(await attempt(ctx.db, leader, message), message.kept);
  await note(ctx, outboxId, due, record, outcome);
  if (outcome.result === "retry") throw new Error(outcome.reason);
}

/** A server may quote the message in its refusal, so the reason is redacted. */
const recorded = (outcome: Outcome, kept: (text: string) => string): Outcome =>
  outcome.result === "sent" ? outcome : { ...outcome, reason: kept(outcome.reason) };

/** Logs an attempt whose result could not be recorded; the next attempt follows. */
async function noteCutShort(ctx: JobContext, outboxId: number, due: Delivery[], content: string): Promise<Delivery[]> {
  const cut = due.filter(({ isCutShort }) => isCutShort);
  if (cut.length === 0) return due;
  await note(ctx, outboxId, cut, content, CUT_SHORT);
  return due.map((one) => (one.isCutShort ? { ...one, attempts: one.attempts + 1 } : one));
}

/** The `gather` value of messages that quiet hours defer. A notice of an acknowledgement stays separate. */
const DEFERRED = { alarm: HELD, digest: DIGEST, acknowledged: null } as const;

/** Applies the delivery decision to each message. Returns those to be sent now by this job. */
async function decideBatch(ctx: JobContext, outboxId: number, batch: readonly Delivery[]): Promise<Delivery[]> {
  const now = ctx.now.getTime();
  const judged = batch.map((delivery) => ({ delivery, fate: decideDelivery(dueOf(delivery), now) }));
  const idsOf = (fate: DeliveryDecision["fate"]) =>
    judged.flatMap((one) => (one.fate.fate === fate ? [one.delivery.id] : []));
  const due = judged.flatMap(({ delivery, fate }) => (fate.fate === "send" ? [delivery] : []));
  if (due.length === batch.length) return due;
  const held = judged.flatMap(({ delivery: { id, type }, fate }) =>
    fate.fate === "hold" ? [{ id, until: fate.until, gather: DEFERRED[type] }] : [],
  );
  const digests = judged.flatMap(({ delivery, fate }) => (fate.fate === "digest" ? [delivery] : []));
  const leads = due.some(({ id }) => id === outboxId);
  await transaction(ctx.db, async (tx) => {
    await deferDeliveries(tx, held);
    for (const delivery of digests)
      await insertPlanned(tx, delivery.customerId, [digestOf(delivery, now)], DELIVER_NOTICE);
    const over = [...idsOf("skip"), ...idsOf("digest")];
    await saveDeliveries(tx, over, { status: "skipped", isAttempt: false, lastError: null, now: ctx.now });
    // A message has the key of the row whose job sends it. If that row drops out, another row's job sends it.
    if (!leads)
      await freeDeliveries(
        tx,
        due.map(({ id }) => id),
      );
  });
  return leads ? due : [];
}

/** For a message to who is on duty, in the words of the notice log (`features/exception/figures/timeline.rules.ts`). */
const NOBODY: Outcome = { result: "final", reason: "nobody in the group allows a channel of the plan", fault: null };
const NO_GROUP: Outcome = { result: "final", reason: "the contact group was deleted", fault: null };
const NOTHING_TO_SAY: Composed = { subject: "", text: "", html: "", kept: (text) => text };

/**
 * Determines who is on duty now and plans a message to each, due at once. Messages for the same group and cause that
 * were claimed together reach each person as one. Those that reach nobody fail, with the reason in the notice log.
 */
async function assignDuty(ctx: JobContext, batch: readonly Delivery[]): Promise<void> {
  const now = ctx.now.getTime();
  const due = batch.filter((delivery) => decideDelivery(dueOf(delivery), now).fate === "send");
  const stranded = await transaction(ctx.db, async (tx) => {
    const people = await findDutyPeople(tx, batch[0]?.duty?.groupId as number);
    const down = await findDown(tx);
    const stranded: Delivery[] = [];
    for (const delivery of due) {
      const { customerId, duty, channel, type, exception, isFollowUp, isAcknowledgedBefore, gather } = delivery;
      if (!duty || type === "acknowledged") continue;
      const { rowId, round, risenTo, ...target } = duty;
      const recipients = people ? dutyRecipients(target, channel, { ...people, down }, now) : [];
      const nobody = people ? recipients.find(({ contactId }) => contactId === null) : null;
      if (nobody !== undefined) {
        stranded.push({ ...delivery, bar: nobody?.bar ?? null, remark: nobody?.remark ?? null });
        continue;
      }
      const planned = recipients.map(
        (recipient): Planned => ({
          ...recipient,
          ...{ exceptionId: exception.id, rowId, round, type, isFollowUp, gather, dueAt: now },
          ...(risenTo && { risenTo }),
          ...(isAcknowledgedBefore && { isAcknowledgedBefore }),
        }),
      );
      await insertPlanned(tx, customerId, planned, DELIVER_NOTICE);
    }
    const isStranded = ({ id }: Delivery) => stranded.some((one) => one.id === id);
    const idsOf = (rows: readonly Delivery[]) => rows.map(({ id }) => id);
    const common = { isAttempt: false, lastError: null, now: ctx.now };
    const assigned = due.filter((one) => !isStranded(one));
    const over = batch.filter((one) => !due.includes(one));
    await saveDeliveries(tx, idsOf(assigned), { status: "done", ...common });
    await saveDeliveries(tx, idsOf(over), { status: "skipped", ...common });
    return stranded;
  });
  for (const delivery of stranded) await note(ctx, delivery.id, [delivery], "", await outcomeOfNobody(ctx, delivery));
}

/** Why a message to who is on duty reaches nobody. `attempt` gives the reason if the customer disabled a channel. */
async function outcomeOfNobody({ db }: JobContext, delivery: Delivery): Promise<Outcome> {
  if (delivery.bar === null) return NO_GROUP;
  return delivery.bar === "nobody" ? NOBODY : attempt(db, delivery, NOTHING_TO_SAY);
}

const dueOf = (delivery: Delivery) => ({
  ...delivery,
  quietHours: deferringHours(delivery.remark, delivery.quietHours),
  severity: delivery.exception.severity,
  isAcknowledged: delivery.exception.isAcknowledged && !delivery.isAcknowledgedBefore,
  isEnded: delivery.exception.endedAt !== null,
  isWithdrawn: delivery.exception.isWithdrawn,
  isMailable:
    isMailConfigured() &&
    delivery.contactChannels.includes("email") &&
    Boolean(delivery.contactEmail) &&
    delivery.customer.notifyByEmail,
  timeZone: delivery.customer.timeZone,
});

/** The digest entry that replaces a message whose exception is over or acknowledged after quiet hours. */
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
  if (channel === "popup" || channel === "push") return "";
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
        recipient: outcome.recipient ?? recipientOf(delivery.channel, delivery),
        // Stored once per attempt; the log reads it from there for all its exceptions.
        content: delivery === keeper ? content : "",
        reason,
        fault: outcome.result === "sent" ? null : outcome.fault,
        remark: delivery.remark,
        attempt: delivery.attempts + 1,
      })),
    );
    if (isSent)
      await requeueAcknowledged(
        tx,
        due.filter(({ type }) => type === "alarm").map(({ exception }) => exception.id),
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

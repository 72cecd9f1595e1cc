import "server-only";
import { createTranslator } from "use-intl/core";
import { transaction } from "@/db/client";
import { env } from "@/lib/env/env";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { liveBus } from "@/lib/live/live";
import { isMailConfigured, sendMail } from "@/lib/mail/mail";
import { defineJob, type JobContext } from "@/lib/queue/define-job";
import { type Delivery, findDelivery, insertNotice, saveDelivery } from "./data";
import { composeAlarm, isStillDue, limitOf, type Translate } from "./rules";
import { DELIVER_NOTICE, DeliveryPayload, type PopupDto } from "./schema";

/** `retry`: this try failed and another may help; `final`: it failed and none will. */
type Outcome = { result: "sent" } | { result: "retry" | "final" | "skipped"; reason: string };

/** Nobody works for a customer that is cancelled: it is told of nothing, and the log says why. */
const CANCELLED: Outcome = { result: "skipped", reason: "the customer is cancelled" };

/**
 * Delivers one outbox row, with one notice log row for the attempt. What was sent is never sent again; a crash between
 * the mail server's yes and our note may repeat a message, under the same Message-ID.
 */
export const deliverNotice = defineJob({
  ...DELIVER_NOTICE,
  payload: DeliveryPayload,
  async run({ outboxId }, ctx) {
    const delivery = await findDelivery(ctx.db, outboxId);
    if (delivery?.status !== "pending") return;
    if (delivery.isCustomerCancelled) return note(ctx, delivery, "", CANCELLED);
    const { exception } = delivery;
    const isEnded = exception.endedAt !== null;
    if (!isStillDue({ ...delivery, ...exception, isEnded })) {
      await saveDelivery(ctx.db, outboxId, {
        status: "skipped",
        attempts: delivery.attempts,
        lastError: null,
        now: ctx.now,
      });
      return;
    }
    const message = await messageOf(delivery);
    const outcome = await attempt(delivery, message);
    await note(ctx, delivery, message.text, outcome);
    if (outcome.result === "retry") throw new Error(outcome.reason);
  },
});

type Message = { subject: string; text: string; html: string };

async function messageOf({ exception, contactLocale, contactName }: Delivery): Promise<Message> {
  const locale = toLocale(contactLocale) ?? DEFAULT_LOCALE;
  const t = createTranslator({
    locale,
    messages: await loadMessages(locale),
    namespace: "notice",
  }) as unknown as Translate;
  const { subject, lines } = composeAlarm(exception, t, locale);
  const address = `${env().PUBLIC_URL ?? `http://localhost:${env().PORT}`}/${locale}/abnormal/dataex?id=${exception.id}`;
  const text = [...(contactName ? [contactName, ""] : []), ...lines, "", address].join("\n");
  const html = `<p>${lines.map(escapeHtml).join("<br>")}</p><p><a href="${escapeHtml(address)}">${escapeHtml(t("open"))}</a></p>`;
  return { subject, text, html };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

async function attempt(delivery: Delivery, message: Message): Promise<Outcome> {
  if (delivery.channel !== "popup" && delivery.contactId === null)
    return { result: "final", reason: "nobody in the group at this level may be told by this channel" };
  switch (delivery.channel) {
    case "popup":
      await liveBus().publish([
        {
          type: "notice",
          customerId: delivery.customerId,
          carrierId: delivery.exception.carrierId,
          data: popupOf(delivery),
        },
      ]);
      return { result: "sent" };
    case "email":
      return mail(delivery, message);
    default:
      return { result: "final", reason: `the channel ${delivery.channel} is not configured` };
  }
}

async function mail({ contactEmail, idempotencyKey }: Delivery, message: Message): Promise<Outcome> {
  if (!contactEmail) return { result: "final", reason: "the contact has no e-mail address" };
  if (!isMailConfigured()) return { result: "final", reason: "the channel email is not configured (SMTP_URL)" };
  try {
    await sendMail({ ...message, to: contactEmail, id: idempotencyKey.replaceAll(":", ".") });
    return { result: "sent" };
  } catch (error) {
    return { result: "retry", reason: error instanceof Error ? error.message : String(error) };
  }
}

function popupOf({ exception }: Delivery): PopupDto {
  const { id, severity, kind, carrierName, measure, side, peak, startedAt } = exception;
  return {
    exceptionId: id,
    severity,
    kind,
    carrierName,
    measure,
    side,
    value: peak,
    limit: limitOf(exception),
    startedAt,
  };
}

async function note(ctx: JobContext, delivery: Delivery, content: string, outcome: Outcome): Promise<void> {
  const attempts = delivery.attempts + 1;
  const isSent = outcome.result === "sent";
  const reason = outcome.result === "sent" ? "" : outcome.reason;
  const mayRetry = outcome.result === "retry" && ctx.attempt < ctx.maximumAttempts;
  await transaction(ctx.db, async (tx) => {
    await insertNotice(tx, {
      customerId: delivery.customerId,
      exceptionId: delivery.exception.id,
      outboxId: delivery.id,
      channel: delivery.channel,
      status: isSent ? "sent" : "failed",
      contactName: delivery.contactName,
      recipient: delivery.channel === "email" ? (delivery.contactEmail ?? "") : "",
      content,
      reason,
      attempt: attempts,
    });
    const isSkipped = outcome.result === "skipped";
    const status = isSent ? "done" : mayRetry ? "pending" : isSkipped ? "skipped" : "failed";
    await saveDelivery(tx, delivery.id, { status, attempts, lastError: reason || null, now: ctx.now });
  });
}

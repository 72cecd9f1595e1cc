import "server-only";
import { limitOf } from "@/features/exception/phrase/rules";
import { liveBus } from "@/lib/live/live";
import { isMailConfigured, sendMail } from "@/lib/mail/mail";
import { sendText } from "../channel/operations";
import { ChannelError } from "../channel/rules";
import type { Message } from "../message/rules";
import { type Bar, barOf } from "../plan/rules";
import type { Delivery, PopupDto } from "../schema";

/** `retry`: this try failed and another may help; `final`: it failed and none will. */
export type Outcome = { result: "sent" } | { result: "retry" | "final" | "skipped"; reason: string };

const BARS: Record<Bar, string> = {
  nobody: "nobody in the group at this level may be told by this channel",
  emailOff: "the customer has its notices by e-mail switched off",
  smsOff: "the customer has its notices by SMS switched off",
};

/** Why a message is not tried at all. */
function barOfDelivery({ channel, contactId, contactChannels, bar, customer }: Delivery): string | null {
  const off = barOf(channel, customer);
  if (off) return BARS[off];
  if (channel === "popup") return null;
  if (contactId === null) return BARS[bar ?? "nobody"];
  // Since it was planned, as for a repeat of half an hour later.
  return contactChannels.includes(channel) ? null : "the contact has this channel switched off";
}

/** Sends a message by its channel, in the name of the planned message that leads it. */
export async function attempt(delivery: Delivery, message: Message): Promise<Outcome> {
  const reason = barOfDelivery(delivery);
  if (reason) return { result: "final", reason };
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
      return text(delivery, delivery.channel, message);
  }
}

async function mail({ contactEmail, idempotencyKey }: Delivery, message: Message): Promise<Outcome> {
  if (!contactEmail) return { result: "final", reason: "the contact has no e-mail address" };
  if (!isMailConfigured()) return { result: "final", reason: "the channel email is not configured (SMTP_URL)" };
  try {
    await sendMail({ ...message, to: contactEmail, id: idempotencyKey.replaceAll(":", ".") });
    return { result: "sent" };
  } catch (error) {
    return { result: "retry", reason: reasonOf(error) };
  }
}

async function text(delivery: Delivery, channel: "sms" | "voice", message: Message): Promise<Outcome> {
  try {
    await sendText(channel, delivery.contactPhone ?? "", message.text, delivery.idempotencyKey);
    return { result: "sent" };
  } catch (error) {
    return { result: error instanceof ChannelError && error.isFinal ? "final" : "retry", reason: reasonOf(error) };
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function popupOf({ exception }: Delivery): PopupDto {
  const { id, severity, kind, carrierName, measure, side, peak, exposure, forecast, startedAt } = exception;
  return {
    exceptionId: id,
    severity,
    kind,
    carrierName,
    measure,
    side,
    value: peak,
    limit: limitOf(exception),
    exposure,
    forecast,
    startedAt,
  };
}

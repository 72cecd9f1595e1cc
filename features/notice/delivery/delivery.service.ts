import "server-only";
import { limitOf } from "@/features/exception/phrase.rules";
import { liveBus } from "@/lib/live/live";
import type { Db } from "@/lib/operation/context";
import type { Delivery, PopupDto } from "../notice.schema";
import { sendPush } from "../push/send.service";
import type { Transmission } from "./channel.rules";
import { transmit } from "./channel.service";
import type { Composed } from "./message.service";
import { type Bar, barOf } from "./plan.rules";

/**
 * `retry`: this attempt failed and another may succeed; `final`: it failed for good. `recipient` is the address for the
 * notice log if it differs from the contact's own.
 */
export type Outcome = (Transmission | { result: "skipped"; reason: string; fault: null }) & { recipient?: string };

const BARS: Record<Bar, string> = {
  nobody: "nobody in the group at this level may be told by this channel",
  emailOff: "the customer has its notices by e-mail switched off",
  smsOff: "the customer has its notices by SMS switched off",
};

/** The reason for which a message is not attempted, or null. */
function barOfDelivery({ channel, contactId, contactChannels, bar, customer }: Delivery): string | null {
  const off = barOf(channel, customer);
  if (off) return BARS[off];
  if (channel === "popup") return null;
  if (contactId === null) return BARS[bar ?? "nobody"];
  // Checked again because the contact may have changed it since planning, e.g. before a repeat half an hour later.
  return contactChannels.includes(channel) ? null : "the contact has this channel switched off";
}

/** Sends a message by its channel, on behalf of the planned message that leads the batch. */
export async function attempt(db: Db, delivery: Delivery, message: Composed): Promise<Outcome> {
  const reason = barOfDelivery(delivery);
  if (reason) return { result: "final", reason, fault: null };
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
    case "push":
      return push(db, delivery, message);
    default: {
      const to = (delivery.channel === "email" ? delivery.contactEmail : delivery.contactPhone) ?? "";
      return transmit(delivery.channel, to, message, delivery.idempotencyKey);
    }
  }
}

async function push(db: Db, { contactId }: Delivery, { push: payload }: Composed): Promise<Outcome> {
  if (contactId === null || !payload) return { result: "final", reason: BARS.nobody, fault: null };
  return sendPush(db, { contactId }, payload, new Date());
}

function popupOf({ customerId, exception }: Delivery): PopupDto {
  const { id, severity, kind, carrierName, measure, side, peak, exposure, forecast, crossing, startedAt } = exception;
  const { device, deviceName: name, sceneId, pace = null } = exception;
  return {
    exceptionId: id,
    customerId,
    severity,
    kind,
    carrierName,
    device: { ...device, name },
    sceneId,
    measure,
    side,
    value: peak,
    limit: limitOf(exception),
    exposure,
    crossing,
    pace,
    forecast,
    startedAt,
  };
}

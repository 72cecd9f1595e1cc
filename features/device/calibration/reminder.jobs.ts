import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { transaction } from "@/db/client";
import { transmit } from "@/features/notice/delivery/channel.service";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { publicAddress } from "@/lib/mail/public-address";
import { defineJob } from "@/lib/queue/define-job";
import { findReminder, logReminder, planReminders, type Reminder, saveReminder } from "./reminder.data";
import { composeReminder, type Translate } from "./reminder.rules";
import { DELIVER_REMINDER, ReminderPayload } from "./reminder.schema";

/** Plans the reminders of calibrations whose reminder date is reached at their customer. */
export const remindOfCalibrations = defineJob({
  name: "calibration.remind",
  payload: z.object({}),
  everySeconds: 300,
  run: async (_payload, ctx) => {
    await transaction(ctx.db, (tx) => planReminders(tx, ctx.now, DELIVER_REMINDER));
  },
});

/** Sends one reminder and writes a notice log row for the attempt. A reminder that was sent is not sent again. */
export const deliverReminder = defineJob({
  ...DELIVER_REMINDER,
  payload: ReminderPayload,
  async run({ outboxId }, ctx) {
    const reminder = await findReminder(ctx.db, outboxId);
    if (reminder?.status !== "pending") return;
    const { attempts } = reminder;
    if (reminder.ending.length === 0)
      return saveReminder(ctx.db, outboxId, { status: "skipped", attempts, lastError: null, now: ctx.now });
    const message = await messageOf(reminder);
    const outcome = await transmit("email", reminder.email ?? "", message, reminder.idempotencyKey);
    const { reason, fault } = outcome.result === "sent" ? { reason: "", fault: null } : outcome;
    const mayRetry = outcome.result === "retry";
    const isLast = !mayRetry || ctx.attempt >= ctx.maximumAttempts;
    await transaction(ctx.db, async (tx) => {
      await logReminder(tx, reminder, { content: message.text, reason, fault, attempt: attempts + 1 });
      const status = reason === "" ? "done" : isLast ? "failed" : "pending";
      await saveReminder(tx, outboxId, { status, attempts: attempts + 1, lastError: reason || null, now: ctx.now });
    });
    if (reason !== "" && mayRetry) throw new Error(reason);
  },
});

type Message = { subject: string; text: string; html: string };

async function messageOf({ customerName, contactName, locale: wanted, ending }: Reminder): Promise<Message> {
  const locale = toLocale(wanted) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "calibration" }) as unknown as Translate;
  const { subject, lines } = composeReminder(customerName, ending, t);
  const address = publicAddress(`/${locale}/device/sensor`);
  const text = [contactName, "", ...lines, ...(address ? ["", address] : [])].join("\n");
  const link = address ? `<p><a href="${escapeHtml(address)}">${escapeHtml(t("mail.open"))}</a></p>` : "";
  const html = `<p>${lines.map(escapeHtml).join("<br>")}</p>${link}`;
  return { subject, text, html };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

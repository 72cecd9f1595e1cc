import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { transaction } from "@/db/client";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { isMailConfigured, sendMail } from "@/lib/mail/mail";
import { publicAddress } from "@/lib/mail/public-address";
import { defineJob } from "@/lib/queue/define-job";
import { findReminder, logReminder, planReminders, type Reminder, saveReminder } from "./data";
import { composeReminder, type Translate } from "./rules";
import { DELIVER_REMINDER, ReminderPayload } from "./schema";

/** Plans the reminders of calibrations whose day has come at their customer. */
export const remindOfCalibrations = defineJob({
  name: "calibration.remind",
  payload: z.object({}),
  everySeconds: 300,
  run: async (_payload, ctx) => {
    await transaction(ctx.db, (tx) => planReminders(tx, ctx.now, DELIVER_REMINDER));
  },
});

/** Sends one reminder, with one row of the notice log for the attempt. What was sent is not sent again. */
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
    const { reason, mayRetry } = await attempt(reminder, message);
    const isLast = !mayRetry || ctx.attempt >= ctx.maximumAttempts;
    await transaction(ctx.db, async (tx) => {
      await logReminder(tx, reminder, { content: message.text, reason, attempt: attempts + 1 });
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

async function attempt(
  { email, idempotencyKey }: Reminder,
  message: Message,
): Promise<{ reason: string; mayRetry: boolean }> {
  if (!email) return { reason: "the contact has no e-mail address any more", mayRetry: false };
  if (!isMailConfigured()) return { reason: "the channel email is not configured (SMTP_URL)", mayRetry: false };
  try {
    await sendMail({ ...message, to: email, id: idempotencyKey.replaceAll(":", ".") });
    return { reason: "", mayRetry: false };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error), mayRetry: true };
  }
}

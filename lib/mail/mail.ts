import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { createTransport, type Transporter } from "nodemailer";
import { env } from "@/lib/env/env";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Lets the receiver recognise a repeated delivery. */
  id: string;
  attachments?: readonly Attachment[];
};
export type Attachment = { filename: string; content: Buffer; contentType: string };

/** Timeout of silence at any point of the SMTP session. */
const SILENCE_MS = 10_000;
/** Timeout of the whole session, against a server that sends a line every few seconds. */
const PATIENCE_MS = 30_000;
/** Attachments may take longer: so many bytes each second at least. */
const SLOWEST_BYTES = 50_000;

let transport: { url: string; transporter: Transporter } | undefined;

/** Whether an SMTP server is configured. */
export const isMailConfigured = (): boolean => env().SMTP_URL !== undefined;

/**
 * Sends a mail by the SMTP server of `SMTP_URL`. Resolves once the server has accepted it; throws with the server's
 * reply otherwise, or after 10 s of silence or 30 s in all, more for attachments. In that case the server may have accepted it nevertheless.
 */
export async function sendMail({ id, attachments = [], ...mail }: Mail): Promise<void> {
  const url = env().SMTP_URL;
  if (!url) throw new Error("SMTP_URL is not set");
  if (transport?.url !== url) {
    const timeouts = {
      dnsTimeout: SILENCE_MS,
      connectionTimeout: SILENCE_MS,
      greetingTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
    };
    transport = { url, transporter: createTransport({ url, ...timeouts }) };
  }
  const sending = transport.transporter.sendMail({
    from: env().SMTP_FROM,
    messageId: `<${id}@frostline>`,
    ...mail,
    attachments: [...attachments],
  });
  const late = new AbortController();
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  const patienceMs = PATIENCE_MS + Math.ceil(bytes / SLOWEST_BYTES) * 1000;
  const lateness = pause(patienceMs, undefined, { signal: late.signal }).then(() => {
    throw new Error(`the mail server has not taken the mail within ${patienceMs / 1000} s`);
  });
  lateness.catch(() => {});
  await Promise.race([sending, lateness]).finally(() => late.abort());
}

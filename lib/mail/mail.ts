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
};

/** Timeout of silence at any point of the SMTP session. */
const SILENCE_MS = 10_000;
/** Timeout of the whole session, against a server that sends a line every few seconds. */
const PATIENCE_MS = 30_000;

let transport: { url: string; transporter: Transporter } | undefined;

/** Whether an SMTP server is configured. */
export const isMailConfigured = (): boolean => env().SMTP_URL !== undefined;

/**
 * Sends a mail by the SMTP server of `SMTP_URL`. Resolves once the server has accepted it; throws with the server's
 * reply otherwise, or after 10 s of silence or 30 s in all. In that case the server may have accepted it nevertheless.
 */
export async function sendMail({ id, ...mail }: Mail): Promise<void> {
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
  const sending = transport.transporter.sendMail({ from: env().SMTP_FROM, messageId: `<${id}@frostline>`, ...mail });
  const late = new AbortController();
  const lateness = pause(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`the mail server has not taken the mail within ${PATIENCE_MS / 1000} s`);
  });
  lateness.catch(() => {});
  await Promise.race([sending, lateness]).finally(() => late.abort());
}

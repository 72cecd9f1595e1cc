import "server-only";
import { createTransport, type Transporter } from "nodemailer";
import { env } from "@/lib/env/env";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string /** Makes a repeated delivery recognisable to the receiver. */;
  id: string;
};

const TIMEOUT_MS = 10_000;

let transport: { url: string; transporter: Transporter } | undefined;

/** Whether mail can be sent at all. */
export const isMailConfigured = (): boolean => env().SMTP_URL !== undefined;

/**
 * Hands a mail to the SMTP server of `SMTP_URL`. Resolves once the server has taken it; throws with the server's words
 * otherwise, or after 10 s without an answer.
 */
export async function sendMail({ id, ...mail }: Mail): Promise<void> {
  const url = env().SMTP_URL;
  if (!url) throw new Error("SMTP_URL is not set");
  if (transport?.url !== url) {
    const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    transport = { url, transporter: createTransport({ url, ...timeouts }) };
  }
  await transport.transporter.sendMail({ from: env().SMTP_FROM, messageId: `<${id}@frostline>`, ...mail });
}

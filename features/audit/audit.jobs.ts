import "server-only";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { type Db, transaction } from "@/db/client";
import {
  findFormerRecipient,
  findRecipient,
  findRecipientLocale,
  PUBLISHED,
  readUnpublishedHeads,
} from "@/lib/audit/published-heads";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import { log } from "@/lib/log/log";
import { isMailConfigured, sendMail } from "@/lib/mail/mail";
import { defineJob } from "@/lib/queue/define-job";

type Translate = (key: string, values?: Record<string, string>) => string;

async function texts(db: Db): Promise<Translate> {
  const locale = toLocale(await findRecipientLocale(db)) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "audit.published" as never });
  return t as unknown as Translate;
}

/** Whether the mail server refused permanently, e.g. an unknown address. */
const isRefused = (error: unknown): boolean => ((error as { responseCode?: number }).responseCode ?? 0) >= 500;

async function tell(db: Db, former: string, keeper: string, now: Date): Promise<void> {
  const t = await texts(db);
  const [text, html] = [keeper, escaped(keeper)].map((address) => t("changedText", { keeper: address || "–" }));
  const id = `audit-keeper.${now.getTime()}`;
  await sendMail({ to: former, subject: t("changedSubject"), text: text as string, html: `<p>${html}</p>`, id });
}

/**
 * Notifies the former address that another one receives the chain heads from now on, so that the recipient cannot be
 * changed unnoticed. Retried while the mail server is not available.
 */
async function notifyFormerRecipient(db: Db, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const change = await findFormerRecipient(tx, now);
    if (!change) return;
    const { former, keeper, done } = change;
    log.warn({ former, keeper }, "audit: the address that gets the chain ends was changed");
    if (former !== "" && isMailConfigured())
      await tell(tx, former, keeper, now).catch((err: unknown) => {
        if (!isRefused(err)) throw err;
        log.error({ err }, "audit: the former address of the chain ends takes no mail");
      });
    await done();
  }).catch((err: unknown) => log.error({ err }, "audit: the former address of the chain ends could not be told"));
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);

/**
 * Publishes the signed heads of all audit chains once a day, in the log and by mail. An attacker with write access to
 * the database can change neither. If the mail is not accepted, the job is retried.
 */
export const publishHeads = defineJob({
  name: "audit.publishHeads",
  payload: z.object({}),
  everySeconds: 3600,
  async run(_payload, { db, now }) {
    await notifyFormerRecipient(db, now);
    await transaction(db, async (tx) => {
      const lines = await readUnpublishedHeads(tx, now);
      for (const line of lines) log.info(line, PUBLISHED);
      const broken = lines.flatMap(({ heads }) => heads.filter(({ isBroken }) => isBroken));
      if (broken.length > 0) log.error({ broken }, "audit: chain ends that are not the ones written last");
      const keeper = lines.length > 0 ? await findRecipient(tx) : undefined;
      if (keeper === undefined) return;
      if (!isMailConfigured()) return log.warn("audit: the chain ends are not mailed, SMTP_URL is not set");
      const t = await texts(tx);
      const day = now.toISOString().slice(0, 10);
      const record = lines.map((line) => JSON.stringify({ msg: PUBLISHED, ...line })).join("\n");
      const html = `<p>${t("text")}</p><pre>${record}</pre>`;
      const id = `audit-heads.${day}`;
      await sendMail({ to: keeper, subject: t("subject", { day }), text: `${t("text")}\n\n${record}`, html, id });
    });
  },
});

import type { ExportRunFailure } from "@/db/file-enums";
import { escapeHtml, type Message } from "@/features/notice/delivery/message.rules";
import { formatStamp } from "@/lib/datetime/format";

/** Looks up a text of the `exportTask.mail` messages. */
export type MailWords = (key: string, values?: Record<string, string | number>) => string;

export type MailFacts = {
  name: string;
  customerName: string;
  /** Epoch ms; null: the present state. */
  range: { from: number; to: number } | null;
  timeZone: string;
  /** Null of a report. */
  rows: number | null;
  fileName: string;
};

/** The days of a range, such as `2026-11-13 – 2026-11-19 (Asia/Shanghai)`. */
export function rangeText({ from, to }: { from: number; to: number }, timeZone: string): string {
  const day = (at: number) => formatStamp(new Date(at), { timeZone }).slice(0, 10);
  const [first, last] = [day(from), day(to - 1)];
  return `${first === last ? first : `${first} – ${last}`} (${timeZone})`;
}

const asMessage = (subject: string, lines: readonly string[], link?: { text: string; address: string }): Message => ({
  subject,
  text: [...lines, ...(link ? ["", link.address] : [])].join("\n"),
  html:
    `<p>${lines.map(escapeHtml).join("<br>")}</p>` +
    (link ? `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.text)}</a></p>` : ""),
});

/** The mail with a file attached, or with the link to it and its expiry. */
export function fileMail(facts: MailFacts, t: MailWords, link?: { address: string; expiresAt: Date }): Message {
  const { name, customerName, range, timeZone, rows, fileName } = facts;
  const lines = [
    t("intro", { name, customer: customerName }),
    ...(range ? [t("period", { period: rangeText(range, timeZone) })] : []),
    ...(rows === null ? [] : [rows === 0 ? t("noRows") : t("rows", { count: rows })]),
    link
      ? t("linked", { file: fileName, at: formatStamp(link.expiresAt, { timeZone }).slice(0, 16), zone: timeZone })
      : t("attached", { file: fileName }),
  ];
  return asMessage(t("subject", { name }), lines, link && { text: t("open"), address: link.address });
}

/** The mail that tells the owner why a run failed. */
export function failureMail(
  { name, customerName, range, timeZone }: MailFacts,
  reason: string,
  t: MailWords,
  address: string | null,
): Message {
  const lines = [
    t("failed", { name, customer: customerName }),
    ...(range ? [t("period", { period: rangeText(range, timeZone) })] : []),
    t("reason", { reason }),
  ];
  return asMessage(t("failedSubject", { name }), lines, address ? { text: t("openTasks"), address } : undefined);
}

/** Failures of which the owner is told by mail: those that they can do something about. */
export const isTold = (failure: ExportRunFailure): boolean =>
  failure !== "ownerEnded" && failure !== "cancelled" && failure !== "missed";

import "server-only";
import { createTranslator } from "use-intl/core";
import { timeZoneOf } from "@/lib/auth/time-zone";
import type { RawReply } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { csvReply, stampIn } from "./csv";

/** Looks a text up in the reader's language. */
export type Look = ((key: string, values?: Record<string, string>) => string) & { has: (key: string) => boolean };

type CsvTable<Column extends string, Row> = {
  /** Of the messages. */
  namespace: string;
  columns: readonly Column[];
  /** Under which key of the namespace the columns' names stand. */
  headers: string;
  rows: readonly Row[];
  /** The cells of a row; `stamp` writes an instant on the reader's clock. */
  cells: (row: Row, look: Look, stamp: (at: string) => string) => Record<Column, string>;
};

/** A list as a CSV file in the reader's language and on his clock. */
export async function csvTable<Column extends string, Row>(
  ctx: OperationContext,
  { namespace, columns, headers, rows, cells }: CsvTable<Column, Row>,
): Promise<RawReply> {
  const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
  const messages = await loadMessages(locale);
  const look = createTranslator({ locale, messages, namespace: namespace as never }) as unknown as Look;
  const zone = await timeZoneOf(ctx);
  const stamp = (at: string) => stampIn(new Date(at), zone);
  const lines = rows.map((row) => {
    const named = cells(row, look, stamp);
    return columns.map((column) => named[column]);
  });
  return csvReply([columns.map((column) => look(`${headers}.${column}`)), ...lines], ctx.now, zone);
}

import "server-only";
import { createTranslator } from "use-intl/core";
import { timeZoneOf } from "@/lib/auth/time-zone";
import type { RawReply } from "@/lib/http/reply";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, toLocale } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import { csvReply, stampIn } from "./csv";

/** Looks up a message in the user's locale. */
export type Look = ((key: string, values?: Record<string, string>) => string) & { has: (key: string) => boolean };

type CsvTable<Column extends string, Row> = {
  /** Namespace of the messages. */
  namespace: string;
  columns: readonly Column[];
  /** The key in the namespace that contains the column headers. */
  headers: string;
  rows: readonly Row[];
  /** The cells of a row; `stamp` formats an instant in the user's zone. */
  cells: (row: Row, look: Look, stamp: (at: string) => string) => Record<Column, string>;
};

/** Exports a list as a CSV file in the user's locale and zone. */
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

import "server-only";
import { createTranslator } from "use-intl/core";
import type { z } from "zod";
import { customerValueLocales } from "@/lib/auth/customer-units";
import type { Permission } from "@/lib/auth/permissions";
import { timeZoneOf } from "@/lib/auth/time-zone";
import { dayKey } from "@/lib/datetime/zone";
import { loadMessages } from "@/lib/i18n/load-messages";
import { DEFAULT_LOCALE, type Locale, toLocale } from "@/lib/i18n/routing";
import { type OperationContext, workingCustomer } from "@/lib/operation/context";
import { stampIn } from "@/lib/spreadsheet/csv";
import { unitOf } from "@/lib/units/format";
import type { ValueLocale } from "@/lib/units/value-locale";
import { defineExport, type Export, type ExportCell, type ExportColumn } from "./define-export";

/** Rows per query. */
const BATCH_ROWS = 500;
/** The platform, in whose log it is if the actor works for no customer. */
const PLATFORM_CUSTOMER = 1;

/** Looks up a message in the user's locale. */
export type Look = ((key: string, values?: Record<string, string | number>) => string) & {
  has: (key: string) => boolean;
};

/** What the texts of a file need: locale, zone, messages, and instants in the zone. */
export type ExportWords = {
  locale: Locale;
  /** For values of the row in hand, in the unit of its customer; of a header, of the customer that the actor works for. */
  values: ValueLocale;
  /** For a column whose heading names the unit: that of the heading, whatever the row. */
  head: ValueLocale;
  /** The same by customer. */
  valuesOf: (customerId: number) => ValueLocale;
  timeZone: string;
  look: (namespace: string) => Look;
  stamp: (at: string | number | null) => string | null;
};

export async function exportWords(ctx: OperationContext): Promise<ExportWords> {
  const locale = toLocale(ctx.locale) ?? DEFAULT_LOCALE;
  const [messages, timeZone, valuesOf] = await Promise.all([
    loadMessages(locale),
    timeZoneOf(ctx),
    customerValueLocales(ctx.db, ctx.scope, locale),
  ]);
  const { customerIds } = ctx.scope;
  const [only, ...others] = customerIds === "all" ? [] : customerIds;
  // A scheduled export of one customer may be that of a platform account.
  const home = valuesOf(only !== undefined && others.length === 0 ? only : exportCustomer(ctx));
  return {
    locale,
    values: home,
    head: home,
    valuesOf,
    timeZone,
    look: (namespace) => createTranslator({ locale, messages, namespace: namespace as never }) as unknown as Look,
    stamp: (at) => (at === null ? null : stampIn(new Date(at), timeZone)),
  };
}

/** Title and file name of a kind, in the user's language. */
export const titleOf = ({ look }: ExportWords, kind: string): { title: string; fileStem: string } => {
  const title = look("download.kind")(kind);
  return { title, fileStem: title };
};

/** Days of a range in the zone, as `2026-11-01 2026-11-07`; one day if it is within one, empty without a range. */
function daysOf({ from, to }: { from?: unknown; to?: unknown }, timeZone: string): string {
  const days = [from, to].flatMap((end) => {
    const at = new Date(end as string | number | Date);
    return end === undefined || Number.isNaN(at.getTime()) ? [] : [dayKey(at, timeZone)];
  });
  return [...new Set(days)].join(" ");
}

/** What a list's file holds: its title, what it is about, the text that was searched for, and the days. */
export const stemOf = (title: string, about: string | null, query: object, timeZone: string): string => {
  const { q } = query as { q?: string };
  return [title, about, q, daysOf(query, timeZone)].filter(Boolean).join(" ");
};

export const exportCustomer = (ctx: OperationContext): number => workingCustomer(ctx) ?? PLATFORM_CUSTOMER;

/** Of a log: without the rows that come while it is read, which would shift those behind them. */
export const until = <Q extends { to?: string | undefined }>({ now }: OperationContext, query: Q): Q => ({
  ...query,
  to: query.to ?? now.toISOString(),
});

type Paged = { iDisplayStart: number; iDisplayLength: number };

type ListExport<S extends z.ZodType, Column extends string, Row> = {
  kind: string;
  permission: Permission;
  input: S & z.ZodType<Paged>;
  /** The columns in order, with their widths. */
  columns: Readonly<Record<Column, number>>;
  /** Namespace and group of the messages with the column headers. */
  headers: string;
  /** A page of the list. The total may be bounded. */
  page: (ctx: OperationContext, query: z.output<S>) => Promise<{ items: readonly Row[]; total: number }>;
  cells: (row: Row, words: ExportWords) => Record<Column, ExportCell>;
  /** The kind of rows that the criteria choose, for the file's name. */
  about?: (query: z.output<S>, words: ExportWords) => string | null;
};

/** The export of a list: the rows that match its criteria, in its order, all pages of them. */
export function listExport<S extends z.ZodType, Column extends string, Row>(
  list: ListExport<S, Column, Row>,
): Export<S> {
  const { kind, permission, input, page, cells } = list;
  const names = Object.keys(list.columns) as Column[];
  return defineExport<S>({
    kind,
    permission,
    input,
    async open(ctx, query) {
      const words = await exportWords(ctx);
      const header = words.look(list.headers);
      const unit = unitOf("temperature", words.values);
      const columns = names.map((name): ExportColumn => ({ title: header(name, { unit }), width: list.columns[name] }));
      const at = (start: number, length: number) =>
        page(ctx, { ...(query as object), iDisplayStart: start, iDisplayLength: length } as z.output<S>);
      const { total } = await at(0, 1);
      const batches = async function* (): AsyncGenerator<ExportCell[][]> {
        for (let start = 0; ; start += BATCH_ROWS) {
          const { items } = await at(start, BATCH_ROWS);
          const rows = items.map((row) => {
            const { customerId } = row as { customerId?: number };
            const own = customerId === undefined ? words : { ...words, values: words.valuesOf(customerId) };
            const named = cells(row, own);
            return names.map((name) => named[name]);
          });
          if (rows.length > 0) yield rows;
          if (items.length < BATCH_ROWS) return;
        }
      };
      const { timeZone } = words;
      const { title } = titleOf(words, kind);
      const fileStem = stemOf(title, list.about?.(query, words) ?? null, query as object, timeZone);
      return { title, fileStem, customerId: exportCustomer(ctx), timeZone, total, columns, batches: batches() };
    },
  });
}

import type { PrintDocument, PrintPage } from "@/db/print-enums";
import { breakLines, factLines, tableLines } from "@/lib/escpos/layout";
import type { TicketLine } from "@/lib/escpos/ticket";

/** Signs of values beside their range. */
export const MARKS = { above: "▲", below: "▼" } as const;
/** Their like in the character sets of ticket printers. */
const PLAIN_MARKS: readonly (readonly [string, string])[] = [
  [MARKS.above, "^"],
  [MARKS.below, "v"],
  ["–", "-"],
];

const plain = (text: string): string => PLAIN_MARKS.reduce((shown, [mark, sign]) => shown.replaceAll(mark, sign), text);

/** A document as a ticket of so many columns: a cut after each page. */
export const ticketLines = (document: PrintDocument, columns: number): TicketLine[] =>
  document.pages.flatMap((page) => pageLines(document, page, columns));

function pageLines({ title, customer, made }: PrintDocument, page: PrintPage, columns: number): TicketLine[] {
  const { heading, facts, table, code, notes } = page;
  const text = (
    line: string,
    style: Omit<Extract<TicketLine, { kind: "text" }>, "kind" | "text"> = {},
  ): TicketLine => ({
    ...{ kind: "text", text: plain(line) },
    ...style,
  });
  const texts = (lines: readonly string[]) => lines.map((line) => text(line));
  const rule = text("-".repeat(columns));
  return [
    ...breakLines(title, columns).map((line) => text(line, { align: "center" })),
    ...breakLines(heading, columns).map((line) => text(line, { isBold: true, isLarge: true, align: "center" })),
    rule,
    ...facts.flatMap(([term, value]) => texts(factLines(term, value, columns))),
    ...(table ? [rule, ...texts(tableLines(table.head, table.rows, columns))] : []),
    ...(code ? [rule, { kind: "code", text: code } satisfies TicketLine] : []),
    ...notes.flatMap((note) => texts(breakLines(plain(note), columns))),
    rule,
    ...breakLines(customer, columns).map((line) => text(line)),
    ...texts(breakLines(made, columns)),
    { kind: "cut" },
  ];
}

import "server-only";
import type { PrintContent, PrintDocument, PrintPage } from "@/db/print-enums";
import { LABELS } from "@/features/print/content.rules";
import type { Locale } from "@/lib/i18n/routing";
import { PdfDocument } from "@/lib/pdf/document";
import { frameTexts } from "@/lib/pdf/table-document";

type Sheets = { content: PrintContent; document: PrintDocument; locale: Locale; madeAt: Date };

const labelOf = ({ heading, facts, code }: PrintPage) => ({
  heading,
  lines: facts.map(([term, text]) => `${term}: ${text}`),
  code,
});

/** A document for sheets of A4: labels in rows to be cut, other pages each on their own. */
export async function sheetsPdf({ content, document, locale, madeAt }: Sheets): Promise<Buffer> {
  const { title, customer, made, pages } = document;
  const texts = await frameTexts(locale);
  const pdf = new PdfDocument({
    ...{ title, customer, locale, madeAt, author: "Frostline", subtitle: [], made, page: texts.page },
  });
  if (LABELS.has(content)) await pdf.labels(pages.map(labelOf));
  else
    for (const [index, page] of pages.entries()) {
      if (index > 0) pdf.newPage();
      await drawPage(pdf, page);
    }
  return pdf.finish();
}

async function drawPage(pdf: PdfDocument, page: PrintPage): Promise<void> {
  const { heading, facts, table, code, notes } = page;
  if (code) await pdf.labels([labelOf(page)], "slip");
  else {
    pdf.heading(heading);
    for (const [term, text] of facts) pdf.paragraph(`${term}: ${text}`);
  }
  if (table) {
    const columns = table.head.map((title, index) => ({ title, align: index === 0 ? "left" : "right" }) as const);
    await pdf.table(columns, [table.rows]);
  }
  for (const note of notes) pdf.paragraph(note, { isSmall: true });
}

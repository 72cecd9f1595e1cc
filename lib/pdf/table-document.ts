import { createTranslator } from "use-intl/core";
import { formatStamp } from "@/lib/datetime/format";
import type { ExportForm } from "@/lib/export/define-export";
import { loadMessages } from "@/lib/i18n/load-messages";
import type { Locale } from "@/lib/i18n/routing";
import { PdfDocument } from "./document";
import type { SigningKey } from "./sign";
import type { PdfCell, PdfColumn } from "./table";

/** More columns than this do not fit an upright page. */
const UPRIGHT_COLUMNS = 7;

type Framed = {
  title: string;
  customer: string;
  locale: Locale;
  timeZone: string;
  madeAt: Date;
  /** Who asked for it. */
  author: string;
};

type TableDocument = Framed & {
  /** Further lines below the title, such as the filters. */
  subtitle?: readonly string[];
  columns: readonly PdfColumn[];
  batches: Iterable<readonly PdfCell[][]> | AsyncIterable<readonly PdfCell[][]>;
  key?: SigningKey;
};

/** The texts of head and foot that all documents share. */
export async function frameTexts(locale: Locale) {
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "pdf" }) as unknown as (
    key: string,
    values: Record<string, string | number>,
  ) => string;
  return {
    made: (at: Date, author: string, timeZone: string) => t("made", { at: formatStamp(at, { timeZone }), author }),
    page: (page: number, count: number) => t("page", { page, count }),
    rows: (count: number) => t("rows", { count }),
  };
}

/** A PDF of one table. The rows are read batch by batch; the document is in memory, about 300 bytes for each row. */
export async function tableDocument(table: TableDocument): Promise<Buffer> {
  const { title, customer, locale, timeZone, madeAt, author, subtitle = [], columns, batches, key } = table;
  const texts = await frameTexts(locale);
  const document = new PdfDocument({
    ...{ title, customer, locale, madeAt, author, subtitle },
    isLandscape: columns.length > UPRIGHT_COLUMNS,
    made: texts.made(madeAt, author, timeZone),
    page: texts.page,
  });
  const count = await document.table(columns, batches);
  document.paragraph(texts.rows(count), { isSmall: true });
  return document.finish(key);
}

const TALLER_THAN_A_PAGE = 10_000;

/** A PDF of paper forms, each on pages of its own. It is made in memory. */
export async function formsDocument(framed: Framed & { forms: AsyncIterable<ExportForm> }): Promise<Buffer> {
  const { title, customer, locale, timeZone, madeAt, author, forms } = framed;
  const texts = await frameTexts(locale);
  const document = new PdfDocument({
    ...{ title, customer, locale, madeAt, author, subtitle: [] },
    made: texts.made(madeAt, author, timeZone),
    page: texts.page,
  });
  let count = 0;
  for await (const { heading, facts, columns, rows, notes } of forms) {
    document.heading(heading, 1, count === 0 ? undefined : TALLER_THAN_A_PAGE);
    for (const [term, text] of facts) document.paragraph(`${term}: ${text}`);
    const cells = rows.map((row) =>
      row.map((cell) =>
        typeof cell === "object" && cell !== null
          ? `${cell.value.toFixed(cell.decimals)}${cell.mark && ` ${cell.mark}`}`
          : cell,
      ),
    );
    await document.table(columns, [cells]);
    for (const note of notes) document.paragraph(note, { isSmall: true });
    count += 1;
  }
  if (count === 0) document.paragraph(texts.rows(0), { isSmall: true });
  return document.finish();
}

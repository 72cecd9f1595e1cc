import qrcode from "qrcode";
import SVGtoPDF from "svg-to-pdfkit";
import { FONTS, printable } from "./font";
import { drawLabels, type PdfLabel } from "./label-sheet";
import { type Ink, MARGIN, oneLine, Sheet } from "./sheet";
import { placeSignature, type SigningKey, sign } from "./sign";
import { drawTable, type PdfCell, type PdfColumn } from "./table";
import { wrap } from "./wrap";

/** What every page says; all texts in the document's language. */
export type PdfFrame = {
  title: string;
  /** Whose data it is. */
  customer: string;
  locale: string;
  isLandscape?: boolean;
  madeAt: Date;
  author: string;
  /** The lines below the title: range, zone, number. */
  subtitle: readonly string[];
  /** Who made it and when. */
  made: string;
  page: (page: number, count: number) => string;
  /** Where the document can be checked: the address behind the QR code of every page, if any, and the lines beside it. */
  check?: { address: string | null; lines: readonly string[] };
};

export type PdfFigure = { label: string; value: string; note?: string; ink?: Ink };
export type PdfFile = { name: string; type: string; description: string; content: Buffer };

const FOOT = { plain: 22, checked: 50 };
const CODE_SIZE = 44;
const SIZES = { title: 19, 1: 13, 2: 10.5, text: 9, small: 7.5, figure: 13 } as const;
const FIGURES_IN_ROW = 4;

/** A document of headings, paragraphs, figures, tables and charts, with head and foot on every page. */
export class PdfDocument {
  readonly #sheet: Sheet;
  readonly #frame: PdfFrame;

  constructor(frame: PdfFrame) {
    const { title, locale, author, madeAt, isLandscape = false, check } = frame;
    this.#frame = frame;
    const footHeight = check ? FOOT.checked : FOOT.plain;
    this.#sheet = new Sheet({ title: oneLine(title), locale, isLandscape, author, madeAt, footHeight });
    this.#text("H1", title, { size: SIZES.title, font: "bold", ink: "brand" });
    this.#sheet.y += 2;
    for (const line of frame.subtitle) this.#text("P", line, { size: SIZES.text, ink: "muted" });
    this.#sheet.y += 10;
  }

  #text(type: string, text: string, style: { size: number; font?: "bold" | "regular"; ink?: Ink }): void {
    const sheet = this.#sheet;
    const height = sheet.lineHeight(style.size);
    for (const line of wrap(printable(text), sheet.width, sheet.measure(style))) {
      sheet.ensure(height);
      sheet.tagged(sheet.root, type, () => sheet.line(line, MARGIN, sheet.y, style));
      sheet.y += height;
    }
  }

  /** A heading stays with the beginning of what follows it (`room`, in points). */
  heading(text: string, level: 1 | 2 = 1, room = 70): void {
    const sheet = this.#sheet;
    sheet.y += level === 1 ? 10 : 6;
    sheet.ensure(room);
    this.#text(level === 1 ? "H2" : "H3", text, { size: SIZES[level], font: "bold" });
    sheet.y += 3;
  }

  paragraph(text: string, { isSmall = false, ink }: { isSmall?: boolean; ink?: Ink } = {}): void {
    this.#text("P", text, { size: isSmall ? SIZES.small : SIZES.text, ink: ink ?? (isSmall ? "muted" : "text") });
    this.#sheet.y += 3;
  }

  /** Key figures in rows of four: the name, the value, and a note such as a formula. */
  figures(figures: readonly PdfFigure[]): void {
    const sheet = this.#sheet;
    const width = sheet.width / FIGURES_IN_ROW;
    for (let first = 0; first < figures.length; first += FIGURES_IN_ROW) {
      const row = figures
        .slice(first, first + FIGURES_IN_ROW)
        .map(({ label, value, note = "", ink = "text" }) => [
          ...this.#fit(label, width, { size: SIZES.small, ink: "muted" }),
          ...this.#fit(value, width, { size: SIZES.figure, font: "bold", ink }),
          ...(note ? this.#fit(note, width, { size: SIZES.small, ink: "muted" }) : []),
        ]);
      const heightOf = (lines: (typeof row)[number]) =>
        lines.reduce((sum, { style }) => sum + sheet.lineHeight(style.size), 0);
      const height = Math.max(...row.map(heightOf)) + 10;
      sheet.ensure(height);
      sheet.artifact(() => sheet.rule(sheet.y, "line"));
      for (const [index, lines] of row.entries()) {
        let y = sheet.y + 5;
        for (const { line, style } of lines) {
          sheet.tagged(sheet.root, "P", () => sheet.line(line, MARGIN + index * width, y, style));
          y += sheet.lineHeight(style.size);
        }
      }
      sheet.y += height;
    }
    sheet.y += 4;
  }

  #fit(text: string, width: number, style: { size: number; font?: "bold"; ink?: Ink }) {
    return wrap(printable(text), width - 8, this.#sheet.measure(style)).map((line) => ({ line, style }));
  }

  /** Resolves with the number of rows. */
  table(
    columns: readonly PdfColumn[],
    batches: Iterable<readonly PdfCell[][]> | AsyncIterable<readonly PdfCell[][]>,
  ): Promise<number> {
    return drawTable(this.#sheet, columns, batches);
  }

  /** A drawing as vectors over the whole width; `alt` says what it shows. The SVG has `size` pixels. */
  drawing(svg: string, size: { width: number; height: number }, alt: string): void {
    const sheet = this.#sheet;
    const height = (sheet.width / size.width) * size.height;
    sheet.ensure(height + 6);
    sheet.tagged(
      sheet.root,
      "Figure",
      () =>
        SVGtoPDF(sheet.doc, printable(unsized(svg)), MARGIN, sheet.y, {
          width: sheet.width,
          height,
          fontCallback: (_family, isBold) => (isBold ? FONTS.bold : FONTS.regular),
        }),
      { alt: oneLine(alt) },
    );
    sheet.y += height + 6;
  }

  /** A PNG at most as large as the box (points), at the left; `alt` says what it shows. It must be a sound one. */
  picture(png: Buffer, box: { width: number; height: number }, alt: string): void {
    const sheet = this.#sheet;
    // Its head has both sides (PNG specification, section 11.2.2).
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const scale = Math.min(box.width / width, box.height / height);
    const size = { width: width * scale, height: height * scale };
    sheet.ensure(size.height + 6);
    sheet.tagged(sheet.root, "Figure", () => sheet.doc.image(png, MARGIN, sheet.y, size), { alt: oneLine(alt) });
    sheet.y += size.height + 6;
  }

  /** Labels in rows of three; as a slip, one below the other and larger. */
  labels(labels: readonly PdfLabel[], shape: "label" | "slip" = "label"): Promise<void> {
    return drawLabels(this.#sheet, labels, shape);
  }

  /** Begins a new page. */
  newPage(): void {
    this.#sheet.ensure(Number.POSITIVE_INFINITY);
  }

  /** Attaches a file to the document. */
  attach({ name, type, description, content }: PdfFile): void {
    const { madeAt } = this.#frame;
    this.#sheet.doc.file(content, {
      name,
      type,
      description,
      creationDate: madeAt,
      modifiedDate: madeAt,
      relationship: "Data",
    } as PDFKit.Mixins.PDFAttachmentOptions);
  }

  /** Ends the document; with a key it is signed, so that any reader shows a changed byte. */
  async finish(key?: SigningKey): Promise<Buffer> {
    const { check, customer, title, made, page: pageText } = this.#frame;
    const sheet = this.#sheet;
    const address = check?.address;
    const code = address && (await qrcode.toString(address, { type: "svg", errorCorrectionLevel: "M", margin: 0 }));
    const small = { size: SIZES.small, ink: "muted" } as const;
    const measure = sheet.measure(small);
    const [whose, name] = [oneLine(customer), oneLine(title)];
    sheet.onEachPage((page, count) => {
      sheet.line(cutTo(whose, sheet.width / 2 - 8, measure), MARGIN, MARGIN - 6, small);
      const right = cutTo(name, sheet.width / 2 - 8, measure);
      sheet.line(right, MARGIN + sheet.width - measure(right), MARGIN - 6, small);
      sheet.rule(MARGIN + 8);
      const top = sheet.doc.page.height - MARGIN - (check ? FOOT.checked : FOOT.plain) + 12;
      sheet.rule(top - 4);
      if (code) SVGtoPDF(sheet.doc, code, MARGIN, top + 1, { width: CODE_SIZE, height: CODE_SIZE });
      const left = MARGIN + (code ? CODE_SIZE + 8 : 0);
      for (const [at, line] of [...(check?.lines ?? []), made].entries())
        sheet.line(
          cutTo(oneLine(line), sheet.width - 130, measure),
          left,
          top + at * sheet.lineHeight(small.size),
          small,
        );
      const number = oneLine(pageText(page, count));
      sheet.line(number, MARGIN + sheet.width - measure(number), top, small);
    });
    if (key) placeSignature(sheet.doc, { name: key.name, at: this.#frame.madeAt });
    const bytes = await sheet.end();
    return key ? sign(bytes, key) : bytes;
  }
}

/** Without a size of its own, a drawing fills the width that it is given. */
const unsized = (svg: string): string => svg.replace(/^(<svg\b[^>]*?) width="[^"]*" height="[^"]*"/, "$1");

function cutTo(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const signs = [...text];
  while (signs.length > 0 && measure(`${signs.join("")}…`) > width) signs.pop();
  return `${signs.join("")}…`;
}

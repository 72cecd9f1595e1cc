import PDFDocument from "pdfkit";
import { FONTS, type FontName, printable } from "./font";

/** Colours of print: those of the light theme. */
export const INK = {
  text: "#14202a",
  muted: "#4d5d69",
  line: "#c3ced6",
  hairline: "#dde4e9",
  brand: "#0a6a74",
  head: "#eef1f4",
  normal: "#17693a",
  warning: "#7a5000",
  critical: "#b3162b",
} as const;
export type Ink = keyof typeof INK;

type Structure = PDFKit.PDFStructureElement;
type TextStyle = { size: number; font?: FontName; ink?: Ink };
export type SheetOptions = {
  title: string;
  locale: string;
  isLandscape?: boolean;
  author: string;
  madeAt: Date;
  /** Points kept free at the foot of every page. */
  footHeight: number;
};

export const MARGIN = 42;
const HEAD_HEIGHT = 30;
/** Line height in font sizes. */
const LEADING = 1.45;

/**
 * A tagged A4 document (PDF/A-3b) that is written from top to bottom: the place of the next block, page breaks, and text
 * with its structure. Collects the bytes in memory.
 */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Structure;
  readonly width: number;
  y = MARGIN + HEAD_HEIGHT;
  readonly #bottom: number;
  readonly #bytes: Promise<Buffer>;

  constructor({ title, locale, isLandscape = false, author, madeAt, footHeight }: SheetOptions) {
    this.doc = new PDFDocument({
      size: "A4",
      layout: isLandscape ? "landscape" : "portrait",
      margin: 0,
      font: FONTS.regular,
      pdfVersion: "1.7",
      subset: "PDF/A-3b",
      tagged: true,
      lang: locale,
      displayTitle: true,
      bufferPages: true,
      info: {
        Title: title,
        Author: author,
        Creator: "Frostline",
        Producer: "Frostline",
        CreationDate: madeAt,
        ModDate: madeAt,
      },
    });
    const chunks: Buffer[] = [];
    this.#bytes = new Promise((resolve, reject) => {
      this.doc.on("data", (chunk: Buffer) => chunks.push(chunk));
      this.doc.on("end", () => resolve(Buffer.concat(chunks)));
      this.doc.on("error", reject);
    });
    this.root = this.doc.struct("Document");
    this.doc.addStructure(this.root);
    this.width = this.doc.page.width - 2 * MARGIN;
    this.#bottom = this.doc.page.height - MARGIN - footHeight;
  }

  /** The height left on this page, in points. */
  get room(): number {
    return this.#bottom - this.y;
  }

  /** Begins a new page unless this height fits; returns whether it did. */
  ensure(height: number): boolean {
    if (this.room >= height) return false;
    this.doc.addPage();
    this.y = MARGIN + HEAD_HEIGHT;
    return true;
  }

  /** The width of a text in points. */
  measure({ size, font = "regular" }: TextStyle): (text: string) => number {
    return (text) => this.doc.font(FONTS[font]).fontSize(size).widthOfString(text);
  }

  lineHeight = (size: number): number => size * LEADING;

  /** One line of text at a place; its structure is the caller's. The text must be printable. */
  line(text: string, x: number, y: number, { size, font = "regular", ink = "text" }: TextStyle): void {
    if (text === "") return;
    this.doc.font(FONTS[font]).fontSize(size).fillColor(INK[ink]).text(text, x, y, { lineBreak: false });
  }

  /** Draws as content of a new element of the structure. */
  tagged(parent: Structure, type: string, draw: () => void, options: { alt?: string; scope?: "Column" } = {}): void {
    const element = this.doc.struct(type as "P", options as PDFKit.Mixins.StructureElementOptions);
    parent.add(element);
    const content = this.doc.markStructureContent(type as "P");
    draw();
    this.doc.endMarkedContent();
    element.add(content);
    element.end();
  }

  /** Draws as decoration, which a screen reader skips. */
  artifact(draw: () => void, type: "Pagination" | "Layout" = "Layout"): void {
    this.doc.markContent("Artifact", { type });
    draw();
    this.doc.endMarkedContent();
  }

  rule(y: number, ink: Ink = "hairline", x = MARGIN, width = this.width): void {
    this.doc
      .lineWidth(0.5)
      .strokeColor(INK[ink])
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  }

  /** Draws on every page, once all are there. */
  onEachPage(draw: (page: number, count: number) => void): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.doc.switchToPage(page);
      this.artifact(() => draw(page + 1, count), "Pagination");
    }
  }

  end(): Promise<Buffer> {
    this.root.end();
    this.doc.end();
    return this.#bytes;
  }
}

/** The text as it can be printed on one line. */
export const oneLine = (text: string): string => printable(text).replaceAll("\n", " ");

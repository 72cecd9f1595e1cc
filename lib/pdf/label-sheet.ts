import qrcode from "qrcode";
import SVGtoPDF from "svg-to-pdfkit";
import { printable } from "./font";
import { INK, MARGIN, oneLine, type Sheet } from "./sheet";
import { wrap } from "./wrap";

/** A label: a name and lines beside the QR code of a text. */
export type PdfLabel = { heading: string; lines: readonly string[]; code: string | null };

/** Points; three labels in a row have the usual width of 60 mm. */
const SHAPES = {
  label: { inRow: 3, height: 92, code: 70, heading: 10, text: 7 },
  slip: { inRow: 1, height: 150, code: 130, heading: 18, text: 10 },
} as const;
const PAD = 8;

const codeOf = (text: string) => qrcode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 0 });

type Style = { size: number; font?: "bold" };

/** Draws labels in rows, each whole on one page. What does not fit a label is cut; a slip grows with its lines. */
export async function drawLabels(
  sheet: Sheet,
  labels: readonly PdfLabel[],
  shape: keyof typeof SHAPES = "label",
): Promise<void> {
  const { inRow, height: usual, code: codeSize, heading, text } = SHAPES[shape];
  const width = sheet.width / inRow;
  const linesOf = (words: string, room: number, style: Style) =>
    wrap(printable(words), room, sheet.measure(style)).map((line) => ({ line, style }));
  for (let first = 0; first < labels.length; first += inRow) {
    const row = await Promise.all(
      labels.slice(first, first + inRow).map(async (label, index) => {
        const left = MARGIN + index * width;
        const textLeft = left + PAD + (label.code === null ? 0 : codeSize + PAD);
        const room = left + width - PAD - textLeft;
        const lines = [
          ...linesOf(label.heading, room, { size: heading, font: "bold" }),
          ...label.lines.flatMap((line) => linesOf(line, room, { size: text })),
        ];
        return { ...label, left, textLeft, lines, svg: label.code === null ? null : await codeOf(label.code) };
      }),
    );
    const needed = row.map(({ lines }) =>
      lines.reduce((sum, { style }) => sum + sheet.lineHeight(style.size), 2 * PAD),
    );
    const height = shape === "label" ? usual : Math.max(usual, ...needed);
    sheet.ensure(height);
    for (const { left, textLeft, lines, code, svg } of row) {
      if (shape === "label")
        sheet.artifact(() =>
          sheet.doc.lineWidth(0.5).strokeColor(INK.line).rect(left, sheet.y, width, height).stroke(),
        );
      if (svg)
        sheet.tagged(
          sheet.root,
          "Figure",
          () => SVGtoPDF(sheet.doc, svg, left + PAD, sheet.y + PAD, { width: codeSize, height: codeSize }),
          { alt: oneLine(code as string) },
        );
      let y = sheet.y + PAD;
      for (const { line, style } of lines) {
        if (y + sheet.lineHeight(style.size) > sheet.y + height - PAD / 2) break;
        sheet.tagged(sheet.root, "P", () => sheet.line(line, textLeft, y, style));
        y += sheet.lineHeight(style.size);
      }
    }
    sheet.y += height;
  }
}

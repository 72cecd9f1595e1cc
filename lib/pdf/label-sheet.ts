import qrcode from "qrcode";
import SVGtoPDF from "svg-to-pdfkit";
import { printable } from "./font";
import { MARGIN, oneLine, type Sheet } from "./sheet";
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

/** Draws labels in rows, each whole on one page; what does not fit a label is cut. */
export async function drawLabels(
  sheet: Sheet,
  labels: readonly PdfLabel[],
  shape: keyof typeof SHAPES = "label",
): Promise<void> {
  const { inRow, height, code: codeSize, heading: headingSize, text: textSize } = SHAPES[shape];
  const width = sheet.width / inRow;
  for (let first = 0; first < labels.length; first += inRow) {
    const row = labels.slice(first, first + inRow);
    const codes = await Promise.all(row.map(({ code }) => (code === null ? null : codeOf(code))));
    sheet.ensure(height);
    for (const [index, { heading, lines, code }] of row.entries()) {
      const left = MARGIN + index * width;
      const textLeft = left + PAD + (code === null ? 0 : codeSize + PAD);
      const room = width - (textLeft - left) - PAD;
      if (shape === "label")
        sheet.artifact(() => sheet.doc.lineWidth(0.5).strokeColor("#c3ced6").rect(left, sheet.y, width, height).stroke());
      const svg = codes[index];
      if (svg)
        sheet.tagged(
          sheet.root,
          "Figure",
          () => SVGtoPDF(sheet.doc, svg, left + PAD, sheet.y + PAD, { width: codeSize, height: codeSize }),
          { alt: oneLine(code as string) },
        );
      let y = sheet.y + PAD;
      const bottom = sheet.y + height - PAD / 2;
      const write = (text: string, style: { size: number; font?: "bold" }) => {
        for (const line of wrap(printable(text), room, sheet.measure(style))) {
          if (y + sheet.lineHeight(style.size) > bottom) return;
          sheet.tagged(sheet.root, "P", () => sheet.line(line, textLeft, y, style));
          y += sheet.lineHeight(style.size);
        }
      };
      write(heading, { size: headingSize, font: "bold" });
      for (const line of lines) write(line, { size: textSize });
    }
    sheet.y += height;
  }
}

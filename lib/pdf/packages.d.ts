/** Declares the used parts of packages that have no declarations of their own. */
declare module "svg-to-pdfkit" {
  type Options = {
    width?: number;
    height?: number;
    assumePt?: boolean;
    fontCallback?: (family: string, bold: boolean) => string;
  };
  export default function SVGtoPDF(doc: PDFKit.PDFDocument, svg: string, x: number, y: number, options?: Options): void;
}

declare module "fontkit" {
  export function openSync(path: string): { characterSet: number[] };
}

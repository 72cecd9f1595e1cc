import { columnLetters } from "@/lib/spreadsheet/cell-address";
import { HEADER_FILL, sheetName } from "@/lib/spreadsheet/sheet-style";
import type { ExportCell, ExportColumn } from "./define-export";
import { type ZipEntry, zipFile } from "./zip-file";

/** Limits of Excel: rows of a sheet, and characters of a cell. */
const SHEET_ROWS = 1_048_576;
const CELL_CHARACTERS = 32_767;
/** Rows per chunk of a sheet. */
const CHUNK_ROWS = 500;
const DEFAULT_WIDTH = 20;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are not allowed in XML.
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const SPECIAL = /[&<>"\x00-\x1f\ud800-\udfff\ufffe\uffff]/;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function xmlText(text: string): string {
  const cut = text.length > CELL_CHARACTERS ? text.slice(0, CELL_CHARACTERS) : text;
  if (!SPECIAL.test(cut)) return cut;
  return cut
    .toWellFormed()
    .replace(FORBIDDEN, "\uFFFD")
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string);
}

const textCell = (address: string, text: string, style = 0) =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const part = (name: string, content: string): ZipEntry => ({ name, content: [Buffer.from(content)] });

/** Rows one by one, with a look ahead, so that a sheet knows whether another follows. */
type Rows = AsyncIterator<readonly ExportCell[]> & { isOver: () => Promise<boolean> };

function rowsOf(batches: AsyncIterable<readonly (readonly ExportCell[])[]>): Rows {
  const source = (async function* () {
    for await (const rows of batches) yield* rows;
  })();
  let ahead: Promise<IteratorResult<readonly ExportCell[]>> | undefined;
  return {
    next() {
      const result = ahead ?? source.next();
      ahead = undefined;
      return result;
    },
    async return() {
      return source.return(undefined);
    },
    async isOver() {
      ahead ??= source.next();
      return (await ahead).done === true;
    },
  };
}

async function* sheetOf(columns: readonly ExportColumn[], rows: Rows): AsyncGenerator<Uint8Array> {
  const letters = columns.map((_, index) => columnLetters(index + 1));
  const widths = columns.map(
    ({ width = DEFAULT_WIDTH }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, index) => textCell(`${letters[index]}1`, title, 1));
  yield Buffer.from(
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols>${widths.join("")}</cols><sheetData><row r="1" ht="24" customHeight="1">${titles.join("")}</row>`,
  );
  let chunk = "";
  for (let number = 2; number <= SHEET_ROWS; number += 1) {
    const { done, value: row } = await rows.next();
    if (done) break;
    chunk += `<row r="${number}">`;
    for (let index = 0; index < letters.length; index += 1) {
      const cell = row[index] ?? null;
      const address = `${letters[index]}${number}`;
      if (typeof cell === "string" && cell !== "") chunk += textCell(address, cell);
      else if (typeof cell === "number" && Number.isFinite(cell)) chunk += `<c r="${address}"><v>${cell}</v></c>`;
    }
    chunk += "</row>";
    if (number % CHUNK_ROWS === 0) {
      yield Buffer.from(chunk);
      chunk = "";
    }
  }
  yield Buffer.from(`${chunk}</sheetData></worksheet>`);
}

const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="${HEADER_FILL}"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" fillId="2" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="center"/></xf></cellXfs></styleSheet>`;

/**
 * A workbook (xlsx) with a frozen header, written while the rows are read. Texts are string cells, so that none is run
 * as a formula. Rows beyond Excel's limit continue on a further sheet.
 */
export async function* xlsxFile(
  { title, columns }: { title: string; columns: readonly ExportColumn[] },
  batches: AsyncIterable<readonly (readonly ExportCell[])[]>,
  now: Date,
): AsyncGenerator<Uint8Array> {
  const parts = async function* (): AsyncGenerator<ZipEntry> {
    const rows = rowsOf(batches);
    const numbers: number[] = [];
    try {
      do {
        numbers.push(numbers.length + 1);
        yield { name: `xl/worksheets/sheet${numbers.length}.xml`, content: sheetOf(columns, rows) };
      } while (!(await rows.isOver()));
    } finally {
      await rows.return?.();
    }
    const nameOf = (number: number) => (number === 1 ? sheetName(title) : sheetName(`${title.slice(0, 24)} ${number}`));
    const sheets = numbers.map(
      (number) => `<sheet name="${xmlText(nameOf(number))}" sheetId="${number}" r:id="rId${number}"/>`,
    );
    const relations = numbers.map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    );
    const types = numbers.map(
      (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    );
    yield part("xl/styles.xml", styles);
    yield part(
      "xl/workbook.xml",
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join("")}</sheets></workbook>`,
    );
    yield part(
      "xl/_rels/workbook.xml.rels",
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}<Relationship Id="rIdStyles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    );
    yield part(
      "_rels/.rels",
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    );
    yield part(
      "[Content_Types].xml",
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${types.join("")}</Types>`,
    );
  };
  yield* zipFile(parts(), now);
}

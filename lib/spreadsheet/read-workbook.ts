import "server-only";
import { type Archive, openArchive } from "./archive";
import { type NumberStyle, numberStyle } from "./number-format";
import { type ReadLimits, readSheet, type SheetRow } from "./read-sheet";
import { notAWorkbook, SpreadsheetError } from "./spreadsheet-error";
import { type XmlHandler, xmlReader } from "./xml-reader";

export type WorkbookLimits = ReadLimits & {
  /** Limit of the unpacked size. */
  unpackedBytes: number;
  /** Limit of the characters of all texts together. */
  textCharacters: number;
};

export type Sheet = {
  name: string;
  /** In batches, without empty rows; can be read once. */
  rows: () => AsyncGenerator<SheetRow[]>;
  /** Merged ranges such as `A1:B2`, complete when all rows are read. */
  merged: readonly string[];
};

/** A workbook of tests and templates has a dozen parts, a user's with pictures some hundred. */
const MOST_PARTS = 2000;
const BOOK = "xl/workbook.xml";

/** Opens a workbook without unpacking anything. Throws SpreadsheetError if the file is no workbook or too large. */
export async function openWorkbook(
  bytes: Uint8Array,
  { unpackedBytes }: Pick<WorkbookLimits, "unpackedBytes">,
): Promise<Archive> {
  const archive = await openArchive(bytes, { unpackedBytes, entries: MOST_PARTS });
  if (!archive.has(BOOK) || !archive.has("[Content_Types].xml")) throw notAWorkbook("its parts are others");
  return archive;
}

/**
 * Reads an untrusted workbook (xlsx, ECMA-376): unpacked size, texts and columns are limited, and nothing is evaluated,
 * expanded or fetched. Texts are read in advance, sheets are streamed. Throws SpreadsheetError.
 */
export async function readWorkbook(bytes: Uint8Array, limits: WorkbookLimits): Promise<Sheet[]> {
  const archive = await openWorkbook(bytes, limits);
  const targets = await readTargets(archive);
  const { sheets, isFrom1904 } = await readBook(archive);
  const partOf = (type: string) => [...targets.values()].find((target) => target.type === type)?.path;
  const strings = await readStrings(archive, partOf("sharedStrings"), limits);
  const styles = await readStyles(archive, partOf("styles"));
  return sheets.flatMap(({ name, relation }) => {
    const target = targets.get(relation);
    if (target?.type !== "worksheet" || !archive.has(target.path)) return [];
    const merged: string[] = [];
    const rows = () => readSheet(pieces(archive, target.path), { strings, styles, isFrom1904, limits, merged });
    return [{ name, merged, rows }];
  });
}

/** Streams the text of a part. */
async function* pieces(archive: Archive, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of archive.read(name)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : notAWorkbook(`${name} is not UTF-8`);
  }
}

async function readPart(archive: Archive, name: string, handler: Partial<XmlHandler>): Promise<void> {
  const reader = xmlReader({ open: () => {}, text: () => {}, close: () => {}, ...handler });
  for await (const piece of pieces(archive, name)) reader.write(piece);
  reader.end();
}

/** Path of a part: absolute in the archive, or relative to the workbook's folder. */
const pathOf = (target: string) => (target.startsWith("/") ? target.slice(1) : `xl/${target}`);

async function readTargets(archive: Archive): Promise<Map<string, { type: string; path: string }>> {
  const targets = new Map<string, { type: string; path: string }>();
  await readPart(archive, "xl/_rels/workbook.xml.rels", {
    open(name, attribute) {
      if (name !== "Relationship" || attribute("TargetMode") === "External") return;
      const type = attribute("Type")?.split("/").at(-1) ?? "";
      targets.set(attribute("Id") ?? "", { type, path: pathOf(attribute("Target") ?? "") });
    },
  });
  return targets;
}

async function readBook(archive: Archive) {
  const sheets: { name: string; relation: string }[] = [];
  let isFrom1904 = false;
  await readPart(archive, BOOK, {
    open(name, attribute) {
      if (name === "sheet") sheets.push({ name: attribute("name") ?? "", relation: attribute("r:id") ?? "" });
      if (name === "workbookPr") isFrom1904 = ["1", "true"].includes(attribute("date1904") ?? "");
    },
  });
  return { sheets, isFrom1904 };
}

/** Reads the shared strings. Phonetic guides (`rPh`) are skipped. */
async function readStrings(archive: Archive, name: string | undefined, limits: WorkbookLimits): Promise<string[]> {
  if (name === undefined || !archive.has(name)) return [];
  const strings: string[] = [];
  let [current, isText, isSpoken, characters] = ["", false, false, 0];
  await readPart(archive, name, {
    open(tag) {
      if (tag === "si") current = "";
      if (tag === "rPh") isSpoken = true;
      isText = tag === "t";
    },
    text(text) {
      if (isText && !isSpoken && current.length <= limits.cellLength) current += text;
    },
    close(tag) {
      if (tag === "t") isText = false;
      if (tag === "rPh") isSpoken = false;
      if (tag !== "si") return;
      strings.push(current);
      // An entry costs memory even if it is empty.
      characters += current.length + 1;
      if (characters > limits.textCharacters)
        throw new SpreadsheetError("unpackedSize", "too many texts", limits.textCharacters);
    },
  });
  return strings;
}

async function readStyles(archive: Archive, name: string | undefined): Promise<NumberStyle[]> {
  if (name === undefined || !archive.has(name)) return [];
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isInCells = false;
  await readPart(archive, name, {
    open(tag, attribute) {
      if (tag === "numFmt") codes.set(Number(attribute("numFmtId")), attribute("formatCode") ?? "");
      if (tag === "cellXfs") isInCells = true;
      if (tag !== "xf" || !isInCells) return;
      const id = Number(attribute("numFmtId") ?? 0);
      styles.push(numberStyle(id, codes.get(id)));
    },
    close(tag) {
      if (tag === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

import { deflateRawSync } from "node:zlib";
import ExcelJS from "exceljs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longTest } from "@/tests/support/long";
import { cellAddress, parseAddress, parseRange } from "./cell-address";
import { numberStyle, numberText } from "./number-format";
import type { SheetRow } from "./read-sheet";
import { readWorkbook } from "./read-workbook";
import { SpreadsheetError } from "./spreadsheet-error";
import { writeTables } from "./write-table";
import { writeTemplate } from "./write-template";
import { xmlReader } from "./xml-reader";

const LIMITS = { unpackedBytes: 64 * 1024 * 1024, textCharacters: 1_000_000, columns: 20, cellLength: 50 };

async function rowsOf(bytes: Uint8Array, limits = LIMITS) {
  const [sheet] = await readWorkbook(bytes, limits);
  if (!sheet) throw new Error("no sheet");
  const rows: SheetRow[] = [];
  for await (const batch of sheet.rows()) rows.push(...batch);
  return { rows, merged: sheet.merged, texts: rows.map(({ cells }) => cells.map(({ text }) => text)) };
}

async function ruleOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof SpreadsheetError) return error.rule;
    throw error;
  }
  return "none";
}

async function madeBy(fill: (sheet: ExcelJS.Worksheet) => void): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  fill(book.addWorksheet("Data"));
  return new Uint8Array(await book.xlsx.writeBuffer());
}

type Part = { name: string; text: string; declared?: number; flags?: number; method?: number };

/** Builds a zip archive by hand, so that its declarations can be false. */
function zip(parts: readonly Part[]): Uint8Array {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, declared, flags = 0, method = 8 } of parts) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const size = declared ?? content.length;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    chunks.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...chunks, ...directory, end]));
}

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** A minimal workbook with this sheet and these texts. */
const workbook = (sheetData: string, { strings = "", styles = "", before = "" } = {}): Part[] => [
  { name: "[Content_Types].xml", text: "<Types/>" },
  {
    name: "xl/workbook.xml",
    text: `<x:workbook xmlns:x="a" xmlns:r="b"><x:sheets><x:sheet name="A &amp; B" r:id="r1"/></x:sheets></x:workbook>`,
  },
  {
    name: "xl/_rels/workbook.xml.rels",
    text: `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>
      <Relationship Id="r2" Type="${RELATIONS}/sharedStrings" Target="/xl/sharedStrings.xml"/>
      <Relationship Id="r3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  },
  { name: "xl/sharedStrings.xml", text: `<sst>${strings}</sst>` },
  { name: "xl/styles.xml", text: `<styleSheet>${styles}</styleSheet>` },
  { name: "xl/worksheets/sheet1.xml", text: `${before}<worksheet><sheetData>${sheetData}</sheetData></worksheet>` },
];

describe("addresses", () => {
  it.each([
    [1, 1, "A1"],
    [3, 7, "C7"],
    [26, 2, "Z2"],
    [27, 2, "AA2"],
    [702, 9, "ZZ9"],
    [703, 9, "AAA9"],
    [16_384, 1_048_576, "XFD1048576"],
  ])("column %i, row %i is %s", (column, row, address) => {
    expect(cellAddress(column, row)).toBe(address);
    expect(parseAddress(address)).toEqual({ column, row });
  });

  it("are read back whatever they are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16_384 }), fc.integer({ min: 1, max: 1_048_576 }), (column, row) => {
        expect(parseAddress(cellAddress(column, row))).toEqual({ column, row });
      }),
    );
    expect(parseAddress("A0")).toBeNull();
    expect(parseAddress("1A")).toBeNull();
    expect(parseRange("B2:D4")).toEqual({ left: 2, top: 2, right: 4, bottom: 4 });
    expect(parseRange("B2")).toEqual({ left: 2, top: 2, right: 2, bottom: 2 });
    expect(parseRange("B2:")).toBeNull();
  });
});

describe("numbers as people see them", () => {
  it.each([
    ["42", 0, undefined, "42", false],
    ["42", 164, "00000", "00042", false],
    ["4.2000000000000002", 0, undefined, "4.2", false],
    ["1.2E+3", 0, undefined, "1200", false],
    ["123456789012345", 0, undefined, "123456789012345", false],
    ["1.2345678901234568E+19", 0, undefined, "12345678901234567168", true],
    ["46346", 14, undefined, "2026-11-20", false],
    ["46346.5", 22, undefined, "2026-11-20 12:00:00", false],
    ["46346", 165, 'yyyy"年"m"月"d"日"', "2026-11-20", false],
    ["46346", 165, '"days" 0', "46346", false],
    ["46346", 165, "[Red]0.00", "46346", false],
    ["-5", 165, "000", "-5", false],
  ])("%s in format %i %s is %s", (raw, id, code, text, isRounded) => {
    expect(numberText(raw, numberStyle(id, code), false)).toEqual({ text, isRounded });
  });

  it("count from 1904 where the workbook does", () => {
    expect(numberText("44884", numberStyle(14, undefined), true).text).toBe("2026-11-20");
  });
});

describe("the reader of XML", () => {
  /** The events of a text that arrives in pieces. */
  function events(pieces: readonly string[]): string[] {
    const seen: string[] = [];
    const reader = xmlReader({
      open: (name, attribute) => seen.push(`<${name} ${attribute("a") ?? ""}>`),
      text: (text) => {
        const last = seen.at(-1);
        if (last?.startsWith("=")) seen[seen.length - 1] = last + text;
        else seen.push(`=${text}`);
      },
      close: (name) => seen.push(`</${name}>`),
    });
    for (const piece of pieces) reader.write(piece);
    reader.end();
    return seen;
  }
  const TEXT = `<?xml version="1.0"?><!-- > --><x:a a="1 > &quot;0&quot;">&lt;b&gt; &#x4F60;&#22909;<![CDATA[<&]]><c a='2'/></x:a>`;
  const EXPECTED = ['<a 1 > "0">', "=<b> 你好<&", "<c 2>", "</c>", "</a>"];

  it("gives the same whatever pieces a text comes in", () => {
    expect(events([TEXT])).toEqual(EXPECTED);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: TEXT.length }), { maxLength: 20 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), TEXT.length];
        expect(events(places.slice(1).map((to, index) => TEXT.slice(places[index], to)))).toEqual(EXPECTED);
      }),
    );
  });

  it.each([
    ["a document type", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["an entity of its own", "<a>&b;</a>"],
    ["an element that is not closed", "<a><b></b>"],
    ["an element that closes twice", "<a></a></a>"],
    ["a tag that goes on for ever", `<a b="${"x".repeat(300_000)}`],
  ])("refuses %s", async (_what, text) => {
    expect(await ruleOf(() => events([text]))).toBe("xlsx");
  });
});

describe("the reader of workbooks", () => {
  it("gives what people see, row by row, and leaves empty rows out", async () => {
    const bytes = await madeBy((sheet) => {
      sheet.getCell("A1").value = "  serial ";
      sheet.getCell("B1").value = "00042";
      sheet.getCell("D3").value = 42;
      sheet.getCell("E3").value = 42;
      sheet.getCell("E3").numFmt = "00000";
      sheet.getCell("F3").value = new Date(Date.UTC(2026, 10, 20));
      sheet.getCell("G3").value = true;
      sheet.getCell("H3").value = { richText: [{ text: "冷" }, { text: "藏", font: { bold: true } }] };
      sheet.getCell("A9").value = "   ";
      sheet.getCell("A12").value = "a < b & c";
      for (let row = 20; row < 40; row += 1) sheet.getCell(row, 1).border = { top: { style: "thin" } };
    });
    const { rows, texts } = await rowsOf(bytes);
    expect(rows.map(({ number }) => number)).toEqual([1, 3, 12]);
    expect(texts).toEqual([["serial", "00042"], ["42", "00042", "2026-11-20", "TRUE", "冷藏"], ["a < b & c"]]);
    expect(rows[1]?.cells.map(({ column, kind }) => `${column} ${kind}`)).toEqual([
      "4 number",
      "5 number",
      "6 date",
      "7 boolean",
      "8 text",
    ]);
  });

  it("takes no result of a formula, names what is merged, and cuts long texts where the limit shows", async () => {
    const bytes = await madeBy((sheet) => {
      sheet.getCell("A1").value = { formula: "1+1", result: 2 };
      sheet.getCell("B1").value = { formula: 'HYPERLINK("http://example.com","x")', result: "x" };
      sheet.getCell("C1").value = "y".repeat(400);
      sheet.mergeCells("A4:B5");
    });
    const { rows, merged } = await rowsOf(bytes);
    expect(rows[0]?.cells).toEqual([
      { column: 1, kind: "formula", text: "" },
      { column: 2, kind: "formula", text: "" },
      { column: 3, kind: "text", text: "y".repeat(LIMITS.cellLength + 1) },
    ]);
    expect(merged).toEqual(["A4:B5"]);
  });

  it("reads what other programs write: prefixes, no addresses, inline texts, no readings of Japanese", async () => {
    const strings = `<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><r><t>a_x0041_</t></r><r><t xml:space="preserve"> b</t></r></si>`;
    const data = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>
      <row r="5"><c r="B5" t="str"><v>x</v></c><c><v>7</v></c><c r="D5" t="e"><v>#REF!</v></c></row>`;
    const [sheet] = await readWorkbook(zip(workbook(data, { strings })), LIMITS);
    expect(sheet?.name).toBe("A & B");
    const { rows, texts } = await rowsOf(zip(workbook(data, { strings })));
    expect(texts).toEqual([
      ["東京", "aA b", "inline"],
      ["x", "7", "#REF!"],
    ]);
    expect(rows[1]).toMatchObject({ number: 5, cells: [{ column: 2 }, { column: 3 }, { column: 4, kind: "error" }] });
  });

  it("reads a table and a template that it has written itself", async () => {
    const table = await writeTables([
      {
        name: "a/b",
        columns: [{ title: "N", width: 9 }],
        rows: [["=1+1"], ["007"]],
        marks: [{ row: 0, column: 0, note: "no" }],
      },
    ]);
    expect((await rowsOf(table)).texts).toEqual([["N"], ["=1+1"], ["007"]]);
    expect((await rowsOf(table)).rows[1]?.cells[0]?.kind).toBe("text");
    const column = { width: 20, hint: "A text", isRequired: true };
    const template = await writeTemplate({
      name: "Sensors",
      rows: 20_000,
      columns: [
        { ...column, key: "sn", title: "Serial number" },
        { ...column, key: "type", title: "Type", isRequired: false, choices: ["a", "b"] },
      ],
      guide: { name: "Guide", columns: [{ title: "Column", width: 20 }], rows: [["Serial number"]] },
    });
    expect(template.length).toBeLessThan(40_000);
    expect((await rowsOf(template)).texts).toEqual([
      ["sn", "type"],
      ["Serial number *", "Type"],
    ]);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Buffer.from(template) as never);
    const sheet = book.getWorksheet("Sensors");
    expect(sheet?.getRow(1).hidden).toBe(true);
    expect(sheet?.getColumn(1).numFmt).toBe("@");
    expect(sheet?.getCell("B20002").dataValidation).toMatchObject({ type: "list", formulae: ["lists!$B$1:$B$2"] });
    expect(book.getWorksheet("lists")?.state).toBe("veryHidden");
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["a text", Buffer.from("serial,mac\n1,2\n".repeat(99))],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(200).fill(0)])],
    // Workbooks from before 2007, and encrypted ones, are compound files.
    ["an xls or encrypted file", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(600).fill(7)])],
    ["another zip archive", zip([{ name: "a.txt", text: "a" }])],
    ["a part that is encrypted", zip(workbook("").map((part) => ({ ...part, flags: 1 })))],
    ["an unknown packing", zip(workbook("").map((part) => ({ ...part, method: 12 })))],
    ["a part that comes twice", zip([...workbook(""), { name: "xl/workbook.xml", text: "<a/>" }])],
    ["a part longer than declared", zip(workbook("x".repeat(5000)).map((part) => ({ ...part, declared: 10 })))],
    ["a part shorter than declared", zip(workbook("").map((part) => ({ ...part, declared: 9999 })))],
    ["a document type", zip(workbook("", { before: '<!DOCTYPE a [<!ENTITY b "c">]>' }))],
    ["a row far beyond the last", zip(workbook('<row r="1048577"><c r="A1048577"><v>1</v></c></row>'))],
    ["half of a workbook", zip(workbook("<row/>")).subarray(0, 600)],
  ])("refuses %s", async (_what, bytes) => {
    expect(await ruleOf(() => rowsOf(new Uint8Array(bytes)))).toBe("xlsx");
  });

  it("refuses what would unpack to too much before it unpacks anything", async () => {
    const bomb = zip(workbook(" ".repeat(4_000_000)));
    expect(bomb.length).toBeLessThan(10_000);
    expect(await ruleOf(() => rowsOf(bomb, { ...LIMITS, unpackedBytes: 1_000_000 }))).toBe("unpackedSize");
  });

  it("refuses more columns and texts than it was told to take", async () => {
    const wide = await madeBy((sheet) => {
      sheet.getCell(7, LIMITS.columns + 1).value = "x";
    });
    await expect(rowsOf(wide)).rejects.toMatchObject({ rule: "tooManyColumns", cell: "U7" });
    const strings = zip(workbook("", { strings: "<si><t>a</t></si>".repeat(2000) }));
    expect(await ruleOf(() => rowsOf(strings, { ...LIMITS, textCharacters: 3000 }))).toBe("unpackedSize");
  });

  longTest(null)("gets through a million empty formatted rows", async () => {
    const empty = Array.from(
      { length: 1_048_574 },
      (_, index) => `<row r="${index + 3}" s="1"><c r="A${index + 3}" s="1"/></row>`,
    );
    const bytes = zip(workbook(`<row r="1"><c r="A1" t="str"><v>sn</v></c></row>${empty.join("")}`));
    const started = performance.now();
    expect((await rowsOf(bytes, { ...LIMITS, unpackedBytes: 128 * 1024 * 1024 })).texts).toEqual([["sn"]]);
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});

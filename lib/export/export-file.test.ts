import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import { openArchive } from "@/lib/spreadsheet/archive";
import { csvFile } from "./csv-file";
import type { ExportCell } from "./define-export";
import { xlsxFile } from "./xlsx-file";
import { crc32, zipFile } from "./zip-file";

const NOW = new Date("2026-11-20T20:05:09Z");
const COLUMNS = [{ title: "Carrier" }, { title: "Value", width: 10 }, { title: "=Note" }];

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

async function* batchesOf(...batches: ExportCell[][][]): AsyncGenerator<ExportCell[][]> {
  yield* batches;
}

describe("a CSV file", () => {
  it("has a byte order mark, quotes, and no formulas", async () => {
    const rows = batchesOf(
      [
        ["Fridge, 1", 4.2, "=1+1"],
        ["Fridge, 1", -3, null],
      ],
      [["2026-11-20T08:00:00.000+08:00", 0, "0"]],
    );
    expect((await bytesOf(csvFile(COLUMNS, rows))).toString()).toBe(
      '\uFEFFCarrier,Value,\'=Note\r\n"Fridge, 1",4.2,\'=1+1\r\n"Fridge, 1",-3,\r\n2026-11-20T08:00:00.000+08:00,0,0\r\n',
    );
  });
});

describe("a workbook", () => {
  it("has the cells as they are, texts as texts", async () => {
    const texts = ["=1+1", ' a & <b> "c" ', "冷藏库", "two\nlines", "\u0001\ud800", "x".repeat(40_000), ""];
    const rows: ExportCell[][] = texts.map((text) => [text, 4.25, null]);
    const bytes = await bytesOf(
      xlsxFile({ title: "A/B: [c]", columns: COLUMNS }, batchesOf(rows, [["z", Number.NaN, "n"]]), NOW),
    );
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(new Uint8Array(bytes).buffer as ArrayBuffer);
    const [sheet] = book.worksheets;
    expect([book.worksheets.length, sheet?.name, sheet?.rowCount]).toEqual([1, "A B   c", texts.length + 2]);
    expect(sheet?.getRow(1).values).toEqual([undefined, "Carrier", "Value", "=Note"]);
    const first = texts.map((_, index) => sheet?.getCell(index + 2, 1).value);
    expect(first).toEqual([...texts.slice(0, 4), "\uFFFD\uFFFD", "x".repeat(32_767), null]);
    expect([sheet?.getCell("B2").value, sheet?.getCell("B9").value, sheet?.getCell("C9").value]).toEqual([
      4.25,
      null,
      "n",
    ]);
  });

  it("has a sheet without rows", async () => {
    const bytes = await bytesOf(xlsxFile({ title: "", columns: COLUMNS }, batchesOf(), NOW));
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(new Uint8Array(bytes).buffer as ArrayBuffer);
    expect(book.worksheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([["Sheet", 1]]);
  });
});

describe("an archive", () => {
  it("is read back, also by names of any script", async () => {
    const parts = [
      { name: "empty.txt", content: [] },
      { name: "数据/readings.csv", content: [Buffer.from("a,b\r\n"), Buffer.from("1,2\r\n".repeat(100_000))] },
    ];
    const archive = await openArchive(await bytesOf(zipFile(parts, NOW)), { unpackedBytes: 10_000_000, entries: 10 });
    expect(archive.names).toEqual(["empty.txt", "数据/readings.csv"]);
    expect((await bytesOf(archive.read("数据/readings.csv"))).length).toBe(5 + 500_000);
    expect((await bytesOf(archive.read("empty.txt"))).length).toBe(0);
  });

  it("passes on what its parts throw, and stops reading them if nobody reads on", async () => {
    const broken = async function* () {
      yield Buffer.from("a");
      throw new Error("no more");
    };
    await expect(bytesOf(zipFile([{ name: "a", content: broken() }], NOW))).rejects.toThrow("no more");
    let isClosed = false;
    const endless = async function* () {
      try {
        for (;;) yield Buffer.alloc(65_536, Math.random().toString());
      } finally {
        isClosed = true;
      }
    };
    for await (const chunk of zipFile([{ name: "a", content: endless() }], NOW)) if (chunk.length > 1000) break;
    await expect.poll(() => isClosed).toBe(true);
  });

  it("has the checksum of ISO 3309", () => {
    const [head, tail] = [Buffer.from("1234"), Buffer.from("56789")];
    expect(crc32(tail, crc32(head))).toBe(0xcb_f4_39_26);
  });
});

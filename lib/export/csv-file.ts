import { CSV_START, csvLine, csvWriter } from "@/lib/spreadsheet/csv";
import type { ExportCell, ExportColumn } from "./define-export";

/** A CSV file (RFC 4180, UTF-8 with a byte order mark); text that a spreadsheet would run as a formula is prefixed. */
export async function* csvFile(
  columns: readonly ExportColumn[],
  batches: AsyncIterable<readonly (readonly ExportCell[])[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_START + csvLine(columns.map(({ title }) => title)));
  const write = csvWriter(columns.length);
  for await (const rows of batches) {
    let lines = "";
    for (const row of rows) lines += write(row);
    yield Buffer.from(lines);
  }
}

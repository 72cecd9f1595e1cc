import { csvText } from "@/lib/spreadsheet/csv";
import type { ExportCell, ExportColumn } from "./define-export";

/** Instants, numbers and codes: nothing in them has to be quoted or could start a formula. */
const PLAIN = /^[0-9][\w:.+-]*$/;

const cellOf = (cell: ExportCell): string => {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  return PLAIN.test(cell) ? cell : csvText(cell);
};

/** A CSV file (RFC 4180, UTF-8 with a byte order mark); text that a spreadsheet would run as a formula is prefixed. */
export async function* csvFile(
  columns: readonly ExportColumn[],
  batches: AsyncIterable<readonly (readonly ExportCell[])[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${columns.map(({ title }) => csvText(title)).join(",")}\r\n`);
  // Most columns repeat the text of the row before.
  const last: { cell: ExportCell; text: string }[] = columns.map(() => ({ cell: null, text: "" }));
  for await (const rows of batches) {
    let lines = "";
    for (const row of rows) {
      for (let index = 0; index < last.length; index += 1) {
        const known = last[index] as (typeof last)[number];
        const cell = row[index] ?? null;
        if (cell !== known.cell) {
          known.cell = cell;
          known.text = cellOf(cell);
        }
        lines += index === 0 ? known.text : `,${known.text}`;
      }
      lines += "\r\n";
    }
    yield Buffer.from(lines);
  }
}

import { zoneOffsetMs } from "@/lib/datetime/zone";
import { RawReply } from "@/lib/http/reply";

/**
 * Positions at which a spreadsheet may start a formula: the start of a cell, and positions that a program with `;` or
 * tab as delimiter treats as a new cell or line. Full-width signs count in Chinese and Japanese programs.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/g;

/** A cell of a CSV file (RFC 4180), quoted if necessary. Formulas are neutralised by a leading apostrophe. */
export function csvText(text: string): string {
  const safe = text.replace(FORMULA, "'").replace(/^[\t\r]/, "'$&");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Text is quoted if necessary, a number written in digits; null is an empty cell. */
export type CsvCell = string | number | null;

/** The first character of a file, by which spreadsheets know that it is UTF-8. */
export const CSV_START = "\uFEFF";
const SEPARATOR = ",";
const LINE_END = "\r\n";

/** Instants, numbers and codes: nothing in them has to be quoted or could start a formula. */
const PLAIN = /^[0-9][\w:.+-]*$/;

const cellOf = (cell: CsvCell): string => {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  return PLAIN.test(cell) ? cell : csvText(cell);
};

/** A line of a CSV file with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => csvWriter(cells.length)(cells);

/**
 * `csvLine` for very many lines of `width` cells; missing ones are empty. Most columns repeat the text of the line
 * before, which is not quoted again.
 */
export function csvWriter(width: number): (cells: readonly CsvCell[]) => string {
  const last = Array.from({ length: width }, (): CsvCell => null);
  const texts = last.map(cellOf);
  return (cells) => {
    for (let index = 0; index < width; index += 1) {
      const cell = cells[index] ?? null;
      if (cell === last[index]) continue;
      last[index] = cell;
      texts[index] = cellOf(cell);
    }
    return texts.join(SEPARATOR) + LINE_END;
  };
}

/** A written line, given without its end, with one more cell. */
export const withCell = (line: string, cell: CsvCell): string => line + SEPARATOR + cellOf(cell) + LINE_END;

/** The number of cells of a written line in which none is quoted. */
export const countCells = (line: string): number => line.split(SEPARATOR).length;

/** ISO-8601 with the offset: `2026-11-20T16:00:00.000+08:00`. `offsetMs` is the zone's offset at that instant. */
export function isoWithOffset(at: number, offsetMs: number): string {
  const minutes = Math.round(offsetMs / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
  return `${local}${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

const [DAY_MS, MINUTE_MS] = [86_400_000, 60_000];
const digits = (value: number, length: number) => String(value).padStart(length, "0");
const TIMES = Array.from(
  { length: 1440 },
  (_, index) => `${digits(Math.floor(index / 60), 2)}:${digits(index % 60, 2)}`,
);

/**
 * `stampIn` for very many instants (epoch ms) in about their order: date and offset are written once for each day and
 * offset. Writing the instants was a third of the time of an export.
 */
export function stamper(timeZone: string): (at: number) => string {
  let [day, date, known, offset] = [Number.NaN, "", Number.NaN, ""];
  return (at) => {
    const offsetMs = zoneOffsetMs(new Date(at), timeZone);
    const minutes = Math.round(offsetMs / MINUTE_MS);
    const local = at + minutes * MINUTE_MS;
    const today = Math.floor(local / DAY_MS);
    if (today !== day || offsetMs !== known) {
      const text = isoWithOffset(at, offsetMs);
      [day, date, known, offset] = [today, text.slice(0, text.indexOf("T") + 1), offsetMs, text.slice(-6)];
    }
    const rest = local - today * DAY_MS;
    const minute = Math.floor(rest / MINUTE_MS);
    const ms = rest - minute * MINUTE_MS;
    const seconds = ms === 0 ? "00.000" : `${digits(Math.floor(ms / 1000), 2)}.${digits(ms % 1000, 3)}`;
    return `${date}${TIMES[minute]}:${seconds}${offset}`;
  };
}

/** ISO-8601 in a zone, with the offset. */
export const stampIn = (at: Date, timeZone: string): string => isoWithOffset(at.getTime(), zoneOffsetMs(at, timeZone));

/** The response headers of a CSV download: the file name is `GM_` with a timestamp (specification, section 9). */
export const csvHeaders = (now: Date, timeZone: string): Record<string, string> => ({
  "content-type": "text/csv; charset=utf-8",
  "content-disposition": `attachment; filename="GM_${stampIn(now, timeZone).slice(0, 19).replace(/\D/g, "")}.csv"`,
});

/** A whole CSV file (RFC 4180, UTF-8 with a byte order mark) as a response. */
export const csvReply = (rows: readonly (readonly CsvCell[])[], now: Date, timeZone: string): RawReply =>
  new RawReply(CSV_START + rows.map(csvLine).join(""), csvHeaders(now, timeZone));

import { csvText, stampIn } from "@/lib/spreadsheet/csv";

/** Rows of one file at most: a list of more is narrowed first. */
export const MAXIMUM_ROWS = 30_000;
/** Rows read at a time. */
export const BATCH_ROWS = 500;

/** The columns of the file in their order. */
export const EXPORT_COLUMNS = [
  "name",
  "customer",
  "scene",
  "type",
  "status",
  "abnormality",
  "temperature",
  "humidity",
  "lastAt",
  "alarm",
  "trigger",
  "devices",
  "mode",
  "traceable",
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];
export type ExportCell = string | number | null;

/** A line of a CSV file (RFC 4180); a text that a spreadsheet would run as a formula is marked as text. */
export const csvLine = (cells: readonly ExportCell[]): string =>
  `${cells.map((cell) => (typeof cell === "number" ? String(cell) : csvText(cell ?? ""))).join(",")}\r\n`;

/** ISO-8601 in a zone, from epoch ms. */
export const stampOf = (at: number, timeZone: string): string => stampIn(new Date(at), timeZone);

/** `GM_` with the stamp of the moment (specification, section 9). */
export const fileName = (at: number, timeZone: string, format: string): string =>
  `GM_${stampOf(at, timeZone).slice(0, 19).replace(/\D/g, "")}.${format}`;

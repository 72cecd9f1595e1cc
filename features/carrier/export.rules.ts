import { stampIn } from "@/lib/spreadsheet/csv";

/** Maximum rows per file; longer lists have to be narrowed first. */
export const MAXIMUM_ROWS = 30_000;
/** Rows per query. */
export const BATCH_ROWS = 500;

/** The columns of the file in display order. */
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
  "workMode",
  "bearingType",
  "traceable",
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** Formats epoch ms as ISO 8601 in a zone. */
export const stampOf = (at: number, timeZone: string): string => stampIn(new Date(at), timeZone);

/** `GM_` followed by a timestamp (specification, section 9). */
export const fileName = (at: number, timeZone: string, format: string): string =>
  `GM_${stampOf(at, timeZone).slice(0, 19).replace(/\D/g, "")}.${format}`;

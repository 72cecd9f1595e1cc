import { z } from "zod";
import type { Issue } from "@/lib/errors";
import { LOCALES, toLocale } from "@/lib/i18n/routing";
import { recordId } from "@/lib/validation/fields";

export const IMPORT_ROWS = 1000;
export const IMPORT_BYTES = 4 * 1024 * 1024;
/** Wrong cells that are named; one file may hold thousands. */
export const MOST_ISSUES = 200;

/** Decodes a data URL, for callers that send JSON; any other value is unchanged. */
function bytesOf(value: unknown): unknown {
  const encoded = typeof value === "string" ? /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(value)?.[1] : undefined;
  return encoded === undefined ? value : Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}

/** A file of lots, and its customer for accounts of several customers. */
export const LotImportInput = z.strictObject({
  file: z.preprocess(
    bytesOf,
    z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length > 0, {
      params: { rule: "required" },
      message: "a file is required",
    }),
  ),
  customerId: recordId().optional(),
});

/** A language; by default that of the request. */
export const LotTemplateQuery = z.strictObject({
  locale: z
    .preprocess((value) => (typeof value === "string" ? (toLocale(value) ?? value) : value), z.enum(LOCALES))
    .optional(),
});

/** A wrong cell such as `C7` (empty: the whole file), and the rule that it breaks. */
export type CellIssue = Omit<Issue, "path" | "names"> & { cell: string; field: string };

export type LotImportDto = { id: number; count: number };

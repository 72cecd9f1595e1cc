import { z } from "zod";
import { LOCALES, toLocale } from "@/lib/i18n/routing";
import { bytesOfUpload } from "@/lib/validation/data-url";
import { recordId } from "@/lib/validation/fields";

/** A sheet of records, and its customer for accounts of several customers. */
export const ImportInput = z.strictObject({
  file: z.preprocess(
    bytesOfUpload,
    z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length > 0, {
      params: { rule: "required" },
      message: "a file is required",
    }),
  ),
  customerId: recordId().optional(),
});

/** A language, also in the older API's spelling; defaults to that of the request. */
export const TemplateQuery = z.strictObject({
  locale: z
    .preprocess((value) => (typeof value === "string" ? (toLocale(value) ?? value) : value), z.enum(LOCALES))
    .optional(),
});

/** How many records of which customer were imported. */
export type ImportedDto = { id: number; count: number };

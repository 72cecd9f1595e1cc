import { z } from "zod";
import {
  PRINTER_CHARSETS,
  PRINTER_KINDS,
  type PrinterCharset,
  type PrinterKind,
  type PrintProblem,
} from "@/db/print-enums";
import { ById } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { lineText, optionalText, recordId, requiredText } from "@/lib/validation/fields";
import { COLUMNS, NAME_LENGTH, printerIssues, USUAL_PATH } from "./printer.rules";

/** A printer; `columns`, `charset` and `hasCutter` are those of a ticket printer, `isTls` and `path` of an IPP one. */
export const PrinterInput = z
  .strictObject({
    customerId: recordId().optional(),
    name: requiredText(NAME_LENGTH),
    kind: z.enum(PRINTER_KINDS),
    location: optionalText(50),
    host: requiredText(100),
    port: z.coerce.number().int().min(1).max(65_535),
    isTls: z.boolean().default(false),
    path: lineText(255).default(USUAL_PATH),
    columns: z.coerce
      .number()
      .int()
      .refine((value) => (COLUMNS as readonly number[]).includes(value), { params: { rule: "reference" } })
      .default(48),
    charset: z.enum(PRINTER_CHARSETS).default("gb18030"),
    hasCutter: z.boolean().default(true),
    isEnabled: z.boolean().default(true),
  })
  .superRefine((values, context) => {
    for (const { path, rule, message } of printerIssues(values))
      context.addIssue({ code: "custom", path: [path], params: { rule }, message });
  });
export type PrinterInput = z.output<typeof PrinterInput>;

export const PrinterListQuery = listQuery({
  sort: ["name", "kind", "host", "checkedAt", "createdAt"],
  filters: {
    kind: z.enum(PRINTER_KINDS).optional(),
    /** Whether its last contact failed. */
    condition: z.enum(["ready", "problem", "unknown"]).optional(),
    customerId: recordId().optional(),
  },
});
export type PrinterListQuery = z.output<typeof PrinterListQuery>;

/** The customer whose printers are asked for; without one, those of the whole scope. */
export const PrinterInfoQuery = z.strictObject({ customerId: recordId().optional() });

/** `requestKey` is made by the browser: a request that is sent again gives the same job. */
export const TestInput = z.strictObject({ ...ById.shape, requestKey: z.uuid() });

/** Instants in epoch ms. */
export type PrinterDto = {
  id: number;
  customerId: number;
  customerName: string;
  name: string;
  kind: PrinterKind;
  location: string;
  host: string;
  port: number;
  isTls: boolean;
  path: string;
  columns: number;
  charset: PrinterCharset;
  hasCutter: boolean;
  isEnabled: boolean;
  mayReachPrivate: boolean;
  model: string;
  /** The last contact; null before the first one. */
  checkedAt: number | null;
  problem: PrintProblem | null;
  problemDetail: string;
  /** Jobs that are not over. */
  openJobs: number;
  createdAt: number;
  version: number;
};

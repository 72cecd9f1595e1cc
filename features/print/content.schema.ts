import { z } from "zod";
import {
  GROUP_CONTENTS,
  type PrintContent,
  type PrintDocument,
  type PrinterKind,
  type PrintProblem,
} from "@/db/print-enums";
import { recordId, recordIds } from "@/lib/validation/fields";
import { calendarDay } from "@/lib/validation/instant";
import { MOST_COPIES, MOST_SUBJECTS } from "./content.rules";

const subjects = () =>
  recordIds(MOST_SUBJECTS).refine((ids) => ids.length > 0, { params: { rule: "required" }, message: "required" });

/**
 * What is printed: `ids` are of carriers (day record, carrier label), transports (slip), devices or lots. `day` is that of
 * a day record; by default today.
 */
export const contentFields = {
  content: z.enum(GROUP_CONTENTS),
  ids: subjects(),
  day: calendarDay().optional(),
};
export const PreviewQuery = z.strictObject(contentFields);
export type PreviewQuery = z.output<typeof PreviewQuery>;

/** `requestKey` is made by the browser: a request that is sent again gives the same job. */
export const PrintInput = z.strictObject({
  ...contentFields,
  printerId: recordId(),
  copies: z.coerce.number().int().min(1).max(MOST_COPIES).default(1),
  requestKey: z.uuid(),
});
export type PrintInput = z.output<typeof PrintInput>;

/** A document as screens show it: the first pages, and an image of the QR code of each. */
export type PreviewDto = {
  content: PrintContent;
  document: PrintDocument;
  pageCount: number;
  images: (string | null)[];
};

/** A printer for selection on other screens; the last contact in epoch ms, null before the first one. */
export type PrinterChoice = {
  id: number;
  customerId: number;
  name: string;
  kind: PrinterKind;
  location: string;
  columns: number;
  isEnabled: boolean;
  problem: PrintProblem | null;
  checkedAt: number | null;
};

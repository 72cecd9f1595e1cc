import { z } from "zod";
import { GROUP_CONTENTS, type GroupContent, PRINT_DAYS, type PrintDay } from "@/db/print-enums";
import { TimeOfDay } from "@/features/carrier/record-time/schema";
import { MOST_COPIES } from "@/features/print/content.rules";
import type { PreviewDto } from "@/features/print/content.schema";
import { LOCALES } from "@/lib/i18n/routing";
import { ById, VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import { lineText, recordId, recordIds, requiredText } from "@/lib/validation/fields";
import { NAME_LENGTH } from "../printer.rules";
import { MOST_CARRIERS, MOST_PRINTERS, MOST_TIMES } from "./rules";

/** At least one (specification, section 5, "Cross-field"). */
const some = (ids: readonly unknown[], context: z.RefinementCtx) => {
  if (ids.length > 0) return;
  context.addIssue({ code: "custom", params: { rule: "atLeastOne" }, message: "at least one is required" });
};

const repeated = (values: readonly unknown[], context: z.RefinementCtx) => {
  values.forEach((value, index) => {
    if (values.indexOf(value) < index)
      context.addIssue({
        code: "custom",
        path: [index],
        params: { rule: "repeated" },
        message: "stands there already",
      });
  });
};

const fields = {
  customerId: recordId().optional(),
  groupName: requiredText(NAME_LENGTH),
  isEnabled: z.boolean().default(true),
  printerIds: recordIds(MOST_PRINTERS).superRefine(some),
  carrierIds: recordIds(MOST_CARRIERS).superRefine(some),
  /** What is printed of each carrier: the print settings. */
  contents: z
    .array(z.enum(GROUP_CONTENTS))
    .max(GROUP_CONTENTS.length)
    .superRefine(some)
    .transform((values) => GROUP_CONTENTS.filter((one) => values.includes(one))),
  /** `HH:MM` in the customer's zone. */
  times: z
    .array(TimeOfDay)
    .max(MOST_TIMES)
    .superRefine((minutes, context) => {
      some(minutes, context);
      repeated(minutes, context);
    })
    .transform((minutes) => minutes.toSorted((a, b) => a - b)),
  day: z.enum(PRINT_DAYS).default("today"),
  copies: z.coerce.number().int().min(1).max(MOST_COPIES).default(1),
  /** The language of the paper; by default the caller's. */
  locale: z.enum(LOCALES).optional(),
};
export const GroupInput = z.strictObject(fields);
export type GroupInput = z.output<typeof GroupInput>;
/** `POST /service/printGroup/save`. */
export const GroupSave = z.strictObject({ ...VersionedId.shape, ...fields });
export const GroupRename = z.strictObject({ ...ById.shape, groupName: fields.groupName });

/** Whether a name is free; `id` is that of the group that has it now. */
export const GroupCheck = z.strictObject({
  groupName: lineText(NAME_LENGTH),
  id: recordId().optional(),
  customerId: recordId().optional(),
});
export type GroupCheckDto = { groupName: string; isFree: boolean };

export const GroupListQuery = listQuery({
  sort: ["name", "nextAt", "createdAt"],
  filters: {
    content: z.enum(GROUP_CONTENTS).optional(),
    printerId: recordId().optional(),
    carrierId: recordId().optional(),
    customerId: recordId().optional(),
    isEnabled: z
      .enum(["true", "false"])
      .transform((value) => value === "true")
      .optional(),
  },
});
export type GroupListQuery = z.output<typeof GroupListQuery>;

/** `requestKey` is made by the browser: a request that is sent again gives the same jobs. */
export const GroupPrint = z.strictObject({ ...ById.shape, requestKey: z.uuid() });

type Named = { id: number; name: string };

/** Instants in epoch ms. */
export type GroupDto = {
  id: number;
  customerId: number;
  customerName: string;
  timeZone: string;
  groupName: string;
  isEnabled: boolean;
  printers: Named[];
  /** Those that the reader may see. */
  carriers: Named[];
  /** How many others there are. */
  otherCarriers: number;
  contents: GroupContent[];
  /** `HH:MM`. */
  times: string[];
  day: PrintDay;
  copies: number;
  locale: string;
  /** Null while it is switched off. */
  nextAt: number | null;
  createdAt: number;
  version: number;
};

/** What a group would print now; a content that its carriers have nothing of is left out. */
export type GroupPreviewDto = { previews: PreviewDto[] };

import { z } from "zod";
import type { ActivationStatus } from "@/db/enums";
import { PAGE_SIZES } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";

/** The maximum size of a batch: a page of the list. */
export const MAXIMUM_BATCH = PAGE_SIZES[PAGE_SIZES.length - 1] as number;

export const CustomerIds = z.strictObject({
  ids: z
    .array(recordId())
    .min(1)
    .max(MAXIMUM_BATCH)
    .transform((ids) => [...new Set(ids)]),
});

/** The numbers of records that were cancelled or activated with the customer. */
export type SwitchedCounts = { roles: number; users: number; devices: number; carriers: number };

export type StatusChangeDto = { id: number; status: ActivationStatus } & SwitchedCounts;

import { z } from "zod";
import type { ActivationStatus } from "@/db/enums";
import { PAGE_SIZES } from "@/lib/resource/list-query";
import { recordId } from "@/lib/validation/fields";

/** Most customers of one batch; a page of the list. */
export const MAXIMUM_BATCH = PAGE_SIZES[PAGE_SIZES.length - 1] as number;

export const CustomerIds = z.strictObject({
  ids: z
    .array(recordId())
    .min(1)
    .max(MAXIMUM_BATCH)
    .transform((ids) => [...new Set(ids)]),
});

/** How much a cancellation has switched off, or an activation on again. */
export type SwitchedCounts = { roles: number; users: number; devices: number; carriers: number };

export type StatusChangeDto = { id: number; status: ActivationStatus } & SwitchedCounts;

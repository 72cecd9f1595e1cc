import { z } from "zod";
import { recordIds } from "@/lib/validation/fields";

/** The page size of the list, and the maximum size of a batch. */
export const MAXIMUM_BATCH = 100;

/** Several accounts of one customer. */
export const UserIds = z.strictObject({
  ids: recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, {
    params: { rule: "required" },
    message: "choose at least one",
  }),
});

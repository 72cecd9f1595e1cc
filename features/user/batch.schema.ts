import { z } from "zod";
import { recordIds } from "@/lib/validation/fields";

/** A page of the list: the most that one batch takes. */
export const MAXIMUM_BATCH = 100;

/** Several accounts of one customer. */
export const UserIds = z.strictObject({
  ids: recordIds(MAXIMUM_BATCH).refine((ids) => ids.length > 0, {
    params: { rule: "required" },
    message: "choose at least one",
  }),
});

import { z } from "zod";

/** The input of an operation on one row, its id from the path. */
export const ById = z.object({ id: z.coerce.number().int().positive() });

import { z } from "zod";

/** The input of an operation on one row, its id from the path. */
export const ById = z.object({ id: z.coerce.number().int().positive() });

/**
 * Which record an update changes, and the version that it was made from. Without a version the last write wins, as the
 * callers of the older API expect.
 */
export const VersionedId = ById.extend({ version: z.coerce.number().int().positive().optional() });

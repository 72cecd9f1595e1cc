import "server-only";
import { inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { carrier } from "@/db/schema";

/** Writes the same values to each of these locked carriers. */
export async function setAll(
  tx: Db,
  ids: readonly number[],
  fields: Partial<typeof carrier.$inferInsert>,
): Promise<void> {
  if (Object.values(fields).every((value) => value === undefined)) return;
  await tx
    .update(carrier)
    .set(fields)
    .where(inArray(carrier.id, [...ids]));
}

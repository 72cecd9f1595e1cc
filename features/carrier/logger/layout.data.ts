import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { loggerLayout, userAccount } from "@/db/schema";

/** How tables of a shape were last read; `layout` is empty if their titles name the columns. */
export type KeptReading = Pick<typeof loggerLayout.$inferSelect, "layout" | "timeZone" | "dateOrder"> & {
  userName: string | null;
  savedAt: Date;
};

const ofShape = (customerId: number, shape: string) =>
  and(eq(loggerLayout.customerId, customerId), eq(loggerLayout.shape, shape));

/** The saved reading for tables of a shape, per customer; null if none was saved. */
export async function findKept(db: Db, customerId: number, shape: string): Promise<KeptReading | null> {
  const { layout, timeZone, dateOrder, savedAt } = loggerLayout;
  const [row] = await db
    .select({ layout, timeZone, dateOrder, savedAt, userName: userAccount.name })
    .from(loggerLayout)
    .leftJoin(userAccount, eq(userAccount.id, loggerLayout.savedBy))
    .where(ofShape(customerId, shape));
  return row ?? null;
}

type Saved = Omit<typeof loggerLayout.$inferInsert, "layout"> & { layout: Record<string, unknown> | null };

/** Saves how tables of a shape are read, replacing an earlier reading; without a layout, its columns remain. */
export async function saveKept(tx: Db, { layout, ...values }: Saved): Promise<void> {
  const { timeZone, dateOrder, savedBy, savedAt } = values;
  await tx
    .insert(loggerLayout)
    .values({ ...values, layout: layout ?? {} })
    .onConflictDoUpdate({
      target: [loggerLayout.customerId, loggerLayout.shape],
      set: { timeZone, dateOrder, savedBy, savedAt, ...(layout && { layout }) },
    });
}

/** Deletes the saved reading of a shape; returns null if there was none. */
export async function deleteKept(
  tx: Db,
  customerId: number,
  shape: string,
): Promise<Omit<KeptReading, "userName"> | null> {
  const [row] = await tx.delete(loggerLayout).where(ofShape(customerId, shape)).returning();
  return row ?? null;
}

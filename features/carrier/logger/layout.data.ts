import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { loggerLayout, userAccount } from "@/db/schema";

/** How tables of a shape were read the last time; `layout` is empty where their titles say what the columns are. */
export type KeptReading = Pick<typeof loggerLayout.$inferSelect, "layout" | "timeZone" | "dateOrder"> & {
  userName: string | null;
  savedAt: Date;
};

const ofShape = (customerId: number, shape: string) =>
  and(eq(loggerLayout.customerId, customerId), eq(loggerLayout.shape, shape));

/** How somebody of the customer had tables of a shape read; null where nobody has said anything of them. */
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

/** Keeps how tables of a shape were read, in place of what was kept before; without a layout its columns stay. */
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

/** Deletes what was kept of tables of a shape; null where there was nothing. */
export async function deleteKept(
  tx: Db,
  customerId: number,
  shape: string,
): Promise<Omit<KeptReading, "userName"> | null> {
  const [row] = await tx.delete(loggerLayout).where(ofShape(customerId, shape)).returning();
  return row ?? null;
}

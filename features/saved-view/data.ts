import "server-only";
import { and, count, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { savedView } from "@/db/schema";
import { notFound } from "@/lib/errors";

export type SavedViewRow = typeof savedView.$inferSelect;

/** The account and the customer that it works for: the only views that it reaches are theirs. */
export type Viewer = { userId: number; customerId: number };

const visibleTo = ({ userId, customerId }: Viewer) =>
  and(eq(savedView.customerId, customerId), or(isNull(savedView.userId), eq(savedView.userId, userId)));

/** The views of a list, personal ones first, each by name. */
export const findViews = (db: Db, viewer: Viewer, path: string): Promise<SavedViewRow[]> =>
  db
    .select()
    .from(savedView)
    .where(and(visibleTo(viewer), eq(savedView.path, path)))
    .orderBy(sql`${savedView.userId} is null`, sql`lower(${savedView.name})`);

/** The number of views of a list that are the account's own, or shared, locked against others that count them. */
export async function countViews(db: Db, { userId, customerId }: Viewer, path: string, isShared: boolean) {
  const list = `savedView ${customerId} ${path} ${isShared ? "shared" : userId}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${list}, 0))`);
  const owner = isShared ? isNull(savedView.userId) : eq(savedView.userId, userId);
  const [row] = await db
    .select({ total: count() })
    .from(savedView)
    .where(and(eq(savedView.customerId, customerId), eq(savedView.path, path), owner));
  return row?.total ?? 0;
}

/** Locks a view for a change. Throws NOT_FOUND for that of another account or customer. */
export async function lockView(tx: Db, viewer: Viewer, id: number): Promise<SavedViewRow> {
  const [row] = await tx
    .select()
    .from(savedView)
    .where(and(visibleTo(viewer), eq(savedView.id, id)))
    .for("update");
  if (!row) throw notFound("savedView", id);
  return row;
}

export async function insertView(tx: Db, values: typeof savedView.$inferInsert): Promise<SavedViewRow> {
  const [row] = await tx.insert(savedView).values(values).returning();
  return row as SavedViewRow;
}

/** Changes a view that is locked. */
export async function updateView(
  tx: Db,
  id: number,
  values: Partial<Pick<SavedViewRow, "name" | "query" | "userId">>,
): Promise<SavedViewRow> {
  const [row] = await tx.update(savedView).set(values).where(eq(savedView.id, id)).returning();
  return row as SavedViewRow;
}

/** Deletes a view that is locked. */
export async function deleteView(tx: Db, id: number): Promise<void> {
  await tx.delete(savedView).where(eq(savedView.id, id));
}

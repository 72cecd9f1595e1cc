import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { guideGroup, guideItem } from "@/db/schema";
import { notFound } from "@/lib/errors";
import type { GuideGroup, GuideItem } from "./guide.schema";

// The help belongs to the whole installation, so access depends on permissions only.

const GROUP = {
  id: guideGroup.id,
  code: guideGroup.code,
  names: guideGroup.names,
  status: guideGroup.status,
  isShipped: guideGroup.isShipped,
  isEdited: guideGroup.isEdited,
  position: guideGroup.position,
  version: guideGroup.version,
};
const ITEM = {
  id: guideItem.id,
  groupId: guideItem.groupId,
  code: guideItem.code,
  texts: guideItem.texts,
  routes: guideItem.routes,
  status: guideItem.status,
  isShipped: guideItem.isShipped,
  isEdited: guideItem.isEdited,
  position: guideItem.position,
  version: guideItem.version,
};
const GROUP_ORDER = [asc(guideGroup.position), asc(guideGroup.id)];
const ITEM_ORDER = [asc(guideItem.position), asc(guideItem.id)];

/** The chapters in order. */
export const findGroups = (db: Db): Promise<GuideGroup[]> =>
  db
    .select(GROUP)
    .from(guideGroup)
    .orderBy(...GROUP_ORDER);

/** The same, locked until the end of the transaction, because an order depends on all chapters. */
export const lockGroups = (tx: Db): Promise<GuideGroup[]> =>
  tx
    .select(GROUP)
    .from(guideGroup)
    .orderBy(...GROUP_ORDER)
    .for("update");

export async function lockGroup(tx: Db, id: number): Promise<GuideGroup> {
  const [row] = await tx.select(GROUP).from(guideGroup).where(eq(guideGroup.id, id)).for("update");
  if (!row) throw notFound("guideGroup", id);
  return row;
}

export async function insertGroup(tx: Db, values: typeof guideGroup.$inferInsert): Promise<GuideGroup> {
  const [row] = await tx.insert(guideGroup).values(values).returning(GROUP);
  return row as GuideGroup;
}

export async function updateGroup(tx: Db, id: number, values: Partial<GuideGroup>): Promise<GuideGroup> {
  const [row] = await tx.update(guideGroup).set(values).where(eq(guideGroup.id, id)).returning(GROUP);
  if (!row) throw notFound("guideGroup", id);
  return row;
}

export async function deleteGroup(tx: Db, id: number): Promise<void> {
  await tx.delete(guideGroup).where(eq(guideGroup.id, id));
}

/** The topics of a chapter in order. */
export const findItems = (db: Db, groupId: number): Promise<GuideItem[]> =>
  db
    .select(ITEM)
    .from(guideItem)
    .where(eq(guideItem.groupId, groupId))
    .orderBy(...ITEM_ORDER);

/** Topics visible to readers, by chapter: enabled ones in enabled chapters. */
export const findShown = (db: Db): Promise<GuideItem[]> =>
  db
    .select(ITEM)
    .from(guideItem)
    .innerJoin(guideGroup, eq(guideGroup.id, guideItem.groupId))
    .where(and(eq(guideItem.status, "enabled"), eq(guideGroup.status, "enabled")))
    .orderBy(...GROUP_ORDER, ...ITEM_ORDER);

export async function getItem(db: Db, id: number): Promise<GuideItem> {
  const [row] = await db.select(ITEM).from(guideItem).where(eq(guideItem.id, id));
  if (!row) throw notFound("guide", id);
  return row;
}

/** Locks the topics with these ids, in the order of the ids, so that concurrent batches do not deadlock. */
export const lockItems = (tx: Db, ids: readonly number[]): Promise<GuideItem[]> =>
  tx
    .select(ITEM)
    .from(guideItem)
    .where(inArray(guideItem.id, [...ids]))
    .orderBy(asc(guideItem.id))
    .for("update");

export const countItems = (db: Db): Promise<number> => db.$count(guideItem);

/** Number of topics per chapter. */
export async function countByGroup(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .select({ groupId: guideItem.groupId, count: sql<number>`count(*)::int` })
    .from(guideItem)
    .groupBy(guideItem.groupId);
  return new Map(rows.map(({ groupId, count }) => [groupId, count]));
}

export async function insertItem(tx: Db, values: typeof guideItem.$inferInsert): Promise<GuideItem> {
  const [row] = await tx.insert(guideItem).values(values).returning(ITEM);
  return row as GuideItem;
}

export async function updateItem(tx: Db, id: number, values: Partial<GuideItem>, now: Date): Promise<GuideItem> {
  const [row] = await tx
    .update(guideItem)
    .set({ ...values, updatedAt: now })
    .where(eq(guideItem.id, id))
    .returning(ITEM);
  if (!row) throw notFound("guide", id);
  return row;
}

export async function deleteItem(tx: Db, id: number): Promise<void> {
  await tx.delete(guideItem).where(eq(guideItem.id, id));
}

/** Saves the order of the chapters. */
export async function placeGroups(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update guide_group placed set position = place.position - 1
      from unnest(${sql.param([...ids])}::bigint[]) with ordinality place (id, position)
     where placed.id = place.id`);
}

/** Saves the order of topics. */
export async function placeItems(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update guide_item placed set position = place.position - 1
      from unnest(${sql.param([...ids])}::bigint[]) with ordinality place (id, position)
     where placed.id = place.id`);
}

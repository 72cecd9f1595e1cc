import "server-only";
import { and, asc, eq, not, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { menuResource } from "@/db/schema";
import { notFound } from "@/lib/errors";
import type { MenuRow } from "./menu.rules";
import type { MenuChange, MenuInput, MenuResource } from "./menu.schema";

const SHOWN = {
  id: menuResource.id,
  parentId: menuResource.parentId,
  code: menuResource.code,
  name: menuResource.name,
  icon: menuResource.icon,
  url: menuResource.url,
  functionCode: menuResource.functionCode,
  visibility: menuResource.visibility,
  isShipped: menuResource.isShipped,
};
const ALL = {
  ...SHOWN,
  extraCode: menuResource.extraCode,
  isEnabled: menuResource.isEnabled,
  isHidden: menuResource.isHidden,
  position: menuResource.position,
  version: menuResource.version,
};
const ORDER = [asc(menuResource.position), asc(menuResource.id)];

/** The enabled entries, in order. */
export const findShown = (db: Db): Promise<MenuRow[]> =>
  db
    .select(SHOWN)
    .from(menuResource)
    .where(and(eq(menuResource.isEnabled, true), not(menuResource.isHidden)))
    .orderBy(...ORDER)
    .prepare("menu_shown")
    .execute();

/** Every entry, in order. */
export const findAll = (db: Db): Promise<MenuResource[]> =>
  db
    .select(ALL)
    .from(menuResource)
    .orderBy(...ORDER);

/** Locks all entries until the transaction ends, because the position of an entry depends on its neighbours. */
export const lockAll = (tx: Db): Promise<MenuResource[]> =>
  tx
    .select(ALL)
    .from(menuResource)
    .orderBy(...ORDER)
    .for("update");

export async function insertEntry(tx: Db, values: MenuInput & { position: number }): Promise<MenuResource> {
  const [row] = await tx.insert(menuResource).values(values).returning(ALL);
  if (!row) throw new Error("no row was made");
  return row;
}

export async function updateEntry(
  tx: Db,
  id: number,
  values: MenuChange & { position?: number },
): Promise<MenuResource> {
  const [row] = await tx.update(menuResource).set(values).where(eq(menuResource.id, id)).returning(ALL);
  if (!row) throw notFound("menu", id);
  return row;
}

export async function deleteEntry(tx: Db, id: number): Promise<void> {
  await tx.delete(menuResource).where(eq(menuResource.id, id));
}

/** Moves these entries below one parent, in this order. */
export async function placeEntries(tx: Db, parentId: number | null, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update menu_resource m set parent_id = ${parentId}::bigint, position = place.position - 1
      from unnest(${sql.param([...ids])}::bigint[]) with ordinality place (id, position)
     where m.id = place.id`);
}

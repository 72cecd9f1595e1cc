import "server-only";
import { and, asc, eq, not } from "drizzle-orm";
import type { Db } from "@/db/client";
import { menuResource } from "@/db/schema";
import type { MenuRow } from "./rules";

/** The entries that are switched on, in their order. */
export async function findShown(db: Db): Promise<MenuRow[]> {
  const { id, parentId, code, name, icon, url, functionCode, visibility, isShipped } = menuResource;
  return db
    .select({ id, parentId, code, name, icon, url, functionCode, visibility, isShipped })
    .from(menuResource)
    .where(and(eq(menuResource.isEnabled, true), not(menuResource.isHidden)))
    .orderBy(asc(menuResource.position), asc(menuResource.id));
}

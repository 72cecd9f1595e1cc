import { and, eq, inArray, isNotNull, ne, not, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { menuResource } from "@/db/schema";
import { MENU_ICONS } from "@/features/menu/menu.rules";
import { GROUP_ICONS } from "@/lib/page/menu";
import { MENU_GROUPS, SCREENS, type Screen } from "@/lib/page/screens";

const isDrawable = inArray(menuResource.icon, [...MENU_ICONS]);
const LINKED: readonly Screen[] = SCREENS.filter((screen) => screen.kind === "console" && screen.group !== null);

/**
 * Seeds the menu of this release: a row per group and per screen in a group. Root's changes are preserved; address and
 * function code follow the release. Safe to repeat at each start.
 */
export async function seedMenu(tx: Db): Promise<void> {
  await removeGone(tx);
  await tx
    .insert(menuResource)
    .values(MENU_GROUPS.map((code, position) => ({ code, icon: GROUP_ICONS[code], position, isShipped: true })))
    .onConflictDoNothing();
  // A custom group with the code of a new shipped group becomes that group.
  await tx
    .update(menuResource)
    .set({ parentId: null, url: "", functionCode: "", isShipped: true })
    .where(and(inArray(menuResource.code, [...MENU_GROUPS]), eq(menuResource.isShipped, false)));
  const groups = await tx
    .select({ id: menuResource.id, code: menuResource.code })
    .from(menuResource)
    .where(inArray(menuResource.code, [...MENU_GROUPS]));
  const rows = LINKED.map(({ path, group, icon, permission }, position) => ({
    parentId: groups.find(({ code }) => code === group)?.id,
    code: path,
    icon,
    position,
    url: path,
    functionCode: permission === "signed-in" || permission === "public" ? "" : permission,
    isShipped: true,
  }));
  await tx.insert(menuResource).values(rows).onConflictDoNothing();
  for (const { code, functionCode, icon } of rows)
    await tx
      .update(menuResource)
      // An icon that no longer exists is replaced by that of the release.
      .set({ functionCode, icon: sql`case when ${isDrawable} then ${menuResource.icon} else ${icon} end` })
      .where(and(eq(menuResource.code, code), or(ne(menuResource.functionCode, functionCode), not(isDrawable))));
}

/** Deletes screens and groups of an older release; a group that contains custom entries becomes a custom group. */
async function removeGone(tx: Db): Promise<void> {
  const gone = and(
    eq(menuResource.isShipped, true),
    notInArray(menuResource.code, [...MENU_GROUPS, ...LINKED.map(({ path }) => path)]),
  );
  await tx.delete(menuResource).where(and(gone, isNotNull(menuResource.parentId)));
  const inUse = sql`exists (select from menu_resource child where child.parent_id = menu_resource.id)`;
  await tx
    .update(menuResource)
    .set({ isShipped: false, name: sql`coalesce(${menuResource.name}, ${menuResource.code})` })
    .where(and(gone, inUse));
  await tx.delete(menuResource).where(gone);
}

import "server-only";
import { z } from "zod";
import { loadMenu } from "@/features/menu/menu.operations";
import type { Principal } from "@/lib/auth/principal";
import { Reply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { defineOperation, SIGNED_IN } from "@/lib/operation/define-operation";
import { oneself } from "../profile/rules";
import { findShortcutIds, replaceShortcuts } from "./data";
import { assertChoices, shortcutMenuOf, shortcutsOf } from "./rules";
import { type ShortcutDto, ShortcutInput, type ShortcutMenuDto } from "./schema";

/** The user's shortcuts, without entries that they may no longer open. */
export const listShortcuts = defineOperation({
  name: "shortcut.list",
  kind: "query",
  permission: SIGNED_IN,
  input: z.strictObject({}),
  async run(ctx): Promise<ShortcutDto[]> {
    const [chosen, menu] = await Promise.all([findShortcutIds(ctx.db, oneself(ctx.actor)), loadMenu.call(ctx, {})]);
    return shortcutsOf(menu, chosen);
  },
});

/** The entries that the user can add to the bar. */
export const listShortcutMenu = defineOperation({
  name: "shortcut.menu",
  kind: "query",
  permission: SIGNED_IN,
  input: z.strictObject({}),
  async run(ctx): Promise<ShortcutMenuDto[]> {
    const [chosen, menu] = await Promise.all([findShortcutIds(ctx.db, oneself(ctx.actor)), loadMenu.call(ctx, {})]);
    return shortcutMenuOf(menu, chosen);
  },
});

/** Saves the shortcuts. Returns the number 200, the success code of the older API. */
export const saveShortcuts = defineOperation({
  name: "shortcut.save",
  kind: "mutation",
  permission: SIGNED_IN,
  input: ShortcutInput,
  body: { maximumBytes: 16 * 1024, listKey: "ids" },
  async run(ctx, { ids }) {
    const me = oneself(ctx.actor);
    assertChoices(await loadMenu.call(ctx, {}), ids);
    const before = await replaceShortcuts(ctx.tx, me, ids);
    ctx.audit({ customerId: me.ownCustomerId, old: { shortcuts: before }, new: { shortcuts: ids } });
    return Object.assign(new Reply(200 as const), { id: me.user.id });
  },
  audit: { entity: "user", id: ({ id }) => id },
});

/** Loads the navigation of the shell; the menu is read once for itself and for the shortcuts. */
export async function loadNavigation(ctx: OperationContext, principal: Principal) {
  const [chosen, menu] = await Promise.all([findShortcutIds(ctx.db, principal), loadMenu.call(ctx, {})]);
  return { menu, shortcuts: shortcutsOf(menu, chosen) };
}

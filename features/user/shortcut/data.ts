import "server-only";
import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { userAccount, userShortcut } from "@/db/schema";
import type { Principal } from "@/lib/auth/principal";

// Every query is restricted to the principal's own id, so no scope is needed.

/** The menu entries of the user's bar, in order. */
export async function findShortcutIds(db: Db, { user }: Pick<Principal, "user">): Promise<number[]> {
  const rows = await db
    .select({ id: userShortcut.menuId })
    .from(userShortcut)
    .where(eq(userShortcut.userId, user.id))
    .orderBy(asc(userShortcut.position))
    .prepare("shortcut_ids")
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the shortcuts; returns the previous ones. */
export async function replaceShortcuts(tx: Db, me: Pick<Principal, "user">, ids: readonly number[]): Promise<number[]> {
  // Serialises concurrent saves from two windows.
  await tx.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.id, me.user.id)).for("update");
  const before = await findShortcutIds(tx, me);
  await tx.delete(userShortcut).where(eq(userShortcut.userId, me.user.id));
  const rows = ids.map((menuId, position) => ({ userId: me.user.id, menuId, position }));
  if (rows.length > 0) await tx.insert(userShortcut).values(rows);
  return before;
}

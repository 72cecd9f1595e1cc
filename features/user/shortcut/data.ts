import "server-only";
import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { userAccount, userShortcut } from "@/db/schema";
import type { Principal } from "@/lib/auth/principal";

// Here the account itself is the scope: every query is narrowed by the principal's own id.

/** The menu entries of the own bar, in their order. */
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

/** Puts these entries in the place of the present ones; returns those. */
export async function replaceShortcuts(tx: Db, me: Pick<Principal, "user">, ids: readonly number[]): Promise<number[]> {
  // Two windows that save at once follow one another.
  await tx.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.id, me.user.id)).for("update");
  const before = await findShortcutIds(tx, me);
  await tx.delete(userShortcut).where(eq(userShortcut.userId, me.user.id));
  const rows = ids.map((menuId, position) => ({ userId: me.user.id, menuId, position }));
  if (rows.length > 0) await tx.insert(userShortcut).values(rows);
  return before;
}

import "server-only";
import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { customer, dashboard, userAccount } from "@/db/schema";
import type { Principal } from "@/lib/auth/principal";
import { notFound } from "@/lib/errors";
import { type Card, cardsOf, type DashboardDto, type DashboardRow, VERSION } from "./schema";

// Visibility depends on the account itself: its own dashboards at the current customer, and those shared there.

type Me = Pick<Principal, "user" | "customer">;

const mine = ({ user, customer: { id } }: Me) => and(eq(dashboard.userId, user.id), eq(dashboard.customerId, id));
const visible = (me: Me) => or(mine(me), and(eq(dashboard.customerId, me.customer.id), dashboard.isShared));
const isOwn = ({ user }: Me) => sql<boolean>`${dashboard.userId} = ${user.id}`;

const row = (me: Me) => ({
  id: dashboard.id,
  name: dashboard.name,
  isOwn: isOwn(me),
  isShared: dashboard.isShared,
  ownerName: userAccount.name,
});

/** The account's own dashboards in their order, then those shared by others. */
export const findDashboards = (db: Db, me: Me): Promise<DashboardRow[]> =>
  db
    .select(row(me))
    .from(dashboard)
    .innerJoin(userAccount, eq(userAccount.id, dashboard.userId))
    .where(visible(me))
    .orderBy(sql`${isOwn(me)} desc`, asc(dashboard.position), asc(sql`lower(${dashboard.name})`), asc(dashboard.id));

/** Returns a visible dashboard. Throws NOT_FOUND otherwise. */
export async function getDashboard(db: Db, me: Me, id: number): Promise<DashboardDto> {
  const [found] = await db
    .select({ ...row(me), version: dashboard.version, content: dashboard.content })
    .from(dashboard)
    .innerJoin(userAccount, eq(userAccount.id, dashboard.userId))
    .where(and(eq(dashboard.id, id), visible(me)));
  if (!found) throw notFound("dashboard", id);
  const { content, ...dto } = found;
  return { ...dto, cards: cardsOf(content) };
}

/** Locks one of the account's own dashboards. Throws NOT_FOUND for those of others. */
export async function lockOwn(tx: Db, me: Me, id: number): Promise<DashboardDto> {
  const [held] = await tx
    .select({ id: dashboard.id })
    .from(dashboard)
    .where(and(eq(dashboard.id, id), mine(me)))
    .for("update");
  if (!held) throw notFound("dashboard", id);
  return getDashboard(tx, me, id);
}

/** The number of the account's own dashboards. Locks, so that concurrent inserts are serialised. */
export async function countOwn(tx: Db, me: Me): Promise<number> {
  await tx.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.id, me.user.id)).for("update");
  // A dashboard belongs to the current customer, which must not be deleted meanwhile.
  await tx.select({ id: customer.id }).from(customer).where(eq(customer.id, me.customer.id)).for("key share");
  return tx.$count(dashboard, mine(me));
}

/** Appends a dashboard. */
export async function insertDashboard(
  tx: Db,
  me: Me,
  name: string,
  cards: readonly Card[],
  position: number,
): Promise<number> {
  const [made] = await tx
    .insert(dashboard)
    .values({
      userId: me.user.id,
      customerId: me.customer.id,
      name,
      position,
      content: { version: VERSION, cards: [...cards] },
    })
    .returning({ id: dashboard.id });
  return made?.id as number;
}

/** Replaces name and cards. */
export async function updateDashboard(
  tx: Db,
  id: number,
  name: string,
  cards: readonly Card[],
  now: Date,
): Promise<void> {
  await tx
    .update(dashboard)
    .set({
      name,
      content: { version: VERSION, cards: [...cards] },
      updatedAt: now,
    })
    .where(eq(dashboard.id, id));
}

export async function setShared(tx: Db, id: number, isShared: boolean): Promise<void> {
  await tx.update(dashboard).set({ isShared }).where(eq(dashboard.id, id));
}

export async function deleteDashboard(tx: Db, id: number): Promise<void> {
  await tx.delete(dashboard).where(eq(dashboard.id, id));
}

/** Moves a dashboard before all others of the account. */
export async function putFirst(tx: Db, me: Me, id: number): Promise<void> {
  await tx
    .update(dashboard)
    .set({ position: sql`case when ${dashboard.id} = ${id} then 0 else ${dashboard.position} + 1 end` })
    .where(mine(me));
}

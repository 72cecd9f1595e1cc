import "server-only";
import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { role, userAccount } from "@/db/schema";
import type { Scope } from "@/lib/auth/scope";
import { deleteFiles } from "@/lib/stored-file/stored-file";
import { NAMED_USERS, type RoleUsersDto } from "./lifecycle.schema";
import { visible } from "./role.data";

const PERSON = { id: userAccount.id, username: userAccount.username, name: userAccount.name };

/** The first users of a role by name, and their total; null outside the scope. */
export async function findRoleUsers(db: Db, scope: Scope, id: number): Promise<RoleUsersDto | null> {
  const [found] = await db
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.id, id), visible(scope)));
  if (!found) return null;
  const where = eq(userAccount.roleId, id);
  const [users, [counted]] = await Promise.all([
    db
      .select(PERSON)
      .from(userAccount)
      .where(where)
      .orderBy(sql`lower(${userAccount.name})`, asc(userAccount.id))
      .limit(NAMED_USERS),
    db.select({ total: count() }).from(userAccount).where(where),
  ]);
  return { users, total: counted?.total ?? 0 };
}

export type LockedUser = {
  id: number;
  customerId: number;
  roleId: number;
  username: string;
  name: string;
  isDefault: boolean;
  hasSigned: boolean;
  /** The account's own places. */
  customerIds: number[];
  sceneIds: number[];
};

const numbers = (values: unknown): number[] => (values as string[]).map(Number);

/** All accounts of these roles in the order of their ids, locked. */
export async function lockUsersOf(db: Db, roleIds: readonly number[]): Promise<LockedUser[]> {
  const { customerId, roleId, isDefault } = userAccount;
  // Spelt out because the query builder omits the table name in a selection from one table.
  const hasSigned = sql<boolean>`(
    exists (select from exception e where user_account.id in (e.acknowledged_by, e.handled_by, e.removed_by))
    or exists (select from alarm_switch_log l where l.user_id = user_account.id)
    or exists (select from alarm_silence s where user_account.id in (s.created_by, s.ended_by))
    or exists (select from record_sheet r where r.submitted_by = user_account.id)
    or exists (select from record_value v where v.entered_by = user_account.id))`;
  const customerIds = sql`array(select c.customer_id from user_customer c where c.user_id = user_account.id)`;
  const sceneIds = sql`array(select s.scene_id from user_scene s where s.user_id = user_account.id)`;
  const rows = await db
    .select({ ...PERSON, customerId, roleId, isDefault, hasSigned, customerIds, sceneIds })
    .from(userAccount)
    .where(inArray(roleId, [...roleIds]))
    .orderBy(asc(userAccount.id))
    .for("update", { of: userAccount });
  return rows.map((row) => ({ ...row, customerIds: numbers(row.customerIds), sceneIds: numbers(row.sceneIds) }));
}

/** Cancels roles together with their active accounts. Returns the ids of these accounts. */
export async function cancelWithUsers(db: Db, roleIds: readonly number[]): Promise<number[]> {
  await db
    .update(role)
    .set({ status: "cancelled", cancelledWith: null })
    .where(and(inArray(role.id, [...roleIds]), eq(role.status, "active")));
  return switchUsers(db, roleIds, "cancelled");
}

/** Activates roles, and exactly the accounts that were cancelled with them. Returns the ids of these accounts. */
export async function activateWithUsers(db: Db, roleIds: readonly number[]): Promise<number[]> {
  await db
    .update(role)
    .set({ status: "active", cancelledWith: null })
    .where(inArray(role.id, [...roleIds]));
  return switchUsers(db, roleIds, "active");
}

async function switchUsers(db: Db, roleIds: readonly number[], status: "active" | "cancelled"): Promise<number[]> {
  const isOff = status === "cancelled";
  const affected = isOff ? eq(userAccount.status, "active") : eq(userAccount.cancelledWith, "role");
  const rows = await db
    .update(userAccount)
    .set({ status, cancelledWith: isOff ? "role" : null })
    .where(and(inArray(userAccount.roleId, [...roleIds]), affected))
    .returning({ id: userAccount.id });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** The customers, of those locked exclusively, that would be left without an account if these accounts were deleted. */
export async function customersLeftEmpty(
  db: Db,
  customerIds: readonly number[],
  userIds: readonly number[],
): Promise<number[]> {
  if (customerIds.length === 0) return [];
  const rows = await db
    .select({ customerId: userAccount.customerId, left: count() })
    .from(userAccount)
    .where(
      and(
        inArray(userAccount.customerId, [...customerIds]),
        sql`not ${userAccount.id} = any(${`{${userIds.join(",")}}`}::bigint[])`,
      ),
    )
    .groupBy(userAccount.customerId);
  const kept = new Set(rows.map(({ customerId }) => customerId));
  return customerIds.filter((id) => !kept.has(id));
}

/** Deletes the accounts of these roles with their pictures, and then the roles. */
export async function removeWithUsers(db: Db, roleIds: readonly number[]): Promise<void> {
  const { avatarId, signatureId } = userAccount;
  const gone = await db
    .delete(userAccount)
    .where(inArray(userAccount.roleId, [...roleIds]))
    .returning({ avatarId, signatureId });
  await deleteFiles(
    db,
    gone.flatMap((row) => [row.avatarId, row.signatureId]),
  );
  await db.delete(role).where(inArray(role.id, [...roleIds]));
}

import "server-only";
import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ActivationStatus } from "@/db/enums";
import { customer, role, userAccount } from "@/db/schema";
import { ROOT_USER_ID } from "@/lib/auth/principal";
import type { People } from "./customer.rules";

// The caller has locked the customer and checked its scope.

const ON = { status: "active", cancelledWith: null } as const;
const OFF = { status: "cancelled", cancelledWith: "customer" } as const;

/** Sets the status. Cancels roles and accounts with the customer, or activates those that were cancelled with it. */
export async function switchPeople(tx: Db, customerId: number, status: ActivationStatus) {
  const [old, after] = status === "active" ? [OFF, ON] : [ON, OFF];
  await tx.update(customer).set({ status }).where(eq(customer.id, customerId));
  const affected = (table: typeof role | typeof userAccount) =>
    and(
      eq(table.customerId, customerId),
      status === "active" ? eq(table.cancelledWith, OFF.cancelledWith) : eq(table.status, ON.status),
    );
  const roles = await tx.update(role).set(after).where(affected(role)).returning({ id: role.id });
  const users = await tx.update(userAccount).set(after).where(affected(userAccount)).returning({ id: userAccount.id });
  const touched = (rows: { id: number }[]) =>
    rows.toSorted((a, b) => a.id - b.id).map(({ id }) => ({ id, old, new: after }));
  return { roles: touched(roles), users: touched(users) };
}

/** The accounts that an action affects: active ones, those cancelled with their customer, or all. */
export type Concerned = "active" | "cancelledWith" | "all";

type PeopleRow = Omit<People, "role" | "own"> & {
  scopeType: People["role"]["scopeType"];
  codes: string[];
  ownCustomerIds: number[];
  ownSceneIds: number[];
  roleCustomerIds: number[];
  roleSceneIds: number[];
};

/** The codes and places of these accounts, once for all accounts of a role with the same own places. */
export async function findPeople(tx: Db, customerIds: readonly number[], concerned: Concerned): Promise<People[]> {
  const rows = await tx.$client<PeopleRow[]>`
    with places as (
      select distinct u.customer_id, u.role_id, u.id = ${ROOT_USER_ID} as is_root,
             array(select c.customer_id::int from user_customer c where c.user_id = u.id order by 1) as own_customers,
             array(select s.scene_id::int from user_scene s where s.user_id = u.id order by 1) as own_scenes
        from user_account u
       where u.customer_id = any(${customerIds as number[]}::bigint[])
         and case ${concerned} when 'active' then u.status = 'active'
                               when 'cancelledWith' then u.cancelled_with = ${OFF.cancelledWith} else true end)
    select p.customer_id::int as "customerId", p.is_root as "isRoot", r.scope_type as "scopeType",
           p.own_customers as "ownCustomerIds", p.own_scenes as "ownSceneIds",
           array(select code from role_permission where role_id = r.id) as codes,
           array(select customer_id::int from role_customer where role_id = r.id) as "roleCustomerIds",
           array(select scene_id::int from role_scene where role_id = r.id) as "roleSceneIds"
      from places p join role r on r.id = p.role_id`;
  return rows.map(({ customerId, isRoot, scopeType, codes, ...ids }) => ({
    customerId,
    isRoot,
    role: { customerId, scopeType, codes, customerIds: ids.roleCustomerIds, sceneIds: ids.roleSceneIds },
    own: { customerIds: ids.ownCustomerIds, sceneIds: ids.ownSceneIds },
  }));
}

export async function findUserIds(tx: Db, customerId: number): Promise<number[]> {
  const rows = await tx.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.customerId, customerId));
  return rows.map(({ id }) => id);
}

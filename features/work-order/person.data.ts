import "server-only";
import type postgres from "postgres";
import type { Db, Sql } from "@/db/client";
import type { Permission } from "@/lib/auth/permissions";
import type { Scope } from "@/lib/auth/scope";
import { scopeArrays } from "@/lib/auth/scope-filter";
import { isVisible, type Visibility } from "@/lib/auth/visibility";
import { AppError } from "@/lib/errors";
import { containsPattern } from "@/lib/resource/list-query";
import type { PeopleDto } from "./order.schema";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
const MAY_HANDLE: Permission = "handleWorkOrder";

/**
 * SQL condition: account `u` with role `r` can accept orders of the customer. What an account names of its own (customers
 * of a platform user or agent) narrows what its role names. Without a list, staff of the platform serves all customers.
 */
const isEngineer = (sql: Sql, customerId: number): Fragment => sql`
  (u.status = 'active' and r.status = 'active'
   and exists (select from role_permission p where p.role_id = r.id and p.code = ${MAY_HANDLE})
   and case r.scope_type
         when 3 then true
         when 0 then u.customer_id = ${customerId}
         when 1 then u.customer_id = ${customerId}
         else exists (select from user_customer k where k.user_id = u.id and k.customer_id = ${customerId})
              or (not exists (select from user_customer k where k.user_id = u.id)
                  and (exists (select from role_customer k where k.role_id = r.id and k.customer_id = ${customerId})
                       or (r.scope_type = 2 and not exists (select from role_customer k where k.role_id = r.id))))
       end)`;

/** SQL condition: the account sees the node, which matters for accounts of sub-trees only. */
const seesNode = (sql: Sql, sceneId: number | null): Fragment => sql`
  (r.scope_type <> 0 or exists (
     with recursive up as (
       select id, parent_id from scene where id = ${sceneId}::bigint
       union all select s.id, s.parent_id from scene s join up on s.id = up.parent_id)
     select from up
      where up.id in (select scene_id from user_scene where user_id = u.id
                      union all
                      select scene_id from role_scene where role_id = r.id
                         and not exists (select from user_scene where user_id = u.id))))`;

/** The accounts that can accept orders of the customer, and its contact groups, by name. */
export async function findPeople(
  db: Db,
  customerId: number,
  { q, limit }: { q: string | undefined; limit: number },
): Promise<PeopleDto> {
  const sql = db.$client;
  const like = (column: string) => (q ? sql`${sql(column)} ilike ${containsPattern(q)}` : sql`true`);
  const users = await sql<PeopleDto["users"]>`
    select u.id::int, u.name from user_account u join role r on r.id = u.role_id
     where ${isEngineer(sql, customerId)} and ${like("u.name")}
     order by (u.customer_id = ${customerId}) desc, lower(u.name), u.id limit ${limit}`;
  const groups = await sql<PeopleDto["groups"]>`
    select g.id::int, g.name, (
             select count(distinct u.id)::int from contact k join user_account u on u.id = k.user_id join role r on r.id = u.role_id
              where k.group_id = g.id and ${isEngineer(sql, customerId)}) as people
      from contact_group g where g.customer_id = ${customerId} and ${like("g.name")}
     order by lower(g.name), g.id limit ${limit}`;
  return { users: [...users], groups: [...groups] };
}

const missing = (path: string) => {
  const issue = { path, rule: "reference", message: "refers to a record that does not exist" };
  return new AppError("NOT_FOUND", `${path}: not found`, { issues: [issue] });
};

type Assignment = { assigneeId: number | null; groupId: number | null };

/**
 * Throws NOT_FOUND for a group of another customer or an account that cannot accept its orders, INVALID for an account
 * that does not see the node.
 */
export async function assertAssignable(
  tx: Db,
  customerId: number,
  { assigneeId, groupId }: Assignment,
  sceneId?: number | null,
): Promise<void> {
  const sql = tx.$client;
  if (groupId !== null) {
    const [group] = await sql`select from contact_group where id = ${groupId} and customer_id = ${customerId}`;
    if (!group) throw missing("groupId");
  }
  if (assigneeId === null) return;
  const [found] = await sql<{ sees: boolean }[]>`
    select ${sceneId === undefined ? sql`true` : seesNode(sql, sceneId)} as sees
      from user_account u join role r on r.id = u.role_id where u.id = ${assigneeId} and ${isEngineer(sql, customerId)}`;
  if (!found) throw missing("assigneeId");
  if (found.sees) return;
  const issue = { path: "assigneeId", rule: "assigneeNode", message: "this account does not see the place" };
  throw new AppError("INVALID", `assigneeId: ${issue.message}`, { issues: [issue] });
}

/** The contact groups that an account is in. */
export async function findGroupsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db.$client<{ id: number }[]>`
    select distinct group_id::int as id from contact where user_id = ${userId} order by 1`;
  return rows.map(({ id }) => id);
}

/** What an order is about, resolved: `sceneId` is the node where it is. */
export type Target = {
  customerId: number;
  exceptionId: number | null;
  deviceId: number | null;
  carrierId: number | null;
  ownSceneId: number | null;
  sceneId: number | null;
};
type Named = { exceptionId: number | null; deviceId: number | null; carrierId: number | null; sceneId: number | null };

/**
 * What a new order is about; the most exact record wins and says the others. A device brings the carrier on which it is
 * mounted. Null: none was named. Throws NOT_FOUND with the field for what is not visible.
 */
export async function findTarget(tx: Db, visibility: Visibility, named: Named): Promise<Target | null> {
  const { exceptionId, deviceId, carrierId, sceneId } = named;
  if (exceptionId !== null) return ofException(tx, visibility.scope, exceptionId);
  if (deviceId !== null) return ofDevice(tx, visibility, deviceId);
  const sql = tx.$client;
  const nothing = { exceptionId: null, deviceId: null, carrierId: null, ownSceneId: null };
  if (carrierId !== null) {
    const [row] = await sql<{ customerId: number; sceneId: number | null }[]>`
      select c.customer_id::int as "customerId", c.scene_id::int as "sceneId" from carrier c
       where c.id = ${carrierId} and ${isVisible(sql, visibility, "carrier", "c")} for share`;
    if (!row) throw missing("carrierId");
    return { ...nothing, ...row, carrierId };
  }
  if (sceneId === null) return null;
  const { customerIds, sceneIds } = scopeArrays(visibility.scope);
  const [row] = await sql<{ customerId: number }[]>`
    select customer_id::int as "customerId" from scene
     where id = ${sceneId} and (${customerIds}::bigint[] is null or customer_id = any(${customerIds}::bigint[]))
       and (${sceneIds}::bigint[] is null or id = any(${sceneIds}::bigint[])) for share`;
  if (!row) throw missing("sceneId");
  return { ...nothing, ...row, ownSceneId: sceneId, sceneId };
}

async function ofException(tx: Db, scope: Scope, exceptionId: number): Promise<Target> {
  const sql = tx.$client;
  const { customerIds, sceneIds } = scopeArrays(scope);
  const [row] = await sql<Omit<Target, "exceptionId" | "ownSceneId">[]>`
    select e.customer_id::int as "customerId", e.carrier_id::int as "carrierId", e.device_id::int as "deviceId",
           coalesce(c.scene_id, d.scene_id)::int as "sceneId"
      from exception e join device d on d.id = e.device_id left join carrier c on c.id = e.carrier_id
     where e.id = ${exceptionId} and (${customerIds}::bigint[] is null or e.customer_id = any(${customerIds}::bigint[]))
       and (${sceneIds}::bigint[] is null or coalesce(c.scene_id, d.scene_id) = any(${sceneIds}::bigint[]))`;
  if (!row) throw missing("exceptionId");
  return { ...row, exceptionId, ownSceneId: null };
}

async function ofDevice(tx: Db, visibility: Visibility, deviceId: number): Promise<Target> {
  const sql = tx.$client;
  const [row] = await sql<{ customerId: number; sceneId: number | null; carrierId: number | null }[]>`
    select d.customer_id::int as "customerId", d.scene_id::int as "sceneId", (${carrierOf(sql)}) as "carrierId"
      from device d where d.id = ${deviceId} and ${isVisible(sql, visibility, "device", "d")} for share`;
  if (!row) throw missing("deviceId");
  return { ...row, deviceId, exceptionId: null, ownSceneId: null };
}

/** SQL: the carrier on which device `d` is mounted, one of them if they are several. */
export const carrierOf = (sql: Sql): Fragment => sql`
  select m.carrier_id::int from probe p join mounting m on m.probe_id = p.id and m.unmounted_at is null
   where p.device_id = d.id order by m.carrier_id limit 1`;

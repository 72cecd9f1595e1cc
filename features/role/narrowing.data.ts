import "server-only";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { assertKeepPlaces } from "./role.rules";

type Places = { sceneIds: readonly number[]; customerIds: readonly number[] };

const idArray = (ids: readonly number[]) => sql`${`{${ids.join(",")}}`}::bigint[]`;

/** Selects the own places `u` of an account that are outside the new places of its role. */
function placesOutside(scopeType: ScopeType, { sceneIds, customerIds }: Places) {
  const tree = sql`
    with recursive tree as (
      select id from scene where id = any(${idArray(sceneIds)}) union select s.id from scene s join tree on s.parent_id = tree.id
    ) select id from tree`;
  // A platform role without customers governs all of them.
  const isEverywhere = scopeType === 2 && customerIds.length === 0;
  return {
    scenes: sql`u.scene_id not in (${tree})`,
    customers: sql`not ${isEverywhere} and not u.customer_id = any(${idArray(customerIds)})`,
  };
}

/**
 * Removes from the accounts of a locked role their own places outside the role's new places. Returns the ids of these
 * accounts. Throws if an account would lose its last place, because without any it would see all places of the role.
 */
export async function narrowUsers(db: Db, id: number, scopeType: ScopeType, places: Places): Promise<number[]> {
  const outside = placesOutside(scopeType, places);
  const ofRole = sql`u.user_id in (select id from user_account where role_id = ${id})`;
  const left = await db.execute<{ id: number; username: string; isLast: boolean }>(sql`
    select a.id::int as id, a.username, bool_or(lost.is_last) as "isLast" from (
      select user_id, bool_and(is_outside) as is_last from (
        select u.user_id, (${outside.scenes}) as is_outside, 's' as kind from user_scene u where ${ofRole}
        union all select u.user_id, (${outside.customers}), 'c' from user_customer u where ${ofRole}
      ) place group by user_id, kind having bool_or(is_outside)
    ) lost join user_account a on a.id = lost.user_id group by a.id order by a.username`);
  assertKeepPlaces(
    scopeType,
    left.filter(({ isLast }) => isLast).map(({ username }) => username),
  );
  await db.execute(sql`delete from user_scene u where ${ofRole} and ${outside.scenes}`);
  await db.execute(sql`delete from user_customer u where ${ofRole} and ${outside.customers}`);
  return left.map((row) => row.id).sort((a, b) => a - b);
}

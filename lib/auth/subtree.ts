import "server-only";
import type { Db } from "@/db/client";

/**
 * The ids of a node and its sub-tree; undefined without a node. Queried before the query that they restrict: the
 * planner then knows their number, whereas it estimates a recursive CTE at most of the tree.
 */
export async function findSubtree(db: Db, sceneId: number | undefined): Promise<number[] | undefined> {
  if (sceneId === undefined) return undefined;
  const rows = await db.$client<{ id: number }[]>`
    with recursive tree as (
      select id from scene where id = ${sceneId}
      union all select scene.id from scene join tree on scene.parent_id = tree.id)
    select id::int from tree`;
  return rows.map(({ id }) => id);
}

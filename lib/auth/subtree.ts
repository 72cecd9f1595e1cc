import "server-only";
import type { Db } from "@/db/client";

/**
 * The ids of a node and of all below it; undefined where none is asked for. Looked up before the query that they narrow:
 * the planner sees how many they are, and of a recursive part it would take most of the tree for granted.
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

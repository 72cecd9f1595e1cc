import "server-only";
import type postgres from "postgres";
import type { Db } from "@/lib/operation/context";

type Sql = Db["$client"];

/**
 * The rows of a page: `limit … offset …`, both integers. The usual first page is inlined: a generic plan does not know
 * a parameter's value, assumes a tenth of all rows, and sorts them.
 */
export function range(sql: Sql, start: number, length: number): postgres.PendingQuery<postgres.Row[]> {
  const limit = sql.unsafe(`limit ${Math.trunc(length)}`);
  return start === 0 ? sql`${limit}` : sql`${limit} offset ${start}`;
}

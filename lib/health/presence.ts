import "server-only";
import { sql } from "drizzle-orm";
import type { Db, Sql } from "@/db/client";

/** Key of the advisory lock that every worker shares while it lives; a dead worker's session drops it by itself. */
const PRESENCE = 71_840;

/** Shows that a worker lives, for as long as this connection does. Take a connection of its own. */
export const showPresence = (connection: Sql) => connection`select pg_advisory_lock_shared(${PRESENCE}::bigint)`;

export type Health = { db: boolean; worker: boolean };

/** Whether the database answers and at least one worker lives. */
export async function checkHealth(db: Db): Promise<Health> {
  try {
    const [row] = await db.execute<{ worker: boolean }>(sql`
      select exists (select 1 from pg_locks where locktype = 'advisory' and granted and objid = ${PRESENCE}
                        and database = (select oid from pg_database where datname = current_database())) as worker`);
    return { db: true, worker: row?.worker ?? false };
  } catch {
    return { db: false, worker: false };
  }
}

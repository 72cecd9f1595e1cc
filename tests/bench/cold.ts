import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { sql } from "./support";

const DROP_CACHES = "/proc/sys/vm/drop_caches";

/**
 * Empties the database's buffers, as after a restart, and the machine's page cache. Returns false if the latter is not
 * permitted: then nothing is cold.
 */
export async function cool(): Promise<boolean> {
  await sql`checkpoint`;
  await sql`select pg_buffercache_evict_all()`;
  execFileSync("sync");
  try {
    writeFileSync(DROP_CACHES, "3");
    return true;
  } catch {
    return false;
  }
}

/** Prepares `cool`: the extension is part of the server that the bench runs. */
export const prepareCooling = () => sql`create extension if not exists pg_buffercache`;

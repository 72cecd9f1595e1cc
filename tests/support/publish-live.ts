import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";

/** Speaks on the live bus of the product that the browser tests run against, as the worker does. */
export async function publishLive(events: readonly object[]): Promise<void> {
  const folder = process.env.E2E_DATA_DIR ?? "";
  const { port, password } = JSON.parse(readFileSync(join(folder, "postgres.json"), "utf8"));
  const sql = postgres({ host: "127.0.0.1", port, username: "frostline", password, database: "frostline", max: 1 });
  await sql`select pg_notify('frostline_live', ${JSON.stringify(events)})`;
  await sql.end();
}

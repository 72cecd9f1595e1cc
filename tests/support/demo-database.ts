import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";

/** The database of the product that the browser tests run against. */
export function demoDatabase(): postgres.Sql {
  const folder = process.env.E2E_DATA_DIR ?? "";
  const { port, password } = JSON.parse(readFileSync(join(folder, "postgres.json"), "utf8"));
  return postgres({ host: "127.0.0.1", port, username: "frostline", password, database: "frostline", max: 1 });
}

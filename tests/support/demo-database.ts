import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";

/** The database URL of the product that the browser tests run against. */
export function demoDatabaseUrl(): string {
  const folder = process.env.E2E_DATA_DIR ?? "";
  const { port, password } = JSON.parse(readFileSync(join(folder, "postgres.json"), "utf8"));
  return `postgres://frostline:${password}@127.0.0.1:${port}/frostline`;
}

/** The database of the product that the browser tests run against. */
export const demoDatabase = (): postgres.Sql => postgres(demoDatabaseUrl(), { max: 1 });

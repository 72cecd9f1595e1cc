import { execFile } from "node:child_process";
import { promisify } from "node:util";
import postgres from "postgres";
import { ROOT, typescript } from "../../scripts/product/paths.mjs";
import { isolatedEnvironment, TEST_ENVIRONMENT, TEST_PASSWORD } from "./environment";

export type Seed = "none" | "demo";

const templateName = (seed: Seed) => `template_${seed}`;

/** The URL of another database on the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  return adminUrl.replace(/[^/]*$/, name);
}

/** Migrates and seeds a database as a start does. Throws with the command's output if it fails. */
async function migrate(url: string, seed: Seed): Promise<void> {
  const env = isolatedEnvironment({
    ...TEST_ENVIRONMENT,
    DATABASE_URL: url,
    SEED: seed,
    ADMIN_PASSWORD: TEST_PASSWORD,
  });
  await promisify(execFile)(process.execPath, typescript("db/main.ts"), { cwd: ROOT, env });
}

/** Creates the template unless it exists; safe for several processes at once. */
export async function createTemplate(adminUrl: string, seed: Seed): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(hashtext(${templateName(seed)}))`;
    const [found] = await sql`select 1 from pg_database where datname = ${templateName(seed)}`;
    if (found) return;
    const unfinished = `unfinished_${seed}`;
    await sql.unsafe(`drop database if exists ${unfinished} with (force)`);
    await sql.unsafe(`create database ${unfinished}`);
    await migrate(databaseUrl(adminUrl, unfinished), seed);
    await sql.unsafe(`alter database ${unfinished} rename to ${templateName(seed)}`);
  } finally {
    await sql.end();
  }
}

/** Creates a database as a copy of the template, replacing an existing one, and returns its URL. */
export async function cloneTemplate(adminUrl: string, seed: Seed, name: string): Promise<string> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`drop database if exists ${name} with (force)`);
    // With the default strategy through the WAL, a copy takes three times as long.
    await sql.unsafe(`create database ${name} template ${templateName(seed)} strategy file_copy`);
    return databaseUrl(adminUrl, name);
  } finally {
    await sql.end();
  }
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(`drop database if exists ${name} with (force)`);
  await sql.end();
}

import { setupEnv } from "@/lib/env/setup-env";
import { openDb } from "./client";
import { migrateDatabase } from "./migrate";
import { seedDemo } from "./seed/demo";
import { seedReference } from "./seed/reference";

/** The password of the demo accounts unless another is set. */
const DEMO_PASSWORD = "Frost2026";
const DEMO_SEED = 1;

/** Migrates and seeds the database, and prints one line about the result. Run it before web and worker. */
async function main(): Promise<void> {
  const started = performance.now();
  const { DATABASE_URL, SEED, ADMIN_PASSWORD, AUTH_SECRET } = setupEnv();
  await migrateDatabase(DATABASE_URL);
  const isDemo = SEED === "demo";
  const db = openDb(DATABASE_URL, 2);
  try {
    const rootPassword = ADMIN_PASSWORD ?? (isDemo ? DEMO_PASSWORD : undefined);
    const { generatedPassword } = await seedReference(db, { rootPassword });
    const demo = isDemo
      ? await seedDemo(db, { now: Date.now(), seed: DEMO_SEED, authSecret: AUTH_SECRET, password: DEMO_PASSWORD })
      : null;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const counts = demo && `${demo.carriers} carriers, ${demo.devices} devices, ${demo.readings} readings`;
    const what = counts ? `demo world seeded (${counts})` : isDemo ? "demo world is there" : "reference data is there";
    console.log(`database: migrated, ${what} in ${seconds} s`);
    if (generatedPassword) console.log(`database: the password of root is ${generatedPassword} (shown only now)`);
  } finally {
    await db.$client.end();
  }
}

const UNREACHABLE = /^(ECONN|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|EAI_AGAIN)/;

/** One line for the operator: the failure without the connection URL, which contains a password. */
function explain(error: unknown): string {
  // Drizzle wraps the server's error.
  const told = ((error as { cause?: unknown }).cause ?? error) as { code?: string; message?: string };
  const { code, message } = told;
  const text = (message || code || String(error)).split("\n")[0];
  if (code && UNREACHABLE.test(code)) return `database unreachable: ${text}`;
  return `database migration failed: ${text}`;
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});

import { inject, vi } from "vitest";
import { TEST_ENVIRONMENT } from "./environment";
import { cloneTemplate } from "./template";

// Runs before every test file: a fresh copy of the migrated template, with one name per worker, and a reset of modules,
// of process-wide state of the product and of the environment.
const here = globalThis as typeof globalThis & { environmentAtStart?: NodeJS.ProcessEnv };
here.environmentAtStart ??= { ...process.env };
vi.resetModules();
for (const name of Object.keys(here)) if (name.startsWith("frostline")) Reflect.deleteProperty(here, name);
for (const name of Object.keys(process.env)) if (!(name in here.environmentAtStart)) delete process.env[name];
Object.assign(process.env, here.environmentAtStart, TEST_ENVIRONMENT);
process.env.DATABASE_URL = await cloneTemplate(inject("adminUrl"), "none", `test_${process.env.VITEST_POOL_ID}`);

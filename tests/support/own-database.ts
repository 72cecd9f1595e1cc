import { inject } from "vitest";
import { TEST_ENVIRONMENT } from "./environment";
import { cloneTemplate } from "./template";

// Runs before every test file: a fresh copy of the migrated template, one name per worker.
process.env.DATABASE_URL = await cloneTemplate(inject("adminUrl"), "none", `test_${process.env.VITEST_POOL_ID}`);
Object.assign(process.env, TEST_ENVIRONMENT);

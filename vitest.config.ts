import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { HeavyFirst } from "./scripts/testing/heavy-first.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

const resolve = {
  alias: [
    { find: /^@\//, replacement: root },
    { find: /^server-only$/, replacement: `${root}node_modules/server-only/empty.js` },
  ],
};

export default defineConfig({
  test: {
    // Processes instead of threads, because a time zone belongs to a process.
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: HeavyFirst },
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          include: ["{features,lib,components,scripts,db,worker}/**/*.test.{ts,tsx}"],
          // Far from UTC and not by whole hours, so code that depends on the machine's zone fails.
          env: { TZ: "Asia/Kathmandu" },
          // These tests change nothing that other files could see; a process per file would cost more than the tests.
          isolate: false,
          // Property tests take seconds when other work shares the cores.
          testTimeout: 60_000,
        },
      },
      {
        resolve,
        test: {
          name: "integration",
          include: [
            "tests/{integration,contract}/**/*.test.{ts,tsx}",
            // `npm run test:long`
            ...(process.env.TEST_LONG ? ["tests/long/**/*.test.ts"] : []),
          ],
          globalSetup: ["tests/support/global-database.ts"],
          setupFiles: ["tests/support/own-database.ts"],
          env: { TZ: "UTC" },
          // A process runs several files; `own-database.ts` gives each its own database, modules and environment.
          isolate: false,
          // These limits end hanging tests; a slow machine must not fail them.
          testTimeout: 120_000,
          expect: { poll: { timeout: 45_000 } },
          hookTimeout: 240_000,
        },
      },
    ],
  },
});

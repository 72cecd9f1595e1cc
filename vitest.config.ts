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
    // Processes, not threads: a time zone belongs to a process.
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: HeavyFirst },
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          include: ["{features,lib,components,scripts,db,worker}/**/*.test.{ts,tsx}"],
          // Far from UTC and not by whole hours: code that leans on the machine's zone fails here.
          env: { TZ: "Asia/Kathmandu" },
          // They touch nothing that another file could find: a process for each would cost more than what it runs.
          isolate: false,
          // Property tests take seconds where other work shares the cores.
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
          // A process takes one file after the other; `own-database.ts` gives each its own database, modules and environment.
          isolate: false,
          // These end what hangs; a slow machine is no failure.
          testTimeout: 120_000,
          expect: { poll: { timeout: 45_000 } },
          hookTimeout: 240_000,
        },
      },
    ],
  },
});

// `npm run test:long [-- part …]`: what `npm test` leaves out, for it takes long or needs other programs or recorded data.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ensureBuild } from "./product/build.mjs";
import { ROOT, typescript } from "./product/paths.mjs";
import { lacksFakeClock, timesOfDay } from "./testing/hours.mjs";
import { NOTHING, sum } from "./testing/reports.mjs";
import { runTests } from "./testing/session.mjs";

/** A file with suites of the long run: those of tests/support that are named for what they need. */
const HAS_LONG_SUITES = /\b(describeWith|itWith)[A-Z]\w+\(/;

/** What is asked of the demo world depends on the hour at which it was made. */
const ON_DEMO_WORLD = {
  integration: ["tests/integration/seed.test.ts", "tests/integration/catalogue.test.ts"],
  browser: ["carrier-detail", "exception", "history", "home", "map", "monitoring", "shell", "silence", "track"].map(
    (name) => `tests/e2e/${name}`,
  ),
};

/** With libfaketime, `lock_timeout` of PostgreSQL never fires, which these tests wait for. */
const NOT_AT_HOURS = ["--exclude", "tests/integration/retention.test.ts"];

await runTests(async ({ run, say, vitest, playwright }) => {
  const parts = { programs, hours, crawl, office };
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !(name in parts));
  if (unknown.length > 0) throw new Error(`no part ${unknown.join(", ")}: there are ${Object.keys(parts).join(", ")}`);
  await ensureBuild({ run, say });
  const tallies = [];
  for (const [name, part] of Object.entries(parts))
    if (chosen.length === 0 || chosen.includes(name)) tallies.push(await part());
  return tallies;

  /** Mosquitto, Redis, another clock, recorded data, whole fuzzing: test files that have such suites. */
  function programs() {
    const files = ["features", "lib", "tests"]
      .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => path.join(folder, String(file))))
      .filter((file) => file.endsWith(".test.ts"))
      .filter((file) => file.startsWith("tests/long/") || HAS_LONG_SUITES.test(readFileSync(file, "utf8")));
    return vitest("tests with other programs and data", files.sort(), { TEST_LONG: "1" });
  }

  /** The tests on the demo world at several hours of a Sunday and a Monday, and all tests at the first of them. */
  async function hours() {
    if (lacksFakeClock) return { ...NOTHING, failed: [`tests at other hours (${lacksFakeClock})`] };
    const tallies = [];
    for (const [index, { name, variables }] of timesOfDay().entries()) {
      const { integration, browser } = index === 0 ? { integration: NOT_AT_HOURS, browser: [] } : ON_DEMO_WORLD;
      const tally = sum([
        await vitest(`integration tests at ${name}`, ["--project", "integration", ...integration], variables()),
        await playwright(`browser tests at ${name}`, variables(), browser),
      ]);
      tallies.push({ ...tally, failed: tally.failed.map((failed) => `${failed} (at ${name})`) });
    }
    return sum(tallies);
  }

  /** Every screen in all languages, themes and sizes. */
  function crawl() {
    return command("crawl", typescript("scripts/crawl.ts"));
  }

  /** Workbooks as LibreOffice writes and reads them. */
  function office() {
    return command("import with LibreOffice", [path.join(ROOT, "scripts/bench.mjs"), "import"]);
  }

  async function command(name, args) {
    say(`\n${name}`);
    try {
      const lines = await run({ name, args, onLine: say });
      const skipped = lines.find((line) => /: skipped, /.test(line));
      return skipped ? { ...NOTHING, skipped: [skipped] } : { ...NOTHING, passed: 1 };
    } catch {
      return { ...NOTHING, failed: [name] };
    }
  }
});

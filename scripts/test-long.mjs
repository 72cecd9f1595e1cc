// `npm run test:long [-- part …]`: tests that take too long for `npm test` or need other programs or recorded data.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ensureBuild } from "./product/build.mjs";
import { ROOT, typescript } from "./product/paths.mjs";
import { lacksFakeClock, timesOfDay } from "./testing/hours.mjs";
import { NOTHING, sum } from "./testing/reports.mjs";
import { runTests } from "./testing/session.mjs";

/** Matches a file with suites of the long run: they use a helper of tests/support named for its requirement, or ask. */
const HAS_LONG_SUITES = /\b(describeWith|itWith)[A-Z]\w+\(|\b(isLong\b|long(Runs|Suite|Test)\()/;

/** Tests whose results depend on the hour at which the demo world was created. */
const ON_DEMO_WORLD = {
  integration: ["tests/integration/seed.test.ts", "tests/integration/catalogue.test.ts"],
  browser: ["carrier-detail", "exception", "history", "home", "map", "monitoring", "shell", "silence", "track"].map(
    (name) => `tests/e2e/${name}`,
  ),
};

/** With libfaketime, PostgreSQL's `lock_timeout` and the driver's time to connect, which these tests wait for, are wrong. */
const NOT_AT_HOURS = ["retention", "operation"].flatMap((name) => ["--exclude", `tests/integration/${name}.test.ts`]);

await runTests(async ({ run, say, vitest, playwright }) => {
  const parts = { programs, browser, hours, crawl, office };
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !(name in parts));
  if (unknown.length > 0) throw new Error(`no part ${unknown.join(", ")}: there are ${Object.keys(parts).join(", ")}`);
  await ensureBuild({ run, say });
  const tallies = [];
  for (const [name, part] of Object.entries(parts))
    if (chosen.length === 0 || chosen.includes(name)) tallies.push(await part());
  return tallies;

  /** Test files with suites that need Mosquitto, Redis, another clock, recorded data or full fuzzing. */
  function programs() {
    const files = ["features", "lib", "tests"]
      .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => path.join(folder, String(file))))
      .filter((file) => file.endsWith(".test.ts"))
      .filter((file) => file.startsWith("tests/long/") || HAS_LONG_SUITES.test(readFileSync(file, "utf8")));
    return vitest("tests with other programs and data", files.sort(), { TEST_LONG: "1" });
  }

  /** Every journey; opens every screen, and makes every error and form rule appear. */
  function browser() {
    return playwright("browser tests", { TEST_LONG: "1" });
  }

  /** Runs the demo-world tests at several hours of a Sunday and a Monday, and all integration tests at the first. */
  async function hours() {
    if (lacksFakeClock) return { ...NOTHING, failed: [`tests at other hours (${lacksFakeClock})`] };
    const tallies = [];
    for (const [index, { name, variables }] of timesOfDay().entries()) {
      const integration = (choice, more = {}) =>
        vitest(`integration tests at ${name}`, ["--project", "integration", ...choice], { ...variables(), ...more });
      const tally = sum([
        index === 0 ? await integration(NOT_AT_HOURS) : NOTHING,
        await integration(ON_DEMO_WORLD.integration, { TEST_LONG: "1" }),
        await playwright(`browser tests at ${name}`, variables(), [...ON_DEMO_WORLD.browser, "--grep=@core|@hours"]),
      ]);
      tallies.push({ ...tally, failed: tally.failed.map((failed) => `${failed} (at ${name})`) });
    }
    return sum(tallies);
  }

  /** Crawls every screen in all languages, themes and sizes. */
  function crawl() {
    return command("crawl", typescript("scripts/crawl.ts"));
  }

  /** Tests workbooks as LibreOffice writes and reads them. */
  function office() {
    return command("import with LibreOffice", [path.join(ROOT, "scripts/bench.mjs"), "import"]);
  }

  async function command(name, args) {
    say(`\n${name}`);
    try {
      // It stops a product of its own.
      const lines = await run({ name, args, onLine: say, stopSeconds: 60 });
      const skipped = lines.find((line) => /: skipped, /.test(line));
      return skipped ? { ...NOTHING, skipped: [skipped] } : { ...NOTHING, passed: 1 };
    } catch {
      return { ...NOTHING, failed: [name] };
    }
  }
});

// `npm test`: everything that decides whether a change may land. Stops at nothing, ends with one line of counts.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuild } from "./product/build.mjs";
import { ensureDependencies } from "./product/dependencies.mjs";
import { ROOT } from "./product/paths.mjs";
import { assertNodeVersion } from "./product/runtime.mjs";
import { runChecks } from "./testing/checks.mjs";
import { closingLine, NOTHING, sum, tallyPlaywright, tallyVitest } from "./testing/reports.mjs";
import { runSupervised } from "./testing/session.mjs";

const VITEST = path.join(ROOT, "node_modules/vitest/vitest.mjs");
const PLAYWRIGHT = path.join(ROOT, "node_modules/@playwright/test/cli.js");

await runSupervised(async ({ run, say }) => {
  process.chdir(ROOT);
  assertNodeVersion();
  const reports = mkdtempSync(path.join(tmpdir(), "frostline-reports-"));
  try {
    await ensureDependencies({ run, say });
    const tallies = [await runChecks({ run, say })];
    tallies.push(await runVitest("unit"));
    const build = await tryBuild();
    tallies.push(build, await runVitest("integration"));
    if (build.failed.length === 0) tallies.push(await runPlaywright());
    const total = sum(tallies);
    list("passed only at the second try:", total.unsteady);
    list("failed:", total.failed);
    say(closingLine(total));
    return total.failed.length > 0 || total.passed === 0 ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }

  function list(head, names) {
    if (names.length > 0) say(["", head, ...names.map((name) => `  ${name}`), ""].join("\n"));
  }

  async function tryBuild() {
    try {
      await ensureBuild({ run, say });
      return NOTHING;
    } catch (error) {
      say(error.message);
      return { ...NOTHING, failed: ["build, and with it the tests in the browser"] };
    }
  }

  function runVitest(project) {
    const report = path.join(reports, `${project}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const args = [VITEST, "run", "--project", project, ...reporters];
    return runReported({ name: `${project} tests`, args, report, tally: tallyVitest });
  }

  // Two halves side by side, each with a product of its own: a browser waits for its server, and that for the browser.
  // What the second says stands below the first.
  async function runPlaywright() {
    const held = [];
    const halves = [say, (line) => held.push(line)].map((onLine, index) => {
      const half = `${index + 1}/2`;
      const report = path.join(reports, `e2e-${index}.json`);
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
      const args = [
        PLAYWRIGHT,
        "test",
        "--reporter=list,json",
        `--shard=${half}`,
        `--output=test-results/${index + 1}`,
      ];
      return runReported({ name: `browser tests ${half}`, args, env, report, tally: tallyPlaywright, onLine });
    });
    const tallied = await Promise.all(halves);
    say(held.join("\n"));
    return sum(tallied);
  }

  // A runner that fails without naming a failed test (a crash, nothing found) is one failure of its own.
  async function runReported({ name, args, env = process.env, report, tally, onLine = say }) {
    onLine(`\n${name}`);
    let reason;
    try {
      await run({ name, args, env, onLine });
    } catch (error) {
      reason = error.message.split("\n")[0];
    }
    const result = existsSync(report) ? tally(JSON.parse(readFileSync(report, "utf8"))) : NOTHING;
    return reason && result.failed.length === 0 ? { ...result, failed: [reason] } : result;
  }
});

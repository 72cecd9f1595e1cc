import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../product/paths.mjs";
import { NOTHING, sum, tallyPlaywright, tallyVitest } from "./reports.mjs";
import { sideBySide } from "./side-by-side.mjs";

const VITEST = path.join(ROOT, "node_modules/vitest/vitest.mjs");
const PLAYWRIGHT = path.join(ROOT, "node_modules/@playwright/test/cli.js");
/** Of the signals, Playwright stops the product that it started upon SIGINT only; the product has 30 s for it. */
const PLAYWRIGHT_STOP = /** @type {const} */ ({ stopSignal: "SIGINT", stopSeconds: 60 });

/**
 * The test runners, each with its own report in the folder `reports`. `name` is the heading of their output;
 * `variables` are added to the environment. A runner that fails without naming a failed test (a crash, no tests found)
 * counts as one failure.
 * @typedef {import("./reports.mjs").Tally} Tally
 * @param {{ run: import("../product/supervisor.mjs").Run, say: (line: string) => void, reports: string }} tools
 */
export function testRunners({ run, say, reports }) {
  let count = 0;

  async function runReported({ name, args, variables, report, tally, onLine = say, stop = {} }) {
    onLine(`\n${name}`);
    let reason;
    try {
      await run({ name, args, env: { ...process.env, ...variables }, onLine, ...stop });
    } catch (error) {
      reason = error.message.split("\n")[0];
    }
    const result = existsSync(report) ? tally(JSON.parse(readFileSync(report, "utf8"))) : NOTHING;
    return reason && result.failed.length === 0 ? { ...result, failed: [reason] } : result;
  }

  const newReport = () => {
    count += 1;
    return path.join(reports, `${count}.json`);
  };

  /**
   * @param {string} name
   * @param {string[]} choice arguments that select the tests
   * @param {NodeJS.ProcessEnv} [variables]
   * @param {(line: string) => void} [onLine]
   * @returns {Promise<Tally>}
   */
  function vitest(name, choice, variables = {}, onLine = say) {
    const report = newReport();
    const args = [VITEST, "run", ...choice, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    return runReported({ name, args, variables, report, tally: tallyVitest, onLine });
  }

  /**
   * Two halves in parallel, each with its own product, because browser and server wait for each other.
   * @param {string} name
   * @param {NodeJS.ProcessEnv} [variables]
   * @param {string[]} [choice] the specs, all if empty
   * @returns {Promise<Tally>}
   */
  async function playwright(name, variables = {}, choice = []) {
    const half = (shard) => (onLine) => {
      const report = newReport();
      const output = `--output=test-results/${shard[0]}`;
      return runReported({
        name: `${name} ${shard}`,
        args: [PLAYWRIGHT, "test", ...choice, "--reporter=list,json", `--shard=${shard}`, output],
        variables: { ...variables, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        report,
        tally: tallyPlaywright,
        onLine,
        stop: PLAYWRIGHT_STOP,
      });
    };
    return sum(await sideBySide(say, [half("1/2"), half("2/2")]));
  }

  return { vitest, playwright };
}

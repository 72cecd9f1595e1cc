import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureDependencies } from "../product/dependencies.mjs";
import { ROOT } from "../product/paths.mjs";
import { assertNodeVersion } from "../product/runtime.mjs";
import { Supervisor } from "../product/supervisor.mjs";
import { closingLine, sum } from "./reports.mjs";
import { testRunners } from "./runners.mjs";

/**
 * Runs `work` under a supervisor: signals stop everything it started, an error is printed as one message. `work`
 * returns the exit code.
 * @param {(tools: { supervisor: Supervisor, run: import("../product/supervisor.mjs").Run, say: (line: string) => void }) => Promise<number>} work
 */
export async function runSupervised(work) {
  const supervisor = new Supervisor();
  const say = (line) => console.log(line);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => supervisor.stop().then(() => process.exit(1)));
  }
  try {
    process.exitCode = await work({ supervisor, run: supervisor.run, say });
  } catch (error) {
    if (!supervisor.isStopping) console.error(error.message);
    process.exitCode = 1;
  }
}

/**
 * A complete test run: installs dependencies, runs `work` with the runners, prints the failures and the closing line,
 * and exits with 1 if a test failed or none ran.
 * @param {(tools: Parameters<Parameters<typeof runSupervised>[0]>[0] & ReturnType<typeof testRunners>) => Promise<import("./reports.mjs").Tally[]>} work
 */
export async function runTests(work) {
  await runSupervised(async (tools) => {
    process.chdir(ROOT);
    assertNodeVersion();
    const reports = mkdtempSync(path.join(tmpdir(), "frostline-reports-"));
    try {
      await ensureDependencies(tools);
      const total = sum(await work({ ...tools, ...testRunners({ ...tools, reports }) }));
      if (total.failed.length > 0)
        tools.say(["", "failed:", ...total.failed.map((name) => `  ${name}`), ""].join("\n"));
      tools.say(closingLine(total));
      return total.failed.length > 0 || total.passed === 0 ? 1 : 0;
    } finally {
      rmSync(reports, { recursive: true, force: true });
    }
  });
}

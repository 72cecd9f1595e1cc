import { Supervisor } from "../product/supervisor.mjs";

/**
 * Runs a script's work under a supervisor: signals stop whatever it started, an error is one printed message.
 * The work returns the exit code.
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

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../scripts/product/paths.mjs";

/** Web waits for open requests, and under load there are always some. */
const STOP_MS = 4000;
/** Ends the process if the tests that started it are killed. */
const WITH_PARENT = ["--import", pathToFileURL(join(ROOT, "scripts/product/end-with-parent.mjs")).href];

/** A process of the product that a test can end and restart. */
export class Service {
  private child: ChildProcess | undefined;

  constructor(
    private readonly args: readonly string[],
    private readonly env: NodeJS.ProcessEnv,
    /** Receives its output. */
    private readonly logFile: string,
  ) {}

  /** Starts it, with `more` in its environment this time. */
  start(more: Record<string, string> = {}): void {
    if (this.isRunning) throw new Error("it is running");
    const log = openSync(this.logFile, "a");
    this.child = spawn(process.execPath, [...WITH_PARENT, ...this.args], {
      cwd: ROOT,
      env: { ...this.env, ...more, LAUNCHER_PID: String(process.pid) },
      stdio: ["ignore", log, log, "ipc"],
    });
    closeSync(log);
  }

  /** Kills it, or requests termination and kills it after a timeout, as a start does; resolves when it has ended. */
  async end(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    const { child } = this;
    if (!child || !this.isRunning) return;
    const gone = once(child, "exit");
    child.kill(signal);
    const impatient = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await gone;
    clearTimeout(impatient);
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../scripts/product/paths.mjs";

/** Web waits for its open requests, and while it is asked there are always some. */
const STOP_MS = 4000;
/** Has it end when the tests that started it are killed. */
const WITH_PARENT = ["--import", pathToFileURL(join(ROOT, "scripts/product/end-with-parent.mjs")).href];

/** A process of the product that a test ends as it likes and starts again. */
export class Service {
  private child: ChildProcess | undefined;

  constructor(
    private readonly args: readonly string[],
    private readonly env: NodeJS.ProcessEnv,
    /** Takes what it prints. */
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

  /** Ends it without a word, or asks it to end and insists after a while, as a start does; resolves when it is gone. */
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

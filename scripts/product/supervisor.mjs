// Runs commands and services, and always stops all of them in the reverse order of their start.
import { spawn } from "node:child_process";
import { LineReader } from "./line-reader.mjs";

/**
 * @typedef {{ name: string, command?: string, args: string[], env?: NodeJS.ProcessEnv, onLine?: (line: string) => void, onMessage?: (message: unknown) => void, inherit?: boolean, stopSeconds?: number, stopSignal?: NodeJS.Signals }} Command
 * @typedef {(command: Command) => Promise<string[]>} Run
 * @typedef {{ name: string, stop: () => Promise<void>, kill: () => void }} Service
 */

const STOP_SECONDS = 8;
const TAIL_LINES = 20;
/** A stack trace from a minified package quotes the whole file. */
const TAIL_COLUMNS = 400;

export class Supervisor {
  /** In order of start. @type {Service[]} */
  #services = [];
  /** Not yet stopped. @type {Set<Service>} */
  #running = new Set();
  /** @type {Promise<void> | undefined} */
  #stopping;
  /** @type {(error: Error) => void} */
  #reportFailure = () => {};

  /** Rejects when a service ends on its own; never resolves. @type {Promise<never>} */
  failure = new Promise((_, reject) => {
    this.#reportFailure = reject;
  });

  constructor() {
    this.failure.catch(() => {});
  }

  get isStopping() {
    return this.#stopping !== undefined;
  }

  /**
   * Adds a running service, which is stopped in its turn unless the returned function releases it.
   * @param {Service} service
   */
  adopt(service) {
    this.#services.push(service);
    this.#running.add(service);
    return () => {
      this.#running.delete(service);
      this.#services = this.#services.filter((other) => other !== service);
    };
  }

  /** @param {string} message */
  fail(message) {
    if (!this.isStopping) this.#reportFailure(new Error(message));
  }

  /**
   * Runs a command to its end and returns its output by line. Throws with the last lines if it fails.
   * @type {Run}
   */
  run = async (command) => {
    if (this.isStopping) throw new Error("stopped");
    const lines = [];
    const child = this.#spawn(command, ["ignore", "pipe", "pipe"], (line) => lines.push(line));
    const release = this.adopt(asService(command, child));
    const outcome = await child.ended;
    release();
    if (outcome === 0) return lines;
    throw new CommandError(`${command.name} failed (${outcome})`, lines);
  };

  /**
   * Starts a service that must run until it is stopped.
   * @param {Command} command
   */
  start(command) {
    if (this.isStopping) throw new Error("stopped");
    const tail = [];
    const output = command.inherit ? "inherit" : "pipe";
    // The channel closes when this process dies, even by SIGKILL: see end-with-parent.mjs.
    const env = { ...(command.env ?? process.env), LAUNCHER_PID: String(process.pid) };
    const child = this.#spawn({ ...command, env }, ["ignore", output, output, "ipc"], (line) => {
      tail.push(line);
      if (tail.length > TAIL_LINES) tail.shift();
    });
    this.adopt(asService(command, child));
    child.ended.then((outcome) => {
      this.fail(withTail(`${command.name} stopped unexpectedly (${outcome})`, tail));
    });
  }

  /** Stops everything, last started first; a second call waits for the first. */
  stop() {
    this.#stopping ??= this.#stopInTurn();
    return this.#stopping;
  }

  async #stopInTurn() {
    for (let service = this.#services.pop(); service; service = this.#services.pop()) {
      await service.stop();
      this.#running.delete(service);
    }
  }

  /** Kills everything that still runs. */
  kill() {
    for (const service of this.#running) service.kill();
  }

  #spawn({ command = process.execPath, args, env = process.env, onLine, onMessage }, stdio, collect) {
    // A process group of its own: Ctrl-C in a terminal must not reach the children before they are stopped in order.
    const child = spawn(command, args, { env, detached: true, stdio });
    const reader = new LineReader((line) => {
      collect(line);
      onLine?.(line);
    });
    child.stdout?.on("data", (chunk) => reader.push(chunk));
    child.stderr?.on("data", (chunk) => reader.push(chunk));
    if (onMessage) child.on("message", onMessage);
    const { pid } = child;
    const ended = new Promise((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("close", (code, signal) => {
        reader.end();
        resolve(code ?? signal);
      });
    });
    return { pid, ended };
  }
}

/** A failed command with all its output; the message ends with the last lines. */
export class CommandError extends Error {
  /**
   * @param {string} summary
   * @param {string[]} lines
   */
  constructor(summary, lines) {
    super(withTail(summary, lines));
    this.lines = lines;
  }
}

function withTail(summary, lines) {
  return [summary, ...lines.slice(-TAIL_LINES).map((line) => line.slice(0, TAIL_COLUMNS))].join("\n");
}

function asService({ name, stopSeconds = STOP_SECONDS, stopSignal = "SIGTERM" }, child) {
  return { name, stop: () => endChild(child, stopSignal, stopSeconds), kill: () => killGroup(child.pid, "SIGKILL") };
}

async function endChild({ pid, ended }, signal, seconds) {
  if (!pid) return;
  killGroup(pid, signal);
  const impatient = setTimeout(() => killGroup(pid, "SIGKILL"), seconds * 1000);
  await ended;
  clearTimeout(impatient);
}

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

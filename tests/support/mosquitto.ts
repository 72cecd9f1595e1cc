import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../scripts/product/port.mjs";
import { isLong, longSuite, longTest } from "./long";

// Debian installs it among the system programs, which are not in every user's PATH.
const program = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "mosquitto"))
  .find((file) => existsSync(file));

/** What is missing to start Mosquitto; null if nothing is. */
export const lacksMosquitto = program ? null : "no mosquitto in PATH";

/** Whether to start Mosquitto: in the long run, if it is installed. */
export const hasMosquitto = isLong && program !== undefined;

/** Suites and tests with a real Mosquitto, in the long run. */
export const describeWithMosquitto = longSuite(lacksMosquitto);
export const itWithMosquitto = longTest(lacksMosquitto);

/** `meanwhile` runs while the broker is down. */
export type Mosquitto = { url: string; restart(meanwhile?: () => Promise<void>): Promise<void>; stop(): Promise<void> };

/**
 * Starts a Mosquitto with persistent sessions on a free local port and resolves when it listens; `more` are further
 * lines of its configuration.
 */
export async function startMosquitto(more: readonly string[] = []): Promise<Mosquitto> {
  if (!program) throw new Error("no mosquitto in PATH");
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "frostline-mosquitto-"));
  const config = join(folder, "mosquitto.conf");
  const lines = [
    `listener ${port} 127.0.0.1`,
    "allow_anonymous true",
    "persistence true",
    `persistence_location ${folder}/`,
    ...more,
  ];
  // Started as root, it would switch to a user without write access here.
  writeFileSync(config, [...lines, ...(process.getuid?.() === 0 ? ["user root"] : [])].join("\n"));
  let stop = await run(config, port);
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async restart(meanwhile) {
      await stop();
      await meanwhile?.();
      stop = await run(config, port);
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(config: string, port: number): Promise<() => Promise<void>> {
  const child = spawn(program as string, ["-c", config], { stdio: "ignore" });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  for (let attempt = 0; !(await answers(port)); attempt += 1) {
    if (attempt === 100 || child.exitCode !== null) {
      end();
      throw new Error("mosquitto did not start");
    }
    await sleep(50);
  }
  return async () => {
    process.off("exit", end);
    child.kill("SIGTERM");
    await exited;
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.end(() => resolve(true)));
  });
}

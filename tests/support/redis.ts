import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createConnection } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../scripts/product/port.mjs";
import { isLong, longSuite, longTest } from "./long";

export type RedisServer = {
  url: string;
  /** Kills it, as a crash does. */
  kill(): Promise<void>;
  /** Restarts it at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const program = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "redis-server"))
  .find((file) => existsSync(file));

const lacks = program ? null : "no redis-server in PATH";

/** Whether to start Redis: in the long run, if it is installed. */
export const hasRedis = isLong && program !== undefined;

/** Suites and tests with a real Redis, in the long run. */
export const describeWithRedis = longSuite(lacks);
export const itWithRedis = longTest(lacks);

/** Starts a Redis without persistence on a free local port and resolves when it answers. */
export async function startRedis(): Promise<RedisServer> {
  if (!program) throw new Error("no redis-server in PATH");
  const port = await freePort();
  let end = await run(program, port);
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end("SIGKILL"),
    async start() {
      end = await run(program, port);
    },
    stop: () => end("SIGTERM"),
  };
}

async function run(file: string, port: number) {
  const child = spawn(file, ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], {
    stdio: "ignore",
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  for (let attempt = 0; !(await answers(port)); attempt += 1) {
    if (attempt === 100 || child.exitCode !== null) {
      kill();
      throw new Error("redis-server did not start");
    }
    await sleep(50);
  }
  return async (signal: "SIGKILL" | "SIGTERM") => {
    process.off("exit", kill);
    child.kill(signal);
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

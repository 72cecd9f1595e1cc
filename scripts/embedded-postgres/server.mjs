// One postgres process: stop the orphan of a killed launcher, start, wait until ready, stop.
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_ENVIRONMENT } from "./cluster.mjs";

const DURABLE = {
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  max_connections: 200,
  wal_compression: "on",
  // An acknowledged commit must be durable: ingest answers after the commit.
  synchronous_commit: "on",
  random_page_cost: 1.1,
  jit: "off",
};

/** For disposable test clusters: fast, but lost if the machine crashes. */
const DISPOSABLE = {
  ...DURABLE,
  shared_buffers: "128MB",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

const START_SECONDS = 60;
const FAST_STOP_SECONDS = 30;

/**
 * Stops the server that still uses the cluster after its launcher was killed. Throws if the launcher is alive, because
 * the cluster is in use then.
 * @param {{ data: string, launcher?: number }} cluster
 */
export async function stopOrphan({ data, launcher }) {
  const pid = holder(data);
  if (!pid) return;
  if (launcher && launcher !== process.pid && parentOf(pid) === launcher) {
    throw new Error(`the data directory is in use by another start (process ${launcher}): stop it, or set DATA_DIR`);
  }
  process.kill(pid, "SIGINT");
  if (!(await gone(pid, FAST_STOP_SECONDS))) process.kill(pid, "SIGQUIT");
  if (!(await gone(pid, 5)))
    throw new Error(`a database server (process ${pid}) still holds ${data} and does not stop`);
}

// The pid in postmaster.pid if that process is alive and serves this directory; pids are reused.
function holder(data) {
  const [line] = readLines(path.join(data, "postmaster.pid"));
  const pid = Number(line);
  if (!pid) return undefined;
  const argv = readLines(`/proc/${pid}/cmdline`, "\0");
  return argv[0]?.endsWith("postgres") && argv.includes(data) ? pid : undefined;
}

function parentOf(pid) {
  const line = readLines(`/proc/${pid}/status`).find((entry) => entry.startsWith("PPid:"));
  return Number(line?.slice("PPid:".length));
}

function readLines(file, separator = "\n") {
  try {
    return readFileSync(file, "utf8").split(separator);
  } catch {
    return [];
  }
}

async function gone(pid, seconds) {
  for (let waited = 0; waited < seconds * 1000; waited += 50) {
    if (!existsSync(`/proc/${pid}`)) return true;
    await sleep(50);
  }
  return false;
}

/**
 * Starts postgres and resolves when it accepts connections.
 * @param {{ binaries: string, data: string, identity: import("./identity.mjs").Identity | null, port: number, durable: boolean, logFile: string, onUnexpectedExit?: (reason: string) => void }} options
 */
export async function startServer({ binaries, data, identity, port, durable, logFile, onUnexpectedExit }) {
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    ...(durable ? DURABLE : DISPOSABLE),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, "w", 0o600);
  // A process group of its own: Ctrl-C in a terminal must reach only the launcher, which stops the server last.
  const child = spawn(path.join(binaries, "bin/postgres"), ["-D", data, ...flags], {
    ...identity,
    env: SERVER_ENVIRONMENT,
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const exited = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(lastError(logFile)));
  });
  let running = true;
  let expected = true;
  exited.then((reason) => {
    running = false;
    if (!expected) onUnexpectedExit?.(reason);
  });

  for (let waited = 0; running && !isReady(data, child.pid); waited += 20) {
    if (waited > START_SECONDS * 1000) {
      child.kill("SIGQUIT");
      throw new Error(`the database did not start within ${START_SECONDS} s, see ${logFile}`);
    }
    await sleep(20);
  }
  if (!running) throw new Error(`the database did not start: ${await exited}`);
  expected = false;

  return {
    pid: child.pid,
    /** Stops without a checkpoint; the next start recovers from the WAL. */
    kill() {
      expected = true;
      child.kill("SIGQUIT");
    },
    /** Ends all sessions and stops with a checkpoint; a second call waits for the first. */
    async stop() {
      expected = true;
      if (!running) return;
      child.kill("SIGINT");
      const impatient = setTimeout(() => child.kill("SIGQUIT"), FAST_STOP_SECONDS * 1000);
      await exited;
      clearTimeout(impatient);
    },
  };
}

// Line 8 of postmaster.pid is the state that pg_ctl also waits for.
function isReady(data, pid) {
  const lines = readLines(path.join(data, "postmaster.pid"));
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

function lastError(logFile) {
  const lines = readLines(logFile).filter(Boolean);
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "no reason given";
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, "");
}

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/product/paths.mjs";
import { freePort } from "../../scripts/product/port.mjs";
import { isolatedEnvironment, TEST_ENVIRONMENT } from "./environment";

/** One `npm start` with a single role. */
export type Role = {
  /** The address of a web server. */
  address: string;
  /** Stops it gracefully; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Kills the web server or worker without warning; the start then ends by itself. */
  kill(): Promise<void>;
};

/** Starts only the web server or only a worker, and resolves when it reports that it is ready. */
export async function startRole(role: "web" | "worker", env: Record<string, string>): Promise<Role> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), `frostline-${role}-`));
  const environment = isolatedEnvironment({
    ...TEST_ENVIRONMENT,
    LOG_LEVEL: "info",
    TRUSTED_PROXIES: "1",
    HOST: "localhost",
    ...env,
    ROLE: role,
    PORT: String(port),
    DATA_DIR: folder,
  });
  const start = spawn(process.execPath, [join(ROOT, "scripts/start.mjs")], { env: environment });
  const ended = new Promise<number | null>((resolve) => start.once("close", resolve));
  const abandon = () => start.kill("SIGKILL");
  process.once("exit", abandon);
  ended.then(() => {
    process.off("exit", abandon);
    rmSync(folder, { recursive: true, force: true });
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      if (/^ready: /m.test(output)) resolve();
    };
    start.stdout.on("data", collect);
    start.stderr.on("data", collect);
    ended.then(() => reject(new Error(`${role} ended before it was ready:\n${output}`)));
  });
  return {
    address: `http://localhost:${port}`,
    stop() {
      start.kill("SIGTERM");
      return ended;
    },
    async kill() {
      for (const pid of childrenOf(start)) process.kill(pid, "SIGKILL");
      await ended;
    },
  };
}

const childrenOf = ({ pid }: ChildProcess) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Follows the live events of a session like its browser; `heard` contains their kinds and contents. */
export async function followLive(address: string, token: string) {
  const ending = new AbortController();
  const response = await fetch(`${address}/service/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ending.signal,
  });
  if (!response.ok || !response.body) throw new Error(`live events: ${response.status} ${await response.text()}`);
  const stream = { text: "", hasEnded: false, stop: () => ending.abort() };
  const decoder = new TextDecoder();
  (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      stream.text += decoder.decode(chunk, { stream: true });
  })()
    .catch(() => {})
    .finally(() => {
      stream.hasEnded = true;
    });
  return stream;
}

import { type ChildProcess, spawn } from "node:child_process";
import { db } from "@/db/client";
import { typescript } from "../../scripts/product/paths.mjs";
import { testDatabaseUrl } from "./database";
import { isolatedEnvironment, TEST_ENVIRONMENT } from "./environment";
import { hurryQueue } from "./queue";

/** Starts the worker as in production, with all its jobs, as a separate process. */
export function startWorker(env: Record<string, string> = {}): ChildProcess {
  const environment = isolatedEnvironment({
    ...TEST_ENVIRONMENT,
    DATABASE_URL: testDatabaseUrl(),
    MQTT_PORT: "off",
    SIMULATE: "off",
    ...env,
  });
  return spawn(process.execPath, typescript("worker/main.ts"), { env: environment, stdio: "ignore" });
}

/** Kills it, or requests termination; resolves to its exit code, null if it was killed. */
export async function endWorker(worker: ChildProcess | undefined, signal: "SIGKILL" | "SIGTERM" = "SIGKILL") {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return worker?.exitCode ?? null;
  const ended = new Promise<number | null>((resolve) => worker.once("exit", resolve));
  worker.kill(signal);
  return ended;
}

/** Makes the waiting jobs due now. */
export const hurry = () => hurryQueue(db());

// The processes of the product, shared by `npm start` and the tests that need a running product.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { WEB_SERVER } from "./build.mjs";
import { ROOT, typescript } from "./paths.mjs";
import { serviceLog } from "./service-log.mjs";
import { CommandError } from "./supervisor.mjs";

const preload = (file) => ["--import", pathToFileURL(path.join(ROOT, "scripts/product", file)).href];
const PRELOAD = preload("end-with-parent.mjs");
const WORKER = typescript("worker/main.ts");
const WEB_PRELOAD = [...preload("peer-address.mjs"), ...preload("mangled-path.mjs")];
// A page allocates about 20 MB of short-lived objects; room for a few pages saves a tenth of the collection per page.
const BUILT_WEB_PRELOAD = ["--max-semi-space-size=64", ...WEB_PRELOAD];
const HEALTHY_SECONDS = 60;
const HEALTHY_SECONDS_DEV = 180;
/** Web waits for open requests, and the live streams of open browsers never end. */
const WEB_STOP_SECONDS = 4;

/**
 * @typedef {object} Stage
 * @property {import("./supervisor.mjs").Supervisor} supervisor
 * @property {NodeJS.ProcessEnv} env
 * @property {string} logs directory for the services' log files
 * @property {(line: string) => void} say
 */

/**
 * Migrates the schema, seeds, and prints the migration's messages. A failure prints one line; the full output goes to
 * the log.
 * @param {Stage} stage
 */
export async function migrate({ supervisor, env, logs, say }) {
  const onLine = serviceLog({ directory: logs, name: "migration", say: () => {} });
  try {
    const lines = await supervisor.run({ name: "migration", args: typescript("db/main.ts"), env, onLine });
    for (const line of lines) say(line);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const crash = error.lines.find((line) => /^\w*Error\b/.test(line));
    throw new Error(crash ? `The migration failed: ${crash}` : (error.lines.filter(Boolean).at(-1) ?? error.message));
  }
}

/**
 * Starts only the web server, as on a host without a worker, and resolves when it answers.
 * @param {Stage & { address: string }} stage
 */
export async function startWithoutWorker({ address, ...stage }) {
  startBuiltWeb(stage);
  const answer = untilHealthy(address, HEALTHY_SECONDS, stage.supervisor, ({ db }) => db);
  await Promise.race([answer, stage.supervisor.failure]);
}

/**
 * Starts worker and web and resolves when the product reports that it is healthy.
 * @param {Stage & { address: string, dev?: boolean }} stage
 */
export async function startServices({ address, dev = false, ...stage }) {
  startService(stage, "worker", WORKER);
  if (dev) {
    const next = path.join(ROOT, "node_modules/next/dist/bin/next");
    const { HOSTNAME, PORT } = stage.env;
    stage.supervisor.start({
      name: "web",
      args: [...PRELOAD, ...WEB_PRELOAD, next, "dev", "-H", HOSTNAME, "-p", PORT],
      env: stage.env,
      inherit: true,
    });
  } else {
    startBuiltWeb(stage);
  }
  const health = untilHealthy(address, dev ? HEALTHY_SECONDS_DEV : HEALTHY_SECONDS, stage.supervisor);
  await Promise.race([health, stage.supervisor.failure]);
}

/**
 * Starts only a worker and resolves when it runs jobs.
 * @param {Stage} stage
 */
export async function startWorker(stage) {
  const ready = new Promise((resolve) => startService(stage, "worker", WORKER, { onMessage: resolve }));
  await Promise.race([ready, stage.supervisor.failure]);
}

/**
 * Starts another web server on the database of a running product and resolves when it answers.
 * @param {Stage & { address: string }} stage
 */
export async function startWeb({ address, ...stage }) {
  startBuiltWeb(stage);
  await Promise.race([untilHealthy(address, HEALTHY_SECONDS, stage.supervisor), stage.supervisor.failure]);
}

/** @param {Stage} stage */
const startBuiltWeb = (stage) =>
  startService(stage, "web", [...BUILT_WEB_PRELOAD, WEB_SERVER], { stopSeconds: WEB_STOP_SECONDS });

/** @param {Stage} stage */
export function startSimulator(stage) {
  startService(stage, "simulator", typescript("scripts/simulate.ts"));
}

function startService({ supervisor, env, logs, say }, name, args, more = {}) {
  const onLine = serviceLog({ directory: logs, name, say });
  supervisor.start({ name, args: [...PRELOAD, ...args], env, onLine, ...more });
}

async function untilHealthy(address, seconds, supervisor, isWell = ({ db, worker }) => db && worker) {
  const url = `${address}/service/health`;
  const end = Date.now() + seconds * 1000;
  let last = "no answer";
  while (Date.now() < end) {
    if (supervisor.isStopping) throw new Error("stopped");
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
      const text = await response.text();
      last = `${response.status} ${text.slice(0, 300)}`;
      if (isWell(JSON.parse(text))) return;
    } catch (error) {
      last = error.cause?.code ?? error.message;
    }
    await sleep(100);
  }
  throw new Error(`The product is not healthy after ${seconds} s: ${url} answered ${last}`);
}

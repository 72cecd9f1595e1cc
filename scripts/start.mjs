// `npm start`: from a fresh clone to a running product in one command. Imports only Node.js built-ins; modules with
// dependencies are imported after these are installed.
import path from "node:path";
import { ensureBuild } from "./product/build.mjs";
import { ensureDependencies } from "./product/dependencies.mjs";
import { ensureMapFiles } from "./product/map-files.mjs";
import { chooseMqtt } from "./product/mqtt.mjs";
import { ROOT } from "./product/paths.mjs";
import { assertPortFree } from "./product/port.mjs";
import { migrate, startServices, startSimulator, startWithoutWorker, startWorker } from "./product/product.mjs";
import { assertNodeVersion } from "./product/runtime.mjs";
import { authSecret, readSettings, serviceEnvironment } from "./product/settings.mjs";
import { Supervisor } from "./product/supervisor.mjs";

const DEMO_PASSWORD = "Frost2026";
const DEMO_ACCOUNTS = {
  root: "everything, and what only Root may",
  platform: "platform user",
  agent: "agent of two customers",
  admin: "customer administrator",
  user: "customer user of one sub-tree",
};
/** npm forwards a Ctrl-C that the terminal has already sent: a second signal within this time is the same one. */
const SAME_SIGNAL_MILLISECONDS = 1000;

const dev = process.argv.includes("--dev");
const supervisor = new Supervisor();
const say = (line) => console.log(line);
// The reader of the output may be gone; the children must still be stopped.
process.stdout.on("error", () => {});

let firstSignalAt = 0;
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, onSignal);

try {
  await bringUp();
  await supervisor.failure;
} catch (error) {
  if (!supervisor.isStopping) {
    console.error(error.message);
    await supervisor.stop();
    process.exit(1);
  }
}

async function onSignal() {
  if (firstSignalAt) {
    if (Date.now() - firstSignalAt < SAME_SIGNAL_MILLISECONDS) return;
    supervisor.kill();
    process.exit(1);
  }
  firstSignalAt = Date.now();
  say("Stopping");
  await supervisor.stop();
  process.exit(0);
}

async function bringUp() {
  assertNodeVersion();
  const settings = readSettings(process.env);
  if (dev && settings.role !== "all") throw new Error("ROLE is for npm start: npm run dev starts all");
  process.chdir(ROOT);
  if (settings.role !== "worker") await assertPortFree(settings.port, settings.host);
  const mqtt = await chooseMqtt(settings);
  const secret = authSecret(settings, process.env.AUTH_SECRET);
  await ensureDependencies({ say, run: supervisor.run });

  const databaseUrl = settings.databaseUrl ?? (await startDatabase(settings.dataDirectory));
  if (settings.databaseUrl) {
    const { assertReachable } = await import("./product/database.mjs");
    await assertReachable(databaseUrl);
  }
  if (dev) await ensureMapFiles();
  else if (settings.role !== "worker") await ensureBuild({ say, run: supervisor.run });

  const env = serviceEnvironment(settings, { databaseUrl, secret, dev, mqttPort: mqtt.port }, process.env);
  const stage = { supervisor, env, logs: path.join(settings.dataDirectory, "logs"), say };
  await migrate(stage);
  if (settings.role === "worker") await startWorker(stage);
  else if (settings.role === "web") await startWithoutWorker({ ...stage, address: settings.address });
  else await startServices({ ...stage, address: settings.address, dev });
  if (settings.simulate) startSimulator(stage);
  say(mqtt.line);
  announce(settings);
}

async function startDatabase(dataDirectory) {
  const { startEmbeddedPostgres } = await import("./embedded-pg.mjs");
  const onUnexpectedExit = (reason) => supervisor.fail(`database stopped unexpectedly: ${reason}`);
  const starting = startEmbeddedPostgres({ dataDirectory, say, onUnexpectedExit });
  // Adopted before it runs, so that a signal during its start also stops it.
  let server;
  supervisor.adopt({
    name: "database",
    stop: () => starting.then((started) => started.stop()).catch(() => {}),
    kill: () => server?.kill(),
  });
  server = await starting;
  return server.url;
}

function announce({ role, port, seed }) {
  say(role === "worker" ? "ready: a worker" : `ready: http://localhost:${port}`);
  if (seed !== "demo") return;
  say(`demo accounts, password ${DEMO_PASSWORD}:`);
  for (const [account, meaning] of Object.entries(DEMO_ACCOUNTS)) say(`  ${account.padEnd(10)}${meaning}`);
  if (process.env.ADMIN_PASSWORD) say("  (the password of root is the one in ADMIN_PASSWORD)");
}

// `npm run bench [name …]`: runs tests/bench/*.ts against a built product of its own; each prints its ratios.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuild } from "./product/build.mjs";
import { ensureDependencies } from "./product/dependencies.mjs";
import { ROOT, typescript } from "./product/paths.mjs";
import { freePort } from "./product/port.mjs";
import { migrate, startServices } from "./product/product.mjs";
import { assertNodeVersion } from "./product/runtime.mjs";
import { authSecret, readSettings, serviceEnvironment } from "./product/settings.mjs";
import { runSupervised } from "./testing/session.mjs";

const FOLDER = path.join(ROOT, "tests/bench");
/** Run where they are named, and not with all: they take long and much room. */
const BY_NAME_ALONE = ["volume.bench.ts"];

await runSupervised(async ({ supervisor, run, say }) => {
  process.chdir(ROOT);
  assertNodeVersion();
  const benches = findBenches(process.argv.slice(2));
  await ensureDependencies({ run, say });
  await ensureBuild({ run, say });
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "frostline-bench-"));
  chmodSync(dataDirectory, 0o755);
  try {
    const stage = await bringUp(dataDirectory);
    for (const bench of benches) {
      say(`\n${bench}`);
      await run({ name: bench, args: typescript(`tests/bench/${bench}`), env: stage.env, onLine: say });
    }
  } finally {
    await supervisor.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
  return 0;

  async function bringUp(directory) {
    const { startEmbeddedPostgres } = await import("./embedded-pg.mjs");
    const server = await startEmbeddedPostgres({ dataDirectory: directory, say });
    supervisor.adopt({ name: "database", stop: server.stop, kill: server.kill });
    const variables = {
      ...process.env,
      PORT: String(await freePort()),
      HOST: "localhost",
      DATA_DIR: directory,
      DATABASE_URL: "",
      REDIS_URL: "",
      MQTT_PORT: String(await freePort()),
      SEED: "demo",
      SIMULATE: "off",
      LOGIN_CAPTCHA: "off",
      LOG_LEVEL: "warn",
    };
    const settings = readSettings(variables);
    const secret = authSecret(settings, undefined);
    const services = serviceEnvironment(settings, { databaseUrl: server.url, secret }, variables);
    const env = { ...services, BASE_URL: settings.address };
    const place = { supervisor, env, logs: path.join(directory, "logs"), say };
    await migrate(place);
    await startServices({ ...place, address: settings.address });
    return place;
  }
});

function findBenches(names) {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith(".bench.ts")) : [];
  const isChosen = (file) =>
    names.length === 0 ? !BY_NAME_ALONE.includes(file) : names.some((name) => file.startsWith(name));
  const chosen = files.filter(isChosen).sort();
  if (chosen.length === 0) throw new Error(`no bench named ${names.join(" or ") || "tests/bench/*.bench.ts"}`);
  return chosen;
}

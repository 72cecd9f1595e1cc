import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuild } from "../product/build.mjs";
import { ensureDependencies } from "../product/dependencies.mjs";
import { freePort } from "../product/port.mjs";
import { migrate, startServices, startSimulator } from "../product/product.mjs";
import { authSecret, readSettings, serviceEnvironment } from "../product/settings.mjs";

/**
 * Runs `work` against the built product with the demo world, in a directory and on ports of its own, and cleans up.
 * `work` receives the environment of the services with BASE_URL, and the data directory.
 * @param {{ supervisor: import("../product/supervisor.mjs").Supervisor, run: import("../product/supervisor.mjs").Run, say: (line: string) => void }} tools
 * @param {Record<string, string>} variables on top of an environment without any outside service
 * @param {(place: { env: NodeJS.ProcessEnv, directory: string }) => Promise<void>} work
 */
export async function withDemoProduct({ supervisor, run, say }, variables, work) {
  await ensureDependencies({ run, say });
  await ensureBuild({ run, say });
  const directory = mkdtempSync(path.join(tmpdir(), "frostline-demo-"));
  chmodSync(directory, 0o755);
  try {
    await work({ env: await bringUp(), directory });
  } finally {
    await supervisor.stop();
    rmSync(directory, { recursive: true, force: true });
  }

  async function bringUp() {
    const { startEmbeddedPostgres } = await import("../embedded-pg.mjs");
    const server = await startEmbeddedPostgres({ dataDirectory: directory, say });
    supervisor.adopt({ name: "database", stop: server.stop, kill: server.kill });
    const environment = {
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
      ...variables,
    };
    const settings = readSettings(environment);
    const secret = authSecret(settings, undefined);
    const services = serviceEnvironment(settings, { databaseUrl: server.url, secret }, environment);
    const stage = {
      supervisor,
      env: { ...services, BASE_URL: settings.address },
      logs: path.join(directory, "logs"),
      say,
    };
    await migrate(stage);
    await startServices({ ...stage, address: settings.address });
    if (settings.simulate) startSimulator(stage);
    return stage.env;
  }
}

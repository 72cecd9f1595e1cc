import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "../../scripts/product/build.mjs";
import { freePort } from "../../scripts/product/port.mjs";
import { startServices, startSimulator, startWithoutWorker } from "../../scripts/product/product.mjs";
import { readSettings, serviceEnvironment } from "../../scripts/product/settings.mjs";
import { Supervisor } from "../../scripts/product/supervisor.mjs";
import { isolatedEnvironment, TEST_ENVIRONMENT } from "./environment";
import { cloneTemplate, createTemplate, dropDatabase, type Seed } from "./template";

export type Product = {
  /** The address of the web server, without a trailing slash. */
  baseUrl: string;
  databaseUrl: string;
  /** Directory of web.log and worker.log. */
  logs: string;
  stop(): Promise<void>;
};

type Options = {
  /** Variables on top of an environment without any outside service; SEED selects the data, `none` by default. */
  env?: Record<string, string>;
  hasWorker?: boolean;
  /** The PostgreSQL server for its database; by default that of the integration tests. */
  adminUrl?: string;
};

/**
 * Starts the built web server and, by default, the worker against a database of their own and resolves when they are
 * healthy. Builds first if the build is missing or outdated.
 */
export async function startProduct({ env = {}, hasWorker = true, ...options }: Options = {}): Promise<Product> {
  // Browser tests run without Vitest.
  const adminUrl = options.adminUrl ?? (await import("vitest")).inject("adminUrl");
  const seed: Seed = env.SEED === "demo" ? "demo" : "none";
  const name = `product_${randomBytes(6).toString("hex")}`;
  await createTemplate(adminUrl, seed);
  const databaseUrl = await cloneTemplate(adminUrl, seed, name);
  const dataDirectory = mkdtempSync(join(tmpdir(), "frostline-product-"));
  const supervisor = new Supervisor();
  const tools = { say: () => {}, run: supervisor.run };
  const stop = async () => {
    await supervisor.stop();
    await dropDatabase(adminUrl, name);
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  try {
    await ensureBuild(tools);
    const environment = isolatedEnvironment({
      ...TEST_ENVIRONMENT,
      LOG_LEVEL: "info",
      SIMULATE: "off",
      MQTT_PORT: "off",
      // Tests use any number of client addresses through x-forwarded-for.
      TRUSTED_PROXIES: "1",
      PORT: String(await freePort()),
      ...env,
      SEED: seed,
      HOST: "localhost",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirectory,
    });
    const settings = readSettings(environment);
    const secret = environment.AUTH_SECRET ?? "";
    const logs = join(dataDirectory, "logs");
    const stage = {
      supervisor,
      env: serviceEnvironment(settings, { databaseUrl, secret }, environment),
      logs,
      say: tools.say,
    };
    const start = hasWorker ? startServices : startWithoutWorker;
    await start({ ...stage, address: settings.address });
    if (settings.simulate) startSimulator(stage);
    return { baseUrl: settings.address, databaseUrl, logs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

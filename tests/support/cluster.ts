import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Db, openDb } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { startEmbeddedPostgres } from "../../scripts/embedded-pg.mjs";
import { ensureBuild, WEB_SERVER } from "../../scripts/product/build.mjs";
import { typescript } from "../../scripts/product/paths.mjs";
import { freePort } from "../../scripts/product/port.mjs";
import { readSettings, serviceEnvironment } from "../../scripts/product/settings.mjs";
import { Supervisor } from "../../scripts/product/supervisor.mjs";
import { isolatedEnvironment, TEST_ENVIRONMENT } from "./environment";
import { Service } from "./service";

/**
 * The product as separate processes that a test can end and restart: a PostgreSQL with durable commits, a web server
 * and a worker with the MQTT broker.
 */
export type Cluster = {
  baseUrl: string;
  mqttUrl: string;
  db: Db;
  web: Service;
  worker: Service;
  /** Stops the database gracefully or, as a crash does, immediately, and restarts it after `awayMs`. */
  restartDatabase(how: "orderly" | "crash", awayMs: number): Promise<void>;
  /** Resolves when web, worker and the gateway endpoints are available. */
  untilHealthy(): Promise<void>;
  close(): Promise<void>;
};

export async function startCluster(env: Record<string, string>): Promise<Cluster> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "frostline-house-"));
  // The server runs as another user if the tests run as root.
  chmodSync(dataDirectory, 0o755);
  const supervisor = new Supervisor();
  let postgres = await startEmbeddedPostgres({ dataDirectory, durable: true });
  await migrateDatabase(postgres.url);
  await ensureBuild({ say: () => {}, run: supervisor.run });
  const mqttPort = await freePort();
  const environment = isolatedEnvironment({
    ...TEST_ENVIRONMENT,
    LOG_LEVEL: "info",
    SIMULATE: "off",
    ...env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDirectory,
    PORT: String(await freePort()),
    HOST: "localhost",
    MQTT_PORT: String(mqttPort),
  });
  const settings = readSettings(environment);
  const secret = TEST_ENVIRONMENT.AUTH_SECRET;
  const services = serviceEnvironment(settings, { databaseUrl: postgres.url, secret, mqttPort }, environment);
  const web = new Service([WEB_SERVER], services, join(dataDirectory, "web.log"));
  const worker = new Service(typescript("worker/main.ts"), services, join(dataDirectory, "worker.log"));
  const db = openDb(postgres.url, 4);
  const baseUrl = settings.address;
  const untilHealthy = () =>
    until("the product is well", async () => {
      const response = await fetch(`${baseUrl}/service/health`, { signal: AbortSignal.timeout(2000) });
      const health = (await response.json()) as { db: boolean; worker: boolean; mqtt: boolean };
      return health.db && health.worker && health.mqtt;
    });
  const cluster: Cluster = {
    ...{ baseUrl, mqttUrl: `mqtt://localhost:${mqttPort}`, db, web, worker, untilHealthy },
    async restartDatabase(how, awayMs) {
      if (how === "crash") postgres.kill();
      else await postgres.stop();
      await pause(awayMs);
      postgres = await startEmbeddedPostgres({ dataDirectory, durable: true });
    },
    async close() {
      await Promise.all([web.end(), worker.end()]);
      await db.$client.end({ timeout: 1 });
      await postgres.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
  try {
    web.start();
    worker.start();
    await untilHealthy();
    return cluster;
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

/** Resolves when `check` returns true; an exception counts as false. */
export async function until(what: string, check: () => Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(100))
    if (await check().catch(() => false)) return;
  throw new Error(`${what}: not within ${seconds} s`);
}

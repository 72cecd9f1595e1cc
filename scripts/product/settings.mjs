// The settings of a start, read once from the environment; docs/deployment.md lists the variables.
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { parsePort } from "./port.mjs";

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{ role: "all" | "web" | "worker", port: number, host: string, dataDirectory: string, databaseUrl?: string, seed: string, simulate: boolean, mqtt: { url?: string, port?: number | "off" }, address: string }}
 */
export function readSettings(environment) {
  // An empty variable counts as unset: container files often list all variables.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const seed = oneOf("SEED", set.SEED ?? (set.DATABASE_URL ? "none" : "demo"), ["demo", "none"]);
  const role = oneOf("ROLE", set.ROLE ?? "all", ["all", "web", "worker"]);
  if (role !== "all" && !set.DATABASE_URL) {
    throw new Error(`ROLE=${role} needs DATABASE_URL: the embedded database stops with the start that brought it up`);
  }
  const port = parsePort(set.PORT);
  const host = set.HOST ?? "localhost";
  const reachable = ["0.0.0.0", "::", "localhost"].includes(host) ? "localhost" : host;
  return {
    role,
    port,
    host,
    dataDirectory: set.DATA_DIR ? path.resolve(set.DATA_DIR) : path.join(ROOT, ".data"),
    databaseUrl: set.DATABASE_URL,
    seed,
    simulate:
      oneOf("SIMULATE", set.SIMULATE ?? (seed === "demo" && role === "all" ? "on" : "off"), ["on", "off"]) === "on",
    mqtt: {
      url: set.MQTT_URL,
      port: set.MQTT_PORT === "off" ? "off" : set.MQTT_PORT && parsePort(set.MQTT_PORT, "MQTT_PORT"),
    },
    address: `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`,
  };
}

function oneOf(name, value, allowed) {
  if (allowed.includes(value)) return value;
  throw new Error(`${name} must be ${allowed.join(" or ")}, not ${JSON.stringify(value)}`);
}

/**
 * The secret that signs sessions: the given one, or one that is generated once and stored in the data directory beside
 * the embedded database.
 * @param {{ dataDirectory: string, databaseUrl?: string }} settings
 * @param {string | undefined} given the variable AUTH_SECRET
 */
export function authSecret({ dataDirectory, databaseUrl }, given) {
  if (given) return given;
  if (databaseUrl) {
    throw new Error(
      "AUTH_SECRET is needed with DATABASE_URL: set it to a long random text and keep it, it signs sessions",
    );
  }
  const file = path.join(dataDirectory, "auth-secret");
  if (!existsSync(file)) {
    if (!existsSync(dataDirectory)) {
      mkdirSync(dataDirectory, { recursive: true });
      chmodSync(dataDirectory, 0o755);
    }
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

function packageVersion() {
  return JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).version;
}

/**
 * The environment of web, worker, simulator and migration. next-auth has its own names for two of these variables.
 * @param {ReturnType<typeof readSettings>} settings
 * @param {{ databaseUrl: string, secret: string, dev?: boolean, mqttPort?: number | "off" }} resolved
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function serviceEnvironment(settings, { databaseUrl, secret, dev = false, mqttPort }, environment) {
  return {
    ...environment,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    FROSTLINE_VERSION: environment.FROSTLINE_VERSION || packageVersion(),
    PORT: String(settings.port),
    // Always explicit, because shells export HOSTNAME. A literal 127.0.0.1 would break the locale rewrites.
    HOSTNAME: settings.host === "127.0.0.1" ? "localhost" : settings.host,
    // Longer than proxies keep an idle connection (mostly 60 s): if this side closed first, a request in flight would
    // be reset.
    KEEP_ALIVE_TIMEOUT: environment.KEEP_ALIVE_TIMEOUT || "65000",
    DATA_DIR: settings.dataDirectory,
    DATABASE_URL: databaseUrl,
    SEED: settings.seed,
    SIMULATE: settings.simulate ? "on" : "off",
    MQTT_PORT: String(mqttPort ?? settings.mqtt.port ?? "off"),
    AUTH_SECRET: secret,
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_URL: environment.PUBLIC_URL || settings.address,
  };
}

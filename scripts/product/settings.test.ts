import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { areInstalled } from "./dependencies.mjs";
import { chooseMqtt } from "./mqtt.mjs";
import { ROOT } from "./paths.mjs";
import { assertPortFree, freePort, parsePort } from "./port.mjs";
import { isOlder } from "./runtime.mjs";
import { authSecret, readSettings, serviceEnvironment } from "./settings.mjs";

const environment = (set: Record<string, string>) => ({ NODE_ENV: "test" as const, ...set });
const folder = mkdtempSync(join(tmpdir(), "frostline-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("readSettings", () => {
  it("gives the demo on port 3000 when nothing is set", () => {
    expect(readSettings(environment({}))).toMatchObject({
      port: 3000,
      host: "localhost",
      dataDirectory: join(ROOT, ".data"),
      databaseUrl: undefined,
      seed: "demo",
      simulate: true,
      address: "http://localhost:3000",
    });
  });

  it("seeds and simulates nothing in a database of one's own, unless asked", () => {
    const DATABASE_URL = "postgres://u:p@db/x";
    expect(readSettings(environment({ DATABASE_URL }))).toMatchObject({ seed: "none", simulate: false });
    expect(readSettings(environment({ DATABASE_URL, SEED: "demo" }))).toMatchObject({ seed: "demo", simulate: true });
  });

  it("lets web and worker be started by themselves, on a database of one's own", () => {
    const DATABASE_URL = "postgres://u:p@db/x";
    expect(readSettings(environment({})).role).toBe("all");
    const web = readSettings(environment({ DATABASE_URL, ROLE: "web", SEED: "demo" }));
    expect(web).toMatchObject({ role: "web", simulate: false });
    for (const ROLE of ["web", "worker"])
      expect(() => readSettings(environment({ ROLE }))).toThrow(`ROLE=${ROLE} needs DATABASE_URL`);
  });

  it("takes an empty variable as unset", () => {
    const empty = environment({ DATABASE_URL: "", SEED: "", SIMULATE: "", PORT: "", HOST: "", DATA_DIR: "" });
    expect(readSettings(empty)).toEqual(readSettings(environment({})));
  });

  it.each([
    ["0.0.0.0", "http://localhost:3000"],
    ["::1", "http://[::1]:3000"],
    ["10.0.0.7", "http://10.0.0.7:3000"],
  ])("asks for the health of HOST %s at %s", (HOST, address) => {
    expect(readSettings(environment({ HOST })).address).toBe(address);
  });

  it.each<Record<string, string>>([
    { SEED: "full" },
    { ROLE: "database" },
    { SIMULATE: "yes" },
    { PORT: "http" },
    { PORT: "0" },
    { PORT: "70000" },
  ])("refuses %j", (set) => {
    expect(() => readSettings(environment(set))).toThrow(Object.keys(set)[0]);
  });
});

describe("authSecret", () => {
  it("makes one, readable by its owner alone, and keeps it", () => {
    const settings = { dataDirectory: join(folder, "new") };
    const secret = authSecret(settings, undefined);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(authSecret(settings, undefined)).toBe(secret);
    const file = join(settings.dataDirectory, "auth-secret");
    expect(readFileSync(file, "utf8")).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("must be given with a database of one's own", () => {
    const settings = { dataDirectory: folder, databaseUrl: "postgres://u:p@db/x" };
    expect(() => authSecret(settings, "")).toThrow("AUTH_SECRET is needed");
    expect(authSecret(settings, "given")).toBe("given");
  });
});

describe("serviceEnvironment", () => {
  const resolved = { databaseUrl: "postgres://u:p@127.0.0.1/x", secret: "s".repeat(32) };
  const forHost = (set: Record<string, string>) =>
    serviceEnvironment(readSettings(environment(set)), resolved, environment({ HOSTNAME: "shell", ...set }));

  it("gives next-auth its names and replaces the shell's HOSTNAME", () => {
    expect(forHost({})).toMatchObject({
      NODE_ENV: "production",
      HOSTNAME: "localhost",
      NEXTAUTH_URL: "http://localhost:3000",
      NEXTAUTH_SECRET: resolved.secret,
      AUTH_SECRET: resolved.secret,
      DATABASE_URL: resolved.databaseUrl,
      SEED: "demo",
    });
  });

  it("never binds to the literal loopback address, and prefers PUBLIC_URL", () => {
    const set = forHost({ HOST: "127.0.0.1", PUBLIC_URL: "https://cold.example" });
    expect(set).toMatchObject({ HOSTNAME: "localhost", NEXTAUTH_URL: "https://cold.example" });
  });
});

describe("the MQTT port", () => {
  const choose = (set: Record<string, string>) => chooseMqtt(readSettings(environment(set)));

  it("is what was asked for", async () => {
    const port = await freePort();
    expect(await choose({ MQTT_PORT: String(port) })).toEqual({ port, line: `MQTT: mqtt://localhost:${port}` });
    expect(await choose({ MQTT_PORT: "off" })).toEqual({ port: "off", line: "MQTT: off" });
  });

  it("is nobody's with a broker of one's own, whose password is not shown", async () => {
    const chosen = await choose({ MQTT_URL: "mqtt://me:secret@broker.example:1884", MQTT_PORT: "1883" });
    expect(chosen).toEqual({ port: "off", line: "MQTT: the broker at broker.example:1884" });
    await expect(choose({ MQTT_URL: "broker" })).rejects.toThrow("MQTT_URL must be an address");
  });

  it("is not asked for by one of several processes: another worker may have the port now", async () => {
    const port = await freePort();
    const server = createServer().listen(port, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const DATABASE_URL = "postgres://u:p@db/x";
    for (const ROLE of ["web", "worker"])
      expect((await choose({ DATABASE_URL, ROLE, MQTT_PORT: String(port) })).port).toBe(port);
    await new Promise((resolve) => server.close(resolve));
  });

  it("that is taken stops the start where it was asked for, else MQTT stays off and says so", async () => {
    const port = await freePort();
    const server = createServer().listen(port, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    await expect(choose({ MQTT_PORT: String(port) })).rejects.toThrow(/^Port \d+ is in use: .*MQTT_PORT=/);
    await new Promise((resolve) => server.close(resolve));
    expect(() => readSettings(environment({ MQTT_PORT: "soon" }))).toThrow("MQTT_PORT must be a number");
    const usual = await choose({});
    if (usual.port === "off") expect(usual.line).toMatch(/^MQTT: off, for port 1883 cannot be had/);
    else expect(usual).toEqual({ port: 1883, line: "MQTT: mqtt://localhost:1883" });
  });

  it("is handed on to worker and simulator", () => {
    const settings = readSettings(environment({ MQTT_PORT: "1999" }));
    const given = { databaseUrl: "postgres://u:p@127.0.0.1/x", secret: "s".repeat(32) };
    expect(serviceEnvironment(settings, given, environment({}))).toMatchObject({ MQTT_PORT: "1999" });
    expect(serviceEnvironment(settings, { ...given, mqttPort: "off" }, environment({}))).toMatchObject({
      MQTT_PORT: "off",
    });
    expect(serviceEnvironment(readSettings(environment({})), given, environment({}))).toMatchObject({
      MQTT_PORT: "off",
    });
  });
});

describe("ports", () => {
  it("finds a free one, and says in one sentence that it is taken", async () => {
    const port = await freePort();
    await expect(assertPortFree(port, "localhost")).resolves.toBeUndefined();
    const server = createServer().listen(port, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    await expect(assertPortFree(port, "localhost")).rejects.toThrow(`Port ${port} is in use: `);
    await expect(assertPortFree(port, "0.0.0.0")).rejects.toThrow(`Port ${port} is in use: `);
    await new Promise((resolve) => server.close(resolve));
  });

  it("defaults to 3000", () => expect(parsePort(undefined)).toBe(3000));
});

it.each([
  ["20.9.0", "20.9.0", false],
  ["20.10.0", "20.9.0", false],
  ["20.8.9", "20.9.0", true],
  ["18.20.0", "20.9.0", true],
  ["22.0.0", "20.9.0", false],
])("version %s is older than %s: %s", (version, wanted, expected) => {
  expect(isOlder(version, wanted)).toBe(expected);
});

it("tells whether exactly the locked packages are installed", () => {
  const locked = {
    "": {},
    "node_modules/a": { version: "1.0.0" },
    "node_modules/b": { version: "2.0.0", optional: true },
  };
  expect(areInstalled(locked, { "node_modules/a": { version: "1.0.0" } })).toBe(true);
  expect(areInstalled(locked, { "node_modules/a": { version: "1.0.1" } })).toBe(false);
  expect(areInstalled(locked, { "node_modules/b": { version: "2.0.0" } })).toBe(false);
  expect(areInstalled(locked, undefined)).toBe(false);
});

import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ROOT } from "../../scripts/product/paths.mjs";
import { freePort } from "../../scripts/product/port.mjs";
import { isolatedEnvironment } from "../support/environment";
import { databaseUrl } from "../support/template";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "frostline-start-"));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the start command; `ready` resolves at the line that says so, `ended` with exit code and all output. */
async function start(set: Record<string, string>) {
  const port = await freePort();
  const env = isolatedEnvironment({
    PORT: String(port),
    DATA_DIR: folder,
    MQTT_PORT: "off",
    SEED: "none",
    SIMULATE: "off",
    ...set,
  });
  const child = spawn(process.execPath, [join(ROOT, "scripts/start.mjs")], { env });
  let output = "";
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, output }));
  });
  const ready = new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      if (/^ready: /m.test(output)) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    ended.then(() => reject(new Error(`ended before it was ready:\n${output}`)));
  });
  ready.catch(() => {});
  return { address: `http://localhost:${env.PORT}`, ready, ended, signal: (name: NodeJS.Signals) => child.kill(name) };
}

const lastLine = (output: string) => output.trim().split("\n").at(-1);

describe("npm start", () => {
  it("comes up, stops on a signal with exit code 0, and leaves nothing running", { timeout: 300_000 }, async () => {
    const product = await start({});
    await product.ready;
    expect((await fetch(`${product.address}/service/health`)).status).toBe(200);
    const [postmaster] = readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n");
    product.signal("SIGTERM");
    const { code, output } = await product.ended;
    expect(code).toBe(0);
    expect(output).toContain(`ready: ${product.address}\n`);
    expect(existsSync(`/proc/${postmaster}`)).toBe(false);
    await expect(fetch(`${product.address}/service/health`)).rejects.toThrow();
  });

  it("stops its services when it is killed itself", { timeout: 300_000 }, async () => {
    const product = await start({});
    await product.ready;
    product.signal("SIGKILL");
    await product.ended;
    await expect.poll(() => fetch(`${product.address}/service/health`).catch(() => "gone")).toBe("gone");
    const again = await start({});
    await again.ready;
    again.signal("SIGINT");
    expect((await again.ended).code).toBe(0);
  });

  it("says that the port is in use", async () => {
    const port = await freePort();
    const server = createServer().listen(port, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { code, output } = await (await start({ PORT: String(port) })).ended;
    server.close();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^Port ${port} is in use: [^\n]*\n$`));
  });

  it("says that the database cannot be reached, without the password", async () => {
    const DATABASE_URL = `postgres://someone:secret@127.0.0.1:${await freePort()}/nowhere`;
    const { code, output } = await (await start({ DATABASE_URL, AUTH_SECRET: "x".repeat(32) })).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^The database at 127\.0\.0\.1:\d+\/nowhere cannot be reached: [^\n]*\n$/);
    expect(output).not.toContain("secret");
  });

  it("asks for a secret with a database of one's own", async () => {
    const { code, output } = await (await start({ DATABASE_URL: inject("adminUrl") })).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^AUTH_SECRET is needed [^\n]*\n$/);
  });

  it("says in one line why a migration failed", { timeout: 300_000 }, async () => {
    const adminUrl = inject("adminUrl");
    const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
    await admin.unsafe("create database foreign_tables");
    await admin.end();
    const DATABASE_URL = databaseUrl(adminUrl, "foreign_tables");
    const other = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    await other.unsafe('create table customer (name text); create table "user" (name text)');
    await other.end();
    const { code, output } = await (await start({ DATABASE_URL, AUTH_SECRET: "x".repeat(32) })).ended;
    expect(code).toBe(1);
    expect(lastLine(output)).toMatch(/^database migration failed: .*already exists/);
    expect(output).not.toMatch(/^\s+at /m);
  });
});

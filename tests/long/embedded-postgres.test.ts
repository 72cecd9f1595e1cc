import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import postgres from "postgres";
import { afterEach, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "../../scripts/embedded-pg.mjs";
import { ROOT } from "../../scripts/product/paths.mjs";

const folders: string[] = [];

function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), "frostline-pg-"));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) {
    const cluster = join(folder, "data/postgres");
    if (existsSync(cluster)) rmSync(realpathSync(cluster), { recursive: true });
    rmSync(folder, { recursive: true });
  }
});

const start = (dataDirectory: string, say: (line: string) => void = () => {}) =>
  startEmbeddedPostgres({ dataDirectory, durable: false, say });

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return (await sql.unsafe(text)) as unknown as T[];
  } finally {
    await sql.end();
  }
}

/** Starts the server from a process of its own, which then hangs until killed. */
async function startElsewhere(dataDirectory: string) {
  const module = pathToFileURL(join(ROOT, "scripts/embedded-pg.mjs")).href;
  const code = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const server = await startEmbeddedPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)}, durable: false });
    console.log(server.pid); setInterval(() => {}, 1000);`;
  const launcher = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = await new Promise<number>((resolve) => launcher.stdout.once("data", (chunk) => resolve(Number(chunk))));
  const kill = () =>
    new Promise<void>((resolve) => {
      launcher.once("exit", () => resolve());
      launcher.kill("SIGKILL");
    });
  return { pid, kill };
}

describe("the embedded PostgreSQL", () => {
  it("keeps data, port and password over a restart, and leaves nothing running", async () => {
    const data = join(newFolder(), "data");
    const first = await start(data);
    await query(first.url, "create table kept (n int); insert into kept values (1)");
    await first.stop();
    expect(existsSync(`/proc/${first.pid}`)).toBe(false);

    const second = await start(data);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "select n from kept")).toEqual([{ n: 1 }]);
    await second.stop();
  });

  it("keeps the password readable by its owner alone, and asks for it", async () => {
    const data = join(newFolder(), "data");
    const server = await start(data);
    const file = join(data, "postgres.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { password } = JSON.parse(readFileSync(file, "utf8")) as { password: string };
    expect(password.length).toBeGreaterThanOrEqual(24);
    await expect(query(server.url.replace(password, "wrong"), "select 1")).rejects.toThrow(
      "password authentication failed",
    );
    await server.stop();
  });

  it("takes over what a killed launcher left, and refuses while the launcher lives", async () => {
    const data = join(newFolder(), "data");
    const { pid, kill } = await startElsewhere(data);
    await expect(start(data)).rejects.toThrow("in use by another start");
    await kill();
    expect(existsSync(`/proc/${pid}`)).toBe(true);

    const server = await start(data);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(await query(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
    await server.stop();
  });

  // Elsewhere there is nobody else to be.
  const itAsRoot = process.getuid?.() === 0 ? it : () => {};
  itAsRoot("puts the cluster elsewhere, and says so, where its user cannot enter", async () => {
    const data = join(newFolder(0o700), "data");
    const said: string[] = [];
    const server = await start(data, (line) => said.push(line));
    expect(said).toEqual([expect.stringContaining("The database lies in ")]);
    expect(realpathSync(join(data, "postgres"))).not.toContain(data);
    await server.stop();

    const again = await start(data, (line) => said.push(line));
    expect(said).toHaveLength(1);
    expect(again.url).toBe(server.url);
    await again.stop();
  });

  it("says what is wrong when the password is lost", async () => {
    const data = join(newFolder(), "data");
    await (await start(data)).stop();
    rmSync(join(data, "postgres.json"));
    await expect(start(data)).rejects.toThrow("postgres.json is gone");
  });
});

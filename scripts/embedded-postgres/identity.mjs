// PostgreSQL refuses to run as root: as root its processes get an unprivileged uid.
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** @typedef {{ uid: number, gid: number }} Identity */

const CONVENTIONAL_NOBODY = { uid: 65534, gid: 65534 };

/**
 * The user the server runs as: null means "as ourselves". An existing cluster decides, since its owner must not change.
 * @param {string} clusterDirectory
 * @returns {Identity | null}
 */
export function serverIdentity(clusterDirectory) {
  if (process.getuid?.() !== 0) return null;
  const existing = lstatSync(clusterDirectory, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const accounts = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8").split("\n") : [];
  for (const wanted of ["postgres", "nobody"]) {
    const fields = accounts.map((line) => line.split(":")).find(([name]) => name === wanted);
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return CONVENTIONAL_NOBODY;
}

/**
 * Whether that user can enter the directory: every parent must be traversable, which a checkout below /root is not.
 * @param {string} directory
 * @param {Identity | null} identity
 */
export function canEnter(directory, identity) {
  if (!identity) return true;
  return spawnSync("/bin/sh", ["-c", 'cd "$0"', directory], { ...identity, cwd: "/" }).status === 0;
}

/**
 * @param {string} program
 * @param {Identity | null} identity
 */
export function canExecute(program, identity) {
  return spawnSync(program, ["--version"], { ...identity, cwd: "/" }).status === 0;
}

/**
 * @param {string} target
 * @param {Identity | null} identity
 */
export function giveTo(target, identity) {
  if (identity) chownSync(target, identity.uid, identity.gid);
}

/**
 * A directory outside every home that only root writes and everyone may enter. /var/lib comes first because
 * temporary folders are swept of old files, which would tear holes into a database.
 * @param {Identity} identity
 */
export function sharedDirectory(identity) {
  for (const parent of ["/var/lib", "/var/tmp", tmpdir()]) {
    const directory = path.join(parent, "frostline");
    try {
      if (!existsSync(directory)) {
        mkdirSync(directory);
        chmodSync(directory, 0o755);
      }
      const { uid, mode } = lstatSync(directory);
      const writtenByRootAlone = uid === 0 && (mode & 0o022) === 0;
      if (writtenByRootAlone && canEnter(directory, identity)) return directory;
    } catch {
      // Read-only or missing parent: the next candidate may do.
    }
  }
  throw new Error(`no directory that uid ${identity.uid} can enter: set DATA_DIR to one`);
}

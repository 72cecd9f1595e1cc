// PostgreSQL refuses to run as root, so a launcher running as root gives its processes an unprivileged uid.
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** @typedef {{ uid: number, gid: number }} Identity */

const CONVENTIONAL_NOBODY = { uid: 65534, gid: 65534 };

/**
 * The user that the server runs as; null means the current user. The owner of an existing cluster decides, because it
 * must not change.
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
 * Whether the user can enter the directory. Every parent must be traversable, which those of a checkout below /root are
 * not.
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
 * A directory outside every home that only root can write and everyone can enter. /var/lib is tried first: temporary
 * directories are cleaned of old files, which would corrupt a database.
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
      // The parent is read-only or missing: try the next candidate.
    }
  }
  throw new Error(`no directory that uid ${identity.uid} can enter: set DATA_DIR to one`);
}

// The location of the cluster, its password and port, and its first initialisation.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { freePort } from "../product/port.mjs";
import { canEnter, giveTo, serverIdentity, sharedDirectory } from "./identity.mjs";

export const SUPERUSER = "frostline";

/** The environment of all server programs: locale and time zone do not depend on the caller's environment. */
export const SERVER_ENVIRONMENT = {
  PATH: process.env.PATH,
  LC_ALL: "C.UTF-8",
  TZ: "UTC",
  HOME: "/",
  // Tests at another time of day run all processes with libfaketime.
  ...(process.env.FAKETIME && {
    LD_PRELOAD: process.env.LD_PRELOAD,
    FAKETIME: process.env.FAKETIME,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  }),
};

/**
 * Finds or creates the directory of the cluster. It is `DATA_DIR/postgres`, or a link to a directory outside if the
 * server's user cannot enter DATA_DIR.
 * @param {string} dataDirectory
 * @param {(line: string) => void} say
 */
export function placeCluster(dataDirectory, say) {
  if (!existsSync(dataDirectory)) {
    mkdirSync(dataDirectory, { recursive: true });
    chmodSync(dataDirectory, 0o755);
  }
  const entry = path.join(dataDirectory, "postgres");
  const found = lstatSync(entry, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && !existsSync(entry)) {
    throw new Error(`${entry} points to ${readlinkSync(entry)}, which is gone: remove the link to start afresh`);
  }
  if (found) {
    const directory = realpathSync(entry);
    const identity = serverIdentity(directory);
    if (!canEnter(directory, identity)) throw new Error(`uid ${identity?.uid} cannot enter ${directory}: set DATA_DIR`);
    return { directory, identity };
  }
  const identity = serverIdentity(entry);
  mkdirSync(entry);
  own(entry, identity);
  if (!identity || canEnter(entry, identity)) return { directory: realpathSync(entry), identity };
  rmdirSync(entry);
  const directory = mkdtempSync(path.join(sharedDirectory(identity), "cluster-"));
  own(directory, identity);
  symlinkSync(directory, entry);
  say(`The database lies in ${directory}: uid ${identity.uid}, which runs it, cannot enter ${dataDirectory}`);
  return { directory, identity };
}

function own(directory, identity) {
  chmodSync(directory, 0o700);
  giveTo(directory, identity);
}

/**
 * Port and password, stored beside the cluster so that every start uses the same.
 * @param {string} dataDirectory
 * @returns {Promise<{ port: number, password: string, file: string }>}
 */
export async function credentials(dataDirectory) {
  const file = path.join(dataDirectory, "postgres.json");
  if (existsSync(file)) return { ...JSON.parse(readFileSync(file, "utf8")), file };
  if (existsSync(path.join(dataDirectory, "postgres", "data"))) {
    throw new Error(`${file} is gone, and with it the password of the database in ${dataDirectory}: restore it`);
  }
  const fresh = { port: await freePort(), password: randomBytes(24).toString("base64url") };
  keep(file, fresh);
  return { ...fresh, file };
}

/**
 * @param {string} file
 * @param {{ port: number, password: string, launcher?: number }} content
 */
export function keep(file, content) {
  writeFileSync(file, `${JSON.stringify(content)}\n`, { mode: 0o600 });
}

/**
 * Initialises the cluster unless it exists, and returns its data directory. The cluster is created under another name
 * and renamed when complete, so an interrupted run leaves nothing that looks like a cluster.
 * @param {{ binaries: string, directory: string, identity: import("./identity.mjs").Identity | null, password: string, durable: boolean }} cluster
 */
export function initialise({ binaries, directory, identity, password, durable }) {
  const complete = path.join(directory, "data");
  if (existsSync(complete)) return complete;
  const unfinished = path.join(directory, "unfinished");
  const passwordFile = path.join(directory, "password");
  rmSync(unfinished, { recursive: true, force: true });
  const initdb = ["-D", unfinished, "-U", SUPERUSER, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8"];
  if (!durable) initdb.push("--no-sync");
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    giveTo(passwordFile, identity);
    const options = { ...identity, env: SERVER_ENVIRONMENT, cwd: "/", encoding: /** @type {const} */ ("utf8") };
    const program = path.join(binaries, "bin/initdb");
    const { status, stderr, stdout } = spawnSync(program, [...initdb, `--pwfile=${passwordFile}`], options);
    if (status !== 0) throw new Error(`the database could not be initialised: ${(stderr || stdout || "").trim()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, complete);
  return complete;
}

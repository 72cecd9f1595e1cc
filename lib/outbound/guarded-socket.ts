import "server-only";
import { type LookupAddress, lookup as resolve } from "node:dns";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isAllowed } from "./address";
import { OutboundError, outboundError } from "./outbound-error";

/** Target of a connection; `mayReachPrivate` permits private networks. */
export type Endpoint = { host: string; port: number; isTls: boolean; mayReachPrivate: boolean };

const forbidden = () => new OutboundError("address");

/**
 * Resolves names to permitted addresses at the time of connecting: a name that was harmless when checked may resolve
 * differently now.
 */
export const guardedLookup =
  (mayReachPrivate: boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const allowed = error ? [] : addresses.filter(({ address }) => isAllowed(address, mayReachPrivate));
      const [first] = allowed;
      // Without access to private networks, the error must not reveal which names exist there.
      const refusal = mayReachPrivate ? (error ?? forbidden()) : new OutboundError("name");
      if (error || !first) callback(refusal as NodeJS.ErrnoException, "", 0);
      else if (options.all) callback(null, allowed as never);
      else callback(null, first.address, first.family);
    });
  };

/** Checks a literal IP address, which is never looked up. Throws OutboundError if it is not permitted. */
export function assertLiteralAllowed({ host, mayReachPrivate }: Endpoint): void {
  if (isIP(host) !== 0 && !isAllowed(host, mayReachPrivate)) throw forbidden();
}

/** Opens a connected socket; a TLS certificate is verified. Throws OutboundError. */
export async function openSocket(endpoint: Endpoint, timeoutMs: number): Promise<Socket> {
  assertLiteralAllowed(endpoint);
  const { host, port, isTls, mayReachPrivate } = endpoint;
  const where = { host, port, lookup: guardedLookup(mayReachPrivate), noDelay: true, keepAlive: true };
  const socket = isTls ? connectTls({ ...where, ...(isIP(host) === 0 && { servername: host }) }) : connect(where);
  return new Promise((done, fail) => {
    const timer = setTimeout(() => refuse(new OutboundError("timeout")), timeoutMs);
    const refuse = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      fail(outboundError(error));
    };
    socket.once("error", refuse);
    socket.once(isTls ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.off("error", refuse);
      // The new owner adds its own listener; until then a reset must not end the process.
      socket.on("error", () => {});
      done(socket);
    });
  });
}

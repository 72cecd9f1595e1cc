import "server-only";
import { hashToken } from "@/lib/auth/token";
import type { ConnectionGuard } from "./connection-guard";
import type { EndpointHandlers } from "./endpoint";

/** CONNACK return codes: server unavailable, so retry later; bad user name or password (MQTT 3.1.1, table 3.1). */
const UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;

class Refused extends Error {
  constructor(
    reason: string,
    readonly returnCode: typeof UNAVAILABLE | typeof BAD_CREDENTIALS,
  ) {
    super(reason);
  }
}

/** The return code of an error: everything but a refusal is temporary. */
export const returnCodeOf = (error: Error) => (error instanceof Refused ? error.returnCode : UNAVAILABLE);

/** The name of a login that may be logged: without a password the user name is the token (ThingsBoard). */
export const loginName = (username: string, password: string): string =>
  password === "" ? `token ${hashToken(username).slice(0, 12)}` : username;

/** Authenticates by user name and password, or a token as user name. Throws if unknown or after too many attempts. */
export async function logIn(
  guard: ConnectionGuard,
  handlers: EndpointHandlers,
  who: { address: string; username: string; password: string },
): Promise<{ mac: string; keyHash: string; idleSeconds: number }> {
  const { address, username, password } = who;
  // Not authenticated yet, so not logged as a gateway.
  const name = loginName(username, password);
  const about = { address, username: name.slice(0, 50) };
  const caller = { address, name, tokenHash: hashToken(password === "" ? username : password) };
  const reason = guard.attempt(caller, Date.now());
  if (reason !== null) {
    guard.log(about, reason);
    throw new Refused(reason, UNAVAILABLE);
  }
  const known = await lookUp(handlers, username, password).catch((error: Error) => {
    guard.refund(caller, Date.now());
    throw error;
  });
  if (known) {
    guard.succeed(caller, Date.now());
    return known;
  }
  guard.fail(caller);
  guard.log(about, "refused, wrong user name or password");
  throw new Refused("unknown gateway", BAD_CREDENTIALS);
}

async function lookUp(handlers: EndpointHandlers, username: string, password: string) {
  if (password === "") return username === "" ? null : handlers.authenticateToken(username);
  const known = await handlers.authenticate(username, password);
  return known && { mac: username.toUpperCase(), ...known };
}

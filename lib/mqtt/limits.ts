import type { Allowance } from "./leaky-bucket";

/** Limits of one address, gateway and connection at the embedded broker. */
export type EndpointLimits = {
  /** Connections of one address; null behind a proxy, where all clients share its address. */
  connectionsPerAddress: number | null;
  /** Connections of one gateway: one more closes the oldest, which has usually failed unnoticed. */
  connectionsPerGateway: number;
  /** Successful logins of one gateway at one address. Failed ones may be another client's and do not count. */
  logins: Allowance;
  /**
   * Failed logins per name and address, and of all names per address: beyond it nothing is looked up, except for
   * clients with a proven token. Tokens cannot be guessed, so this only limits load.
   */
  failuresPerName: Allowance;
  failuresPerAddress: Allowance;
  /** Messages of one gateway and their bytes, over all of its connections. Beyond it they are throttled. */
  messages: Allowance;
  bytes: Allowance;
  /** Messages of one connection that are read but not processed. Beyond it reading pauses. */
  backlog: { messages: number; bytes: number };
  /** Packets of one connection, of any type. */
  packets: Allowance;
  /** Refused topic filters of one connection. */
  refusedFilters: number;
  /** Persistent sessions of one gateway. */
  keptSessions: number;
  /** The longest keep-alive that is honoured. */
  keepAliveSeconds: number;
};

const MEBIBYTE = 1024 * 1024;

/**
 * A gateway of 200 devices sends some 10 messages a second. After a day offline it sends thousands at once: it is
 * throttled, never refused. A mobile network has thousands of gateways of many customers at one address.
 */
export const ENDPOINT_LIMITS: EndpointLimits = {
  connectionsPerAddress: 5000,
  connectionsPerGateway: 5,
  logins: { burst: 30, perSecond: 0.5 },
  failuresPerName: { burst: 10, perSecond: 1 / 30 },
  failuresPerAddress: { burst: 1000, perSecond: 50 },
  messages: { burst: 1000, perSecond: 50 },
  bytes: { burst: 16 * MEBIBYTE, perSecond: MEBIBYTE },
  backlog: { messages: 100, bytes: 4 * MEBIBYTE },
  packets: { burst: 5000, perSecond: 500 },
  refusedFilters: 50,
  keptSessions: 5,
  keepAliveSeconds: 2400,
};

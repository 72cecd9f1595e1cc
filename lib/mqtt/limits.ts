import type { Allowance } from "./leaky-bucket";

/** What one address, one gateway and one connection may do at the embedded broker. */
export type EndpointLimits = {
  /** Connections of one address; null where a proxy stands before all of them, and addresses say nothing. */
  connectionsPerAddress: number | null;
  /** Connections of one gateway: one more ends the oldest, which is mostly the line that broke down unseen. */
  connectionsPerGateway: number;
  /** Right logins of one gateway at one address. Wrong ones may be another's, and do not count. */
  logins: Allowance;
  /**
   * Wrong logins under one name at one address, and of all names there: past it nothing is looked up, except for who
   * comes with the token that was right last time. Tokens cannot be guessed, so this is against load alone.
   */
  failuresPerName: Allowance;
  failuresPerAddress: Allowance;
  /** Messages of one gateway and their bytes, over all of its connections. Past it they are slowed down. */
  messages: Allowance;
  bytes: Allowance;
  /** Messages of one connection that may be read and not taken yet. Past it nothing more is read of it. */
  backlog: { messages: number; bytes: number };
  /** Packets of one connection, of whatever kind. */
  packets: Allowance;
  /** Filters of one connection that were refused. */
  refusedFilters: number;
  /** Sessions of one gateway that are kept beyond their connections. */
  keptSessions: number;
  /** The longest keep-alive that is believed. */
  keepAliveSeconds: number;
};

const MEBIBYTE = 1024 * 1024;

/**
 * A gateway of 200 devices sends some 10 messages a second. One that was cut off for a day sends thousands at once: it
 * is to be slowed down, never turned away. A mobile network has thousands of gateways of many customers at one address.
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

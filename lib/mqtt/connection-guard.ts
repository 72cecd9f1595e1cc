import "server-only";
import { networkOf } from "@/lib/http/client-address";
import { log } from "@/lib/log/log";
import { LeakyBucket } from "./leaky-bucket";
import type { EndpointLimits } from "./limits";

/** Log lines per address or gateway, so that a flood of connections does not flood the log. */
const LINES = { burst: 5, perSecond: 0.1 };
/** How many proven tokens are remembered, and for how long. */
export const MAXIMUM_PROVEN = 20_000;
export const PROVEN_MS = 7 * 24 * 3_600_000;

/** A login attempt, with the hash of its token. */
export type Caller = { address: string; name: string; tokenHash: string };

/**
 * Limits of the embedded broker: connections and logins by address, messages by gateway, and log lines about refusals.
 * IPv6 addresses count by their /64 network, which usually belongs to one line.
 */
export class ConnectionGuard {
  private readonly connections = new Map<string, number>();
  private readonly logins: LeakyBucket;
  private readonly names: LeakyBucket;
  private readonly addresses: LeakyBucket;
  private readonly messages: LeakyBucket;
  private readonly bytes: LeakyBucket;
  private readonly lines = new LeakyBucket(LINES);
  /** Names of persistent sessions, by gateway. */
  private readonly kept = new Map<string, Set<string>>();
  /** When the token with this hash last logged in; least recently used first. */
  private readonly proven = new Map<string, number>();

  constructor(private readonly limits: EndpointLimits) {
    this.logins = new LeakyBucket(limits.logins);
    this.names = new LeakyBucket(limits.failuresPerName);
    this.addresses = new LeakyBucket(limits.failuresPerAddress);
    this.messages = new LeakyBucket(limits.messages);
    this.bytes = new LeakyBucket(limits.bytes);
  }

  /** Whether one more connection of this address is allowed; if so, `leave` must follow. */
  enter(address: string): boolean {
    const network = networkOf(address);
    const open = this.connections.get(network) ?? 0;
    const { connectionsPerAddress } = this.limits;
    if (connectionsPerAddress !== null && open >= connectionsPerAddress) return false;
    this.connections.set(network, open + 1);
    return true;
  }

  leave(address: string): void {
    const network = networkOf(address);
    const open = (this.connections.get(network) ?? 1) - 1;
    if (open > 0) this.connections.set(network, open);
    else this.connections.delete(network);
  }

  /**
   * The reason to refuse this login without looking it up, or null. It counts as failed until `succeed` or `refund`, so
   * that concurrent attempts are limited too. A login with a proven token is not limited by failures under its name.
   */
  attempt(caller: Caller, now: number): string | null {
    const who = this.nameAt(caller);
    const network = networkOf(caller.address);
    const isMetered = this.isMetered(caller, now);
    if (isMetered && this.addresses.waitMs(network, 1, now) > 0) return "too many wrong logins of this address";
    if (isMetered && this.names.waitMs(who, 1, now) > 0) return "too many wrong logins under this name";
    if (this.logins.waitMs(who, 1, now) > 0) return "too many logins of this gateway";
    if (isMetered) {
      this.addresses.spend(network, 1, now);
      this.names.spend(who, 1, now);
    }
    return null;
  }

  /** Undoes the count of a login that could not be looked up. */
  refund(caller: Caller, now: number): void {
    if (!this.isMetered(caller, now)) return;
    this.addresses.giveBack(networkOf(caller.address), 1, now);
    this.names.giveBack(this.nameAt(caller), 1, now);
  }

  /** Records a successful login, and remembers its token. */
  succeed(caller: Caller, now: number): void {
    this.refund(caller, now);
    this.logins.spend(this.nameAt(caller), 1, now);
    this.remember([{ tokenHash: caller.tokenHash, at: now }]);
  }

  /** Loads tokens that were valid at last use, in order of use, so that a restart does not forget gateways. */
  remember(tokens: readonly { tokenHash: string; at: number }[]): void {
    for (const { tokenHash, at } of tokens) {
      this.proven.delete(tokenHash);
      if (this.proven.size >= MAXIMUM_PROVEN) this.proven.delete(this.proven.keys().next().value as string);
      this.proven.set(tokenHash, at);
    }
  }

  /** Records a failed login: the count of `attempt` stays, and the token is no longer proven. */
  fail({ tokenHash }: Caller): void {
    this.proven.delete(tokenHash);
  }

  /** Milliseconds until a gateway's message may be tried again; 0 if it is counted and may be processed. */
  admit(mac: string, bytes: number, now: number): number {
    const wait = Math.max(this.messages.waitMs(mac, 1, now), this.bytes.waitMs(mac, bytes, now));
    if (wait > 0) return wait;
    this.messages.spend(mac, 1, now);
    this.bytes.spend(mac, bytes, now);
    return 0;
  }

  /** Whether a persistent session of this name is allowed; a gateway's names are few and never forgotten. */
  mayKeep(mac: string, sessionName: string): boolean {
    const names = this.kept.get(mac) ?? new Set();
    if (!names.has(sessionName) && names.size >= this.limits.keptSessions) return false;
    this.kept.set(mac, names.add(sessionName));
    return true;
  }

  /** Logs why a client is refused, slowed down or disconnected, rate-limited per client. */
  log(who: { address: string; mac?: string | undefined; [about: string]: unknown }, reason: string): void {
    if (this.lines.spend(`${who.mac ?? networkOf(who.address)} ${reason}`, 1, Date.now()) === 0)
      log.warn({ ...who, reason }, `mqtt: ${reason}`);
  }

  private isProven({ tokenHash }: Caller, now: number): boolean {
    const at = this.proven.get(tokenHash);
    return at !== undefined && now - at < PROVEN_MS;
  }

  /** Behind a proxy all clients share its address, so failed logins per address mean nothing. */
  private isMetered(caller: Caller, now: number): boolean {
    return this.limits.connectionsPerAddress !== null && !this.isProven(caller, now);
  }

  private nameAt({ address, name }: Caller): string {
    return `${this.limits.connectionsPerAddress === null ? "" : networkOf(address)} ${name.slice(0, 50).toUpperCase()}`;
  }
}

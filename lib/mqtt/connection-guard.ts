import "server-only";
import { networkOf } from "@/lib/http/client-address";
import { log } from "@/lib/log/log";
import { LeakyBucket } from "./leaky-bucket";
import type { EndpointLimits } from "./limits";

/** Lines of the log about one address or gateway: a flood is not to become a flood of lines. */
const LINES = { burst: 5, perSecond: 0.1 };
/** How many right tokens are remembered, and for how long. */
export const MAXIMUM_PROVEN = 20_000;
export const PROVEN_MS = 7 * 24 * 3_600_000;

/** Who asks to come in: the token by its hash. */
export type Caller = { address: string; name: string; tokenHash: string };

/**
 * Who stands at the door: connections and logins by address, messages by gateway, and what is written of refusals. An
 * IPv6 address counts as its /64 network, all of which one line has to itself.
 */
export class ConnectionGuard {
  private readonly connections = new Map<string, number>();
  private readonly logins: LeakyBucket;
  private readonly names: LeakyBucket;
  private readonly addresses: LeakyBucket;
  private readonly messages: LeakyBucket;
  private readonly bytes: LeakyBucket;
  private readonly lines = new LeakyBucket(LINES);
  /** Names of kept sessions, by gateway. */
  private readonly kept = new Map<string, Set<string>>();
  /** When somebody last came in with the token of this hash; the one quiet for longest first. */
  private readonly proven = new Map<string, number>();

  constructor(private readonly limits: EndpointLimits) {
    this.logins = new LeakyBucket(limits.logins);
    this.names = new LeakyBucket(limits.failuresPerName);
    this.addresses = new LeakyBucket(limits.failuresPerAddress);
    this.messages = new LeakyBucket(limits.messages);
    this.bytes = new LeakyBucket(limits.bytes);
  }

  /** Whether one more connection of this address may come in; `leave` must follow if so. */
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
   * Why this login is not even looked up, or null. Until `succeed` or `refund` it counts as a wrong one, so that many at
   * once are bounded as well; one with the token that was right last time does not, whatever others do under its name.
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

  /** Takes back what a login counted that could not be looked up. */
  refund(caller: Caller, now: number): void {
    if (!this.isMetered(caller, now)) return;
    this.addresses.giveBack(networkOf(caller.address), 1, now);
    this.names.giveBack(this.nameAt(caller), 1, now);
  }

  /** Counts a right login, and remembers its token. */
  succeed(caller: Caller, now: number): void {
    this.refund(caller, now);
    this.logins.spend(this.nameAt(caller), 1, now);
    this.remember([{ tokenHash: caller.tokenHash, at: now }]);
  }

  /** Tokens that were right when they were last used, in the order in which that was: a restart forgets no gateway. */
  remember(tokens: readonly { tokenHash: string; at: number }[]): void {
    for (const { tokenHash, at } of tokens) {
      this.proven.delete(tokenHash);
      if (this.proven.size >= MAXIMUM_PROVEN) this.proven.delete(this.proven.keys().next().value as string);
      this.proven.set(tokenHash, at);
    }
  }

  /** A wrong login: what `attempt` counted stays, and a token that was right once is so no more. */
  fail({ tokenHash }: Caller): void {
    this.proven.delete(tokenHash);
  }

  /** Milliseconds that a gateway's message has to wait before it asks again; 0 if it is counted, and may be taken. */
  admit(mac: string, bytes: number, now: number): number {
    const wait = Math.max(this.messages.waitMs(mac, 1, now), this.bytes.waitMs(mac, bytes, now));
    if (wait > 0) return wait;
    this.messages.spend(mac, 1, now);
    this.bytes.spend(mac, bytes, now);
    return 0;
  }

  /** Whether the broker may keep a session of this name; those of a gateway are few, and never forgotten. */
  mayKeep(mac: string, sessionName: string): boolean {
    const names = this.kept.get(mac) ?? new Set();
    if (!names.has(sessionName) && names.size >= this.limits.keptSessions) return false;
    this.kept.set(mac, names.add(sessionName));
    return true;
  }

  /** Says why somebody is refused, slowed down or cut off; of one and the same not more often than every ten seconds. */
  log(who: { address: string; mac?: string | undefined; [about: string]: unknown }, reason: string): void {
    if (this.lines.spend(`${who.mac ?? networkOf(who.address)} ${reason}`, 1, Date.now()) === 0)
      log.warn({ ...who, reason }, `mqtt: ${reason}`);
  }

  private isProven({ tokenHash }: Caller, now: number): boolean {
    const at = this.proven.get(tokenHash);
    return at !== undefined && now - at < PROVEN_MS;
  }

  /** Behind a proxy all have its address, so wrong logins there say nothing. */
  private isMetered(caller: Caller, now: number): boolean {
    return this.limits.connectionsPerAddress !== null && !this.isProven(caller, now);
  }

  private nameAt({ address, name }: Caller): string {
    return `${this.limits.connectionsPerAddress === null ? "" : networkOf(address)} ${name.slice(0, 50).toUpperCase()}`;
  }
}

import "server-only";
import { log } from "@/lib/log/log";
import type { DoorLimits } from "./limits";
import { Meter } from "./meter";

/** Lines of the log about one address or gateway: a flood is not to become a flood of lines. */
const LINES = { burst: 5, perSecond: 0.1 };
/** How many right tokens are remembered, and for how long. */
export const MAXIMUM_PROVEN = 20_000;
export const PROVEN_MS = 7 * 24 * 3_600_000;

/** Who asks to come in: the token by its hash. */
export type Caller = { address: string; name: string; tokenHash: string };

/** Who stands at the door: connections and logins by address, messages by gateway, and what is written of refusals. */
export class Gate {
  private readonly connections = new Map<string, number>();
  private readonly logins: Meter;
  private readonly names: Meter;
  private readonly addresses: Meter;
  private readonly messages: Meter;
  private readonly bytes: Meter;
  private readonly lines = new Meter(LINES);
  /** Names of kept sessions, by gateway. */
  private readonly kept = new Map<string, Set<string>>();
  /** When somebody last came in with the token of this hash; the one quiet for longest first. */
  private readonly proven = new Map<string, number>();

  constructor(private readonly limits: DoorLimits) {
    this.logins = new Meter(limits.logins);
    this.names = new Meter(limits.failuresPerName);
    this.addresses = new Meter(limits.failuresPerAddress);
    this.messages = new Meter(limits.messages);
    this.bytes = new Meter(limits.bytes);
  }

  /** Whether one more connection of this address may come in; `leave` must follow if so. */
  enter(address: string): boolean {
    const open = this.connections.get(address) ?? 0;
    const { connectionsPerAddress } = this.limits;
    if (connectionsPerAddress !== null && open >= connectionsPerAddress) return false;
    this.connections.set(address, open + 1);
    return true;
  }

  leave(address: string): void {
    const open = (this.connections.get(address) ?? 1) - 1;
    if (open > 0) this.connections.set(address, open);
    else this.connections.delete(address);
  }

  /**
   * Why this login is not even looked up, or null. Until `prove` or `unknock` it counts as a wrong one, so that many at
   * once are bounded as well; one with the token that was right last time does not, whatever others do under its name.
   */
  knock(caller: Caller, now: number): string | null {
    const who = this.nameAt(caller);
    const isMetered = this.isMetered(caller, now);
    if (isMetered && this.addresses.waitMs(caller.address, 1, now) > 0) return "too many wrong logins of this address";
    if (isMetered && this.names.waitMs(who, 1, now) > 0) return "too many wrong logins under this name";
    if (this.logins.waitMs(who, 1, now) > 0) return "too many logins of this gateway";
    if (isMetered) {
      this.addresses.spend(caller.address, 1, now);
      this.names.spend(who, 1, now);
    }
    return null;
  }

  /** Takes back what a login counted that could not be looked up. */
  unknock(caller: Caller, now: number): void {
    if (!this.isMetered(caller, now)) return;
    this.addresses.giveBack(caller.address, 1, now);
    this.names.giveBack(this.nameAt(caller), 1, now);
  }

  /** Counts a right login, and remembers its token. */
  prove(caller: Caller, now: number): void {
    this.unknock(caller, now);
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

  /** A wrong login: what `knock` counted stays, and a token that was right once is so no more. */
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
  tell(who: { address: string; mac?: string | undefined; [about: string]: unknown }, reason: string): void {
    if (this.lines.spend(`${who.mac ?? who.address} ${reason}`, 1, Date.now()) === 0)
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
    return `${this.limits.connectionsPerAddress === null ? "" : address} ${name.slice(0, 50).toUpperCase()}`;
  }
}

import type { Client } from "aedes";
import type { Backlog } from "./backlog";

/** An authenticated connection of a gateway. `turn` serialises its messages. */
export type Session = {
  mac: string;
  address: string;
  keyHash: string;
  backlog: Backlog;
  turn: Promise<unknown>;
  hears: boolean;
  idle: NodeJS.Timeout;
  refusedFilters: number;
};

/** The connections of gateways, by connection and by gateway. */
export class Sessions {
  private readonly all = new Map<Client, Session>();
  private readonly byGateway = new Map<string, Set<Client>>();

  of(client: Client | null | undefined): Session | undefined {
    return client ? this.all.get(client) : undefined;
  }

  /** Connections of a gateway, oldest first. */
  ofGateway(mac: string): Client[] {
    return [...(this.byGateway.get(mac) ?? [])];
  }

  list(): Session[] {
    return [...this.all.values()];
  }

  add(client: Client, session: Session): void {
    this.all.set(client, session);
    this.byGateway.set(session.mac, (this.byGateway.get(session.mac) ?? new Set()).add(client));
  }

  /** Returns the removed session, undefined if unknown. */
  forget(client: Client): Session | undefined {
    const session = this.all.get(client);
    if (!session) return undefined;
    clearTimeout(session.idle);
    this.all.delete(client);
    const others = this.byGateway.get(session.mac);
    others?.delete(client);
    if (others?.size === 0) this.byGateway.delete(session.mac);
    return session;
  }
}

import "server-only";
import { Redis } from "ioredis";
import { log } from "@/lib/log/log";
import type { LiveBus, LiveEvent } from "./live";

const CHANNEL = "frostline:live";

/** Events over Redis publish/subscribe; a lost connection is taken up again by the client. */
export class RedisBus implements LiveBus {
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly listeners = new Set<(events: LiveEvent[]) => void>();

  constructor(url: string) {
    this.publisher = new Redis(url, { lazyConnect: true });
    this.subscriber = new Redis(url, { lazyConnect: true });
    // Without a listener ioredis writes every failed attempt to the console.
    for (const client of [this.publisher, this.subscriber])
      client.on("error", (err: Error) => log.warn({ err }, "redis"));
    this.subscriber.on("message", (_channel: string, message: string) => {
      const events = JSON.parse(message) as LiveEvent[];
      for (const listener of this.listeners) listener(events);
    });
  }

  async publish(events: readonly LiveEvent[]): Promise<void> {
    if (events.length > 0) await this.publisher.publish(CHANNEL, JSON.stringify(events));
  }

  async subscribe(listener: (events: LiveEvent[]) => void, onGap?: () => void): Promise<() => Promise<void>> {
    this.listeners.add(listener);
    await this.subscriber.subscribe(CHANNEL);
    // The first `ready` is behind us; each later one follows a lost connection.
    const ready = () => onGap?.();
    this.subscriber.on("ready", ready);
    return async () => {
      this.listeners.delete(listener);
      this.subscriber.off("ready", ready);
    };
  }

  async ping(): Promise<boolean> {
    try {
      return (await this.publisher.ping()) === "PONG";
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }
}

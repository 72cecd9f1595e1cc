import "server-only";
import { Redis } from "ioredis";
import { log } from "@/lib/log/log";
import type { LiveBus, LiveEvent } from "./bus";

const CHANNEL = "frostline:live";
/** Senders wait for the bus, so the wait must be short. */
const ANSWER_MS = 500;

/** Events over Redis publish/subscribe; the client reconnects by itself. */
export class RedisBus implements LiveBus {
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  /** The connection was established and has been lost. */
  private isAway = false;
  private readonly listeners = new Set<(events: LiveEvent[]) => void>();

  constructor(url: string) {
    this.publisher = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, commandTimeout: ANSWER_MS });
    this.subscriber = new Redis(url, { lazyConnect: true });
    // Without a listener ioredis prints every failed attempt to the console.
    for (const client of [this.publisher, this.subscriber])
      client.on("error", (err: Error) => log.warn({ err }, "redis"));
    this.publisher.on("close", () => {
      this.isAway = true;
    });
    this.publisher.on("ready", () => {
      this.isAway = false;
    });
    this.subscriber.on("message", (_channel: string, message: string) => {
      const events = JSON.parse(message) as LiveEvent[];
      for (const listener of this.listeners) listener(events);
    });
  }

  /** Throws at once while Redis is known to be unavailable: events queued meanwhile would be late. */
  async publish(events: readonly LiveEvent[]): Promise<void> {
    if (events.length === 0) return;
    if (this.isAway) throw new Error("Redis is away");
    await this.publisher.publish(CHANNEL, JSON.stringify(events));
  }

  async subscribe(listener: (events: LiveEvent[]) => void, onGap?: () => void): Promise<() => Promise<void>> {
    this.listeners.add(listener);
    await this.subscriber.subscribe(CHANNEL);
    // The first `ready` is over; each later one follows a lost connection.
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

import "server-only";
import postgres from "postgres";
import type { LiveBus, LiveEvent } from "./bus";

const CHANNEL = "frostline_live";
/** NOTIFY accepts less than 8000 bytes per message. */
const MESSAGE_BYTES = 7500;

/** Events over LISTEN/NOTIFY on a separate pair of connections, in messages within the size limit. */
export class PostgresBus implements LiveBus {
  private readonly sql: postgres.Sql;

  constructor(url: string) {
    this.sql = postgres(url, { max: 2, onnotice: () => {}, connection: { application_name: "frostline live" } });
  }

  async publish(events: readonly LiveEvent[]): Promise<void> {
    const messages = packed(events, MESSAGE_BYTES);
    if (messages.length === 0) return;
    await this.sql`select pg_notify(${CHANNEL}, message) from unnest(${messages}::text[]) as message`;
  }

  async subscribe(listener: (events: LiveEvent[]) => void, onGap?: () => void): Promise<() => Promise<void>> {
    let isListening = false;
    const listens = () => {
      if (isListening) onGap?.();
      isListening = true;
    };
    const receive = (message: string) => listener(JSON.parse(message) as LiveEvent[]);
    const subscription = await this.sql.listen(CHANNEL, receive, listens);
    return () => subscription.unlisten();
  }

  ping(): Promise<null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return this.sql.end({ timeout: 2 });
  }
}

/** Events as JSON arrays of at most `limit` bytes each. An event that exceeds it alone is dropped. */
export function packed(events: readonly LiveEvent[], limit: number): string[] {
  const messages: string[] = [];
  let parts: string[] = [];
  let size = 2;
  const flush = () => {
    if (parts.length > 0) messages.push(`[${parts.join(",")}]`);
    parts = [];
    size = 2;
  };
  for (const event of events) {
    const text = JSON.stringify(event);
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes + 2 > limit) continue;
    if (size + bytes > limit) flush();
    parts.push(text);
    size += bytes;
  }
  flush();
  return messages;
}

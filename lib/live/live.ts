import "server-only";
import type { SessionEndReason } from "@/db/enums";
import { env } from "@/lib/env/env";
import type { LiveBus } from "./bus";
import { PostgresBus } from "./postgres-bus";
import { RedisBus } from "./redis-bus";

/** `data` of the event `session`. */
export type SessionsEnded = { sessionIds: readonly string[]; reason: SessionEndReason };

const shared = globalThis as typeof globalThis & { frostlineLive?: LiveBus };

/** The bus of this process. */
export function liveBus(): LiveBus {
  const { REDIS_URL, DATABASE_URL } = env();
  shared.frostlineLive ??= REDIS_URL ? new RedisBus(REDIS_URL) : new PostgresBus(DATABASE_URL);
  return shared.frostlineLive;
}

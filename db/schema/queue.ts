import { integer, pgTable } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Since when jobs have run without interruption, and by when the job runner is expected to run again: one row. */
export const queueUptime = pgTable("queue_uptime", {
  id: integer().primaryKey().default(1),
  since: instant().notNull(),
  until: instant().notNull(),
  /** Of a host's timer that runs jobs periodically: its last call, and by when the next is expected. */
  timerAt: instant(),
  timerUntil: instant(),
});

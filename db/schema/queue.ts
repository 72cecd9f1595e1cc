import { integer, pgTable } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Since when jobs have been run without a pause, and until when whoever runs them will do so again: one row. */
export const queueUptime = pgTable("queue_uptime", {
  id: integer().primaryKey().default(1),
  since: instant().notNull(),
  until: instant().notNull(),
  /** Of a host's timer, which runs them from time to time: when it called last, and by when it is expected again. */
  timerAt: instant(),
  timerUntil: instant(),
});

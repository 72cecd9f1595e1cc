import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** A board of cards that somebody has arranged for the home page, at the customer that he worked for. */
export const dashboard = pgTable(
  "dashboard",
  {
    id: id(),
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The first of somebody's own is shown when home is opened. */
    position: integer().notNull().default(0),
    /** Whether the customer's other users may look at it, with what they may see. */
    isShared: boolean().notNull().default(false),
    /** Checked and brought up to date by the schema of the feature whenever it is read. */
    content: jsonb().$type<{ version: number; cards: unknown[] }>().notNull(),
    /** Counts the saves: who saves over another's state is refused. */
    revision: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("dashboard_name_key").on(t.userId, t.customerId, sql`lower(${t.name})`),
    index("dashboard_shared_idx").on(t.customerId).where(sql`${t.isShared}`),
  ],
);

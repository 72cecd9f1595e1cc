import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** A board of cards for the home page, arranged by a user for the customer they work for. */
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
    /** A user's first dashboard is shown when home is opened. */
    position: integer().notNull().default(0),
    /** Whether the customer's other users may view it; each sees only what is in their scope. */
    isShared: boolean().notNull().default(false),
    /** Validated and upgraded on read by the schema of the feature. */
    content: jsonb().$type<{ version: number; cards: unknown[] }>().notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("dashboard_name_key").on(t.userId, t.customerId, sql`lower(${t.name})`),
    index("dashboard_shared_idx").on(t.customerId).where(sql`${t.isShared}`),
  ],
);

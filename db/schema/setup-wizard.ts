import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, ref } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** A user's progress in the setup wizard for a customer. */
export const setupWizard = pgTable(
  "setup_wizard",
  {
    userId: ref()
      .notNull()
      .references(() => userAccount.id, { onDelete: "cascade" }),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    step: text().notNull(),
    draft: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    updatedAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.customerId] })],
);

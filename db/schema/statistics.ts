import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { EXCEPTION_TYPES } from "../enums";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { userAccount } from "./user";

/** A saved selection of the statistics: of one user, or without one of all users of the customer. */
export const statisticsDefinition = pgTable(
  "statistics_definition",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    userId: ref().references(() => userAccount.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Validated on read by the schema of the feature. */
    selection: jsonb().$type<Record<string, string | number | null>>().notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("statistics_definition_name_key").on(
      t.customerId,
      sql`coalesce(${t.userId}, 0)`,
      sql`lower(${t.name})`,
    ),
    index("statistics_definition_user_idx").on(t.userId).where(sql`${t.userId} is not null`),
  ],
);

/** The platform's advice for a type of exception in a language; a type without a row has the shipped text. Who changed it is in the audit. */
export const guidanceText = pgTable(
  "guidance_text",
  {
    id: id(),
    type: text({ enum: EXCEPTION_TYPES }).notNull(),
    locale: text().notNull(),
    text: text().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [...closedSets(t), uniqueIndex("guidance_text_key").on(t.type, t.locale)],
);

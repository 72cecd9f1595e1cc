import { sql } from "drizzle-orm";
import { boolean, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { PARAMETER_TYPES } from "../enums";
import { closedSets, createdAt, id, ref, version } from "./columns";
import { customer } from "./customer";

/** A system parameter; a row with a customer overrides the seeded one. */
export const parameter = pgTable(
  "parameter",
  {
    id: id(),
    customerId: ref().references(() => customer.id),
    code: text().notNull(),
    /** Null on a seeded parameter: the name comes from the messages of the user's locale. */
    name: text(),
    description: text().notNull().default(""),
    type: text({ enum: PARAMETER_TYPES }).notNull(),
    content: text().notNull(),
    isShipped: boolean().notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("parameter_code_key").on(sql`coalesce(${t.customerId}, 0)`, t.code),
    uniqueIndex("parameter_name_key").on(sql`coalesce(${t.customerId}, 0)`, sql`lower(${t.name})`),
  ],
);

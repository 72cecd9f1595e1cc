import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, ref } from "./columns";
import { customer } from "./customer";

/** A system parameter; a row with a customer overrides the shipped one. */
export const parameter = pgTable(
  "parameter",
  {
    id: id(),
    customerId: ref().references(() => customer.id),
    code: text().notNull(),
    type: text().$type<"integer" | "decimal" | "text" | "boolean">().notNull(),
    content: text().notNull(),
  },
  (t) => [uniqueIndex("parameter_code_key").on(sql`coalesce(${t.customerId}, 0)`, t.code)],
);

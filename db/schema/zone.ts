import { sql } from "drizzle-orm";
import { doublePrecision, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Measure } from "../enums";
import { createdAt, id, ref } from "./columns";
import { customer } from "./customer";

/** A monitoring range (data zone) in canonical units. */
export const zone = pgTable(
  "zone",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    measure: text().$type<Measure>().notNull(),
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("zone_name_key").on(t.customerId, sql`lower(${t.name})`)],
);

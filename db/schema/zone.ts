import { sql } from "drizzle-orm";
import { boolean, doublePrecision, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { MEASURES } from "../enums";
import { closedSets, createdAt, id, ref, version } from "./columns";
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
    measure: text({ enum: MEASURES }).notNull(),
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    description: text().notNull().default(""),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("zone_name_key").on(t.customerId, sql`lower(${t.name})`)],
);

/** A range named by a standard, such as the refrigerator of USP <659>: a template for a new monitoring range. */
export const zonePreset = pgTable(
  "zone_preset",
  {
    id: id(),
    code: text().notNull(),
    /** Null on a seeded preset: the name comes from the messages of the user's locale. */
    name: text(),
    /** The standard that defines it, such as `USP <659>`. */
    source: text().notNull().default(""),
    measure: text({ enum: MEASURES }).notNull(),
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    description: text().notNull().default(""),
    isEnabled: boolean().notNull().default(true),
    isShipped: boolean().notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("zone_preset_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("zone_preset_name_key").on(sql`lower(${t.name})`),
  ],
);

import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CARRIER_TYPES, DEVICE_KINDS, MEASURES } from "../enums";
import { closedSets, createdAt, id, version } from "./columns";

// Reference lists of the whole installation; only the platform edits them.

/** A unit of measure of a probe. */
export const unit = pgTable(
  "unit",
  {
    id: id(),
    code: text().notNull(),
    measure: text({ enum: MEASURES }).notNull(),
    /** For example `°C`. */
    unit: text().notNull(),
    /** For example `T`. */
    unitMark: text().notNull().default(""),
    unitNumber: integer().notNull(),
    description: text().notNull().default(""),
    isShipped: boolean().notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("unit_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("unit_number_key").on(t.unitNumber),
  ],
);

/** One of the seven types of the specification, or a custom type based on one of them. */
export const carrierType = pgTable(
  "carrier_type",
  {
    id: id(),
    code: text().notNull(),
    /** Null on a seeded type: the name comes from the messages of the user's locale. */
    name: text(),
    base: text({ enum: CARRIER_TYPES }).notNull(),
    description: text().notNull().default(""),
    isEnabled: boolean().notNull().default(true),
    isShipped: boolean().notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("carrier_type_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("carrier_type_name_key").on(sql`lower(${t.name})`),
  ],
);

/** A device model; devices send its code as `type_code`. */
export const deviceType = pgTable(
  "device_type",
  {
    id: id(),
    code: text().notNull(),
    name: text().notNull(),
    kind: text({ enum: DEVICE_KINDS }).notNull(),
    /** What a device of this type measures. */
    measures: text({ enum: MEASURES }).array().notNull().default([]),
    hasGps: boolean().notNull().default(false),
    reportIntervalSeconds: integer().notNull().default(300),
    description: text().notNull().default(""),
    isEnabled: boolean().notNull().default(true),
    isShipped: boolean().notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("device_type_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("device_type_name_key").on(sql`lower(${t.name})`),
  ],
);

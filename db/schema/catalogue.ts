import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { CarrierType, DeviceKind, Measure } from "../enums";
import { createdAt, id } from "./columns";

// Reference lists of the whole installation; only the platform edits them.

/** A unit of measure of a probe. */
export const unit = pgTable(
  "unit",
  {
    id: id(),
    code: text().notNull(),
    measure: text().$type<Measure>().notNull(),
    /** As `°C`. */
    unit: text().notNull(),
    /** As `T`. */
    unitMark: text().notNull().default(""),
    unitNumber: integer().notNull(),
    description: text().notNull().default(""),
    isShipped: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("unit_code_key").on(sql`lower(${t.code})`), uniqueIndex("unit_number_key").on(t.unitNumber)],
);

/** One of the seven types of the specification, or a finer one that is based on one of them. */
export const carrierType = pgTable(
  "carrier_type",
  {
    id: id(),
    code: text().notNull(),
    /** Null on a shipped type keeps the name of the interface language. */
    name: text(),
    base: text().$type<CarrierType>().notNull(),
    description: text().notNull().default(""),
    isEnabled: boolean().notNull().default(true),
    isShipped: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("carrier_type_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("carrier_type_name_key").on(sql`lower(${t.name})`),
  ],
);

/** A model of a device; its code is what devices carry as `type_code`. */
export const deviceType = pgTable(
  "device_type",
  {
    id: id(),
    code: text().notNull(),
    name: text().notNull(),
    kind: text().$type<DeviceKind>().notNull(),
    /** What a device of this type measures. */
    measures: text().array().$type<Measure[]>().notNull().default([]),
    hasGps: boolean().notNull().default(false),
    reportIntervalSeconds: integer().notNull().default(300),
    description: text().notNull().default(""),
    isEnabled: boolean().notNull().default(true),
    isShipped: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("device_type_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("device_type_name_key").on(sql`lower(${t.name})`),
  ],
);

import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  LOGGER_FORMATS,
  LOGGER_STATISTICS,
  type LoggerAlarm,
  type LoggerFacts,
  MEASURES,
  NO_LOGGER_FACTS,
} from "../enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { storedFile } from "./stored-file";
import { userAccount } from "./user";

/**
 * The file of a logger that was placed with a carrier: a series beside the readings of its devices, never part of them.
 * Guidelines forbid presenting data read out later as a live record.
 */
export const loggerFile = pgTable(
  "logger_file",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id, { onDelete: "cascade" }),
    format: text({ enum: LOGGER_FORMATS }).notNull(),
    fileName: text().notNull(),
    /** The original file; its SHA-256 prevents a second upload to the same carrier. */
    fileId: uuid()
      .notNull()
      .references(() => storedFile.id),
    sha256: text().notNull(),
    /** Data of the logger from the file or from the user who uploaded it. */
    loggerSerial: text().notNull().default(""),
    loggerModel: text().notNull().default(""),
    /** The zone of its timestamps. */
    timeZone: text().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    valueCount: integer().notNull(),
    alarms: jsonb().$type<LoggerAlarm[]>().notNull().default([]),
    facts: jsonb().$type<LoggerFacts>().notNull().default(NO_LOGGER_FACTS),
    remark: text().notNull().default(""),
    createdBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    index("logger_file_customer_idx").on(t.customerId, t.createdAt),
    index("logger_file_carrier_idx").on(t.carrierId, t.firstAt),
    uniqueIndex("logger_file_content_key").on(t.carrierId, t.sha256),
    index("logger_file_stored_idx").on(t.fileId),
    index("logger_file_created_by_idx").on(t.createdBy),
  ],
);

/**
 * What the columns of tables of one shape mean, as set by a user of the customer; reused for the next file of the
 * shape. `shape` is the SHA-256 of what all files of a kind have in common.
 */
export const loggerLayout = pgTable(
  "logger_layout",
  {
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    shape: text().notNull(),
    layout: jsonb().$type<Record<string, unknown>>().notNull(),
    timeZone: text().notNull(),
    /** Null where the order of day and month is evident from the files. */
    dateOrder: text({ enum: ["dmy", "mdy"] }),
    savedBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    savedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...closedSets(t),
    primaryKey({ columns: [t.customerId, t.shape] }),
    index("logger_layout_saved_by_idx").on(t.savedBy),
  ],
);

/** Values in canonical units; a day's extremes have their own minute, its mean the start of the logger's day. */
export const loggerReading = pgTable(
  "logger_reading",
  {
    fileId: ref()
      .notNull()
      .references(() => loggerFile.id, { onDelete: "cascade" }),
    measure: text({ enum: MEASURES }).notNull(),
    /** Distinguishes several sensors of one measure, from 1. */
    channel: integer().notNull().default(1),
    statistic: text({ enum: LOGGER_STATISTICS }).notNull().default("reading"),
    at: instant().notNull(),
    value: doublePrecision().notNull(),
  },
  (t) => [...closedSets(t), primaryKey({ columns: [t.fileId, t.measure, t.channel, t.statistic, t.at] })],
);

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
import type { LoggerFormat, LoggerStatistic, Measure } from "../enums";
import { carrier } from "./carrier";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { storedFile } from "./stored-file";
import { userAccount } from "./user";

/** An alarm that the logger itself recorded. Instants in epoch milliseconds. */
export type LoggerAlarm = { from: number; to: number | null; side: "above" | "below"; minutes: number };

/**
 * The file of a logger that stood by a carrier: a series of its own beside what its devices sent, never among it.
 * Guidelines forbid to pass what was read out later off as a live record.
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
    format: text().$type<LoggerFormat>().notNull(),
    fileName: text().notNull(),
    /** The file as it came; its SHA-256, so that nobody brings one twice to a carrier. */
    fileId: uuid()
      .notNull()
      .references(() => storedFile.id),
    sha256: text().notNull(),
    /** What the file or who brought it says of the logger. */
    loggerSerial: text().notNull().default(""),
    loggerModel: text().notNull().default(""),
    /** The clock of its times. */
    timeZone: text().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    valueCount: integer().notNull(),
    alarms: jsonb().$type<LoggerAlarm[]>().notNull().default([]),
    remark: text().notNull().default(""),
    createdBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [
    index("logger_file_customer_idx").on(t.customerId, t.createdAt),
    index("logger_file_carrier_idx").on(t.carrierId, t.firstAt),
    uniqueIndex("logger_file_content_key").on(t.carrierId, t.sha256),
    index("logger_file_stored_idx").on(t.fileId),
    index("logger_file_created_by_idx").on(t.createdBy),
  ],
);

/** Values in canonical units; those of a day stand at its beginning on the logger's clock. */
export const loggerReading = pgTable(
  "logger_reading",
  {
    fileId: ref()
      .notNull()
      .references(() => loggerFile.id, { onDelete: "cascade" }),
    measure: text().$type<Measure>().notNull(),
    /** Which of several sensors of one measure, from 1. */
    channel: integer().notNull().default(1),
    statistic: text().$type<LoggerStatistic>().notNull().default("reading"),
    at: instant().notNull(),
    value: doublePrecision().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.measure, t.channel, t.statistic, t.at] })],
);

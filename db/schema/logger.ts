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
import type { LoggerFormat, LoggerStatistic, Measure, Side } from "../enums";
import { carrier } from "./carrier";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { storedFile } from "./stored-file";
import { userAccount } from "./user";

/**
 * An alarm that the logger itself recorded, by its own rule: `minutes` outside `limit` (°C) within a day, in one stretch, or
 * added up since its start. `to` is null where it had not ended. Instants in epoch milliseconds.
 */
export type LoggerAlarm = {
  kind: "day" | "single" | "cumulative";
  side: Side;
  limit: number | null;
  from: number;
  to: number | null;
  alarmedAt: number;
  minutes: number;
};

/** Minutes for which a logger had no value of a sensor, in the day that begins at `day`; `from` where it says when. */
export type LoggerTimeout = { sensor: "internal" | "external"; day: number; from: number | null; minutes: number };

/** What else a file says: the limits that the logger was set to, and what the reading of its clock met. */
export type LoggerFacts = {
  firmware: string;
  limits: { kind: LoggerAlarm["kind"]; side: Side; limit: number; minutes: number }[];
  timeouts: LoggerTimeout[];
  /** Hours that the zone's clock shows twice, with values in the file: whether it has them twice as well. */
  twice: { at: number; isTwice: boolean }[];
  /** Columns that hold no measure of ours. */
  ignored: string[];
};

export const NO_FACTS: LoggerFacts = { firmware: "", limits: [], timeouts: [], twice: [], ignored: [] };

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
    facts: jsonb().$type<LoggerFacts>().notNull().default(NO_FACTS),
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

/** Values in canonical units; a day's extremes stand at their own minute, its mean at its beginning on the logger's clock. */
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

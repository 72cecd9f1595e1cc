import { sql } from "drizzle-orm";
import { boolean, date, doublePrecision, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { RECORD_PRESETS, RECORD_SHEET_STATUSES, RECORD_VALUE_STATES } from "../enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { probe } from "./device";
import { userAccount } from "./user";

/** A carrier whose values go on record: at its record times, or at an interval. */
export const recordPoint = pgTable(
  "record_point",
  {
    carrierId: ref()
      .primaryKey()
      .references(() => carrier.id, { onDelete: "cascade" }),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    preset: text({ enum: RECORD_PRESETS }).notNull().default("custom"),
    /** Null: at the times of `carrier_record_time`. */
    intervalMinutes: integer(),
    /** How far a reading may be from the planned instant, before or after. */
    toleranceMinutes: integer().notNull().default(15),
    /** Values are planned up to here, exclusive of later instants. */
    plannedUntil: instant().notNull().defaultNow(),
    /** The next planned instant; null if there is none. */
    nextAt: instant().defaultNow(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    index("record_point_next_idx").on(t.nextAt).where(sql`${t.nextAt} is not null`),
    index("record_point_customer_idx").on(t.customerId),
  ],
);

/** One version of the sheet of a carrier and a month of the customer's zone. Its values are frozen while not open. */
export const recordSheet = pgTable(
  "record_sheet",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id),
    /** The first day of the month. */
    month: date().notNull(),
    version: integer().notNull().default(1),
    /** Whether it is the newest version. */
    isCurrent: boolean().notNull().default(true),
    status: text({ enum: RECORD_SHEET_STATUSES }).notNull().default("open"),
    submittedBy: ref().references(() => userAccount.id),
    submittedAt: instant(),
    reviewedAt: instant(),
    /** When it was approved or rejected. */
    decidedAt: instant(),
    rejectionReason: text(),
    /** Why this version follows an approved one. */
    correctionReason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("record_sheet_version_key").on(t.carrierId, t.month, t.version),
    uniqueIndex("record_sheet_current_key").on(t.carrierId, t.month).where(sql`${t.isCurrent}`),
    index("record_sheet_customer_idx").on(t.customerId, t.month).where(sql`${t.isCurrent}`),
    index("record_sheet_month_idx").on(t.month).where(sql`${t.isCurrent}`),
  ],
);

/** The value of a probe at a planned instant of a sheet. */
export const recordValue = pgTable(
  "record_value",
  {
    id: id(),
    sheetId: ref()
      .notNull()
      .references(() => recordSheet.id, { onDelete: "cascade" }),
    probeId: ref()
      .notNull()
      .references(() => probe.id),
    day: date().notNull(),
    /** The record time in minutes from midnight; of an interval, the minutes since the day began. */
    minute: integer().notNull(),
    plannedAt: instant().notNull(),
    toleranceMinutes: integer().notNull(),
    /** Beside the plan, because the probe was out of range. */
    isExtra: boolean().notNull().default(false),
    state: text({ enum: RECORD_VALUE_STATES }).notNull().default("pending"),
    value: doublePrecision(),
    measuredAt: instant(),
    /** The carrier's range when the value was collected or entered. */
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    /** Of a value entered by hand: who, when and why. */
    enteredBy: ref().references(() => userAccount.id),
    enteredByName: text(),
    enteredAt: instant(),
    reason: text(),
    comment: text(),
    commentedByName: text(),
    commentedAt: instant(),
    /** When readings are looked for again; null: never. */
    dueAt: instant(),
    /** A reading that arrived too late for a signed or entered value. */
    newerAt: instant(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("record_value_key").on(t.sheetId, t.probeId, t.day, t.minute),
    index("record_value_due_idx").on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index("record_value_probe_idx").on(t.probeId),
  ],
);

import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";
import { POSITION_FAULTS } from "../enums";
import { carrier } from "./carrier";
import { closedSets, instant, ref } from "./columns";
import { customer } from "./customer";
import { probe } from "./device";

/**
 * Raw readings in canonical units. The migration partitions the table by month and makes the key a covering index: rows
 * arrive in order of time, so a heap would spread one probe over every page.
 */
export const reading = pgTable(
  "reading",
  { probeId: ref().notNull(), at: instant().notNull(), value: doublePrecision().notNull() },
  (t) => [primaryKey({ columns: [t.probeId, t.at] })],
);

/**
 * Hourly sums. Those over the readings' count are written with the readings. The others are weighted by the time for
 * which each value is valid, including the value at the start of the hour (`entry`); they are null until the worker
 * computes them, and again after a reading in the past changes them (`features/observation/`). Areas are value × ms.
 */
export const readingHour = pgTable(
  "reading_hour",
  {
    probeId: ref().notNull(),
    hour: instant().notNull(),
    count: integer().notNull(),
    sum: doublePrecision().notNull(),
    minimum: doublePrecision().notNull(),
    maximum: doublePrecision().notNull(),
    /** Sum of squared deviations of the readings from their mean. */
    squares: doublePrecision(),
    entry: doublePrecision(),
    heldArea: doublePrecision(),
    heldArrheniusArea: doublePrecision(),
    /** The longest interval between two readings that overlaps the hour, ms; infinite where no reading follows. */
    longestMs: doublePrecision(),
  },
  (t) => [
    primaryKey({ columns: [t.probeId, t.hour] }),
    index("reading_hour_unsummed_idx").on(t.hour, t.probeId).where(sql`${t.longestMs} is null`),
  ],
);

/**
 * Sums of the 24 hours of a UTC day whose hours all have theirs, without an open end. They are deleted with the sums of
 * any of these hours, and stored again with them.
 */
export const readingDay = pgTable(
  "reading_day",
  {
    probeId: ref()
      .notNull()
      .references(() => probe.id, { onDelete: "cascade" }),
    day: instant().notNull(),
    count: integer().notNull(),
    sum: doublePrecision().notNull(),
    minimum: doublePrecision().notNull(),
    maximum: doublePrecision().notNull(),
    squares: doublePrecision().notNull(),
    /** The least and the greatest value that is valid at any time of the day. */
    low: doublePrecision().notNull(),
    high: doublePrecision().notNull(),
    heldArea: doublePrecision().notNull(),
    heldArrheniusArea: doublePrecision(),
    longestMs: doublePrecision().notNull(),
  },
  (t) => [primaryKey({ columns: [t.probeId, t.day] })],
);

/** Positions of carriers, WGS-84; partitioned by month like the readings. */
export const position = pgTable(
  "position",
  {
    carrierId: ref().notNull(),
    at: instant().notNull(),
    longitude: doublePrecision().notNull(),
    latitude: doublePrecision().notNull(),
    speedKmh: real(),
    course: real(),
    /** Whether it is a resting point for the evaluation of later positions; null: stored before this was recorded. */
    isSettled: boolean(),
  },
  (t) => [primaryKey({ columns: [t.carrierId, t.at] })],
);

/**
 * Invalid positions, stored apart: tracks, geofences and maps, which read `position`, do not include them. Later
 * positions may move a row to `position` or back.
 */
export const invalidPosition = pgTable(
  "invalid_position",
  {
    carrierId: ref()
      .notNull()
      .references(() => carrier.id, { onDelete: "cascade" }),
    at: instant().notNull(),
    longitude: doublePrecision().notNull(),
    latitude: doublePrecision().notNull(),
    speedKmh: real(),
    course: real(),
    fault: text({ enum: POSITION_FAULTS }).notNull(),
  },
  (t) => [...closedSets(t), primaryKey({ columns: [t.carrierId, t.at] })],
);

/** The latest value of a probe and the state of its alarm machines, one row per probe. */
export const probeState = pgTable(
  "probe_state",
  {
    probeId: ref()
      .primaryKey()
      .references(() => probe.id, { onDelete: "cascade" }),
    lastAt: instant(),
    lastValue: doublePrecision(),
    /** Smoothed change per minute. */
    trend: doublePrecision(),
    receivedAt: instant(),
    /** The latest instant of its readings that are or were invalid: up to here a reading may be a duplicate. */
    invalidAt: instant(),
    /** The latest instant at which it reported a fault in place of a value; faulty until a later value arrives. */
    faultAt: instant(),
    /** Range machine by condition id. */
    alarm: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** When it must be evaluated without a new reading: the earliest end of a delay. */
    dueAt: instant(),
  },
  (t) => [index("probe_state_due_idx").on(t.dueAt)],
);

/**
 * From when a customer's history is retained; older readings are rejected, and deleted after this row is written.
 * `cleared`: up to where they were deleted; it never moves back, because what was there is no longer known.
 */
export const historyHorizon = pgTable("history_horizon", {
  customerId: ref()
    .primaryKey()
    .references(() => customer.id, { onDelete: "cascade" }),
  readingsFrom: instant().notNull(),
  positionsFrom: instant().notNull(),
  /** Since when this horizon applies. */
  notedAt: instant().notNull(),
  readingsCleared: instant(),
  positionsCleared: instant(),
});

/** The latest position of a carrier. */
export const carrierState = pgTable("carrier_state", {
  carrierId: ref()
    .primaryKey()
    .references(() => carrier.id, { onDelete: "cascade" }),
  positionAt: instant(),
  longitude: doublePrecision(),
  latitude: doublePrecision(),
  speedKmh: real(),
  course: real(),
  /** As in the row of that position. */
  isSettled: boolean().notNull().default(true),
});

import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";
import { POSITION_FAULTS } from "../enums";
import { carrier } from "./carrier";
import { closedSets, instant, ref } from "./columns";
import { customer } from "./customer";
import { probe } from "./device";

/**
 * Raw readings in canonical units. The migration partitions it by month and makes the key covering:
 * rows arrive by time, so a plain heap would spread one probe over every page.
 */
export const reading = pgTable(
  "reading",
  { probeId: ref().notNull(), at: instant().notNull(), value: doublePrecision().notNull() },
  (t) => [primaryKey({ columns: [t.probeId, t.at] })],
);

/**
 * Hourly sums. The first ones count readings and are there at once. The others weigh by time what holds from reading to
 * reading, the value at the hour's beginning (`entry`) included; they are null until the worker has worked them out, and
 * again once a reading of the past changes them (`features/observation/`). Areas are value × ms.
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
    /** Of the readings, about their mean. */
    squares: doublePrecision(),
    entry: doublePrecision(),
    heldArea: doublePrecision(),
    heldArrheniusArea: doublePrecision(),
    /** The longest step between two readings that touches the hour, ms; endless where one is missing at its end. */
    longestMs: doublePrecision(),
  },
  (t) => [
    primaryKey({ columns: [t.probeId, t.hour] }),
    index("reading_hour_unsummed_idx").on(t.hour, t.probeId).where(sql`${t.longestMs} is null`),
  ],
);

/** Where a carrier was, WGS-84; partitioned by month like the readings. */
export const position = pgTable(
  "position",
  {
    carrierId: ref().notNull(),
    at: instant().notNull(),
    longitude: doublePrecision().notNull(),
    latitude: doublePrecision().notNull(),
    speedKmh: real(),
    course: real(),
    /** Whether judging later positions can begin anew behind it; null: stored before they were judged like this. */
    isSettled: boolean(),
  },
  (t) => [primaryKey({ columns: [t.carrierId, t.at] })],
);

/**
 * Positions that are none, kept apart: no track, geofence or map that reads `position` meets them. What comes later may
 * confirm one, which then goes there, and the other way round.
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

/** The latest value of a probe and the state of its alarm machines, one row a probe. */
export const probeState = pgTable(
  "probe_state",
  {
    probeId: ref()
      .primaryKey()
      .references(() => probe.id, { onDelete: "cascade" }),
    lastAt: instant(),
    lastValue: doublePrecision(),
    /** Change per minute, smoothed. */
    trend: doublePrecision(),
    receivedAt: instant(),
    /** The newest instant of what is or was kept as invalid of it: up to here a reading may be known already. */
    invalidAt: instant(),
    /** The newest instant at which it reported a fault in place of a value; it is faulty while no newer value has come. */
    faultAt: instant(),
    /** Range machine by condition id. */
    alarm: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** When the clock must look again although nothing arrives: the earliest end of a delay. */
    dueAt: instant(),
  },
  (t) => [index("probe_state_due_idx").on(t.dueAt)],
);

/**
 * From when on a customer's history is kept; what is older is refused, and dropped after it was written down here.
 * `cleared`: up to where that has been done; it never moves back, for nobody knows any more what was there.
 */
export const historyHorizon = pgTable("history_horizon", {
  customerId: ref()
    .primaryKey()
    .references(() => customer.id, { onDelete: "cascade" }),
  readingsFrom: instant().notNull(),
  positionsFrom: instant().notNull(),
  /** Since when that is so. */
  notedAt: instant().notNull(),
  readingsCleared: instant(),
  positionsCleared: instant(),
});

/** The newest position of a carrier. */
export const carrierState = pgTable("carrier_state", {
  carrierId: ref()
    .primaryKey()
    .references(() => carrier.id, { onDelete: "cascade" }),
  positionAt: instant(),
  longitude: doublePrecision(),
  latitude: doublePrecision(),
  speedKmh: real(),
  course: real(),
  /** As that position has it. */
  isSettled: boolean().notNull().default(true),
});

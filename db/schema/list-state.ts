import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { CALIBRATION_STATES, CARRIER_TYPES, DEVICE_KINDS, ONLINE_STATUSES } from "../enums";
import { carrier } from "./carrier";
import { closedSets, instant, ref } from "./columns";
import { customer } from "./customer";
import { device } from "./device";

// Materialized state that lists filter, count and order by, so that an index serves them (decision 010). It is never
// shown: what a list shows of a row is computed when it is shown.

/** Due immediately, and none of these rows before another. */
const AT_ONCE = sql`'-infinity'`;

/** The state of a carrier, one row per carrier. */
export const monitoringState = pgTable(
  "monitoring_state",
  {
    carrierId: ref()
      .primaryKey()
      .references(() => carrier.id, { onDelete: "cascade" }),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    type: text({ enum: CARRIER_TYPES }).notNull(),
    /** Its name in lower case. */
    sortName: text().notNull(),
    /** Rank in the order "worst first"; it also identifies the state. */
    urgency: integer().notNull().default(0),
    /** Whether one of its monitored values is stale or was never received. */
    isSilent: boolean().notNull().default(true),
    /** Time of its latest monitored value. */
    lastAt: instant(),
    /** When the state may change without an event: a value becomes stale, a defrost ends. */
    checkAt: instant().notNull().default(AT_ONCE),
  },
  (t) => [
    ...closedSets(t),
    index("monitoring_state_customer_idx").on(t.customerId, t.urgency, t.sortName, t.carrierId),
    index("monitoring_state_type_idx").on(t.customerId, t.type, t.urgency, t.sortName, t.carrierId),
    index("monitoring_state_urgency_idx").on(t.urgency, t.sortName, t.carrierId),
    index("monitoring_state_check_idx").on(t.checkAt),
  ],
);

/** Carriers whose state may have changed. Inserting a row never waits for a lock, whatever else locks the carrier. */
export const monitoringRecheck = pgTable("monitoring_recheck", { carrierId: ref().notNull() });

/** What devices are searched by besides their own columns, one row per device. */
export const deviceState = pgTable(
  "device_state",
  {
    deviceId: ref()
      .primaryKey()
      .references(() => device.id, { onDelete: "cascade" }),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    kind: text({ enum: DEVICE_KINDS }).notNull(),
    /** Its name in lower case. */
    sortName: text().notNull(),
    onlineStatus: text({ enum: ONLINE_STATUSES }).notNull().default("unknown"),
    calibration: text({ enum: CALIBRATION_STATES }).notNull().default("none"),
    /** Whether it is on a carrier, by a probe or as a whole. */
    isMounted: boolean().notNull().default(false),
    /** Whether it has an open exception. */
    isAbnormal: boolean().notNull().default(false),
    /** When any of this may change without an event. */
    checkAt: instant().notNull().default(AT_ONCE),
  },
  (t) => [
    ...closedSets(t),
    index("device_state_online_idx").on(t.customerId, t.kind, t.onlineStatus, t.sortName, t.deviceId),
    index("device_state_calibration_idx").on(t.customerId, t.kind, t.calibration, t.sortName, t.deviceId),
    index("device_state_mounted_idx").on(t.customerId, t.kind, t.isMounted, t.sortName, t.deviceId),
    index("device_state_abnormal_idx").on(t.customerId, t.kind, t.isAbnormal, t.sortName, t.deviceId),
    index("device_state_check_idx").on(t.checkAt),
  ],
);

// The number of carriers per state is the sum of the rows: every change inserts a row, so that writers do not block.

export const carrierCount = pgTable(
  "carrier_count",
  {
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    type: text({ enum: CARRIER_TYPES }).notNull(),
    urgency: integer().notNull(),
    count: integer().notNull(),
  },
  (t) => [...closedSets(t), index("carrier_count_customer_idx").on(t.customerId)],
);

export const deviceCount = pgTable(
  "device_count",
  {
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    kind: text({ enum: DEVICE_KINDS }).notNull(),
    onlineStatus: text({ enum: ONLINE_STATUSES }).notNull(),
    calibration: text({ enum: CALIBRATION_STATES }).notNull(),
    isMounted: boolean().notNull(),
    isAbnormal: boolean().notNull(),
    count: integer().notNull(),
  },
  (t) => [...closedSets(t), index("device_count_customer_idx").on(t.customerId, t.kind)],
);

/** Devices whose state may have changed. */
export const deviceRecheck = pgTable("device_recheck", { deviceId: ref().notNull() });

import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  CONDITION_KINDS,
  CROSSING_KINDS,
  DELAY_MODES,
  MEASURES,
  NOTICE_CHANNELS,
  SEVERITIES,
  type Severity,
} from "../enums";
import { closedSets, createdAt, id, ref, version } from "./columns";
import { contactGroup } from "./contact";
import { customer } from "./customer";
import { geofence } from "./geofence";

export const alarmTrigger = pgTable(
  "alarm_trigger",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    severity: text({ enum: SEVERITIES }).notNull().default("major"),
    isEnabled: boolean().notNull().default(true),
    /** Null: always. Days are ISO weekdays, windows are wall-clock times of the customer. */
    calendar: jsonb().$type<{ days: number[]; windows: { from: string; to: string }[] } | null>(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("alarm_trigger_name_key").on(t.customerId, sql`lower(${t.name})`)],
);

export const alarmCondition = pgTable(
  "alarm_condition",
  {
    id: id(),
    triggerId: ref()
      .notNull()
      .references(() => alarmTrigger.id, { onDelete: "cascade" }),
    kind: text({ enum: CONDITION_KINDS }).notNull(),
    /** Null for a geofence condition, which watches a carrier's position. */
    measure: text({ enum: MEASURES }),
    /** Null on both limits: the carrier's monitoring range. */
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    delaySeconds: integer().notNull().default(0),
    delayMode: text({ enum: DELAY_MODES }).notNull().default("normal-delay"),
    deadBand: doublePrecision().notNull().default(0),
    /** Null: the trigger's. */
    severity: text({ enum: SEVERITIES }),
    /** Severities to which an exception rises while it lasts, by minutes after its start; null: none. */
    severitySteps: jsonb().$type<{ afterMinutes: number; severity: Severity }[] | null>(),
    /** Of a cumulative condition: this many minutes out of range, within the window of minutes. */
    outsideMinutes: integer(),
    windowMinutes: integer(),
    /** Of a trend condition: how far ahead it extrapolates. */
    horizonMinutes: integer(),
    /** Of a range condition: extra delay while the carrier's door is open, or was within that time. */
    doorDelaySeconds: integer().notNull().default(0),
    /** Of a geofence condition: what the carrier does, and at which geofence; null: any geofence that watches it. */
    crossing: text({ enum: CROSSING_KINDS }),
    geofenceId: ref().references((): AnyPgColumn => geofence.id),
  },
  (t) => [
    ...closedSets(t),
    index("alarm_condition_trigger_idx").on(t.triggerId),
    index("alarm_condition_geofence_idx").on(t.geofenceId).where(sql`${t.geofenceId} is not null`),
    // A check that evaluates to null passes in PostgreSQL, so required columns are tested explicitly.
    check(
      "alarm_condition_window_check",
      sql`case when ${t.kind} = 'cumulative'
        then coalesce(${t.outsideMinutes} > 0 and ${t.windowMinutes} > ${t.outsideMinutes}, false)
        else num_nonnulls(${t.outsideMinutes}, ${t.windowMinutes}) = 0 end`,
    ),
    check(
      "alarm_condition_horizon_check",
      sql`case when ${t.kind} = 'trend' then coalesce(${t.horizonMinutes} > 0, false) else ${t.horizonMinutes} is null end`,
    ),
    check(
      "alarm_condition_door_delay_check",
      sql`${t.doorDelaySeconds} = 0 or (${t.doorDelaySeconds} > 0 and ${t.kind} = 'range')`,
    ),
    check(
      "alarm_condition_geofence_check",
      sql`case when ${t.kind} = 'geofence' then ${t.measure} is null and coalesce(${t.crossing} in ('enter', 'exit'), false)
        else ${t.measure} is not null and num_nonnulls(${t.crossing}, ${t.geofenceId}) = 0 end`,
    ),
    check("alarm_condition_state_check", sql`${t.kind} <> 'state' or ${t.measure} in ('door', 'power')`),
  ],
);

/**
 * One row of a notification plan: who is notified by which channel, so many minutes after the start. The plan belongs
 * to a trigger or to a customer's connection watch.
 */
export const notificationPlanRow = pgTable(
  "notification_plan_row",
  {
    id: id(),
    triggerId: ref().references(() => alarmTrigger.id, { onDelete: "cascade" }),
    customerId: ref().references(() => customer.id),
    afterMinutes: integer().notNull().default(0),
    contactGroupId: ref().references(() => contactGroup.id),
    level: integer().notNull().default(1),
    /** Notifies who is on duty by the group's rota when the message is sent, whatever their level. */
    isOnDuty: boolean().notNull().default(false),
    channels: text({ enum: NOTICE_CHANNELS }).array().notNull(),
    /** A contact's own delay and repeats, if set, replace those of the row. */
    usesContactTiming: boolean().notNull().default(false),
    repeatTimes: integer().notNull().default(0),
    repeatIntervalMinutes: integer().notNull().default(10),
  },
  (t) => [
    ...closedSets(t),
    index("notification_plan_row_trigger_idx").on(t.triggerId),
    index("notification_plan_row_customer_idx").on(t.customerId),
    check("notification_plan_row_owner_check", sql`num_nonnulls(${t.triggerId}, ${t.customerId}) = 1`),
  ],
);

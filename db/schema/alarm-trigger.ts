import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ConditionKind, DelayMode, Measure, NoticeChannel, Severity } from "../enums";
import { createdAt, id, ref } from "./columns";
import { contactGroup } from "./contact";
import { customer } from "./customer";

export const alarmTrigger = pgTable(
  "alarm_trigger",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    severity: text().$type<Severity>().notNull().default("major"),
    isEnabled: boolean().notNull().default(true),
    /** Null: always. Days are ISO weekdays, windows wall-clock times of the customer. */
    calendar: jsonb().$type<{ days: number[]; windows: { from: string; to: string }[] } | null>(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("alarm_trigger_name_key").on(t.customerId, sql`lower(${t.name})`)],
);

export const alarmCondition = pgTable(
  "alarm_condition",
  {
    id: id(),
    triggerId: ref()
      .notNull()
      .references(() => alarmTrigger.id, { onDelete: "cascade" }),
    kind: text().$type<ConditionKind>().notNull(),
    measure: text().$type<Measure>().notNull(),
    /** Null on both limits: the carrier's monitoring range. */
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    delaySeconds: integer().notNull().default(0),
    delayMode: text().$type<DelayMode>().notNull().default("normal-delay"),
    deadBand: doublePrecision().notNull().default(0),
  },
  (t) => [index("alarm_condition_trigger_idx").on(t.triggerId)],
);

/** One row of the notification plan: who is told how, that many minutes after the start. */
export const notificationPlanRow = pgTable(
  "notification_plan_row",
  {
    id: id(),
    triggerId: ref()
      .notNull()
      .references(() => alarmTrigger.id, { onDelete: "cascade" }),
    afterMinutes: integer().notNull().default(0),
    contactGroupId: ref().references(() => contactGroup.id),
    level: integer().notNull().default(1),
    channels: text().array().$type<NoticeChannel[]>().notNull(),
    repeatTimes: integer().notNull().default(0),
    repeatIntervalMinutes: integer().notNull().default(10),
  },
  (t) => [index("notification_plan_row_trigger_idx").on(t.triggerId)],
);

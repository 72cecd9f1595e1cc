import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { MONITOR_KINDS, MONITOR_STRATEGIES, MONITOR_UNITS } from "../monitor-enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { contactGroup } from "./contact";
import { customer } from "./customer";
import { scene } from "./scene";
import { userAccount } from "./user";

/** A check for devices that are off, repeated on a schedule. */
export const monitorTask = pgTable(
  "monitor_task",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    kind: text({ enum: MONITOR_KINDS }).notNull(),
    /** All places of the customer; otherwise the targets, even if none is left. */
    isEverywhere: boolean().notNull(),
    strategy: text({ enum: MONITOR_STRATEGIES }).notNull(),
    /** The day of a single one, in the customer's zone. */
    startOn: date(),
    /** 1 Monday to 7 Sunday; of a weekly one. */
    weekdays: integer().array().notNull().default([]),
    /** Of a monthly one; in a shorter month its last day. */
    dayOfMonth: integer(),
    /** `HH:MM` in the customer's zone: the first check of a day of the strategy. */
    time: text().notNull(),
    /** It checks again at this interval, until the next day of the strategy; null: once. */
    intervalCount: integer(),
    intervalUnit: text({ enum: MONITOR_UNITS }),
    /** `HH:MM`: no check after this time; one not after `time` is that of the next day. */
    untilTime: text(),
    raisesException: boolean().notNull(),
    noticeGroupId: ref().references(() => contactGroup.id, { onDelete: "set null" }),
    submitsOrder: boolean().notNull(),
    /** Of its work orders. */
    dueMinutes: integer(),
    assigneeId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    groupId: ref().references(() => contactGroup.id, { onDelete: "set null" }),
    isRunning: boolean().notNull(),
    /** When it is due next; null while stopped. */
    nextAt: instant(),
    createdBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("monitor_task_name_key").on(t.customerId, sql`lower(${t.name})`),
    index("monitor_task_next_idx").on(t.nextAt).where(sql`${t.nextAt} is not null`),
    index("monitor_task_notice_group_idx").on(t.noticeGroupId),
    index("monitor_task_assignee_idx").on(t.assigneeId),
    index("monitor_task_group_idx").on(t.groupId),
    index("monitor_task_created_by_idx").on(t.createdBy),
    check("monitor_task_interval_check", sql`(${t.intervalCount} is null) = (${t.intervalUnit} is null)`),
    check("monitor_task_next_check", sql`${t.isRunning} or ${t.nextAt} is null`),
  ],
);

/** A place of a task: a node with its sub-tree, or one carrier. */
export const monitorTaskTarget = pgTable(
  "monitor_task_target",
  {
    id: id(),
    taskId: ref()
      .notNull()
      .references(() => monitorTask.id, { onDelete: "cascade" }),
    sceneId: ref().references(() => scene.id, { onDelete: "cascade" }),
    carrierId: ref().references(() => carrier.id, { onDelete: "cascade" }),
  },
  (t) => [
    unique("monitor_task_target_key").on(t.taskId, t.sceneId, t.carrierId).nullsNotDistinct(),
    index("monitor_task_target_scene_idx").on(t.sceneId).where(sql`${t.sceneId} is not null`),
    index("monitor_task_target_carrier_idx").on(t.carrierId).where(sql`${t.carrierId} is not null`),
    check("monitor_task_target_check", sql`num_nonnulls(${t.sceneId}, ${t.carrierId}) = 1`),
  ],
);

import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { CARRIER_TYPES, EXCEPTION_KINDS, SEVERITIES } from "../enums";
import {
  RULE_CAUSES,
  WORK_ORDER_CAUSES,
  WORK_ORDER_EVENTS,
  WORK_ORDER_STATES,
  WORK_ORDER_TYPES,
} from "../work-order-enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { contactGroup } from "./contact";
import { customer } from "./customer";
import { device } from "./device";
import { exception } from "./exception";
import { monitorTask } from "./monitor-task";
import { scene } from "./scene";
import { userAccount } from "./user";

/** When the product submits a work order by itself. Which of the thresholds applies depends on the cause. */
export const workOrderRule = pgTable(
  "work_order_rule",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    isEnabled: boolean().notNull().default(true),
    /** Since when it is enabled: exceptions that were over by then are not made up for. */
    enabledAt: instant().notNull().defaultNow(),
    cause: text({ enum: RULE_CAUSES }).notNull(),
    /** Empty: all. */
    severities: text({ enum: SEVERITIES }).array().notNull().default([]),
    kinds: text({ enum: EXCEPTION_KINDS }).array().notNull().default([]),
    carrierTypes: text({ enum: CARRIER_TYPES }).array().notNull().default([]),
    /** Of an exception: unhandled for so long; of a silent device: not heard for so long. */
    afterMinutes: integer(),
    /** Of a calibration: so many days before it ends. */
    daysBefore: integer(),
    /** Of a battery: this charge in percent, or less. */
    percent: integer(),
    /** Time to do it from submission; null: no due time. */
    dueMinutes: integer(),
    remindMinutes: integer().notNull(),
    assigneeId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    groupId: ref().references(() => contactGroup.id, { onDelete: "set null" }),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("work_order_rule_name_key").on(t.customerId, sql`lower(${t.name})`),
    index("work_order_rule_assignee_idx").on(t.assigneeId),
    index("work_order_rule_group_idx").on(t.groupId),
  ],
);

/** Work to be done at a carrier, a device or a place. */
export const workOrder = pgTable(
  "work_order",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    number: text().notNull(),
    type: text({ enum: WORK_ORDER_TYPES }).notNull(),
    title: text().notNull(),
    description: text().notNull().default(""),
    state: text({ enum: WORK_ORDER_STATES }).notNull().default("submitted"),
    /** Submitted by the product: by a rule or a monitor task. */
    isByRule: boolean().notNull().default(false),
    ruleId: ref().references(() => workOrderRule.id, { onDelete: "set null" }),
    taskId: ref().references(() => monitorTask.id, { onDelete: "set null" }),
    cause: text({ enum: WORK_ORDER_CAUSES }),
    /** The cause with its record, such as `silent:17`: at most one open order for each. */
    causeKey: text(),
    /** Where neither carrier nor device says it. */
    sceneId: ref().references(() => scene.id, { onDelete: "set null" }),
    carrierId: ref().references(() => carrier.id),
    deviceId: ref().references(() => device.id),
    exceptionId: ref().references(() => exception.id),
    /** Null: a rule, another system, or an account that was deleted. The timeline keeps the name. */
    createdBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    assigneeId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    groupId: ref().references(() => contactGroup.id, { onDelete: "set null" }),
    dueAt: instant(),
    /** The warning, before it is due. */
    remindMinutes: integer().notNull(),
    remindedAt: instant(),
    overdueAt: instant(),
    acceptedBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    acceptedAt: instant(),
    processedAt: instant(),
    result: text().notNull().default(""),
    confirmedBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    confirmedAt: instant(),
    stars: integer(),
    ratingComment: text().notNull().default(""),
    /** When it was confirmed or cancelled. */
    closedAt: instant(),
    cancelReason: text().notNull().default(""),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("work_order_number_key").on(t.customerId, t.number),
    uniqueIndex("work_order_cause_key")
      .on(t.customerId, t.causeKey)
      .where(sql`${t.state} in ('submitted', 'accepted', 'processed')`),
    index("work_order_customer_idx").on(t.customerId, t.createdAt),
    index("work_order_known_cause_idx").on(t.causeKey, t.createdAt),
    index("work_order_carrier_idx").on(t.carrierId, t.createdAt),
    index("work_order_device_idx").on(t.deviceId, t.createdAt),
    index("work_order_exception_idx").on(t.exceptionId),
    index("work_order_scene_idx").on(t.sceneId),
    index("work_order_rule_idx").on(t.ruleId),
    index("work_order_task_idx").on(t.taskId),
    index("work_order_group_idx").on(t.groupId),
    index("work_order_created_by_idx").on(t.createdBy),
    index("work_order_assignee_idx").on(t.assigneeId),
    index("work_order_accepted_by_idx").on(t.acceptedBy),
    index("work_order_confirmed_by_idx").on(t.confirmedBy),
    index("work_order_due_idx").on(t.dueAt).where(sql`${t.state} in ('submitted', 'accepted')`),
  ],
);

/** What happened to a work order, in words of the people who did it. */
export const workOrderEvent = pgTable(
  "work_order_event",
  {
    id: id(),
    workOrderId: ref()
      .notNull()
      .references(() => workOrder.id, { onDelete: "cascade" }),
    kind: text({ enum: WORK_ORDER_EVENTS }).notNull(),
    actorId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    /** As it was then; empty: the product itself. */
    actorName: text().notNull(),
    text: text().notNull().default(""),
    at: instant().notNull(),
  },
  (t) => [
    ...closedSets(t),
    index("work_order_event_order_idx").on(t.workOrderId, t.at),
    index("work_order_event_actor_idx").on(t.actorId),
  ],
);

/** A photo of the trouble or of the work. */
export const workOrderPhoto = pgTable(
  "work_order_photo",
  {
    id: id(),
    workOrderId: ref()
      .notNull()
      .references(() => workOrder.id, { onDelete: "cascade" }),
    fileId: uuid().notNull(),
    sha256: text().notNull(),
    actorId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    actorName: text().notNull(),
    /** Made by the browser: a photo that is sent again is the same. */
    clientKey: uuid().notNull(),
    at: instant().notNull(),
  },
  (t) => [
    uniqueIndex("work_order_photo_key").on(t.workOrderId, t.clientKey),
    index("work_order_photo_actor_idx").on(t.actorId),
  ],
);

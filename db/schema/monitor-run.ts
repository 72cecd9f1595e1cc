import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { MONITOR_RUN_STATES, MONITOR_TRIGGERS } from "../monitor-enums";
import { carrier } from "./carrier";
import { closedSets, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { device } from "./device";
import { exception } from "./exception";
import { monitorTask } from "./monitor-task";
import { workOrder } from "./work-order";

/** One check of a task: once for each due instant, whatever number of workers there is. */
export const monitorRun = pgTable(
  "monitor_run",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    taskId: ref()
      .notNull()
      .references(() => monitorTask.id, { onDelete: "cascade" }),
    dueAt: instant().notNull(),
    /** When it was carried out. */
    ranAt: instant().notNull(),
    trigger: text({ enum: MONITOR_TRIGGERS }).notNull(),
    /** The name of whoever started it by hand, as it was. */
    startedBy: text(),
    state: text({ enum: MONITOR_RUN_STATES }).notNull(),
    /** How many devices were looked at. */
    checked: integer().notNull().default(0),
    /** Due instants before this one that were not carried out, because no worker ran, and the first of them. */
    missed: integer().notNull().default(0),
    missedSince: instant(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("monitor_run_due_key").on(t.taskId, t.dueAt),
    index("monitor_run_customer_idx").on(t.customerId, t.dueAt),
  ],
);

/** A device that a run found off. */
export const monitorFinding = pgTable(
  "monitor_finding",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    taskId: ref()
      .notNull()
      .references(() => monitorTask.id, { onDelete: "cascade" }),
    runId: ref()
      .notNull()
      .references(() => monitorRun.id, { onDelete: "cascade" }),
    deviceId: ref()
      .notNull()
      .references(() => device.id, { onDelete: "cascade" }),
    /** Where it was mounted then. */
    carrierId: ref().references(() => carrier.id, { onDelete: "set null" }),
    /** Last heard; the same instant means the same silence. */
    lastSeenAt: instant().notNull(),
    /** Whether no earlier run of the task found this silence. */
    isNew: boolean().notNull(),
    /** The silent gateway behind which it is: then nothing follows from it. */
    gatewayId: ref().references(() => device.id, { onDelete: "set null" }),
    exceptionId: ref().references(() => exception.id, { onDelete: "set null" }),
    workOrderId: ref().references(() => workOrder.id, { onDelete: "set null" }),
  },
  (t) => [
    uniqueIndex("monitor_finding_device_key").on(t.runId, t.deviceId),
    index("monitor_finding_customer_idx").on(t.customerId),
    index("monitor_finding_known_idx").on(t.taskId, t.deviceId, t.lastSeenAt),
    index("monitor_finding_device_idx").on(t.deviceId),
    index("monitor_finding_carrier_idx").on(t.carrierId),
    index("monitor_finding_gateway_idx").on(t.gatewayId),
    index("monitor_finding_exception_idx").on(t.exceptionId),
    index("monitor_finding_order_idx").on(t.workOrderId),
  ],
);

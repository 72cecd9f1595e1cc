import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  EXPORT_DELIVERY_STATES,
  EXPORT_FORMATS,
  EXPORT_FREQUENCIES,
  EXPORT_PERIODS,
  EXPORT_RUN_FAILURES,
  EXPORT_RUN_STATES,
  EXPORT_TRIGGERS,
} from "../file-enums";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { downloadRecord } from "./download-record";
import { outbox } from "./notice";
import { report } from "./report";
import { storedFile } from "./stored-file";
import { userAccount } from "./user";

/** An export that is made on a schedule, with the permissions of its owner, and sent by mail. */
export const exportTask = pgTable(
  "export_task",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references((): AnyPgColumn => customer.id, { onDelete: "cascade" }),
    /** The owner: who saved it last. */
    userId: ref()
      .notNull()
      .references((): AnyPgColumn => userAccount.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** An export of `features/download/exports.service.ts`. */
    kind: text().notNull(),
    format: text({ enum: EXPORT_FORMATS }).notNull(),
    /** The criteria without the period. */
    query: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The language of the file and the mail. */
    locale: text().notNull(),
    frequency: text({ enum: EXPORT_FREQUENCIES }).notNull(),
    /** 1 Monday to 7 Sunday; of a weekly one. */
    weekdays: integer().array().notNull(),
    /** Of a monthly one; in a shorter month its last day. */
    dayOfMonth: integer(),
    /** `HH:MM` in the customer's zone. */
    time: text().notNull(),
    period: text({ enum: EXPORT_PERIODS }).notNull(),
    /** Of `lastDays`. */
    periodDays: integer(),
    /** Mail addresses. */
    recipients: text().array().notNull(),
    isPaused: boolean().notNull().default(false),
    /** When it is due next; null while paused. */
    nextAt: instant(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("export_task_name_key").on(t.customerId, sql`lower(${t.name})`),
    index("export_task_user_idx").on(t.userId),
    index("export_task_next_idx").on(t.nextAt).where(sql`${t.nextAt} is not null`),
  ],
);

/** One run of a task: once for each due instant, whatever number of workers there is. */
export const exportRun = pgTable(
  "export_run",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references((): AnyPgColumn => customer.id, { onDelete: "cascade" }),
    taskId: ref()
      .notNull()
      .references(() => exportTask.id, { onDelete: "cascade" }),
    dueAt: instant().notNull(),
    trigger: text({ enum: EXPORT_TRIGGERS }).notNull(),
    /** The name of whoever started it by hand, as it was. */
    startedBy: text(),
    state: text({ enum: EXPORT_RUN_STATES }).notNull().default("waiting"),
    failure: text({ enum: EXPORT_RUN_FAILURES }),
    /** The period; null for the present state. */
    fromAt: instant(),
    toAt: instant(),
    /** What makes the file, and the file, as long as they are kept. */
    downloadKey: uuid().references(() => downloadRecord.key, { onDelete: "set null" }),
    reportId: ref().references(() => report.id, { onDelete: "set null" }),
    fileId: uuid().references(() => storedFile.id, { onDelete: "set null" }),
    fileName: text(),
    rows: bigint({ mode: "number" }),
    size: bigint({ mode: "number" }),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("export_run_due_key").on(t.taskId, t.dueAt),
    index("export_run_customer_idx").on(t.customerId),
    index("export_run_download_idx").on(t.downloadKey).where(sql`${t.downloadKey} is not null`),
    index("export_run_report_idx").on(t.reportId).where(sql`${t.reportId} is not null`),
    index("export_run_file_idx").on(t.fileId).where(sql`${t.fileId} is not null`),
    index("export_run_pending_idx").on(t.createdAt).where(sql`${t.state} in ('waiting', 'making', 'sending')`),
  ],
);

/** A mail of a run to one recipient. Its id is what the signed link in the mail contains. */
export const exportDelivery = pgTable(
  "export_delivery",
  {
    id: uuid().primaryKey().defaultRandom(),
    customerId: ref()
      .notNull()
      .references((): AnyPgColumn => customer.id, { onDelete: "cascade" }),
    runId: ref()
      .notNull()
      .references(() => exportRun.id, { onDelete: "cascade" }),
    recipient: text().notNull(),
    outboxId: ref().references(() => outbox.id, { onDelete: "set null" }),
    state: text({ enum: EXPORT_DELIVERY_STATES }).notNull().default("pending"),
    /** Why it was not sent. */
    reason: text().notNull().default(""),
    /** Until when the link opens; null if the file was attached. */
    expiresAt: instant(),
    takenCount: integer().notNull().default(0),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("export_delivery_recipient_key").on(t.runId, t.recipient),
    index("export_delivery_customer_idx").on(t.customerId),
  ],
);

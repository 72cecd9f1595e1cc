import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { NoticeChannel, NoticeStatus, NoticeType, OutboxStatus } from "../enums";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { exception } from "./exception";

/** What is to leave the house: written with its cause, delivered at least once afterwards. */
export const outbox = pgTable(
  "outbox",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    /** Name of the job that delivers it. */
    kind: text().notNull(),
    idempotencyKey: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text().$type<OutboxStatus>().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    dueAt: instant().notNull().defaultNow(),
    lastError: text(),
    createdAt: createdAt(),
    doneAt: instant(),
  },
  (t) => [
    uniqueIndex("outbox_idempotency_key").on(t.idempotencyKey),
    index("outbox_due_idx").on(t.status, t.dueAt),
    // What waits for the same person by the same channel.
    index("outbox_waiting_idx")
      .on(t.customerId, sql`(${t.payload}->>'contactId')`, sql`(${t.payload}->>'channel')`, t.dueAt)
      .where(sql`${t.status} = 'pending'`),
  ],
);

/** The notice log: one row an attempt and, where a message tells of several, for each exception. */
export const notice = pgTable(
  "notice",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    exceptionId: ref().references(() => exception.id),
    outboxId: ref().references(() => outbox.id),
    channel: text().$type<NoticeChannel>().notNull(),
    type: text().$type<NoticeType>().notNull().default("alarm"),
    status: text().$type<NoticeStatus>().notNull(),
    contactName: text().notNull().default(""),
    recipient: text().notNull().default(""),
    /** Of several rows of one try the first keeps it; empty in the others. */
    content: text().notNull(),
    /** Why it failed; empty when sent. */
    reason: text().notNull().default(""),
    attempt: integer().notNull().default(1),
    at: createdAt(),
  },
  (t) => [
    index("notice_customer_idx").on(t.customerId, t.at),
    // For whoever sees all customers.
    index("notice_at_idx").on(t.at, t.id),
    index("notice_exception_idx").on(t.exceptionId),
    index("notice_outbox_idx").on(t.outboxId),
  ],
);

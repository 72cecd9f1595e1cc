import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  NOTICE_CHANNELS,
  NOTICE_FAULTS,
  NOTICE_REMARKS,
  NOTICE_STATUSES,
  NOTICE_TYPES,
  OUTBOX_STATUSES,
} from "../enums";
import { closedSets, createdAt, id, instant, ref } from "./columns";
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
    status: text({ enum: OUTBOX_STATUSES }).notNull().default("pending"),
    attempts: integer().notNull().default(0),
    dueAt: instant().notNull().defaultNow(),
    lastError: text(),
    createdAt: createdAt(),
    doneAt: instant(),
  },
  (t) => [
    ...closedSets(t),
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
    channel: text({ enum: NOTICE_CHANNELS }).notNull(),
    type: text({ enum: NOTICE_TYPES }).notNull().default("alarm"),
    status: text({ enum: NOTICE_STATUSES }).notNull(),
    contactName: text().notNull().default(""),
    recipient: text().notNull().default(""),
    /** Of several rows of one try the first keeps it; empty in the others. */
    content: text().notNull(),
    /** Why it failed; empty when sent. */
    reason: text().notNull().default(""),
    /** Of a failure after the message was handed to the channel; null where it never was. */
    fault: text({ enum: NOTICE_FAULTS }),
    /** Of plans that notify who is on duty: how this recipient was found. */
    remark: text({ enum: NOTICE_REMARKS }),
    attempt: integer().notNull().default(1),
    at: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    index("notice_customer_idx").on(t.customerId, t.at),
    // For whoever sees all customers.
    index("notice_at_idx").on(t.at, t.id),
    index("notice_exception_idx").on(t.exceptionId),
    index("notice_outbox_idx").on(t.outboxId),
    // Since when a channel fails.
    index("notice_channel_idx").on(t.channel, t.status, t.at),
  ],
);

/** A time in which a channel of the installation failed, from its first failure to the delivery that ended it. */
export const channelOutage = pgTable(
  "channel_outage",
  {
    id: id(),
    channel: text({ enum: NOTICE_CHANNELS }).notNull(),
    startedAt: instant().notNull(),
    /** When the outage was recognised. */
    raisedAt: instant().notNull(),
    endedAt: instant(),
    /** The channel's words at its newest failure by then. */
    reason: text().notNull(),
    /** Whether messages were sent by the other channels; not again for an outage soon after one. */
    isNotified: boolean().notNull(),
  },
  (t) => [
    ...closedSets(t),
    index("channel_outage_channel_idx").on(t.channel, t.startedAt),
    uniqueIndex("channel_outage_open_key").on(t.channel).where(sql`${t.endedAt} is null`),
  ],
);

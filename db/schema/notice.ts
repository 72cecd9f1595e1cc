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

/** Outgoing messages: written in the transaction of their cause, delivered at least once afterwards. */
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
    // Messages waiting for the same recipient on the same channel.
    index("outbox_waiting_idx")
      .on(t.customerId, sql`(${t.payload}->>'contactId')`, sql`(${t.payload}->>'channel')`, t.dueAt)
      .where(sql`${t.status} = 'pending'`),
  ],
);

/** The notice log: one row per attempt and, where a message covers several exceptions, per exception. */
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
    /** Stored in the first of several rows of an attempt; empty in the others. */
    content: text().notNull(),
    /** Why it failed; empty when sent. */
    reason: text().notNull().default(""),
    /** Of a failure after the message was handed to the channel; null where it never was. */
    fault: text({ enum: NOTICE_FAULTS }),
    /** For plans that notify who is on duty: how this recipient was chosen. */
    remark: text({ enum: NOTICE_REMARKS }),
    attempt: integer().notNull().default(1),
    at: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    index("notice_customer_idx").on(t.customerId, t.at),
    // For users who see all customers.
    index("notice_at_idx").on(t.at, t.id),
    index("notice_exception_idx").on(t.exceptionId),
    index("notice_outbox_idx").on(t.outboxId),
    // Since when a channel has been failing.
    index("notice_channel_idx").on(t.channel, t.status, t.at),
  ],
);

/** An outage of a channel of the installation, from its first failure to the delivery that ended it. */
export const channelOutage = pgTable(
  "channel_outage",
  {
    id: id(),
    channel: text({ enum: NOTICE_CHANNELS }).notNull(),
    startedAt: instant().notNull(),
    /** When the outage was recognised. */
    raisedAt: instant().notNull(),
    endedAt: instant(),
    /** The channel's latest error at that time. */
    reason: text().notNull(),
    /** Whether messages were sent by the other channels; they are not repeated for an outage soon after another. */
    isNotified: boolean().notNull(),
  },
  (t) => [
    ...closedSets(t),
    index("channel_outage_channel_idx").on(t.channel, t.startedAt),
    uniqueIndex("channel_outage_open_key").on(t.channel).where(sql`${t.endedAt} is null`),
  ],
);

import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { FORWARD_EVENTS, FORWARD_KINDS, FORWARD_TYPES } from "../enums";
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";

const counter = () => bigint({ mode: "number" }).notNull().default(0);

/** A platform that readings and exceptions of a customer are forwarded to. */
export const forwardTarget = pgTable(
  "forward_target",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    type: text({ enum: FORWARD_TYPES }).notNull(),
    host: text().notNull(),
    port: integer().notNull(),
    isTls: boolean().notNull().default(false),
    /** HTTP: where it is posted to. */
    path: text().notNull().default(""),
    clientId: text().notNull().default(""),
    username: text().notNull().default(""),
    /** Sealed by `lib/auth/secret-box`; null for none. */
    sealedPassword: text(),
    passwordSetAt: instant(),
    qos: integer().notNull().default(1),
    timeoutSeconds: integer().notNull().default(10),
    heartbeatSeconds: integer().notNull().default(30),
    subscribeTopic: text().notNull().default(""),
    publishTopic: text().notNull().default(""),
    platformCode: text().notNull().default(""),
    platformName: text().notNull().default(""),
    vendorCode: text().notNull().default(""),
    appId: text().notNull().default(""),
    sealedAppKey: text(),
    /** Keyed, so that equal keys are found without being read. */
    appKeyHash: text(),
    appKeySetAt: instant(),
    sendsReadings: boolean().notNull().default(true),
    sendsExceptions: boolean().notNull().default(true),
    /** The platform's staff gave the address: it may lie in the house's own network. */
    mayReachPrivate: boolean().notNull().default(false),
    isEnabled: boolean().notNull().default(true),
    createdAt: createdAt(),
    /** Of the last change: an open connection with older settings is closed. */
    changedAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("forward_target_name_key").on(t.customerId, sql`lower(${t.name})`),
    uniqueIndex("forward_target_port_key").on(t.customerId, sql`lower(${t.host})`, t.port),
    uniqueIndex("forward_target_platform_code_key")
      .on(t.customerId, sql`lower(${t.platformCode})`)
      .where(sql`${t.platformCode} <> ''`),
    uniqueIndex("forward_target_platform_name_key")
      .on(t.customerId, sql`lower(${t.platformName})`)
      .where(sql`${t.platformName} <> ''`),
    uniqueIndex("forward_target_app_key_key").on(t.customerId, t.appKeyHash),
  ],
);

/** How far a target is, and who sends to it now: one row a target, written with every message. */
export const forwardState = pgTable("forward_state", {
  targetId: ref()
    .primaryKey()
    .references(() => forwardTarget.id, { onDelete: "cascade" }),
  /** Everything up to this position has arrived. */
  cursor: counter(),
  /** The end of what is being sent, kept so that another try sends the same under the same key; null between messages. */
  sendingTo: bigint({ mode: "number" }),
  /** How many messages of it have arrived. */
  sentParts: integer().notNull().default(0),
  /** Sending again: from when, up to when, and how far it is. Null when nothing is sent again. */
  replayFrom: instant(),
  replayUntil: instant(),
  replayCursor: instant(),
  replayTo: instant(),
  replayParts: integer().notNull().default(0),
  leaseOwner: text(),
  leaseUntil: instant(),
  nextTryAt: instant().notNull().defaultNow(),
  failures: integer().notNull().default(0),
  connectedAt: instant(),
  lastSuccessAt: instant(),
  /** Key of its text in the messages, and what the other side said. */
  errorCode: text(),
  errorDetail: text(),
  errorAt: instant(),
});

/** What is to be forwarded: one row for each ingest transaction or exception, dropped when all targets have it. */
export const forwardBatch = pgTable(
  "forward_batch",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    /** Given after the commit, so that nothing can slip in behind a cursor; null until then. */
    position: bigint({ mode: "number" }),
    kind: text({ enum: FORWARD_KINDS }).notNull(),
    /** How many values. */
    size: integer().notNull(),
    /** The earliest event time in it. */
    firstAt: instant().notNull(),
    /** Readings: columns of equal length; an exception: the row as it stood. */
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    index("forward_batch_position_idx").on(t.customerId, t.kind, t.position),
    index("forward_batch_new_idx").on(t.id).where(sql`${t.position} is null`),
  ],
);

/** The last position that was given, in one row. */
export const forwardHead = pgTable("forward_head", { id: integer().primaryKey(), position: counter() });

/** A target's traffic by the hour. */
export const forwardHour = pgTable(
  "forward_hour",
  {
    targetId: ref()
      .notNull()
      .references(() => forwardTarget.id, { onDelete: "cascade" }),
    hour: instant().notNull(),
    messages: counter(),
    readings: counter(),
    exceptions: counter(),
    bytes: counter(),
    failures: counter(),
  },
  (t) => [primaryKey({ columns: [t.targetId, t.hour] })],
);

/** What happened to a target's connection, the latest of it. */
export const forwardEvent = pgTable(
  "forward_event",
  {
    id: id(),
    targetId: ref()
      .notNull()
      .references(() => forwardTarget.id, { onDelete: "cascade" }),
    kind: text({ enum: FORWARD_EVENTS }).notNull(),
    /** Key of its text in the messages; null for none. */
    errorCode: text(),
    detail: text().notNull().default(""),
    at: createdAt(),
  },
  (t) => [...closedSets(t), index("forward_event_target_idx").on(t.targetId, t.id)],
);

import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { FORWARD_EVENTS, FORWARD_KINDS, FORWARD_TYPES } from "../enums";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";

const counter = () => bigint({ mode: "number" }).notNull().default(0);

/** A platform to which a customer's readings and exceptions are forwarded. */
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
    /** HTTP: the path to which it is posted. */
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
    /** Keyed hash, so that equal keys are found without decrypting them. */
    appKeyHash: text(),
    appKeySetAt: instant(),
    sendsReadings: boolean().notNull().default(true),
    sendsExceptions: boolean().notNull().default(true),
    /** The platform's staff set the address, so it may be in the installation's private network. */
    mayReachPrivate: boolean().notNull().default(false),
    isEnabled: boolean().notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    /** Time of the last change: an open connection with older settings is closed. */
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

/** Progress of a target and which process sends to it: one row per target, updated with every message. */
export const forwardState = pgTable("forward_state", {
  targetId: ref()
    .primaryKey()
    .references(() => forwardTarget.id, { onDelete: "cascade" }),
  /** Everything up to this position was delivered. */
  cursor: counter(),
  /** End of the message being sent, stored so that a retry sends the same under the same key; null between messages. */
  sendingTo: bigint({ mode: "number" }),
  /** How many parts of it were delivered. */
  sentParts: integer().notNull().default(0),
  /** Resending: from when, until when, and its progress. Null when nothing is resent. */
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
  /** Message key of the error, and the reply of the other side. */
  errorCode: text(),
  errorDetail: text(),
  errorAt: instant(),
});

/** What is to be forwarded: one row per ingest transaction or exception, deleted when all targets have it. */
export const forwardBatch = pgTable(
  "forward_batch",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    /** Assigned after the commit, so that no row appears behind a cursor; null until then. */
    position: bigint({ mode: "number" }),
    kind: text({ enum: FORWARD_KINDS }).notNull(),
    /** Number of values. */
    size: integer().notNull(),
    /** The earliest event time in it. */
    firstAt: instant().notNull(),
    /** For readings, columns of equal length; for an exception, a snapshot of the row. */
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    index("forward_batch_position_idx").on(t.customerId, t.kind, t.position),
    index("forward_batch_new_idx").on(t.id).where(sql`${t.position} is null`),
  ],
);

/** The last assigned position, in one row. */
export const forwardHead = pgTable("forward_head", { id: integer().primaryKey(), position: counter() });

/** A target's traffic per hour. */
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

/** The latest connection events of a target. */
export const forwardEvent = pgTable(
  "forward_event",
  {
    id: id(),
    targetId: ref()
      .notNull()
      .references(() => forwardTarget.id, { onDelete: "cascade" }),
    kind: text({ enum: FORWARD_EVENTS }).notNull(),
    /** Message key of the error; null: none. */
    errorCode: text(),
    detail: text().notNull().default(""),
    at: createdAt(),
  },
  (t) => [...closedSets(t), index("forward_event_target_idx").on(t.targetId, t.id)],
);

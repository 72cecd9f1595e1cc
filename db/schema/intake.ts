import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { device } from "./device";

/** A device that readings with a valid token name, but that its customer has not registered. */
export const unknownDevice = pgTable(
  "unknown_device",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** Serial number or MAC as received, in upper case. */
    key: text().notNull(),
    /** The adapter by which it arrived, such as `tts` or `osmand`. */
    adapter: text().notNull(),
    /** The gateway whose token was used. */
    gatewayId: ref().references(() => device.id, { onDelete: "set null" }),
    /** The last message as JSON, truncated to the stored length. */
    payload: text().notNull(),
    messageCount: integer().notNull().default(0),
    /** The last message with fields to try a mapping on, in the shape of `device_message`. */
    message: jsonb().$type<Record<string, unknown>>(),
    /** Stored readings that were evicted for newer ones. */
    droppedCount: integer().notNull().default(0),
    /** The sum of `bytes` of its stored readings. */
    keptBytes: integer().notNull().default(0),
    /** The device that it was registered as, while waiting positions or rejected readings remain. */
    deviceId: ref().references(() => device.id, { onDelete: "set null" }),
    /** How many of its readings were imported and rejected, and the first rejected ones with reasons. */
    acceptedCount: integer().notNull().default(0),
    refusedCount: integer().notNull().default(0),
    refused: jsonb().$type<{ at: number; reason: string }[]>().notNull().default([]),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (t) => [uniqueIndex("unknown_device_key").on(t.customerId, t.key), index("unknown_device_device_idx").on(t.deviceId)],
);

/** Readings of an unknown device, in the shape of the ingest endpoint, until it is registered. */
export const unknownReading = pgTable(
  "unknown_reading",
  {
    unknownDeviceId: ref()
      .notNull()
      .references(() => unknownDevice.id, { onDelete: "cascade" }),
    at: instant().notNull(),
    reading: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Distinguishes readings of the same instant; an equal one is a duplicate. */
    digest: text().notNull().generatedAlwaysAs(sql`md5(reading::text)`),
    /** Its length as text; the total stored per customer is limited. */
    bytes: integer().notNull().generatedAlwaysAs(sql`octet_length(reading::text)`),
  },
  (t) => [primaryKey({ columns: [t.unknownDeviceId, t.at, t.digest] })],
);

/** Number of a customer's unknown devices that were evicted for newer ones. */
export const unknownOverflow = pgTable("unknown_overflow", {
  customerId: ref()
    .primaryKey()
    .references(() => customer.id, { onDelete: "cascade" }),
  droppedCount: integer().notNull().default(0),
  droppedAt: instant().notNull(),
});

/** The last messages of a device as its adapter parsed them, newest first, for mapping their fields. */
export const deviceMessage = pgTable("device_message", {
  deviceId: ref()
    .primaryKey()
    .references(() => device.id, { onDelete: "cascade" }),
  messages: jsonb()
    .$type<{ at: number; adapter: string; reader?: string; fields: Record<string, unknown>; ignored: string[] }[]>()
    .notNull()
    .default([]),
  /** Each stored message moves it on by ten seconds, never past its own time: bounds how often the row is written. */
  keptAt: instant().notNull(),
});

/** How a customer maps the fields of its devices of a type that the built-in table of names does not cover. */
export const decoderMapping = pgTable(
  "decoder_mapping",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    typeCode: text().notNull(),
    fields: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("decoder_mapping_type_key").on(t.customerId, sql`lower(${t.typeCode})`)],
);

/** The devices of a Zigbee network as its bridge lists them: addresses by friendly name. */
export const zigbeeNetwork = pgTable(
  "zigbee_network",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    gatewayId: ref().references(() => device.id, { onDelete: "cascade" }),
    baseTopic: text().notNull(),
    addresses: jsonb().$type<Record<string, string>>().notNull().default({}),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("zigbee_network_key").on(t.customerId, sql`coalesce(${t.gatewayId}, 0)`, t.baseTopic)],
);

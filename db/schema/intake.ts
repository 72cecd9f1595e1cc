import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { device } from "./device";

/** A device that is sent of with a good token and that its customer has not registered. */
export const unknownDevice = pgTable(
  "unknown_device",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** Serial number or MAC as it is sent, in upper case. */
    key: text().notNull(),
    /** Which way it came in, as `tts` or `osmand`. */
    adapter: text().notNull(),
    /** The gateway whose token brought it. */
    gatewayId: ref().references(() => device.id, { onDelete: "set null" }),
    /** The last message, as JSON; what is longer than is kept ends early. */
    payload: text().notNull(),
    messageCount: integer().notNull().default(0),
    /** The last message whose fields a mapping can be tried on, as `device_message` has it. */
    message: jsonb().$type<Record<string, unknown>>(),
    /** Kept readings that had to make room for newer ones. */
    droppedCount: integer().notNull().default(0),
    /** The sum of `bytes` of its kept readings. */
    keptBytes: integer().notNull().default(0),
    /** The device that it was registered as, while something of it remains: positions that wait, or what was refused. */
    deviceId: ref().references(() => device.id, { onDelete: "set null" }),
    /** What was taken in of it, how much was refused, and the first of that with the reasons. */
    acceptedCount: integer().notNull().default(0),
    refusedCount: integer().notNull().default(0),
    refused: jsonb().$type<{ at: number; reason: string }[]>().notNull().default([]),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (t) => [uniqueIndex("unknown_device_key").on(t.customerId, t.key), index("unknown_device_device_idx").on(t.deviceId)],
);

/** What an unknown device has measured, in the shape of the ingest door, until it is registered. */
export const unknownReading = pgTable(
  "unknown_reading",
  {
    unknownDeviceId: ref()
      .notNull()
      .references(() => unknownDevice.id, { onDelete: "cascade" }),
    at: instant().notNull(),
    reading: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Tells two readings of one instant apart; the same one again is a repeat. */
    digest: text().notNull().generatedAlwaysAs(sql`md5(reading::text)`),
    /** Its length as text, by which what is kept of a customer is bounded. */
    bytes: integer().notNull().generatedAlwaysAs(sql`octet_length(reading::text)`),
  },
  (t) => [primaryKey({ columns: [t.unknownDeviceId, t.at, t.digest] })],
);

/** Unknown devices of a customer that had to make room for newer ones. */
export const unknownOverflow = pgTable("unknown_overflow", {
  customerId: ref()
    .primaryKey()
    .references(() => customer.id, { onDelete: "cascade" }),
  droppedCount: integer().notNull().default(0),
  droppedAt: instant().notNull(),
});

/** The last messages of a device as its adapter saw them, newest first, for whoever maps their fields. */
export const deviceMessage = pgTable("device_message", {
  deviceId: ref()
    .primaryKey()
    .references(() => device.id, { onDelete: "cascade" }),
  messages: jsonb()
    .$type<{ at: number; adapter: string; reader?: string; fields: Record<string, unknown>; ignored: string[] }[]>()
    .notNull()
    .default([]),
  keptAt: instant().notNull(),
});

/** How a customer reads the fields of its devices of a type, where the table of names does not know better. */
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

/** The devices of a Zigbee network by their friendly names, as its bridge lists them: addresses by names. */
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

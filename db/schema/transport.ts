import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { HANDOVER_ANSWERS, type PrecoolingState, TRANSPORT_STATES, TRANSPORT_WAYS } from "../transport-enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { geofence } from "./geofence";
import { lot } from "./goods";
import { userAccount } from "./user";

/** The proof that a carrier was in range before it was loaded; minutes of the required time, of its worst probe. */
export type Precooling = {
  state: PrecoolingState;
  requiredMinutes: number;
  withinMinutes: number;
  outsideMinutes: number;
  observedMinutes: number;
};

/** A photo or drawing that a receiver sent, with its SHA-256 in hex. */
export type HandoverFile = { id: string; sha256: string };

/** A journey of goods from a consignor to a consignee. Its stops say where, when and in which carrier. */
export const transport = pgTable(
  "transport",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    number: text().notNull(),
    /** The order in another system; unique within the customer, so that a repeated call creates nothing. */
    reference: text(),
    state: text({ enum: TRANSPORT_STATES }).notNull().default("planned"),
    how: text({ enum: TRANSPORT_WAYS }).notNull(),
    consignor: text().notNull().default(""),
    /** Is told by mail when the receiver refuses, or accepts with a remark. */
    consignorEmail: text().notNull().default(""),
    consignee: text().notNull().default(""),
    /** A phone number or mail address of the consignee, for the driver. */
    consigneeContact: text().notNull().default(""),
    note: text().notNull().default(""),
    /** The carrier that has the goods, or will have them first. */
    carrierId: ref()
      .notNull()
      .references(() => carrier.id),
    /** Time in range that is required before loading; 0: none. */
    precoolingMinutes: integer().notNull(),
    precooling: jsonb().$type<Precooling>(),
    loadedAt: instant(),
    /** When it was delivered, refused or cancelled. */
    closedAt: instant(),
    cancelReason: text().notNull().default(""),
    /** The public part of the transport code; a new one makes printed codes void. */
    codeId: uuid().notNull().defaultRandom(),
    /** Up to here positions were compared with the stops. */
    followedAt: instant(),
    /** Who planned it, and is told as well; null for a file of another system, or a vehicle that left. */
    createdBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("transport_number_key").on(t.customerId, sql`lower(${t.number})`),
    uniqueIndex("transport_reference_key").on(t.customerId, t.reference).where(sql`${t.reference} is not null`),
    uniqueIndex("transport_code_key").on(t.codeId),
    /** A carrier is in one transport at a time: its readings would belong to two. */
    uniqueIndex("transport_carrier_key").on(t.carrierId).where(sql`${t.state} in ('loading', 'underway', 'arrived')`),
    index("transport_customer_idx").on(t.customerId, t.createdAt),
    index("transport_created_by_idx").on(t.createdBy),
  ],
);

/** Where a transport loads, changes its carrier, stops or unloads; the first is its origin, the last its destination. */
export const transportStop = pgTable(
  "transport_stop",
  {
    id: id(),
    transportId: ref()
      .notNull()
      .references(() => transport.id, { onDelete: "cascade" }),
    place: integer().notNull(),
    name: text().notNull(),
    /** Its area; without one, a circle about the position; without either, the times are entered by hand. */
    geofenceId: ref().references(() => geofence.id, { onDelete: "set null" }),
    longitude: doublePrecision(),
    latitude: doublePrecision(),
    plannedArriveAt: instant(),
    plannedDepartAt: instant(),
    arrivedAt: instant(),
    departedAt: instant(),
    /** The carrier that takes the goods on from here; null at the destination. */
    carrierId: ref().references(() => carrier.id),
  },
  (t) => [
    unique("transport_stop_key").on(t.transportId, t.place),
    index("transport_stop_carrier_idx").on(t.carrierId, t.departedAt),
  ],
);

/** The lots of a transport. */
export const transportLot = pgTable(
  "transport_lot",
  {
    transportId: ref()
      .notNull()
      .references(() => transport.id, { onDelete: "cascade" }),
    lotId: ref()
      .notNull()
      .references(() => lot.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.transportId, t.lotId] }), index("transport_lot_lot_idx").on(t.lotId)],
);

/** A receiver's answer, with what was signed. Never changed or deleted with the transport. */
export const transportHandover = pgTable(
  "transport_handover",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    transportId: ref()
      .notNull()
      .references(() => transport.id),
    answer: text({ enum: HANDOVER_ANSWERS }).notNull(),
    remark: text().notNull(),
    receiverName: text().notNull(),
    /** On the receiver's phone, which may have been without a connection until `receivedAt`; that one if its clock is wrong. */
    answeredAt: instant().notNull(),
    receivedAt: instant().notNull(),
    /** Made by the receiver's phone: an answer that is sent again is the same. */
    clientKey: uuid().notNull(),
    drawing: jsonb().$type<HandoverFile>().notNull(),
    photos: jsonb().$type<HandoverFile[]>().notNull(),
    /** The journey and the load as they were shown to the receiver. */
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    /** False: by the receiver's phone it answered before the goods were loaded, or after the receipt. */
    isClockRight: boolean().notNull(),
  },
  (t) => [
    ...closedSets(t),
    unique("transport_handover_key").on(t.transportId, t.clientKey),
    index("transport_handover_customer_idx").on(t.customerId, t.receivedAt),
  ],
);

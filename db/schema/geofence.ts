import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { CROSSING_KINDS, GEOFENCE_SHAPES } from "../enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { scene } from "./scene";

/** An area on the map (WGS-84); carriers that enter or leave it cause an event. */
export const geofence = pgTable(
  "geofence",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    shape: text({ enum: GEOFENCE_SHAPES }).notNull(),
    /** The centre of a circle. */
    longitude: doublePrecision(),
    latitude: doublePrecision(),
    radiusMetres: integer(),
    /** Corners of a polygon as [longitude, latitude]; the last is joined to the first. */
    points: jsonb().$type<[number, number][]>(),
    isEnabled: boolean().notNull().default(true),
    /** A vehicle that leaves it and is in no transport begins one. */
    startsTransport: boolean().notNull().default(false),
    /** Since when its events refer to its current shape: older positions are not evaluated. */
    judgedFrom: instant().notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("geofence_name_key").on(t.customerId, sql`lower(${t.name})`),
    check(
      "geofence_shape_check",
      sql`case ${t.shape} when 'circle' then num_nonnulls(${t.longitude}, ${t.latitude}, ${t.radiusMetres}) = 3
          else ${t.points} is not null end`,
    ),
  ],
);

/** What a geofence watches: the carriers of a node's sub-tree, or one carrier. Without targets, all of its customer. */
export const geofenceTarget = pgTable(
  "geofence_target",
  {
    id: id(),
    geofenceId: ref()
      .notNull()
      .references(() => geofence.id, { onDelete: "cascade" }),
    sceneId: ref().references(() => scene.id, { onDelete: "cascade" }),
    carrierId: ref().references(() => carrier.id, { onDelete: "cascade" }),
  },
  (t) => [
    unique("geofence_target_key").on(t.geofenceId, t.sceneId, t.carrierId).nullsNotDistinct(),
    index("geofence_target_scene_idx").on(t.sceneId).where(sql`${t.sceneId} is not null`),
    index("geofence_target_carrier_idx").on(t.carrierId).where(sql`${t.carrierId} is not null`),
    check("geofence_target_check", sql`num_nonnulls(${t.sceneId}, ${t.carrierId}) = 1`),
  ],
);

/** A carrier entered or left a geofence: the first position that shows it, and its time. */
export const geofenceEvent = pgTable(
  "geofence_event",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    geofenceId: ref()
      .notNull()
      .references(() => geofence.id, { onDelete: "cascade" }),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id, { onDelete: "cascade" }),
    kind: text({ enum: CROSSING_KINDS }).notNull(),
    at: instant().notNull(),
    longitude: doublePrecision().notNull(),
    latitude: doublePrecision().notNull(),
    /** When it was detected: long after `at` if the position arrived late. */
    foundAt: instant().notNull(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("geofence_event_key").on(t.geofenceId, t.carrierId, t.at),
    index("geofence_event_customer_idx").on(t.customerId, t.at),
    index("geofence_event_carrier_idx").on(t.carrierId, t.at),
  ],
);

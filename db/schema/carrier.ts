import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { BEARING_TYPES, CARRIER_WORK_MODES } from "../carrier-enums";
import { ALARM_SWITCHES, CARRIER_STATUSES, CARRIER_TYPES, MEASURES } from "../enums";
import { alarmTrigger } from "./alarm-trigger";
import { carrierType } from "./catalogue";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { scene } from "./scene";
import { storedFile } from "./stored-file";
import { userAccount } from "./user";
import { zone } from "./zone";

/** What is monitored: fridge, cold store, vehicle … */
export const carrier = pgTable(
  "carrier",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    sceneId: ref()
      .notNull()
      .references((): AnyPgColumn => scene.id),
    name: text().notNull(),
    type: text({ enum: CARRIER_TYPES }).notNull(),
    /** A custom type based on the same type; null: the base type itself. */
    carrierTypeId: ref().references(() => carrierType.id),
    description: text().notNull().default(""),
    status: text({ enum: CARRIER_STATUSES }).notNull().default("running"),
    /** The status to restore when the cancelled customer is activated again. */
    resumeStatus: text({ enum: CARRIER_STATUSES }),
    defrostUntil: instant(),
    alarmTriggerId: ref().references(() => alarmTrigger.id),
    alarmSwitch: text({ enum: ALARM_SWITCHES }).notNull().default("on"),
    alarmPausedUntil: instant(),
    /** `transport` for vehicles and other moving carriers; selects the presets of the record interval. */
    mode: text({ enum: ["storage", "transport"] })
      .notNull()
      .default("storage"),
    workMode: text({ enum: CARRIER_WORK_MODES }).notNull().default("continuous"),
    bearingType: text({ enum: BEARING_TYPES }),
    longitude: doublePrecision(),
    latitude: doublePrecision(),
    /** Custom label extension info. */
    extension: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Fields specific to its type, such as a vehicle's plate number. */
    attributes: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    isTraceable: boolean().notNull().default(false),
    /** Whether positions of its devices are stored. */
    isGpsOn: boolean().notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("carrier_name_key").on(t.customerId, sql`lower(${t.name})`),
    index("carrier_scene_idx").on(t.sceneId),
    index("carrier_type_idx").on(t.customerId, t.type, sql`lower(${t.name})`),
    index("carrier_defrost_idx").on(t.defrostUntil).where(sql`${t.status} = 'defrost'`),
    // Lists search for a part of a name; rows change too seldom to benefit from a pending list.
    index("carrier_search_idx").using("gin", t.name.op("gin_trgm_ops")).with({ fastupdate: false }),
    index("carrier_trigger_idx").on(t.alarmTriggerId),
    index("carrier_paused_idx").on(t.alarmPausedUntil).where(sql`${t.alarmSwitch} = 'paused'`),
    index("carrier_silenced_idx").on(t.customerId).where(sql`${t.alarmSwitch} <> 'on'`),
  ],
);

/** The monitoring range of a carrier for one measure. */
export const carrierZone = pgTable(
  "carrier_zone",
  {
    carrierId: ref()
      .notNull()
      .references(() => carrier.id, { onDelete: "cascade" }),
    measure: text({ enum: MEASURES }).notNull(),
    zoneId: ref()
      .notNull()
      .references(() => zone.id),
  },
  (t) => [...closedSets(t), primaryKey({ columns: [t.carrierId, t.measure] })],
);

/** A time of the customer's day at which the carrier's values are recorded, in minutes from midnight. */
export const carrierRecordTime = pgTable(
  "carrier_record_time",
  {
    carrierId: ref()
      .notNull()
      .references(() => carrier.id, { onDelete: "cascade" }),
    minuteOfDay: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.carrierId, t.minuteOfDay] })],
);

/** A document of a carrier: manual, acceptance, photograph. */
export const carrierFile = pgTable(
  "carrier_file",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id, { onDelete: "cascade" }),
    fileId: uuid()
      .notNull()
      .references(() => storedFile.id),
    name: text().notNull(),
    userId: ref().references((): AnyPgColumn => userAccount.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("carrier_file_name_key").on(t.carrierId, sql`lower(${t.name})`)],
);

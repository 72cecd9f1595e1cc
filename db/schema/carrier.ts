import { sql } from "drizzle-orm";
import { doublePrecision, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { AlarmSwitch, CarrierStatus, CarrierType, Measure } from "../enums";
import { alarmTrigger } from "./alarm-trigger";
import { createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { scene } from "./scene";
import { zone } from "./zone";

/** A monitored place: fridge, cold store, vehicle … */
export const carrier = pgTable(
  "carrier",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    sceneId: ref()
      .notNull()
      .references(() => scene.id),
    name: text().notNull(),
    type: text().$type<CarrierType>().notNull(),
    status: text().$type<CarrierStatus>().notNull().default("running"),
    /** The status to return to once the cancelled customer is active again. */
    resumeStatus: text().$type<CarrierStatus>(),
    defrostUntil: instant(),
    alarmTriggerId: ref().references(() => alarmTrigger.id),
    alarmSwitch: text().$type<AlarmSwitch>().notNull().default("on"),
    alarmPausedUntil: instant(),
    /** `transport` for what moves; presets of the record interval follow it. */
    mode: text().$type<"storage" | "transport">().notNull().default("storage"),
    longitude: doublePrecision(),
    latitude: doublePrecision(),
    /** Custom label extension info. */
    extension: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("carrier_name_key").on(t.customerId, sql`lower(${t.name})`),
    index("carrier_scene_idx").on(t.sceneId),
    index("carrier_trigger_idx").on(t.alarmTriggerId),
  ],
);

/** The monitoring range of a carrier for one measure. */
export const carrierZone = pgTable(
  "carrier_zone",
  {
    carrierId: ref()
      .notNull()
      .references(() => carrier.id, { onDelete: "cascade" }),
    measure: text().$type<Measure>().notNull(),
    zoneId: ref()
      .notNull()
      .references(() => zone.id),
  },
  (t) => [primaryKey({ columns: [t.carrierId, t.measure] })],
);

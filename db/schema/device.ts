import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CONFIG_STATUSES, DEVICE_KINDS, DEVICE_USES, MEASURES } from "../enums";
import { DEVICE_CUSTODIES } from "../secondment-enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { scene } from "./scene";

export const device = pgTable(
  "device",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    kind: text({ enum: DEVICE_KINDS }).notNull(),
    /** Model code of the specification's table, such as `zbp_1` or `gt_2`. */
    typeCode: text().notNull(),
    serialNumber: text().notNull(),
    mac: text(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** The node it belongs to; while mounted, that of its carrier. Null: in the customer's store. */
    sceneId: ref().references(() => scene.id),
    use: text({ enum: DEVICE_USES }).notNull().default("activated"),
    /** The use to restore when the cancelled customer is activated again. */
    resumeUse: text({ enum: DEVICE_USES }),
    configStatus: text({ enum: CONFIG_STATUSES }).notNull().default("wait"),
    /** The gateway it forwards through. */
    gatewayId: ref().references((): AnyPgColumn => device.id),
    reportIntervalSeconds: integer().notNull().default(300),
    lastSeenAt: instant(),
    /** Firmware version as reported by the device. */
    firmware: text().notNull().default(""),
    /** UTC offset of the device's clock in hours, if it is not set to UTC. */
    utcOffsetHours: integer(),
    /** The desired parameters and those confirmed by the device (specification, section 3, "Sensor"). */
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    appliedSettings: jsonb().$type<Record<string, unknown>>(),
    /** Everything that the device reports about itself, raw: addresses, link states, lqi. */
    properties: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    propertiesAt: instant(),
    calibrationDueOn: date(),
    /** SHA-256 of a gateway's ingest token. */
    ingestTokenHash: text(),
    custody: text({ enum: DEVICE_CUSTODIES }).notNull().default("own"),
    /** The physical device, once it was seconded: the same in the rows of all customers that had it. */
    unitId: bigint({ mode: "number" }),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    // A device is registered once, whoever else has or had it.
    uniqueIndex("device_serial_number_key")
      .on(sql`upper(${t.serialNumber})`)
      .where(sql`${t.custody} in ('own', 'lent')`),
    uniqueIndex("device_mac_key").on(sql`upper(${t.mac})`).where(sql`${t.custody} in ('own', 'lent')`),
    // What names a device in a message is looked up in the rows of all customers.
    index("device_serial_number_idx").on(sql`upper(${t.serialNumber})`),
    index("device_mac_idx").on(sql`upper(${t.mac})`),
    uniqueIndex("device_unit_key").on(t.unitId, t.customerId),
    uniqueIndex("device_ingest_token_key").on(t.ingestTokenHash),
    index("device_customer_idx").on(t.customerId, t.kind, sql`lower(${t.name})`),
    index("device_kind_idx").on(t.kind, sql`lower(${t.name})`),
    index("device_scene_idx").on(t.sceneId),
    index("device_calibration_idx").on(t.calibrationDueOn),
    index("device_search_idx")
      .using("gin", t.name.op("gin_trgm_ops"), t.serialNumber.op("gin_trgm_ops"), t.mac.op("gin_trgm_ops"))
      .with({ fastupdate: false }),
    index("device_gateway_idx").on(t.gatewayId),
  ],
);

/** One measure of one device, at one of its channels. */
export const probe = pgTable(
  "probe",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    deviceId: ref()
      .notNull()
      .references(() => device.id),
    measure: text({ enum: MEASURES }).notNull(),
    /** Distinguishes probes of one measure: `external`, `internal`, a number; empty if the device names none. */
    channel: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), uniqueIndex("probe_measure_key").on(t.deviceId, t.measure, t.channel)],
);

/** The period in which a probe is mounted on a carrier; history belongs to both. */
export const mounting = pgTable(
  "mounting",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    probeId: ref()
      .notNull()
      .references(() => probe.id),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id),
    mountedAt: instant().notNull().defaultNow(),
    unmountedAt: instant(),
  },
  (t) => [
    uniqueIndex("mounting_current_key").on(t.probeId).where(sql`${t.unmountedAt} is null`),
    index("mounting_carrier_idx").on(t.carrierId),
    // Current mountings: every list queries them, and most rows of an old installation are over.
    index("mounting_current_carrier_idx").on(t.carrierId, t.probeId).where(sql`${t.unmountedAt} is null`),
  ],
);

import { sql } from "drizzle-orm";
import { type AnyPgColumn, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  BINDING_STATES,
  COMMAND_RESULTS,
  COMMAND_STATES,
  DEVICE_KINDS,
  IMPORT_STATUSES,
  type Measure,
  OLD_DEVICE_FATES,
  SWITCH_RESULTS,
  SWITCH_TYPES,
} from "../enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { device } from "./device";
import { storedFile } from "./stored-file";
import { userAccount } from "./user";

/** One point of a calibration: the reference value and what the device showed before and after adjustment. */
export type CalibrationPoint = { measure: Measure; reference: number; asFound: number; asLeft: number | null };

/** An invalid cell of an imported sheet, such as `C7`, and the rule that it violates. */
export type ImportIssue = { cell: string; field: string; rule: string; message: string };

/** The period in which a whole device is bound to a carrier, or a smart base contains a sensor. */
export const deviceBinding = pgTable(
  "device_binding",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    deviceId: ref()
      .notNull()
      .references(() => device.id),
    carrierId: ref().references(() => carrier.id),
    /** The sensor in a smart base. */
    sensorId: ref().references((): AnyPgColumn => device.id),
    state: text({ enum: BINDING_STATES }).notNull().default("bound"),
    boundAt: instant().notNull().defaultNow(),
    unboundAt: instant(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("device_binding_current_key").on(t.deviceId).where(sql`${t.unboundAt} is null`),
    index("device_binding_device_idx").on(t.deviceId),
    index("device_binding_carrier_idx").on(t.carrierId),
    index("device_binding_sensor_idx").on(t.sensorId),
  ],
);

/** A calibration of a device; the latest that is not revoked is in effect. */
export const calibration = pgTable(
  "calibration",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    deviceId: ref()
      .notNull()
      .references(() => device.id),
    certificateNumber: text().notNull(),
    laboratory: text().notNull().default(""),
    calibratedOn: date().notNull(),
    dueOn: date().notNull(),
    /** The day from which its expiry is announced. */
    noticeOn: date(),
    noticeSentAt: instant(),
    points: jsonb().$type<CalibrationPoint[]>().notNull().default([]),
    remark: text().notNull().default(""),
    fileId: uuid().references(() => storedFile.id),
    fileName: text().notNull().default(""),
    userId: ref().references((): AnyPgColumn => userAccount.id, { onDelete: "set null" }),
    revokedAt: instant(),
    revokeReason: text().notNull().default(""),
    createdAt: createdAt(),
  },
  (t) => [
    // Revoking frees the certificate number, so that a mistyped certificate can be entered again.
    uniqueIndex("calibration_certificate_key")
      .on(t.deviceId, sql`lower(${t.certificateNumber})`)
      .where(sql`${t.revokedAt} is null`),
    index("calibration_due_idx").on(t.dueOn),
    index("calibration_notice_idx").on(t.noticeOn).where(sql`${t.noticeSentAt} is null`),
  ],
);

/** A command to a device through its gateway: prepare, issuing, end. */
export const deviceCommand = pgTable(
  "device_command",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    deviceId: ref()
      .notNull()
      .references(() => device.id),
    /** The gateway that it is sent to; for a gateway, the device itself. */
    gatewayId: ref().references((): AnyPgColumn => device.id),
    settings: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: COMMAND_STATES }).notNull().default("prepare"),
    result: text({ enum: COMMAND_RESULTS }),
    attempts: integer().notNull().default(0),
    /** When it times out or is sent again. */
    deadlineAt: instant(),
    issuedAt: instant(),
    endedAt: instant(),
    /** The error that the device or the gateway reported. */
    error: text().notNull().default(""),
    userId: ref().references((): AnyPgColumn => userAccount.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    // A device has at most one command in progress.
    uniqueIndex("device_command_current_key").on(t.deviceId).where(sql`${t.state} <> 'end'`),
    index("device_command_device_idx").on(t.deviceId, t.createdAt),
    index("device_command_deadline_idx").on(t.deadlineAt).where(sql`${t.state} <> 'end'`),
  ],
);

/** The replacement of a device on its carrier, so that the carrier's history continues. */
export const deviceSwitch = pgTable(
  "device_switch",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id),
    oldDeviceId: ref()
      .notNull()
      .references(() => device.id),
    newDeviceId: ref()
      .notNull()
      .references((): AnyPgColumn => device.id),
    type: text({ enum: SWITCH_TYPES }).notNull(),
    /** Null until it has been evaluated. */
    result: text({ enum: SWITCH_RESULTS }),
    /** What happens to the old device on the switch; null where it was not recorded. */
    oldDeviceFate: text({ enum: OLD_DEVICE_FATES }),
    /** Until when it waits for its conditions; null: without limit. */
    expiresAt: instant(),
    reason: text().notNull().default(""),
    userId: ref().references((): AnyPgColumn => userAccount.id, { onDelete: "set null" }),
    startedAt: instant().notNull().defaultNow(),
    endedAt: instant(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("device_switch_old_key").on(t.oldDeviceId).where(sql`${t.endedAt} is null`),
    uniqueIndex("device_switch_new_key").on(t.newDeviceId).where(sql`${t.endedAt} is null`),
    index("device_switch_carrier_idx").on(t.carrierId),
  ],
);

/** An import of devices from a spreadsheet: all rows or none. */
export const deviceImport = pgTable(
  "device_import",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    kind: text({ enum: DEVICE_KINDS }).notNull(),
    fileName: text().notNull(),
    fileId: uuid().references(() => storedFile.id),
    status: text({ enum: IMPORT_STATUSES }).notNull().default("waiting"),
    /** Rows of the sheet, and rows processed in the current step. */
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    /** The first invalid cells with their reasons; `issueCount` is the total. */
    issues: jsonb().$type<ImportIssue[]>().notNull().default([]),
    issueCount: integer().notNull().default(0),
    userId: ref().references((): AnyPgColumn => userAccount.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (t) => [...closedSets(t), index("device_import_customer_idx").on(t.customerId, t.createdAt)],
);

import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  POINT_CLASSES,
  SAMPLING_MODES,
  VERIFICATION_KINDS,
  VERIFICATION_LOADS,
  VERIFICATION_OBJECTS,
  VERIFICATION_STATES,
  VERIFICATION_TESTS,
  VERIFICATION_VERDICTS,
} from "../verification-enums";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { contactGroup } from "./contact";
import { customer } from "./customer";
import { device, probe } from "./device";
import { userAccount } from "./user";

/** How many measuring points a space needs, by a rule of somebody: a template for the plan of a verification. */
export const verificationPreset = pgTable(
  "verification_preset",
  {
    id: id(),
    code: text().notNull(),
    /** Null on a seeded preset: the name comes from the messages of the user's locale. */
    name: text(),
    object: text({ enum: VERIFICATION_OBJECTS }).notNull(),
    /** Where the figures are from. */
    source: text().notNull().default(""),
    uniformMinimum: integer().notNull(),
    /** The longest distance between uniform points, in metres; null: not limited. */
    horizontalMetres: doublePrecision(),
    verticalMetres: doublePrecision(),
    /** `perVolumePoints` uniform points for each begun `volumeCubicMetres`; null: whatever the volume. */
    perVolumePoints: integer(),
    volumeCubicMetres: doublePrecision(),
    perFan: integer().notNull().default(0),
    perDoor: integer().notNull().default(0),
    perDeadCorner: integer().notNull().default(0),
    perRack: integer().notNull().default(0),
    perProbe: integer().notNull().default(0),
    outside: integer().notNull().default(0),
    isEnabled: boolean().notNull().default(true),
    isShipped: boolean().notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("verification_preset_code_key").on(sql`lower(${t.code})`),
    uniqueIndex("verification_preset_name_key").on(sql`lower(${t.name})`),
  ],
);

/** The verification (mapping) of a space: a plan, a record, and what follows from it. */
export const verificationTask = pgTable(
  "verification_task",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    number: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id),
    object: text({ enum: VERIFICATION_OBJECTS }).notNull(),
    kind: text({ enum: VERIFICATION_KINDS }).notNull(),
    load: text({ enum: VERIFICATION_LOADS }).notNull(),
    tests: text({ enum: VERIFICATION_TESTS }).array().notNull().default([]),
    state: text({ enum: VERIFICATION_STATES }).notNull().default("toBeStarted"),
    /** Setting and limits of each measure in its canonical unit. */
    limits: jsonb().notNull(),
    samplingMode: text({ enum: SAMPLING_MODES }).notNull(),
    samplingSeconds: integer().notNull(),
    durationMinutes: integer().notNull(),
    /** Without a start or the first values of all devices so long, people are told. */
    timeoutMinutes: integer().notNull(),
    /** The largest share of the record that may be missing, in percent. */
    gapPercent: integer().notNull(),
    /** The next one is due so many months after this one has ended. */
    validMonths: integer().notNull(),
    plannedAt: instant().notNull(),
    /** Size and fittings of the space, the rule by which its points are counted, and that rule's name and source. */
    space: jsonb(),
    rule: jsonb(),
    ruleName: text().notNull().default(""),
    ruleSource: text().notNull().default(""),
    notifyCompletion: boolean().notNull(),
    notifyTimeout: boolean().notNull(),
    notifyException: boolean().notNull(),
    userId: ref().references(() => userAccount.id, { onDelete: "set null" }),
    groupId: ref().references(() => contactGroup.id, { onDelete: "set null" }),
    startedAt: instant(),
    /** When all devices had reported: the record begins. */
    recordedFrom: instant(),
    recordedTo: instant(),
    stopReason: text().notNull().default(""),
    timeoutToldAt: instant(),
    exceptionToldAt: instant(),
    dueToldAt: instant(),
    overdueToldAt: instant(),
    /** The figures of the record, and SHA-256 of the readings of which they were made. */
    result: jsonb(),
    verdict: text({ enum: VERIFICATION_VERDICTS }),
    dataSha256: text(),
    frozenAt: instant(),
    remark: text().notNull().default(""),
    terminatedAt: instant(),
    terminatedBy: text().notNull().default(""),
    createdBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("verification_task_number_key").on(t.customerId, t.number),
    index("verification_task_customer_idx").on(t.customerId, t.createdAt),
    index("verification_task_carrier_idx").on(t.carrierId, t.terminatedAt),
    index("verification_task_user_idx").on(t.userId),
    index("verification_task_group_idx").on(t.groupId),
    index("verification_task_created_by_idx").on(t.createdBy),
    index("verification_task_running_idx").on(t.state).where(sql`${t.state} <> 'terminated'`),
  ],
);

/** A measuring point in the plan of a space. */
export const verificationPoint = pgTable(
  "verification_point",
  {
    id: id(),
    taskId: ref()
      .notNull()
      .references(() => verificationTask.id, { onDelete: "cascade" }),
    label: text().notNull(),
    pointClass: text({ enum: POINT_CLASSES }).notNull(),
    /** From the left and from above, as shares of length and width. */
    x: doublePrecision().notNull(),
    y: doublePrecision().notNull(),
    heightMetres: doublePrecision().notNull(),
    deviceId: ref().references(() => device.id),
    /** Of the class `permanent`: the mounted device beside which it is. */
    besideId: ref().references(() => device.id),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("verification_point_label_key").on(t.taskId, sql`lower(${t.label})`),
    uniqueIndex("verification_point_device_key").on(t.taskId, t.deviceId),
    index("verification_point_device_idx").on(t.deviceId),
    index("verification_point_beside_idx").on(t.besideId),
  ],
);

/** When a door was open or the power was off during a verification, as somebody noted it. */
export const verificationMark = pgTable(
  "verification_mark",
  {
    id: id(),
    taskId: ref()
      .notNull()
      .references(() => verificationTask.id, { onDelete: "cascade" }),
    test: text({ enum: VERIFICATION_TESTS }).notNull(),
    fromAt: instant().notNull(),
    toAt: instant(),
    actorName: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [...closedSets(t), index("verification_mark_task_idx").on(t.taskId, t.fromAt)],
);

/** The readings of a point as they were when the record ended: they outlive the retention of readings. */
export const verificationSeries = pgTable(
  "verification_series",
  {
    id: id(),
    taskId: ref()
      .notNull()
      .references(() => verificationTask.id, { onDelete: "cascade" }),
    /** Null: the permanently mounted probe beside a point. */
    pointId: ref().references(() => verificationPoint.id, { onDelete: "cascade" }),
    probeId: ref()
      .notNull()
      .references(() => probe.id),
    /** Epoch ms, and values in the canonical unit. */
    ats: doublePrecision().array().notNull(),
    values: doublePrecision().array().notNull(),
    sha256: text().notNull(),
  },
  (t) => [
    uniqueIndex("verification_series_probe_key").on(t.taskId, t.probeId),
    index("verification_series_point_idx").on(t.pointId),
    index("verification_series_probe_idx").on(t.probeId),
  ],
);

import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  ACKNOWLEDGEMENT_CHANNELS,
  ALARM_SWITCHES,
  ANALYSIS_RESULTS,
  type CrossingKind,
  EXCEPTION_KINDS,
  EXCEPTION_STATUSES,
  MEASURES,
  SEVERITIES,
  type Severity,
  SIDES,
} from "../enums";
import { alarmCondition } from "./alarm-trigger";
import { carrier } from "./carrier";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { contact } from "./contact";
import { customer } from "./customer";
import { device, probe } from "./device";
import { userAccount } from "./user";

/** Causes of exceptions to choose from when handling one. Null customer: seeded. */
export const exceptionReason = pgTable(
  "exception_reason",
  {
    id: id(),
    customerId: ref().references(() => customer.id),
    /** Message key of a seeded reason; otherwise the reason's own text applies. */
    code: text(),
    name: text().notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("exception_reason_name_key")
      .on(t.customerId, sql`lower(${t.name})`)
      .where(sql`${t.customerId} is not null`),
  ],
);

/** Instants in epoch milliseconds. */
export type ExceptionContext = {
  doorOpenSince?: number;
  powerLostSince?: number;
  /** Of an exception suppressed by a pause, silence or calendar: since when notices may be sent. */
  notifiableFrom?: number;
  /** When its severity rose, and to what. */
  rises?: { at: number; severity: Severity }[];
  /** The silent devices suppressed because they are behind a silent gateway. */
  affected?: number[];
  /** Of a silent gateway: its alarms and those behind it were suppressed when it fell silent; nobody was notified. */
  isUnnotified?: boolean;
  /** Of a silence: when the device was last heard before (epoch ms). */
  heardAt?: number;
  /** Of retained readings: their number, and the silence in which they were measured. */
  retainedReadings?: number;
  lossId?: number;
  /** Of a blackout that ended without power: it was no longer watched. */
  cutAt?: number;
  /** Of a device that reports more slowly than agreed: its pace, and the agreed one. */
  paceSeconds?: number;
  agreedSeconds?: number;
  /** Of a trend: when the limit is expected to be crossed, with bounds. */
  predictedAt?: number;
  predictedEarliest?: number;
  predictedLatest?: number;
  /** Of a trend: when it ended because readings stopped. */
  silentAt?: number;
  /** Of a cumulative condition: the most minutes out of range within the window, and how many were allowed. */
  outsideMinutes?: number;
  windowMinutes?: number;
  allowedMinutes?: number;
  /** Of a crossing: what the carrier did, the geofence's name at the time, and the position that showed it. */
  crossing?: CrossingKind;
  geofenceId?: number;
  geofenceName?: string;
  longitude?: number;
  latitude?: number;
};

export const exception = pgTable(
  "exception",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    /** Null for a device that is on no carrier. */
    carrierId: ref().references(() => carrier.id),
    deviceId: ref()
      .notNull()
      .references(() => device.id),
    probeId: ref().references(() => probe.id),
    conditionId: ref().references(() => alarmCondition.id, { onDelete: "set null" }),
    kind: text({ enum: EXCEPTION_KINDS }).notNull(),
    measure: text({ enum: MEASURES }),
    side: text({ enum: SIDES }),
    severity: text({ enum: SEVERITIES }).notNull(),
    /** The limits at the time. */
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    startedAt: instant().notNull(),
    raisedAt: instant().notNull(),
    endedAt: instant(),
    /** Statistics of the evaluation over the excursion. */
    statistics: jsonb().$type<Record<string, number | null>>(),
    peak: doublePrecision(),
    peakAt: instant(),
    /** Figures over time, computed by `features/observation/` up to `figuresAt`; shown after readings are deleted. */
    mean: doublePrecision(),
    degreeMinutes: doublePrecision(),
    meanKineticTemperature: doublePrecision(),
    observedSeconds: doublePrecision(),
    figuresAt: instant(),
    /** When the worker computes them again, because something changed; null: they are final. */
    figuresDueAt: instant().defaultNow(),
    sampleCount: integer().notNull().default(0),
    isDetectedLate: boolean().notNull().default(false),
    /** Context at the start. */
    context: jsonb().$type<ExceptionContext>().notNull().default({}),
    acknowledgedAt: instant(),
    acknowledgedBy: ref().references(() => userAccount.id),
    /** Name of the contact that acknowledged without an account; it outlives the contact. */
    acknowledgedByContact: text(),
    acknowledgedByContactId: ref().references(() => contact.id, { onDelete: "set null" }),
    /** How it was acknowledged; null for rows from before this was recorded. */
    acknowledgedVia: text({ enum: ACKNOWLEDGEMENT_CHANNELS }),
    acknowledgementComment: text(),
    status: text({ enum: EXCEPTION_STATUSES }).notNull().default("unprocessed"),
    isClosed: boolean().notNull().default(false),
    reasonId: ref().references(() => exceptionReason.id),
    measures: text(),
    remark: text(),
    analysisResult: text({ enum: ANALYSIS_RESULTS }),
    handledBy: ref().references(() => userAccount.id),
    handledAt: instant(),
    /** Late readings or a removal entered late disproved it, or it became part of another exception. */
    withdrawnAt: instant(),
    mergedIntoId: ref().references((): AnyPgColumn => exception.id),
    /** Deleted from the working lists; the row remains as evidence. Reset when late readings change the excursion. */
    removedAt: instant(),
    removedBy: ref().references(() => userAccount.id),
    removalReason: text(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    index("exception_customer_idx").on(t.customerId, t.startedAt),
    index("exception_carrier_idx").on(t.carrierId, t.startedAt),
    // The history shades a probe's exceptions; also used for a device's own records.
    index("exception_probe_idx").on(t.probeId, t.startedAt),
    index("exception_device_idx").on(t.deviceId, t.startedAt),
    index("exception_figures_due_idx").on(t.figuresDueAt).where(sql`${t.figuresDueAt} is not null`),
    // A reading in the past changes the figures of the exceptions that contain it.
    index("exception_figures_idx").on(t.probeId, t.endedAt).where(sql`${t.figuresDueAt} is null`),
    // A late reading is evaluated again for one probe and condition.
    index("exception_condition_idx").on(t.conditionId, t.probeId, t.startedAt),
    index("exception_open_idx").on(t.customerId).where(sql`${t.endedAt} is null and ${t.withdrawnAt} is null`),
    // Removing the contact clears the reference.
    index("exception_acknowledging_contact_idx")
      .on(t.acknowledgedByContactId)
      .where(sql`${t.acknowledgedByContactId} is not null`),
    // Counts the exceptions of a reason.
    index("exception_reason_idx").on(t.reasonId).where(sql`${t.reasonId} is not null`),
    uniqueIndex("exception_one_open_key")
      .on(t.deviceId, sql`coalesce(${t.probeId}, 0)`, sql`coalesce(${t.conditionId}, 0)`, t.kind)
      .where(sql`${t.endedAt} is null and ${t.withdrawnAt} is null and ${t.kind} <> 'geofence'`),
    // A crossing belongs to the carrier, whichever of its devices reported the position.
    uniqueIndex("exception_one_open_crossing_key")
      .on(t.carrierId, t.conditionId)
      .where(sql`${t.endedAt} is null and ${t.withdrawnAt} is null and ${t.kind} = 'geofence'`),
  ],
);

/**
 * A link by which a contact without an account sees one exception and acknowledges it once. The contact's URL contains
 * the id signed with the server's secret, so the row alone grants nothing.
 */
export const exceptionLink = pgTable(
  "exception_link",
  {
    id: uuid().primaryKey().defaultRandom(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    exceptionId: ref()
      .notNull()
      .references(() => exception.id, { onDelete: "cascade" }),
    contactId: ref()
      .notNull()
      .references(() => contact.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    unique("exception_link_key").on(t.exceptionId, t.contactId),
    index("exception_link_customer_idx").on(t.customerId),
    index("exception_link_contact_idx").on(t.contactId),
    index("exception_link_expires_idx").on(t.expiresAt),
  ],
);

export const alarmSwitchLog = pgTable(
  "alarm_switch_log",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    carrierId: ref()
      .notNull()
      .references(() => carrier.id),
    fromSwitch: text({ enum: ALARM_SWITCHES }).notNull(),
    toSwitch: text({ enum: ALARM_SWITCHES }).notNull(),
    pausedUntil: instant(),
    reason: text().notNull(),
    userId: ref().references(() => userAccount.id),
    /** The end of a pause: the system acted, unlike an API key, which has no user either. */
    isBySystem: boolean().notNull().default(false),
    at: createdAt(),
  },
  (t) => [...closedSets(t), index("alarm_switch_log_carrier_idx").on(t.carrierId, t.at)],
);

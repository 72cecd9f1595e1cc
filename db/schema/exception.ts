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
import type { AlarmSwitch, AnalysisResult, ConditionKind, ExceptionStatus, Measure, Severity, Side } from "../enums";
import { alarmCondition } from "./alarm-trigger";
import { carrier } from "./carrier";
import { createdAt, id, instant, ref } from "./columns";
import { contact } from "./contact";
import { customer } from "./customer";
import { device, probe } from "./device";
import { userAccount } from "./user";

/** Why an exception happened, as the people who handle it say it. Null customer: shipped with the product. */
export const exceptionReason = pgTable(
  "exception_reason",
  {
    id: id(),
    customerId: ref().references(() => customer.id),
    /** Key of a shipped reason in the messages; its own text otherwise. */
    code: text(),
    name: text().notNull(),
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
  /** Of one that was held back by a pause, a silence or the calendar: since when somebody is to be told. */
  tellableFrom?: number;
  /** The silent devices held back behind a gateway. */
  heldBack?: number[];
  /** Of a trend: when the limit is expected to be passed, and the bounds of that. */
  predictedAt?: number;
  predictedEarliest?: number;
  predictedLatest?: number;
  /** Of a cumulative condition: the most minutes outside there were within so many, and how many were allowed. */
  outsideMinutes?: number;
  windowMinutes?: number;
  allowedMinutes?: number;
};

export const exception = pgTable(
  "exception",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    /** Null for a gateway that stands on no carrier. */
    carrierId: ref().references(() => carrier.id),
    deviceId: ref()
      .notNull()
      .references(() => device.id),
    probeId: ref().references(() => probe.id),
    conditionId: ref().references(() => alarmCondition.id, { onDelete: "set null" }),
    kind: text().$type<ConditionKind>().notNull(),
    measure: text().$type<Measure>(),
    side: text().$type<Side>(),
    severity: text().$type<Severity>().notNull(),
    /** The limits as they stood. */
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    startedAt: instant().notNull(),
    raisedAt: instant().notNull(),
    endedAt: instant(),
    /** Running figures of a range excursion; the columns below are what people read of them. */
    statistics: jsonb().$type<Record<string, number | null>>(),
    peak: doublePrecision(),
    peakAt: instant(),
    mean: doublePrecision(),
    degreeMinutes: doublePrecision(),
    meanKineticTemperature: doublePrecision(),
    sampleCount: integer().notNull().default(0),
    isDetectedLate: boolean().notNull().default(false),
    /** What was known at the start. */
    context: jsonb().$type<ExceptionContext>().notNull().default({}),
    acknowledgedAt: instant(),
    acknowledgedBy: ref().references(() => userAccount.id),
    /** Of a contact that acknowledged by the link of his message; his name outlives him. */
    acknowledgedByContact: text(),
    acknowledgementComment: text(),
    status: text().$type<ExceptionStatus>().notNull().default("unprocessed"),
    isClosed: boolean().notNull().default(false),
    reasonId: ref().references(() => exceptionReason.id),
    measures: text(),
    remark: text(),
    analysisResult: text().$type<AnalysisResult>(),
    handledBy: ref().references(() => userAccount.id),
    handledAt: instant(),
    /** Late readings showed that it was not so, or that it is part of another. */
    withdrawnAt: instant(),
    mergedIntoId: ref().references((): AnyPgColumn => exception.id),
    createdAt: createdAt(),
  },
  (t) => [
    index("exception_customer_idx").on(t.customerId, t.startedAt),
    index("exception_carrier_idx").on(t.carrierId, t.startedAt),
    // The history shades what a probe was out for; a device's own records.
    index("exception_probe_idx").on(t.probeId, t.startedAt),
    index("exception_device_idx").on(t.deviceId, t.startedAt),
    // A late reading judges one probe by one condition again.
    index("exception_condition_idx").on(t.conditionId, t.probeId, t.startedAt),
    index("exception_open_idx").on(t.customerId).where(sql`${t.endedAt} is null and ${t.withdrawnAt} is null`),
    // For how many exceptions a reason was given.
    index("exception_reason_idx").on(t.reasonId).where(sql`${t.reasonId} is not null`),
    uniqueIndex("exception_one_open_key")
      .on(t.deviceId, sql`coalesce(${t.probeId}, 0)`, sql`coalesce(${t.conditionId}, 0)`, t.kind)
      .where(sql`${t.endedAt} is null and ${t.withdrawnAt} is null`),
  ],
);

/**
 * The way by which a contact without an account sees one exception and acknowledges it once. What he holds is the id
 * with a signature of the server's secret, so this row alone opens nothing.
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
    fromSwitch: text().$type<AlarmSwitch>().notNull(),
    toSwitch: text().$type<AlarmSwitch>().notNull(),
    pausedUntil: instant(),
    reason: text().notNull(),
    userId: ref().references(() => userAccount.id),
    at: createdAt(),
  },
  (t) => [index("alarm_switch_log_carrier_idx").on(t.carrierId, t.at)],
);

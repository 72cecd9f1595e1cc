import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { INVALID_RULE_KINDS, INVALIDATION_ACTIONS, MEASURES } from "../enums";
import { deviceType } from "./catalogue";
import { closedSets, createdAt, id, instant, ref, version } from "./columns";
import { customer } from "./customer";
import { probe } from "./device";
import { userAccount } from "./user";

/** Rules by which arriving readings are invalid: values in canonical units. */
export const invalidRule = pgTable(
  "invalid_rule",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    measure: text({ enum: MEASURES }).notNull(),
    /** Only devices of this type; null: all. */
    deviceTypeId: ref().references(() => deviceType.id),
    kind: text({ enum: INVALID_RULE_KINDS }).notNull(),
    /** Of a fault value: the values that the sensor sends in place of a reading. */
    faultValues: doublePrecision().array(),
    /** Of an implausible value: values outside are impossible. Either bound may be missing. */
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    /** Of a jump: the fastest possible change per minute. */
    ratePerMinute: doublePrecision(),
    isEnabled: boolean().notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("invalid_rule_name_key").on(t.customerId, sql`lower(${t.name})`),
    index("invalid_rule_type_idx").on(t.deviceTypeId),
    check(
      "invalid_rule_kind_check",
      sql`case ${t.kind} when 'fault-value' then cardinality(${t.faultValues}) > 0
                         when 'implausible' then num_nonnulls(${t.minimum}, ${t.maximum}) > 0
                         when 'jump' then ${t.ratePerMinute} > 0 end is true`,
    ),
  ],
);

/**
 * Invalid readings, stored apart: lists, alarms and statistics, which read `reading`, do not include them. A restored
 * reading is in `reading` again; its row stays here, so that no rule invalidates it again.
 */
export const invalidReading = pgTable(
  "invalid_reading",
  {
    probeId: ref()
      .notNull()
      .references(() => probe.id, { onDelete: "cascade" }),
    at: instant().notNull(),
    value: doublePrecision().notNull(),
    /** Why, in the rule's words at the time or those of the person who marked it. */
    reason: text().notNull(),
    /** Kind of the rule; null: marked by hand. A jump that the next reading confirms is restored. */
    kind: text({ enum: INVALID_RULE_KINDS }),
    /** No foreign key: deleting a rule would update each of its rows and block arriving readings meanwhile. */
    ruleId: ref(),
    markedBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    markedAt: createdAt(),
    restoredBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    restoredAt: instant(),
    /** Restored because no reading followed, not by a person: the next reading may make it a jump again. */
    isProvisional: boolean().notNull().default(false),
  },
  (t) => [
    ...closedSets(t),
    primaryKey({ columns: [t.probeId, t.at] }),
    index("invalid_reading_rule_idx").on(t.ruleId, t.probeId, t.at).where(sql`${t.restoredAt} is null`),
    index("invalid_reading_jump_idx").on(t.probeId, t.at).where(sql`${t.kind} = 'jump' and ${t.restoredAt} is null`),
    index("invalid_reading_marked_by_idx").on(t.markedBy),
    index("invalid_reading_restored_by_idx").on(t.restoredBy),
  ],
);

/** A manual invalidation of a span of a probe's readings, or its reversal, shown in the history: `[fromAt, toAt)`. */
export const manualInvalidation = pgTable(
  "manual_invalidation",
  {
    id: id(),
    probeId: ref()
      .notNull()
      .references(() => probe.id, { onDelete: "cascade" }),
    action: text({ enum: INVALIDATION_ACTIONS }).notNull(),
    fromAt: instant().notNull(),
    toAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ...closedSets(t),
    index("manual_invalidation_probe_idx").on(t.probeId, t.fromAt),
    check(
      "manual_invalidation_span_check",
      sql`${t.fromAt} <= ${t.toAt} and ${t.fromAt} >= '1970-01-01T00:00:00Z' and ${t.toAt} <= '2100-01-01T00:00:00Z'`,
    ),
  ],
);

/**
 * The current or last application of a rule to stored readings; the worker continues at `probeId` and `at`. A run that
 * restores readings may outlive its rule.
 */
export const invalidRun = pgTable(
  "invalid_run",
  {
    ruleId: ref().primaryKey(),
    /** All readings of the rule are restored: it is disabled or deleted. */
    givesBack: boolean().notNull().default(false),
    fromAt: instant().notNull(),
    untilAt: instant().notNull(),
    requestedBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    requestedAt: instant().notNull(),
    /** The last completed probe, or the one in progress, which is done up to `at`. */
    probeId: ref(),
    at: instant(),
    /** Number of readings invalidated, or restored where `givesBack`. */
    takenCount: integer().notNull().default(0),
    finishedAt: instant(),
  },
  (t) => [index("invalid_run_requested_by_idx").on(t.requestedBy)],
);

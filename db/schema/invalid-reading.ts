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
import { closedSets, createdAt, id, instant, ref } from "./columns";
import { customer } from "./customer";
import { probe } from "./device";
import { userAccount } from "./user";

/** Which arriving readings are none: values in canonical units. */
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
    /** Of a fault value: what the sensor sends in place of a reading. */
    faultValues: doublePrecision().array(),
    /** Of an implausible value: what is outside cannot be. Either may be missing. */
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    /** Of a jump: the fastest change a minute that can be. */
    ratePerMinute: doublePrecision(),
    isEnabled: boolean().notNull().default(true),
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
 * Readings that are none, kept apart: no list, alarm or statistic that reads `reading` meets them. One that was
 * restored lies in `reading` again, and its row stays here, so that no rule takes it once more.
 */
export const invalidReading = pgTable(
  "invalid_reading",
  {
    probeId: ref()
      .notNull()
      .references(() => probe.id, { onDelete: "cascade" }),
    at: instant().notNull(),
    value: doublePrecision().notNull(),
    /** Why, in the words of the rule as it was or of who marked it. */
    reason: text().notNull(),
    /** Of which kind the rule was; null: somebody marked it. A jump that the next reading confirms goes back. */
    kind: text({ enum: INVALID_RULE_KINDS }),
    /** By number alone: a rule that goes would have to write to each row it kept, and hold up what arrives meanwhile. */
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

/** A manual invalidation of a span of a probe's readings, or its reversal, as the history shows it: `[fromAt, toAt)`. */
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
 * A rule that is being applied to what is stored, or was the last time; the worker goes on where `probeId` and `at` say.
 * One that gives back may outlive its rule.
 */
export const invalidRun = pgTable(
  "invalid_run",
  {
    ruleId: ref().primaryKey(),
    /** Everything that the rule keeps goes back: it is off, or removed. */
    givesBack: boolean().notNull().default(false),
    fromAt: instant().notNull(),
    untilAt: instant().notNull(),
    requestedBy: ref().references(() => userAccount.id, { onDelete: "set null" }),
    requestedAt: instant().notNull(),
    /** The last probe that is through, or the one that is at work, which is through up to `at`. */
    probeId: ref(),
    at: instant(),
    /** Readings taken, or given back where all of them are. */
    takenCount: integer().notNull().default(0),
    finishedAt: instant(),
  },
  (t) => [index("invalid_run_requested_by_idx").on(t.requestedBy)],
);

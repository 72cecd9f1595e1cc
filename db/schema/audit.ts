import { bigint, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { closedSets, id, instant, ref } from "./columns";

/** The audit trail: the rows of a customer form a hash chain. Never updated, never deleted. */
export const audit = pgTable(
  "audit",
  {
    id: id(),
    /** No foreign key: the trail outlives its customer. */
    customerId: ref().notNull(),
    /** Position in the customer's chain, from 1. */
    sequence: bigint({ mode: "number" }).notNull(),
    at: instant().notNull(),
    actorType: text({ enum: ["user", "key", "system", "device", "contact", "anonymous"] }).notNull(),
    actorId: ref(),
    actorName: text().notNull(),
    address: text().notNull(),
    requestId: text().notNull(),
    operation: text().notNull(),
    entity: text().notNull(),
    entityId: text().notNull(),
    /** Only the fields that changed. */
    oldValues: jsonb().$type<Record<string, unknown> | null>(),
    newValues: jsonb().$type<Record<string, unknown> | null>(),
    reason: text(),
    /**
     * The version of the record after this action, if it has versions: finds what was changed since. It only points, so
     * the hash does not cover it.
     */
    version: integer(),
    previousHash: text().notNull(),
    /**
     * The seal of the chain's end before this row, as `keyId:seal`, if it could not be verified; empty if there was
     * none. Null in all other rows.
     */
    foundSeal: text(),
    /** The key of the hash; null in rows older than keyed hashes, which anyone can recompute. */
    keyId: text(),
    hash: text().notNull(),
  },
  (t) => [
    ...closedSets(t),
    uniqueIndex("audit_chain_key").on(t.customerId, t.sequence),
    index("audit_entity_idx").on(t.entity, t.entityId),
    index("audit_at_idx").on(t.at),
  ],
);

/** The last row of each chain; locking it serialises writers. */
export const auditHead = pgTable("audit_head", {
  customerId: ref().primaryKey(),
  sequence: bigint({ mode: "number" }).notNull(),
  hash: text().notNull(),
  /** HMAC over the three columns above; the sequence is also the number of rows, which start at 1 without gaps. */
  keyId: text(),
  seal: text(),
  /** Rows up to this one have unkeyed hashes; the anchor is an HMAC over this number and the hash of that row. */
  plainUntil: bigint({ mode: "number" }).notNull().default(0),
  anchorKeyId: text(),
  anchor: text(),
});

/** The days on which the heads of all chains were published: once each, by whichever worker. */
export const auditPublication = pgTable("audit_publication", {
  day: date().primaryKey(),
  at: instant().notNull(),
  /** The recipient's address, as last notified of a change; empty if there is none. */
  keeper: text().notNull().default(""),
  /** HMAC over the three columns above: a day without a valid one counts as not published. */
  keyId: text(),
  seal: text(),
});

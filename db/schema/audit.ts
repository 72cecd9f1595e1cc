import { bigint, date, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { closedSets, id, instant, ref } from "./columns";

/** Who did what: the rows of a customer form a hash chain. Never updated, never deleted. */
export const audit = pgTable(
  "audit",
  {
    id: id(),
    /** No reference: the trail outlives its customer. */
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
    previousHash: text().notNull(),
    /**
     * The seal that the end of the chain had before this row, as `keyId:seal`, where it could not be confirmed; empty where
     * there was none. Null in all other rows.
     */
    foundSeal: text(),
    /** The key of the hash; null in rows from before there was one, whose hash anybody can work out. */
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

/** The last link of each chain; its lock orders the writers. */
export const auditHead = pgTable("audit_head", {
  customerId: ref().primaryKey(),
  sequence: bigint({ mode: "number" }).notNull(),
  hash: text().notNull(),
  /** HMAC over the three above; the sequence is also the count of rows, which begin at 1 and have no gaps. */
  keyId: text(),
  seal: text(),
  /** Up to this row the chain has no key; the anchor is an HMAC over that and the hash of this row. */
  plainUntil: bigint({ mode: "number" }).notNull().default(0),
  anchorKeyId: text(),
  anchor: text(),
});

/** The days on which the ends of all chains were published: each once, whichever worker does it. */
export const auditPublication = pgTable("audit_publication", {
  day: date().primaryKey(),
  at: instant().notNull(),
  /** The address that gets them, as it was told of its last change; empty if there is none. */
  keeper: text().notNull().default(""),
  /** HMAC over the three above: a day without a right one counts as not published. */
  keyId: text(),
  seal: text(),
});

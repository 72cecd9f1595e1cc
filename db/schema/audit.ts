import { bigint, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant, ref } from "./columns";

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
    actorType: text().$type<"user" | "key" | "system" | "device" | "contact" | "anonymous">().notNull(),
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
    hash: text().notNull(),
  },
  (t) => [
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
});

import { bigint, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant, ref } from "./columns";
import { customer } from "./customer";

/** Who did what: the rows of a customer form a hash chain. Never updated, never deleted. */
export const audit = pgTable(
  "audit",
  {
    id: id(),
    customerId: ref()
      .notNull()
      .references(() => customer.id),
    /** Position in the customer's chain, from 1. */
    sequence: bigint({ mode: "number" }).notNull(),
    at: instant().notNull(),
    actorType: text().$type<"user" | "system" | "device" | "anonymous">().notNull(),
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
  ],
);

/** The last link of each chain; its lock orders the writers. */
export const auditHead = pgTable("audit_head", {
  customerId: ref()
    .primaryKey()
    .references(() => customer.id),
  sequence: bigint({ mode: "number" }).notNull(),
  hash: text().notNull(),
});
